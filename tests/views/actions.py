"""Everything that can be said in a match, once each: how to get there, what to type, and what else could be typed."""

from __future__ import annotations

from dataclasses import dataclass

from phones import Letter, Phone, Typed

OTHER_ID = "0123456789abcdef" * 2


@dataclass(frozen=True)
class Action:
    """One action: its address ends in `end`, its form stands on `page`, or on the look ahead that `look` leads to."""

    end: str
    typed: Typed
    other: dict[str, str]
    """Raw values that say something else."""
    game: str = "dehla_pakad"
    before: tuple[tuple[str, Typed], ...] = ()
    page: str = ""
    id: str = "id"
    look: tuple[str, Typed] | None = None
    """Which link of the page to follow, and what to type there."""
    said: str = ""
    """Kind of its event, where that is not `end`."""

    @property
    def kind(self) -> str:
        """Kind of its event."""
        return self.said or self.end

    def prepare(self, phone: Phone) -> Letter:
        """Start a match, play up to the action and fill its form in; nothing of it is sent yet."""
        match_id = phone.start(self.game).match_id
        for end, typed in self.before:
            phone.open(f"/m/{match_id}{'/table' if end == 'end' else ''}")
            phone.say(end, typed)
        phone.open(f"/m/{match_id}{self.page}")
        if self.look:
            self._look_ahead(phone, *self.look)
        return phone.fill(self.end, self.typed)

    def _look_ahead(self, phone: Phone, link: str, typed: Typed) -> None:
        for part in link.split():
            mine = [address for address in phone.page.links() if address.startswith("/m/") and part in address]
            phone.open(mine[0])
        forms = [form for form in phone.page.forms("look") if all(form.has(name) for name in typed)]
        answer = phone.post(forms[0].fill(typed))
        assert answer.status == 200, answer.alerts


ROUND: tuple[str, Typed] = ("round", {"tens": "3-1"})
UNDO: tuple[str, Typed] = ("undo", {"target": ...})

SAID = (
    Action("bid", {"bidder": "1", "bid": "8", "suit": "hearts"}, {"bid": "9"}, "tervi"),
    Action("round", {"tens": "3-1"}, {"tens": "1-3"}),
    Action("misdeal", {}, {"last": OTHER_ID}),
    Action("undo", {"target": ...}, {"target": OTHER_ID}, before=(ROUND,)),
    Action("redo", {"target": ...}, {"target": OTHER_ID}, before=(ROUND, UNDO)),
    Action("dealer", {"seat": "2", "why": "Chitra is late"}, {"seat": "3"}, page="/table"),
    Action("rename", {"name-1": "Bilaal"}, {"name-1": "Bilaall"}, page="/table", id="id-1"),
    Action("substitute", {"leaves": "1:seat-1", "name": "Esha"}, {"name": "Farid"}, page="/table"),
    Action("end", {"how": "agreed"}, {"how": "conceded-0"}, page="/table", before=(ROUND,)),
    Action(
        "correct",
        {},
        {"tens": "4-0"},
        before=(ROUND,),
        page="/history",
        look=("/round/", {"tens": "1-3"}),
        said="correction",
    ),
    Action(
        "insert",
        {},
        {"tens": "4-0"},
        before=(ROUND,),
        page="/history",
        look=("/round/ /before/", {"tens": "1-3"}),
        said="round",
    ),
    Action("rules", {}, {"target": "3"}, before=(ROUND,), page="/table", look=("/rules", {"target": "5"})),
)
"""Those that append an event."""

REMATCH = Action("rematch", {}, {}, before=(("end", {"how": "agreed"}),))
DELETE = Action("delete", {"sure": "1"}, {}, page="/table")

ALL = (*SAID, REMATCH, DELETE)
LOOKS = ("look",)
"""Posted too, but nothing is said."""


def name_action(action: Action) -> str:
    """Name an action in a test's id."""
    return action.end
