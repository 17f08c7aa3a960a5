"""Play at the table by touching a phone: each verb taps what a person would tap and waits until the table shows it."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

PEOPLE = ("Asha", "Bilal", "Chitra", "Deepak", "Esha", "Farid")

Said = dict[str, Any]


class Table:
    """One phone at a match. It works the same with scripts and without."""

    def __init__(self, page: Page, *, held: bool = False) -> None:
        """Sit down with a phone. The bar takes no tap just after it has changed; only `held` keeps that time real."""
        self.page = page
        if not held:
            session = page.context.new_cdp_session(page)
            session.send("Animation.enable")
            session.send("Animation.setPlaybackRate", {"playbackRate": 60})
        self._id = self.game = ""
        self.names: tuple[str, ...] = ()

    def settled(self) -> None:
        """Wait until the server has what this phone shows."""
        expect(self.bar.locator(".waiting")).to_have_count(0)

    # --- what is seen -----------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """Id of the match that the phone shows, or showed last."""
        here = re.search(r"/m/(\w+)", self.page.url)
        self._id = here[1] if here else self._id
        return self._id

    @property
    def bar(self) -> Locator:
        """The round's entry, at the bottom."""
        return self.page.locator(".bar")

    @property
    def board(self) -> Locator:
        """Seats and score."""
        return self.page.locator(".board")

    @property
    def why(self) -> Locator:
        """Who deals next, and why."""
        return self.page.locator("p.why")

    @property
    def answer(self) -> Said:
        """The match file with its standings, as anybody may read it, once the server has what this phone shows."""
        self.settled()
        return self.page.request.get(f"/m/{self.id}.json").json()  # type: ignore[no-any-return]

    @property
    def rounds(self) -> list[Said]:
        """The rounds that the match has, by its file."""
        return self.answer["rounds"]  # type: ignore[no-any-return]

    def button(self, name: str) -> Locator:
        """A button of the bar by the words it begins with."""
        return self.bar.get_by_role("button", name=re.compile(rf"^{re.escape(name)}(?!\w)"))

    def says(self, text: str | re.Pattern[str]) -> None:
        """The page says so, somewhere in sight."""
        expect(self.page.get_by_text(text).filter(visible=True).first).to_be_visible()

    # --- a new match ------------------------------------------------------------------------------------------------

    def start(
        self, game: str, *, names: tuple[str, ...] = PEOPLE, seats: int = 4, dealer: int = 0, **more: object
    ) -> Table:
        """Start a match from Home. `start` is what the paper said; anything else more is a house rule."""
        self.page.goto("/")
        self.page.locator(f'a[href$="/new/{game}"]').tap()
        if seats == 6:
            self.page.get_by_role("button", name="6 players").tap()
            expect(self.page.locator("#name-5")).to_be_visible()
        for seat, name in enumerate(names[:seats]):
            self.page.locator(f"#name-{seat}").fill(name)
        self.page.get_by_role("radio", name="deals first").nth(dealer).tap()
        self._carry_over(more.pop("start", None))
        self._choose_rules(more)
        self.button("Start").tap()
        self.page.wait_for_url("**/m/*")
        self.game, self.names = game, names[:seats]
        return self

    def open(self, match_id: str) -> Table:
        """Open a match by its address."""
        self.page.goto(f"/m/{match_id}")
        match = self.answer["match"]
        self.game, self.names = match["game"], tuple(match["seats"])
        return self

    def _choose_rules(self, rules: Said) -> None:
        if not rules:
            return
        self.page.get_by_text("House rules").tap()
        for name, value in rules.items():
            field = self.page.locator(f"#{name}")
            told = str(value).lower() if isinstance(value, bool) else str(value)
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(told)
            else:
                field.fill(told)

    def _carry_over(self, paper: Any) -> None:
        if not paper:
            return
        self.page.get_by_text("Carry over from paper").tap()
        score, streak = paper.get("score", [0, 0]), paper.get("streak", [0, 0])
        if self.page.locator("#gap").count():
            self.page.locator("#gap").fill(str(abs(score[0] - score[1])))
            ahead = int(score[1] > score[0])
        else:
            self.page.locator("#score_a").fill(str(score[0]))
            self.page.locator("#score_b").fill(str(score[1]))
            self.page.locator("#streak").fill(str(max(streak)))
            ahead = int(streak[1] > 0)
        self.page.get_by_role("radio", name=["Your side", "Theirs"][ahead]).tap()

    # --- what is said at the table ----------------------------------------------------------------------------------

    def say(self, what: Locator) -> Table:
        """Tap a button that says something, and wait until the table has taken it."""
        seen = self.page.locator("input[name=seen]").first
        before = seen.input_value()
        what.tap()
        expect(seen).not_to_have_value(before)
        return self

    def choose(self, name: str) -> Table:
        """Choose a player, a side or a suit; nothing is sent."""
        self.bar.get_by_role("radio", name=name).filter(visible=True).first.tap()
        return self

    def bid(self, name: str, number: int, suit: str | None = None) -> Table:
        """Tap who bid, the trump if told, then how many."""
        self.choose(name)
        if suit:
            self.choose({"none": "no trump"}.get(suit, suit))
        return self.say(self.button(str(number)))

    def all_pass(self) -> Table:
        """All four passed: the player after the dealer must take 7."""
        return self.say(self.button("All passed"))

    def made(self) -> Table:
        """The contract was made."""
        return self.say(self.button("Made"))

    def failed(self) -> Table:
        """The contract failed."""
        return self.say(self.button("Failed"))

    def count(self, tricks: int) -> Table:
        """Somebody counted the bidding side's tricks."""
        self.bar.get_by_text("Count the tricks").tap()
        return self.say(self.button(str(tricks)))

    def tens(self, split: str, tricks: int | None = None) -> Table:
        """Tap the split of the tens, A's first; with six seats step to it. `tricks` are A's, where the game asks."""
        if len(self.names) == 6:
            return self._step_to(split)
        if tricks is None:
            return self.say(self.button(split.replace("-", "–")))
        self.choose(split.replace("-", "–"))
        return self.say(self.button(str(tricks)))

    def _step_to(self, split: str) -> Table:
        less = self.bar.get_by_role("button", name="One ten less")
        more = self.bar.get_by_role("button", name="One ten more")
        if less.is_visible():
            less.tap()
            tens = int(split.partition("-")[0])
            for _ in range(abs(tens - 6)):
                (more if tens > 6 else less).tap()
            expect(self.bar.get_by_label("Tens", exact=True)).to_have_value(split)
        else:
            self.bar.get_by_label("Tens", exact=True).select_option(split)
        return self.say(self.button("Save the round"))

    def seven(self, side: int, other: int) -> Table:
        """A side reached 7 tricks; the other has so many."""
        self.choose(self.side(side))
        return self.say(self.button(str(other)))

    def tricks(self, side: int, tricks: int) -> Table:
        """A side took so many of thirteen tricks and won."""
        row = self.bar.get_by_role("group", name=self.side(side))
        return self.say(row.get_by_role("button", name=re.compile(rf"^{tricks}(?!\w)")))

    def misdeal(self) -> Table:
        """The deal is void."""
        return self.say(self.button("Misdeal"))

    def undo(self) -> Table:
        """Take back the last thing."""
        return self.say(self.bar.get_by_role("button", name="Undo"))

    def redo(self) -> Table:
        """Bring it again."""
        return self.say(self.bar.get_by_role("button", name="Bring back"))

    def rematch(self) -> Table:
        """Play again."""
        before = self.page.url
        self.button("Rematch").tap()
        self.page.wait_for_url(lambda url: "/m/" in url and url != before)
        return self

    def concede(self, side: int) -> Table:
        """A side gives up, on the table's page."""
        self.page.get_by_role("link", name="More").tap()
        self.page.get_by_role("button", name=f"{self.side(side)} concede").tap()
        self.page.wait_for_url(re.compile(r"/m/\w+$"))
        self.settled()
        return self

    def side(self, side: int) -> str:
        """A side as the page calls it."""
        return " + ".join(self.names[side::2])

    # --- a line of a match file, tapped -----------------------------------------------------------------------------

    def play(self, said: Said) -> Table:
        """Enter one line of a match file by taps."""
        if "misdeal" in said:
            return self.misdeal()
        if "conceded" in said:
            return self.concede(said["conceded"])
        return getattr(self, f"_play_{self.game}")(said)  # type: ignore[no-any-return]

    def _play_tervi(self, said: Said) -> Table:
        if said.get("forced"):
            self.all_pass()
        else:
            self.bid(self.names[said["bidder"]], said["bid"], said.get("suit"))
        if "tricks" in said:
            return self.count(said["tricks"])
        return self.made() if said["made"] else self.failed()

    def _play_tervi_classic(self, said: Said) -> Table:
        a, b = said["tricks"]
        return self.seven(0, b) if a == 7 else self.seven(1, a)

    def _play_dehla_pakad(self, said: Said) -> Table:
        return self.tens("{}-{}".format(*said["tens"]), said["tricks"][0] if "tricks" in said else None)

    def _play_double_sar(self, said: Said) -> Table:
        return self.tens("{}-{}".format(*said["tens"]), said["tricks"][0])

    def _play_court_piece(self, said: Said) -> Table:
        a, b = said["tricks"]
        return self.tricks(0, a) if a > b else self.tricks(1, b)
