"""Print how quick the app is, and what it sends: `make bench`. Nothing is asserted of times; they are the machine's.

Beside every figure stands a bare Flask under the same server with the same settings, measured in turn with the app, so
that whatever else the machine does falls on both. A ratio is the median of the ratios of these turns.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import bench_live
from bench_table import Chance, Played, app_server, bare_server, lay, serving
from load import Took, fetch, get, high, load, middle, post

ROOT = Path(__file__).resolve().parent.parent
AT_ONCE = 16
TURNS = 15
LENGTHS = (10, 100, 1000)
SECONDS = 40.0
"""No new turn begins after so long."""

LOG = {"Accept": "application/json"}
"""A phone with scripts writes its page itself and asks only for the end of the log."""

chance = Chance(7)
phones = [chance.id() for _ in range(AT_ONCE)]
collector = chance.id()


def cookie(match: Played) -> dict[str, str]:
    """What the phone sends that keeps its score."""
    return {"Cookie": f"device={match.device}"}


@dataclass
class Row:
    """One line of the table, measured once a turn."""

    name: str
    run: Callable[[], Took]
    beside: Row | None = None
    aim: float = 0.0
    took: list[Took] = field(default_factory=list)

    def told(self) -> str:
        """Write it out."""
        each = [seconds for took in self.took for seconds in took.each]
        text = f"  {self.name:<44}{middle([took.rate for took in self.took]):7.0f}/s"
        text += f"{middle(each) * 1000:9.2f}{high(each) * 1000:9.2f}"
        if self.beside is None:
            return text
        ratios = sorted(mine.rate / other.rate * 100 for mine, other in zip(self.took, self.beside.took, strict=True))
        text += f"{middle(ratios):7.0f} %  ({ratios[0]:.0f}-{ratios[-1]:.0f})".ljust(20)
        return text + (f"{self.aim:.0f} %" if self.aim else "")


class Bench:
    """The matches, the two servers, and what is asked of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.fsyncs: list[float] = []
        self.shown = [Played(chance, 30, phone) for phone in phones]
        self.changed = [[Played(chance, 30 - TURNS // 2, phone) for _ in range(4)] for phone in phones]
        self.recorded = [[Played(chance, 25, phone) for phone in phones] for _ in range(TURNS + 1)]
        self.many = [Played(chance, 30, collector) for _ in range(100)]
        self.long = {length: [Played(chance, length - 5, phones[0]) for _ in range(4)] for length in LENGTHS}

    def lay(self) -> None:
        """Put every match into the database."""
        lots = (self.shown, *self.changed, *self.recorded, self.many, *self.long.values())
        lay(self.folder / "app.db", [match for lot in lots for match in lot])

    def all_at_once(self, app: int, bare: int) -> list[str]:
        """Measure with many phones at once, turn by turn, and write the table."""
        looks = [[get(app, match.path)] * 15 for match in self.shown]
        writes = [[get(app, match.path, **cookie(match))] * 15 for match in self.shown]
        known = [
            [get(app, match.path, **cookie(match), If_None_Match=fetch(app, queue[0]).headers["etag"])] * 15
            for match, queue in zip(self.shown, writes, strict=True)
        ]
        home = [[get(app, "/", Cookie=f"device={collector}")]] * AT_ONCE
        hello = Row("bare Flask, hello", lambda: load(bare, [[get(bare, "/hello")] * 30] * AT_ONCE))
        insert = Row("bare Flask, insert", lambda: load(bare, self._inserts(bare)))
        shows = [
            hello,
            Row("match of 30 rounds, to a reader", lambda: load(app, looks), hello, 25),
            Row("the same, to its scorer", lambda: load(app, writes), hello, 25),
            Row("the same, the phone has it already (304)", lambda: load(app, known, 304), hello),
            Row("first look after a change, by a reader", lambda: self._after_a_change(app), hello),
            Row("the same, by its scorer", lambda: load(app, self._looks(app, scorer=True)), hello),
            Row("Home with 100 matches", lambda: load(app, home), hello),
        ]
        records = [insert, Row("a round recorded, new board in the answer", lambda: self._record(app), insert, 40)]
        self._take_turns([*shows, *records])
        head = f"  {'':<44}{'requests':>9}{'median':>9}{'99th':>9}{'of bare (each turn)':>21}   aim"
        return [
            f"{AT_ONCE} at once over connections that stay open, one server process, {len(hello.took)} turns (ms)",
            *(head, *(row.told() for row in shows)),
            "",
            f"Durable when answered, each phone in a match of its own of 25 to 35 rounds; {self._fsync()}",
            *(row.told() for row in records),
        ]

    def by_length(self, app: int) -> list[str]:
        """Measure one phone alone in short and long matches, all lengths in turn."""
        told = ("first look since the server started", "a round recorded", "first look after it", "another look")
        took: dict[tuple[str, int], list[float]] = {(name, length): [] for name in told for length in LENGTHS}
        for matches in zip(*self.long.values(), strict=True):
            asked = [((told[0], length), get(app, match.path)) for length, match in zip(LENGTHS, matches, strict=True)]
            for _ in range(10):
                for length, match in zip(LENGTHS, matches, strict=True):
                    typed = post(app, f"{match.path}/round", match.next_round(), **cookie(match), **LOG)
                    look = get(app, match.path)
                    asked += [((name, length), sent) for name, sent in zip(told[1:], (typed, look, look), strict=True)]
            for (what, _), seconds in zip(asked, load(app, [[sent for _, sent in asked]]).each, strict=True):
                took[what].append(seconds)
        lines = [f"One phone alone, by rounds in the match (median, ms); {self._fsync()}"]
        lines += [" " * 46 + "".join(f"{length:9}" for length in LENGTHS) + f"{'last : first':>16}   aim"]
        for name in told:
            each = [middle(took[name, length]) for length in LENGTHS]
            figures = "".join(f"{seconds * 1000:9.2f}" for seconds in each)
            lines.append(f"  {name:<44}{figures}{each[-1] / each[0]:16.2f}{'   2' if name != told[0] else ''}")
        return lines

    def sizes(self, app: int) -> list[str]:
        """Count the bytes a phone is sent, headers too: over plain http (gzip), and over https (Brotli)."""
        match = self.long[LENGTHS[0]][0]
        files, columns = self._files(app, match), []
        for asks in ("gzip, deflate", "gzip, deflate, br, zstd"):
            told = {**cookie(match), "Accept_Encoding": asks}
            home, page = (fetch(app, get(app, path, **told)) for path in ("/", match.path))
            sent = [fetch(app, get(app, path, **told)).size for path in files]
            again = fetch(app, get(app, match.path, **told, If_None_Match=page.headers["etag"]))
            saved = fetch(app, post(app, f"{match.path}/round", match.next_round(), **told, **LOG))
            kit = fetch(app, get(app, self._kit(app, match), **told))
            columns.append([page.size + sum(sent), home.size, kit.size, page.size, again.size, saved.size])
        rows = (
            ("first visit: a match and its files", f"50 KB; {1 + len(files)} requests, 8"),
            ("Home beside it", ""),
            ("the kit, once a release, when something is entered", ""),
            ("later visit: the match, its files kept", "6 KB"),
            ("later visit: nothing has changed", "6 KB"),
            ("one recorded round", "6 KB"),
        )
        lines = [f"{'Bytes of the answers, headers and all':<46}{'gzip':>9}{'Brotli':>9}   aim"]
        for (name, aim), gzip, brotli in zip(rows, *columns, strict=True):
            lines.append(f"  {name:<44}{gzip:9,}{brotli:9,}   {aim}")
        return lines

    def _kit(self, app: int, match: Played) -> str:
        """Address of what a phone needs to go on by itself."""
        page = fetch(app, get(app, match.path, **{**cookie(match), "Accept_Encoding": "identity"})).body.decode()
        found = re.search(r'data-kit="([^"]+)"', page)
        assert found
        return found[1]

    def _files(self, app: int, match: Played) -> list[str]:
        """Every file that Home and a match ask for, with what those import; an iPhone's icon waits to be installed."""
        told = {**cookie(match), "Accept_Encoding": "identity"}
        pages = [fetch(app, get(app, path, **told)).body.decode() for path in ("/", match.path)]
        found = [
            path
            for page in pages
            for path in re.findall(r'<(?:link rel="(?!apple)|script|img)[^>]* (?:href|src)="(/[^"]+)"', page)
        ]
        for path in [path for path in found if path.endswith(".js")]:
            text = fetch(app, get(app, path, **told)).body.decode()
            found += [
                f"{path.rpartition('/')[0]}/{name}" for name in re.findall(r'(?:from|import) ?"\./([^"]+)"', text)
            ]
        return list(dict.fromkeys(found))

    def _take_turns(self, rows: Sequence[Row]) -> None:
        """Measure each row in each turn; the first turn only warms up."""
        began = time.monotonic()
        for turn in range(TURNS + 1):
            for row in rows:
                took = row.run()
                if turn:
                    row.took.append(took)
            if time.monotonic() - began > SECONDS and turn:
                break

    def _inserts(self, bare: int) -> list[list[bytes]]:
        """Forms of the same size as a round's; the disk's own pace is taken with each turn."""
        self._sync()
        typed: Mapping[str, object] = self.shown[0].next_round()
        return [
            [post(bare, "/insert", {**typed, "id": chance.id()}, Cookie=f"device={phone}", **LOG) for _ in range(15)]
            for phone in phones
        ]

    def _record(self, app: int) -> Took:
        """Ten rounds in each of sixteen matches that were looked at before, as at a table."""
        matches = self.recorded.pop()
        load(app, [[get(app, match.path, **cookie(match))] for match in matches])
        rounds = [
            [post(app, f"{match.path}/round", match.next_round(), **cookie(match), **LOG) for _ in range(10)]
            for match in matches
        ]
        return load(app, rounds)

    def _after_a_change(self, app: int) -> Took:
        """Record a round in many matches without asking for the page, then let a reader look at each."""
        changes = [
            [post(app, f"{match.path}/round", match.next_round(), **cookie(match)) for match in queue]
            for queue in self.changed
        ]
        load(app, changes, 303)
        return load(app, self._looks(app, scorer=False))

    def _looks(self, app: int, *, scorer: bool) -> list[list[bytes]]:
        return [
            [get(app, match.path, **(cookie(match) if scorer else {})) for match in queue] for queue in self.changed
        ]

    def _sync(self) -> None:
        with (self.folder / "fsync").open("ab", buffering=0) as file:
            for _ in range(20):
                file.write(bytes(4096))
                began = time.perf_counter()
                os.fsync(file.fileno())
                self.fsyncs.append(time.perf_counter() - began)

    def _fsync(self) -> str:
        self._sync()
        told = f"the disk's fsync takes {middle(self.fsyncs) * 1000:.2f} ms, 99th {high(self.fsyncs) * 1000:.2f}"
        self.fsyncs = []
        return told


def main() -> None:
    """Measure, print, tidy up."""
    began = time.monotonic()
    (ROOT / "build").mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="bench-", dir=ROOT / "build"))  # on the disk: /tmp may be memory
    try:
        bench = Bench(folder)
        bench.lay()
        with (
            serving(folder, *app_server(folder / "app.db")) as app,
            serving(folder, *bare_server(folder / "b.db")) as bare,
        ):
            for lines in (bench.all_at_once(app, bare), bench.by_length(app), bench.sizes(app)):
                print("\n".join(lines), end="\n\n", flush=True)
        for measure in (bench_live.boards, bench_live.matches):
            print("\n".join(measure(folder)), end="\n\n", flush=True)
        print(f"{time.monotonic() - began:.0f} s")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
