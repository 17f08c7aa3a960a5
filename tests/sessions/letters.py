"""How each thing is said: which page it stands on, what is filled in, and what it says in the words of the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dice import choices, fields_of
from pages import Letter, Phone, form_to
from plain_rules import Said
from sitting import Sitting

Prepare = Callable[[Sitting, Phone], Letter | None]


def bid(at: Sitting, phone: Phone) -> Letter | None:
    """Say who bid, or that all passed; in place of the contract that stands, if any."""
    if at.model.game != "tervi":
        return None
    hidden, call = at.hidden(phone, "", "bid"), at.dice.call(at.model.seats)
    body = {"call": call, "replaces": hidden["contract"] or None}
    return Letter(phone, f"/m/{at.id}/bid", {**hidden, **fields_of(call)}, "bid", body, "bid")


def result(at: Sitting, phone: Phone) -> Letter | None:
    """Say how the contract on the page went; where nobody bids, how the round went."""
    hidden, address = at.hidden(phone, "", "round"), f"/m/{at.id}/round"
    if at.model.game != "tervi":
        entry = at.dice.entry(at.model.game, at.model.paper.house, at.model.seats)
        return _round(phone, address, hidden, entry=entry, typed=entry, counted_as="round")
    if not hidden["contract"]:
        return None
    told = at.dice.result()
    entry = {**at.model.said[hidden["contract"]][1]["call"], **told}
    return _round(phone, address, hidden, entry=entry, typed=told, counted_as="round")


def from_memory(at: Sitting, phone: Phone) -> Letter | None:
    """Enter a whole round that answers no bid, though one may stand."""
    hidden = {**at.hidden(phone, "", "round"), "contract": ""}
    entry = at.dice.entry(at.model.game, at.model.paper.house, at.model.seats)
    return _round(phone, f"/m/{at.id}/round", hidden, entry=entry, typed=entry, counted_as="round, from memory")


def _round(phone: Phone, address: str, hidden: Said, *, entry: Said, typed: Said, counted_as: str) -> Letter:
    body = {"entry": entry, "after": hidden["last"] or None, "contract": hidden["contract"] or None}
    return Letter(phone, address, {**hidden, **fields_of(typed)}, "round", body, counted_as)


def misdeal(at: Sitting, phone: Phone) -> Letter | None:
    """Void the deal."""
    hidden = at.hidden(phone, "", "misdeal")
    body = {"after": hidden["last"] or None, "contract": hidden["contract"] or None}
    return Letter(phone, f"/m/{at.id}/misdeal", hidden, "misdeal", body, "misdeal")


def undo(at: Sitting, phone: Phone) -> Letter | None:
    """Press Undo."""
    return _again(at, phone, "undo")


def redo(at: Sitting, phone: Phone) -> Letter | None:
    """Press Bring back."""
    return _again(at, phone, "redo")


def _again(at: Sitting, phone: Phone, kind: str) -> Letter | None:
    form = form_to(phone.forms(f"/m/{at.id}"), f"/{kind}")
    if form is None:
        assert not (at.model.undo if kind == "undo" else at.model.redo)
        return None
    ((name, target),) = form.buttons
    return Letter(phone, form.action, {**form.fields, name: target}, kind, {"target": target}, kind)


# --- on the table's page ----------------------------------------------------------------------------------------------


def dealer(at: Sitting, phone: Phone) -> Letter | None:
    """Set who deals next; 1 time in 20 nobody is tapped."""
    hidden = at.hidden(phone, "/table", "dealer")
    seat = at.dice.randrange(at.model.seats) if at.dice.random() < 0.95 else None
    why = at.dice.choice(("", "cut again"))
    body = {"seat": seat, "why": why, "after": hidden["last"] or None}
    return Letter(phone, f"/m/{at.id}/dealer", {**hidden, "seat": seat, "why": why}, "dealer", body, "dealer by hand")


def agree(at: Sitting, phone: Phone) -> Letter | None:
    """Agree to stop."""
    return _end(at, phone, "agreed", None)


def concede(at: Sitting, phone: Phone) -> Letter | None:
    """Give the match up."""
    side = at.dice.randrange(2)
    return _end(at, phone, f"conceded-{side}", side)


def _end(at: Sitting, phone: Phone, how: str, side: int | None) -> Letter:
    hidden = at.hidden(phone, "/table", "end")
    body = {"conceded": side, "after": hidden["last"] or None}
    return Letter(
        phone,
        f"/m/{at.id}/end",
        {**hidden, "how": how},
        "end",
        body,
        "end, " + ("agreed" if side is None else "conceded"),
    )


def substitute(at: Sitting, phone: Phone) -> Letter | None:
    """Seat somebody else; 1 time in 20 without a name."""
    hidden, seat = at.hidden(phone, "/table", "substitute"), at.dice.randrange(at.model.seats)
    name = at.dice.choice(("Gita", "Hamid", "Asha")) if at.dice.random() < 0.95 else ""
    player = at.model.paper.sitting[seat]
    fields = {**hidden, "leaves": f"{seat}:{player}", "name": name}
    body = {"seat": seat, "name": name, "player": player}
    return Letter(phone, f"/m/{at.id}/substitute", fields, "substitute", body, "substitute")


def rename(at: Sitting, phone: Phone) -> Letter | None:
    """Mend one name."""
    form = form_to(phone.forms(f"/m/{at.id}/table"), "/rename")
    assert form is not None
    seat = at.dice.randrange(at.model.seats)
    was, player = form.fields[f"was-{seat}"], form.fields[f"player-{seat}"]
    name = at.dice.choice([name for name in ("Indu", "Javed", "Asha") if name != was])
    body = {"player": player, "name": name, "was": was}
    return Letter(
        phone, form.action, {**form.fields, f"name-{seat}": name}, "rename", body, "rename", id_field=f"id-{seat}"
    )


# --- looked at first --------------------------------------------------------------------------------------------------


def correct(at: Sitting, phone: Phone) -> Letter | None:
    """Say what a round really was, also a struck one."""
    line = _any([line for line in at.model.paper.lines if line["entry"]], at)
    if line is None:
        return None
    entry = at.dice.entry(at.model.game, at.model.paper.house, at.model.seats)
    form = phone.forms(f"/m/{at.id}/round/{line['id']}")[0]
    body = {"round": line["id"], "version": form.fields["version"], "entry": entry}
    return _looked(at, phone, form.action, {**form.fields, **_whole(entry)}, ("correction", body, "correction"))


def strike(at: Sitting, phone: Phone) -> Letter | None:
    """Say that a round or a misdeal never happened."""
    line = _any(at.model.paper.standing(), at)
    if line is None:
        return None
    forms = phone.forms(f"/m/{at.id}/round/{line['id']}")
    form = next(form for form in forms if ("struck", "true") in form.buttons)
    body = {"round": line["id"], "version": form.fields["version"], "entry": None}
    return _looked(at, phone, form.action, {**form.fields, "struck": "true"}, ("correction", body, "struck"))


def bring_version(at: Sitting, phone: Phone) -> Letter | None:
    """Bring an earlier version of a round back."""
    return _version(at, phone, "an earlier version", struck=False)


def bring_struck(at: Sitting, phone: Phone) -> Letter | None:
    """Bring a struck round or misdeal back."""
    return _version(at, phone, "struck, brought back", struck=True)


def _version(at: Sitting, phone: Phone, counted_as: str, *, struck: bool) -> Letter | None:
    """Press the button beside a version; the page lists them newest first, and the first one stands."""
    lines = [line for line in at.model.paper.lines if line["struck"] == struck]
    line = _any([line for line in lines if len(_versions(at, line["id"])) > 1], at)
    if line is None:
        return None
    versions = _versions(at, line["id"])[1:]
    forms = [form for form in phone.forms(f"/m/{at.id}/round/{line['id']}") if form.action.endswith("/look")]
    forms = [form for form in forms[bool(line["entry"]) :] if "version" in form.fields and not form.buttons]
    assert len(forms) == len(versions)
    form, version = at.dice.choice(list(zip(forms, versions, strict=True)))
    body = {"round": line["id"], "version": form.fields["version"], "entry": version}
    return _looked(at, phone, form.action, form.fields, ("correction", body, counted_as))


def _versions(at: Sitting, line_id: str) -> list[Said | None]:
    """Every wording of a round that was not taken back, newest first."""
    found: list[Said | None] = []
    for event, _ in at.model.undo:
        kind, body = at.model.said[event]
        if event == line_id:
            found.insert(0, body["entry"] if kind == "round" else {"misdeal": True})
        elif kind == "correction" and body["round"] == line_id:
            found.insert(0, body["entry"])
    return found


def insert(at: Sitting, phone: Phone) -> Letter | None:
    """Put a forgotten round in before another."""
    line = _any(at.model.paper.standing(), at)
    if line is None:
        return None
    entry = at.dice.entry(at.model.game, at.model.paper.house, at.model.seats)
    (form,) = phone.forms(f"/m/{at.id}/before/{line['id']}")
    body = {"entry": entry, "after": form.fields["after"] or None, "before": line["id"]}
    fields = {**form.fields, **_whole(entry)}
    if at.model.over:  # from a page that was left open
        away = {**fields, "id": at.dice.id(), "before": line["id"]}
        return Letter(phone, f"/m/{at.id}/insert", away, "round", body, "forgotten round")
    return _looked(at, phone, form.action, fields, ("round", body, "forgotten round"))


def rules(at: Sitting, phone: Phone) -> Letter | None:
    """Change some house rules, and perhaps who dealt first."""
    model, dice = at.model, at.dice
    form = form_to(phone.forms(f"/m/{at.id}/rules"), "/rules/look")
    assert form is not None
    options = dict(model.paper.house)
    for name in dice.sample([*options], dice.randrange(1, 3)):
        options[name] = dice.choice(choices(model.game)[name])
    dealer = dice.choice((model.paper.first_dealer, dice.randrange(model.seats)))
    body = {"options": options, "first_dealer": dealer, "seen": form.fields["seen_rules"] or None}
    fields = {**form.fields, **fields_of(options), "first_dealer": dealer}
    return _looked(at, phone, form.action, fields, ("rules", body, "house rules"))


def _looked(at: Sitting, phone: Phone, action: str, fields: Said, told: tuple[str, Said, str]) -> Letter | None:
    kind, body, counted_as = told
    form = at.look(phone, action, fields, kind, body)
    return form and Letter(phone, form.action, form.fields, kind, body, counted_as, looked=True)


def _whole(entry: Said) -> Said:
    """The fields of a whole round; on one page a bid and "all passed" exclude each other."""
    untouched: Said = dict.fromkeys(("tens", "tricks", "which", "suit", "made", "bidder", "bid"))
    return {**untouched, **fields_of(entry), **({"bid": "forced", "forced": None} if entry.get("forced") else {})}


def _any(found: list[Any], at: Sitting) -> Any | None:
    return at.dice.choice(found) if found else None


SAYS: dict[str, Prepare] = {
    "bid": bid,
    "round": result,
    "round, from memory": from_memory,
    "misdeal": misdeal,
    "forgotten round": insert,
    "dealer by hand": dealer,
    "end, agreed": agree,
    "end, conceded": concede,
    "undo": undo,
    "redo": redo,
    "correction": correct,
    "struck": strike,
    "an earlier version": bring_version,
    "struck, brought back": bring_struck,
    "house rules": rules,
    "substitute": substitute,
    "rename": rename,
}
"""Everything that can be said."""
