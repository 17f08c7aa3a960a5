"""A full disk: by a limit on the size of files and, where this user may mount one, by a small disk that is full."""

from __future__ import annotations

import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hardship import FarPhone, Served, is_whole, query, rounds_of, run, times_saved

MOUNT = ["unshare", "--map-root-user", "--mount", "sh", "-c", 'mount -t tmpfs -o size=600k tmpfs "$0" && exec "$@"']
"""Run a program that sees a small disk in place of a folder, as nobody else does."""


def can_mount() -> bool:
    """Say whether this user may mount a disk for a program of its own."""
    with suppress(FileNotFoundError):
        return subprocess.run([*MOUNT, "/mnt", "true"], capture_output=True, check=False).returncode == 0
    return False


class LimitedFiles:
    """No file can grow any further."""

    says = "the disk is full, a quota or a limit on file sizes is reached"
    # At the start of what would be written, inside it, and after its first and second page.
    left = (0, 1, 1000, 4120, 5000, 8240)

    def __init__(self, served: Served) -> None:
        self.served, self.path, self.full = served, served.path, 0

    @contextmanager
    def filled(self, left: int) -> Iterator[None]:
        """Leave so many bytes."""
        # Only the first time: what a refused round leaves at the end of the -wal is overwritten by the next one.
        self.full = self.full or Path(f"{self.path}-wal").stat().st_size
        self.served.limit_files(self.full + left)
        yield
        self.served.limit_files(-1)


class SmallDisk:
    """A file system of 600 KB."""

    says = "the disk is full"
    left = (0, 4096)

    def __init__(self, served: Served) -> None:
        self.served = served
        served.before = [*MOUNT, str(served.home)]

    @property
    def path(self) -> Path:
        """A copy of the database: SQLite cannot be asked about a disk that only another process sees."""
        copy = self.served.errors.with_name("seen.db")
        Path(f"{copy}-shm").unlink(missing_ok=True)
        for end in ("", "-wal"):
            shutil.copy(f"{self._from_outside}{end}", f"{copy}{end}")
        return copy

    @contextmanager
    def filled(self, left: int) -> Iterator[None]:
        """Leave so many bytes: a block is 4 KB, so it may be fewer."""
        filler = self._from_outside.with_name("film.mp4")
        with filler.open("wb", buffering=0) as file:
            with suppress(OSError):
                while file.write(b"\0" * 4096):
                    pass
            file.truncate(file.tell() - left // 4096 * 4096)
        yield
        filler.unlink()

    @property
    def _from_outside(self) -> Path:
        return Path(f"/proc/{self.served.workers()[0]}/root{self.served.path}")


@pytest.fixture(params=[LimitedFiles, *([SmallDisk] if can_mount() else [])])
def disk(request: pytest.FixtureRequest, own_server: Served) -> LimitedFiles | SmallDisk:
    """Give a server on a disk that can be filled."""
    disk: LimitedFiles | SmallDisk = request.param(own_server)
    own_server.start()
    return disk


def test_a_full_disk_refuses_a_round_in_words_and_takes_it_when_there_is_room(disk: LimitedFiles | SmallDisk) -> None:
    served = disk.served
    phone, reader = FarPhone(served), FarPhone(served)
    match_id = phone.start().match_id
    phone.play({"tens": "3-1"})
    for left in disk.left:
        letter = phone.fill("round", {"tens": "1-3"})
        with disk.filled(left):
            page = phone.post(letter)
            assert page.status == 503
            assert page.title.startswith("Not saved")
            assert "no room left" in page.words and "still on this page" in page.words
            assert len(rounds_of(reader, match_id)) == 1
            assert reader.open(f"/m/{match_id}").status == 200
        assert times_saved(disk.path, letter.of("id")) == 0
        assert is_whole(disk.path)
        phone.open(f"/m/{match_id}")
    (line,) = [line for line in served.log().splitlines() if "ERROR" in line]
    assert (
        disk.says in line and str(served.path) in line and "room is made" in line.replace("make room", "room is made")
    )

    letter = phone.fill("round", {"tens": "1-3"})
    with disk.filled(0):
        page = phone.post(letter)
    again = page.form("round").fill({})
    assert sorted(again.pairs) == sorted(letter.pairs)
    assert phone.post(again).status == 303
    assert times_saved(disk.path, letter.of("id")) == 1
    assert len(rounds_of(reader, match_id)) == 2


def test_a_full_disk_starts_no_half_a_match(disk: LimitedFiles | SmallDisk) -> None:
    phone = FarPhone(disk.served)
    phone.start()
    phone.open("/new/tervi")
    letter = phone.fill("tervi", {"first_dealer": "0", "name-0": "Asha"})
    before = query(disk.path, "SELECT count(*) FROM scorer"), query(disk.path, "SELECT count(*) FROM match")
    with disk.filled(4120):
        page = phone.post(letter)
    assert page.status == 503
    assert (query(disk.path, "SELECT count(*) FROM scorer"), query(disk.path, "SELECT count(*) FROM match")) == before
    assert phone.post(page.form("tervi").fill({})).status == 303


def test_a_full_disk_leaves_no_half_a_backup(served: Served, far: FarPhone, tmp_path: Path) -> None:
    def with_little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    copy = tmp_path / "copy.db"
    status, said = run("backup", copy, "--database", served.path, become=with_little_room)
    assert status == 1
    assert said.count("\n") == 1 and "cannot copy" in said
    assert list(tmp_path.iterdir()) == []
