"""A walk through the app that sees every kind of page, for tests that look at all of them."""

from __future__ import annotations

from joining import accept, invite, letter_to_remove, recovery_code, type_code
from phones import PEOPLE, ROUNDS, Page, Phone

from scorekeeper.games import GAMES


def walk(asha: Phone, stranger: Phone) -> dict[str, Page]:
    """See every page: each game at each step, each refusal, each error. The names are what each picture shows."""
    seen = {"home, empty": stranger.open("/"), "rules": stranger.open("/rules")}
    seen["trust"] = stranger.open("/trust")
    for game in GAMES:
        seen |= {f"{game}, {name}": page for name, page in see_game(asha, game).items()}
    seen |= see_six(asha) | see_mending(asha) | see_refusals(asha) | see_errors(asha, stranger)
    seen |= see_phones(asha, stranger)
    seen["home, full"] = asha.open("/")
    seen["import"] = asha.open("/import")
    seen["import, empty"] = asha.post(asha.fill("import"))
    asha.open("/import")
    seen["import, wrong"] = asha.post(asha.fill("import", {"text": '[{"game": "tervi"}]'}))
    asha.open("/import")
    seen["import, looked at"] = asha.post(asha.fill("import", {"text": asha.client.get("/export.json").text}))
    return seen


def see_game(phone: Phone, game: str) -> dict[str, Page]:
    """See a game from its opening to its end."""
    seen = {"rules": phone.open(f"/rules/{game}"), "new": phone.open(f"/new/{game}")}
    seen["drawn"] = phone.post(phone.fill(game, {"draw": "dealer"}))
    seen["start"] = phone.start(game)
    match_id = phone.page.match_id
    *before, last = ROUNDS[game]
    if before:
        seen["bid"] = phone.play(*before)
    seen["round"] = phone.play(last)
    seen["undone"] = phone.say("undo", {"target": ...})
    seen["again"] = phone.say("redo", {"target": ...})
    seen["misdeal"] = phone.say("misdeal")
    seen["table mode"] = phone.open(f"/m/{match_id}/stand")
    seen["table"] = phone.open(f"/m/{match_id}/table")
    phone.say("substitute", {"leaves": "2:seat-2", "name": "Émile"})
    phone.open(f"/m/{match_id}/table")
    phone.say("dealer", {"seat": "3", "why": "Asha makes tea"})
    phone.open(f"/m/{match_id}/table")
    seen["over"] = phone.say("end", {"how": "conceded-1"})
    seen["table, over"] = phone.open(f"/m/{match_id}/table")
    seen["history"] = phone.open(f"/m/{match_id}/history")
    seen["summary"] = phone.open(f"/m/{match_id}/summary")
    seen["code"] = phone.open(f"/m/{match_id}/qr")
    seen["rules of the match"] = phone.open(f"/rules/{game}?match={match_id}")
    phone.open(f"/m/{match_id}")
    seen["rematch"] = phone.say("rematch")
    seen["evening"] = phone.open(f"/m/{match_id}/evening")
    return seen


def see_six(phone: Phone) -> dict[str, Page]:
    """See six players who count tricks, with names of every script, from the first round to the last."""
    seen = {"six, new": phone.open("/new/dehla_pakad?seats=6")}
    names = ("आशा", "بلال", '<b>"Chitra"', "D'Souza", "", PEOPLE[5])
    seen["six, start"] = phone.start("dehla_pakad", names, two_two="tricks", direction="clockwise")
    match_id = phone.page.match_id
    phone.play({"tens": "6-6", "tricks": "14-12", "suit": "hearts"})
    seen["six, sirr"] = phone.play({"tens": "12-0"})
    seen["six, history"] = phone.open(f"/m/{match_id}/history")
    return seen


