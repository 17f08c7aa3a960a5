"""Many phones at one table, all at once, at a real server of two processes: one log, without holes or doubles."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from hardship import FarPhone, Served, is_whole, query
from joining import accept, invite, name_phone
from phones import Letter, Page

PHONES, TURNS = 8, 10
RESULTS = ("3-1", "1-3", "2-2")


def together(*jobs: Callable[[], object]) -> None:
    """Do everything at once, and let nothing fail unseen."""
    start, failed = threading.Barrier(len(jobs)), list[BaseException]()

    def run(job: Callable[[], object]) -> None:
        start.wait()
        try:
            job()
        except BaseException as problem:  # noqa: BLE001 - it is raised again below
            failed.append(problem)

    threads = [threading.Thread(target=run, args=[job]) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


def post_together(phones: list[FarPhone], letters: list[Letter]) -> None:
    """Let each phone send its letter at the same moment."""
    pairs = zip(phones, letters, strict=True)
    together(*(lambda phone=phone, letter=letter: phone.post(letter) for phone, letter in pairs))


@pytest.fixture
def busy(own_server: Served) -> Served:
    """A server as it is deployed: two processes, with the limits on."""
    own_server.environment |= {"SCOREKEEPER_LIMITS": ""}
    own_server.options = ("--workers", "2")
    return own_server.start()


@pytest.fixture
def table(busy: Served) -> list[FarPhone]:
    """Phones that joined one match by one invitation, all at the same moment."""
    phones = [FarPhone(busy) for _ in range(PHONES)]
    match_id = phones[0].start().match_id
    name_phone(phones[0], match_id, "Phone of Asha")
    invitation = invite(phones[0], match_id)
    joining = [lambda phone=phone, n=n: accept(phone, invitation, f"n{n}") for n, phone in enumerate(phones[1:])]
    together(*joining)
    assert len(query(busy.path, "SELECT device FROM scorer WHERE match_id = ?", match_id)) == PHONES
    for phone in phones:
        phone.open(f"/m/{match_id}")
    return phones


class Player:
    """Enters and takes back whatever its page offers, and keeps what it was answered."""

    def __init__(self, phone: FarPhone, number: int, match_id: str) -> None:
        self.phone, self.number, self.match_id = phone, number, match_id
        self.saved: list[str] = []
        self.told: list[Page] = []

    def play(self) -> None:
        """Take turns without waiting for anybody."""
        for turn in range(TURNS):
            self.phone.open(f"/m/{self.match_id}")
            may = self.phone.page.forms("undo")
            undoes = may and ((turn + self.number) % 4 == 3 or not self.phone.page.forms("round"))
            letter = self.phone.fill("undo", {"target": ...}) if undoes else self.enter(turn)
            self.send(letter)
            if turn % 3 == 0:
                self.send(letter)  # a double tap, or an answer that was lost

    def enter(self, turn: int) -> Letter:
        """Fill in a round."""
        return self.phone.fill("round", {"tens": RESULTS[(turn + self.number) % len(RESULTS)]})

    def send(self, letter: Letter) -> None:
        """Send it, and remember the answer."""
        page = self.phone.post(letter)
        assert page.status in (200, 303, 409), f"{page.status} {page.words}"
        if page.status == 303:
            self.saved.append(letter.of("id"))
        else:
            self.told.append(page)


def test_what_many_phones_do_at_once_is_one_log_equal_to_what_they_were_answered(
    busy: Served, table: list[FarPhone]
) -> None:
    match_id = table[0].page.match_id
    players = [Player(phone, number, match_id) for number, phone in enumerate(table)]
    together(*(player.play for player in players))

    log = query(busy.path, "SELECT seq, id FROM event WHERE match_id = ? ORDER BY seq", match_id)
    assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
    saved = [event_id for player in players for event_id in set(player.saved)]
    assert len(saved) == len(set(saved))
    assert {event_id for _, event_id in log} == set(saved)

    told = [page for player in players for page in player.told]
    assert told, "nobody met anybody"
    assert all(page.alerts for page in told)
    clashes = [page for page in told if page.status == 409 and "Typed here" in page.words]
    assert clashes, "no two entered the same round"

    # Whichever process is asked, it tells the same match.
    files = {phone.ask("GET", f"/m/{match_id}.json", {})[2] for phone in table for _ in range(3)}
    assert len(files) == 1
    busy.restart()
    assert table[0].ask("GET", f"/m/{match_id}.json", {})[2] in files
    assert is_whole(busy.path)
    assert busy.log() == ""


def test_all_press_the_same_button_at_once(busy: Served, table: list[FarPhone]) -> None:
    match_id = table[0].page.match_id
    table[0].play({"tens": "3-1"}, {"tens": "1-3"})
    for phone in table:
        phone.open(f"/m/{match_id}")
    letters = [phone.fill("undo", {"target": ...}) for phone in table]
    together(
        *(lambda phone=phone, letter=letter: phone.post(letter) for phone, letter in zip(table, letters, strict=True))
    )
    assert sorted(phone.page.status for phone in table) == [200] * (PHONES - 1) + [303]
    assert all(phone.page.alerts.startswith("Already undone") for phone in table if phone.page.status == 200)

    table[0].open(f"/m/{match_id}")
    table[0].play({"tens": "4-0"})
    for phone in table:
        phone.open(f"/m/{match_id}")
    again = [phone.fill("rematch") for phone in table]
    together(
        *(lambda phone=phone, letter=letter: phone.post(letter) for phone, letter in zip(table, again, strict=True))
    )
    assert len({phone.page.headers["Location"] for phone in table}) == 1
    assert query(busy.path, "SELECT count(*) FROM match") == [(2,)]
    assert query(busy.path, "SELECT count(*) FROM scorer") == [(2 * PHONES,)]
    assert busy.log() == ""