def see_phones(phone: Phone, other: Phone) -> dict[str, Page]:
    """See a second phone invited, joining, and taking the seat of a lost one."""
    match_id = phone.start("tervi", ("आशा", "بلال", '<b>"Chitra"', "")).match_id
    seen = {"phones, alone": phone.open(f"/m/{match_id}/phones")}
    invitation = invite(phone, match_id)
    seen["phones, invited"] = phone.page
    seen["phones, reading"] = other.open(f"/m/{match_id}/phones")
    seen["join"] = other.open(invitation.path)
    accept(other, invitation, "آشا")
    seen["join, again"] = other.open(invitation.path)
    phone.post(letter_to_remove(phone, match_id, 0).but(sure=""))
    seen["phones, refused"] = phone.page
    seen["phones, joined"] = other.open(f"/m/{match_id}/phones")
    code = recovery_code(phone, match_id)
    seen["phones, code"] = phone.page
    seen["code, none"] = type_code(other, "x")
    seen["lost"] = type_code(other, code)
    seen["invitation, over"] = other.open(f"/join/{'0' * 32}")
    seen["history, by whom"] = other.open(f"/m/{match_id}/history")
    return seen


def see_mending(phone: Phone) -> dict[str, Page]:
    """See a round corrected, struck and put in, and other house rules, each looked at before."""
    match_id = phone.start("tervi", gap="18", ahead="b").match_id
    for _ in range(2):
        phone.play(*ROUNDS["tervi"])
    seen = {"history": phone.open(f"/m/{match_id}/history")}
    rounds = [link for link in phone.page.links() if "/round/" in link]
    seen["round, to mend"] = phone.open(rounds[0])
    seen["forgotten"] = phone.open(next(link for link in phone.page.links() if "/before/" in link))
    phone.open(rounds[0])
    strike = next(form for form in phone.page.forms("look") if form.has("struck"))
    seen["look ahead"] = phone.post(strike.fill({"struck": "true"}))
    phone.say("correct")
    seen["history, struck"] = phone.open(f"/m/{match_id}/history")
    seen["house rules"] = phone.open(f"/m/{match_id}/rules")
    seen["look at rules"] = phone.post(phone.fill("look", {"gap_limit": "20"}))
    phone.say("rules")
    seen["uncounted"] = phone.open(f"/m/{match_id}")
    return {f"mending, {name}": page for name, page in seen.items()}


def see_refusals(phone: Phone) -> dict[str, Page]:
    """See what is refused: 422 and 409, on each kind of page."""
    seen = {}
    phone.open("/new/tervi")
    letter = phone.fill("tervi", {"first_dealer": "0"})
    seen["new, wrong"] = phone.post(letter.but(first_dealer="9", gap="x", gap_limit="0"))
    phone.post(letter)
    seen["new, twice"] = phone.post(letter.but(name_0="Zoya"))
    for game, rounds in ROUNDS.items():
        match_id = phone.start(game).match_id
        letter = phone.fill("bid" if len(rounds) > 1 else "round", rounds[0])
        seen[f"{game}, wrong"] = phone.post(letter.but(tens="9-9", tricks="9-9", bid="99"))
        phone.post(letter)
        seen[f"{game}, twice"] = phone.post(letter.but(tens="2-2", tricks="7-6" if game != "tervi" else "", bid="10"))
    for end, typed in (("dealer", {"seat": "2"}), ("substitute", {"name": "Esha"}), ("end", {"how": "agreed"})):
        phone.open(f"/m/{match_id}/table")
        letter = phone.fill(end, typed)
        seen[f"{end}, wrong"] = phone.post(letter.but(seat="9", name="x" * 31, how=""))
        phone.post(letter)
        seen[f"{end}, twice"] = phone.post(letter.but(seat="1", name="Farid", how="conceded-0"))
    phone.open(f"/m/{match_id}/table")
    seen["delete, not sure"] = phone.post(phone.fill("delete"))
    phone.say("delete", {"sure": "1"})
    return seen


def see_errors(asha: Phone, stranger: Phone) -> dict[str, Page]:
    """See every error page."""
    match_id = asha.start().match_id
    letter = asha.fill("round", {"tens": "3-1"})
    return {
        "404": asha.open("/nowhere"),
        "405": asha.open(f"/m/{match_id}/round"),
        "reading": stranger.open(f"/m/{match_id}"),
        "reading, table": stranger.open(f"/m/{match_id}/table"),
        "403": stranger.post(letter),
        "forged": asha.post(letter, headers={"Origin": "https://evil.example"}),
        "413": asha.post(letter.but(suit="x" * 70_000)),
    }
