"""A whole evening with no signal: everything is entered and shown, nothing is lost, nothing comes twice."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from away import ALL_KEPT, Away, first_visit, frozen
from hardship import Served
from playwright.sync_api import BrowserContext, Page, Playwright, expect
from serving import CHROMIUM_ARGS
from test_played_by_touch import NOT_TO_THE_END, TO_THE_END
from touch import PEOPLE
from worked import worked

WAITING = re.compile("waiting for a signal")


@pytest.fixture
def at_home(own_server: Served) -> Served:
    """A server that runs."""
    return own_server.start()


@pytest.fixture
def away(at_home: Served, another_phone: Callable[..., Page]) -> Away:
    """A phone that has been to Home once."""
    page = another_phone(service_workers="allow", base_url=at_home.origin)
    first_visit(page)
    return Away(page)


def play(table: Away, name: str) -> None:
    """Start a worked match and play it to its last line, none of it with a signal."""
    match = worked(name).match
    more = {**match["options"], **({"start": match["start"]} if "start" in match else {})}
    table.start(match["game"], seats=len(match["seats"]), dealer=match["first_dealer"], **more)
    for said in match["rounds"]:
        table.play(said)


def compare(table: Away, name: str) -> None:
    """The server has the match as it was worked by hand, to the last figure."""
    case = worked(name)
    answer = table.answer
    assert answer["rounds"] == case.answer["rounds"]
    assert answer["final"] == case.answer["final"]


EACH_GAME = [TO_THE_END[place] for place in (0, 4, 6, 7, 10, 12, 14, 16)]


@pytest.mark.parametrize(("name", "winner", "ending"), EACH_GAME, ids=[name for name, *_ in EACH_GAME])
def test_a_match_played_with_no_signal_is_shown_right_and_arrives_whole(
    away: Away, at_home: Served, name: str, winner: str, ending: str
) -> None:
    at_home.kill()
    play(away, name)
    expect(away.bar.locator(".won").get_by_text(f"{winner} win", exact=True)).to_be_visible()
    expect(away.bar.locator(".won").get_by_text(ending, exact=True)).to_be_visible()
    expect(away.bar.get_by_text(WAITING)).to_be_visible()
    away.page.reload()
    expect(away.bar.locator(".won").get_by_text(ending, exact=True)).to_be_visible()
    dealer = PEOPLE[worked(name).answer["final"]["rematch_dealer"]]
    expect(away.button("Rematch")).to_contain_text(f"same seats, {dealer} deals")
    at_home.start()
    away.until_sent()
    compare(away, name)
    expect(away.bar.get_by_text(WAITING)).to_have_count(0)


@pytest.mark.parametrize("name", NOT_TO_THE_END[::2])
def test_an_evening_cut_short_with_no_signal(away: Away, at_home: Served, name: str) -> None:
    at_home.kill()
    play(away, name)
    expect(away.why).to_contain_text(PEOPLE[worked(name).answer["final"]["next_dealer"]])
    at_home.start()
    away.until_sent()
    compare(away, name)


def test_undo_redo_a_correction_a_dealer_by_hand_and_the_history_need_no_signal(away: Away, at_home: Served) -> None:
    at_home.kill()
    away.start("dehla_pakad").tens("3-1").tens("3-1").tens("0-4")
    expect(away.board).to_contain_text("Sirr!")
    away.undo()
    expect(away.board).to_contain_text("Asha + Chitra in a row")
    away.redo().undo()
    away.misdeal()
    expect(away.why).to_contain_text("Misdeal: Bilal deals again")
    page = away.page
    page.get_by_role("link", name="More").tap()
    page.get_by_role("radio", name="Deepak").tap()
    page.get_by_label("Why?").fill("Bilal is at the door")
    page.get_by_role("button", name="Set the dealer").tap()
    expect(away.why).to_contain_text("Deepak deals (set by hand: Bilal is at the door)")
    page.get_by_role("link", name="History").tap()
    lines = page.locator(".log > li")
    expect(lines).to_have_count(3)
    expect(lines.first).to_contain_text("not sent yet")
    lines.nth(1).get_by_role("link", name="Correct").tap()
    expect(page.get_by_role("button", name="3–1")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="1–3").tap()
    expect(page.locator(".changes")).to_contain_text("Tens 3–1 → Tens 1–3")
    page.get_by_role("button", name="Save").tap()
    expect(away.board).to_contain_text("Bilal + Deepak in a row")
    expect(away.why).to_contain_text("Deepak deals")
    at_home.start()
    away.until_sent()
    assert [row["winner"] for row in away.rounds if not row["misdeal"]] == [0, 1]
    assert away.answer["match"]["rounds"][-1] == {"dealer": 3, "why": "Bilal is at the door"}


def test_a_strike_and_bringing_it_back_need_no_signal(away: Away, at_home: Served) -> None:
    at_home.kill()
    away.start("dehla_pakad").tens("3-1").tens("1-3")
    page = away.page
    for tap, headline in [("Strike it out", "Asha + Chitra in a row"), ("Bring back", "Bilal + Deepak in a row")]:
        page.get_by_role("link", name="History").tap()
        page.locator(".log > li").first.get_by_role("link").tap()
        page.get_by_role("button", name=tap).tap()
        page.get_by_role("button", name="Save").tap()
        expect(away.board).to_contain_text(headline)
    at_home.start()
    away.until_sent()
    assert [row["winner"] for row in away.rounds] == [0, 1]


def test_a_contract_stands_without_a_signal_and_a_rematch_follows(away: Away, at_home: Served) -> None:
    at_home.kill()
    away.start("tervi", gap_limit=13).bid("Bilal", 8, "hearts")
    expect(away.board).to_contain_text("Bilal called 8")
    away.page.reload()
    expect(away.board).to_contain_text("Bilal called 8")
    away.made().bid("Asha", 13).failed()
    expect(away.bar).to_contain_text("Bilal + Deepak win")
    first = away.id
    away.rematch()
    series = away.page.locator("a[href$='/evening']")
    expect(series).to_have_text("Bilal + Deepak lead the series 1–0.")
    away.all_pass()
    expect(away.board).to_contain_text("must take 7")
    away.failed()
    at_home.start()
    away.until_sent()
    assert len(away.rounds) == 1
    away.page.reload()
    expect(series).to_have_text("Bilal + Deepak lead the series 1–0.")
    assert away.id != first
    assert len(away.page.request.get(f"/m/{first}.json").json()["rounds"]) == 2


def test_what_cannot_be_is_said_without_a_signal_and_nothing_typed_is_lost(away: Away, at_home: Served) -> None:
    at_home.kill()
    page = away.page
    page.get_by_role("link", name="Tervi", exact=False).first.tap()
    page.locator("#name-0").fill("दादी")
    away.button("Start").tap()
    away.says("Who deals first? Tap a player, or draw.")
    expect(page.locator("#name-0")).to_have_value("दादी")
    page.get_by_role("radio", name="deals first").first.tap()
    page.get_by_text("House rules").tap()
    page.locator("#gap_limit").fill("x")
    away.button("Start").tap()
    away.says("a whole number is wanted")
    page.locator("#gap_limit").fill("52")
    away.button("Start").tap()
    page.wait_for_url("**/m/*")
    away.button("8").tap()
    away.says("Who bid? Tap a player.")
    away.choose("दादी").say(away.button("8"))
    expect(away.board).to_contain_text("दादी called 8")


def test_the_draws_need_no_signal(away: Away, at_home: Served) -> None:
    at_home.kill()
    page = away.page
    page.get_by_role("link", name="Dehla Pakad", exact=False).first.tap()
    for seat in range(4):
        page.locator(f"#name-{seat}").fill(PEOPLE[seat])
    page.get_by_role("button", name="Draw the first dealer").tap()
    expect(page.get_by_role("radio", name="deals first").and_(page.locator(":checked"))).to_have_count(1)
    page.get_by_role("button", name="Draw partners").tap()
    expect(page.locator("#name-0")).to_have_value("Asha")
    drawn = [page.locator(f"#name-{seat}").input_value() for seat in range(4)]
    assert sorted(drawn) == sorted(PEOPLE[:4])
    page.get_by_role("button", name="Right is my partner").tap()
    expect(page.locator("#name-2")).to_have_value(drawn[1])
    page.get_by_role("button", name="6 players").tap()
    expect(page.locator("#name-5")).to_be_visible()


def test_names_of_this_phone_are_offered_without_a_signal(away: Away, at_home: Served) -> None:
    away.start("dehla_pakad").tens("3-1")
    away.until_sent()
    at_home.kill()
    away.page.goto("/")
    away.page.get_by_role("link", name="Tervi", exact=False).first.tap()
    for seat, name in enumerate(PEOPLE[:4]):
        expect(away.page.locator(f"#name-{seat}")).to_have_value(name)


@pytest.fixture
def pocket(driver: Playwright, tmp_path: Path) -> Iterator[Callable[[str], BrowserContext]]:
    """A phone that can be switched off and on again: its storage is on the disk."""
    switched_on: list[BrowserContext] = []

    def switch_on(address: str) -> BrowserContext:
        settings = {"viewport": {"width": 412, "height": 915}, "has_touch": True, "is_mobile": True}
        path, folder = str(shutil.which("chromium")), tmp_path / "phone"
        phone = driver.chromium.launch_persistent_context(
            folder, executable_path=path, args=CHROMIUM_ARGS, base_url=address, **settings
        )
        switched_on.append(phone)
        return phone

    yield switch_on
    for phone in switched_on:
        phone.close()


def test_a_phone_that_is_switched_off_and_on_has_everything(
    at_home: Served, pocket: Callable[[str], BrowserContext]
) -> None:
    phone = pocket(at_home.origin)
    first_visit(phone.pages[0])
    at_home.kill()
    table = Away(phone.pages[0]).start("court_piece").tricks(0, 9).tricks(1, 8)
    match = table.id
    phone.close()
    phone = pocket(at_home.origin)
    page = phone.pages[0]
    page.goto("/start")
    again = Away(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 3")
    expect(again.why).to_contain_text("Chitra")
    assert [item["kind"] for item in again.unsent] == ["start", "round", "round"]
    phone.close()
    at_home.start()
    page = pocket(at_home.origin).pages[0]
    page.goto("/")
    again = Away(page)
    again.until_sent()
    answer = page.request.get(f"/m/{match}.json").json()
    assert [row["winner"] for row in answer["rounds"]] == [0, 1]


def test_an_answer_lost_after_the_server_has_it_makes_one_round(away: Away, at_home: Served) -> None:
    away.start("dehla_pakad").tens("3-1")
    away.until_sent()
    at_home.fail("after_commit", "everything")
    away.tens("1-3").tens("3-1")
    at_home.restart()
    away.until_sent()
    assert [row["winner"] for row in away.rounds] == [0, 1, 0]


@pytest.mark.parametrize("moment", ["before_insert", "after_insert"])
def test_a_server_that_dies_before_it_has_it_gets_it_again(away: Away, at_home: Served, moment: str) -> None:
    away.start("dehla_pakad")
    at_home.fail(moment, "everything")
    away.tens("1-3").tens("3-1")
    at_home.restart()
    away.until_sent()
    assert [row["winner"] for row in away.rounds] == [1, 0]


def test_a_server_that_hangs_keeps_nobody_waiting(away: Away, at_home: Served) -> None:
    away.start("dehla_pakad").tens("3-1")
    away.until_sent()
    with frozen(at_home):
        away.tens("1-3")
        expect(away.bar.get_by_text(WAITING)).to_be_visible()
        away.page.reload()
        expect(away.page.get_by_role("heading", level=1)).to_contain_text("Round 3")
        away.tens("1-3")
        away.page.goto("/")
        expect(away.page.get_by_role("heading", name="Not sent yet")).to_be_visible()
        away.page.go_back()
        expect(away.page.get_by_role("heading", level=1)).to_contain_text("Round 4")
    away.until_sent()
    assert [row["winner"] for row in away.rounds] == [0, 1, 1]


@pytest.fixture
def plain(another_phone: Callable[..., Page]) -> Away:
    """A phone without a worker, whose requests a test can answer itself."""
    return Away(another_phone(service_workers="block"))


@pytest.mark.parametrize("status", [500, 502, 503, 429])
def test_a_server_in_trouble_is_asked_again(plain: Away, status: int) -> None:
    plain.start("dehla_pakad")
    page = plain.page
    page.route("**/round", lambda route: route.fulfill(status=status, body="<h1>no</h1>", content_type="text/html"))
    plain.tens("1-3").tens("3-1")
    expect(plain.bar.get_by_text("2 entries are waiting")).to_be_visible()
    page.unroute_all(behavior="wait")
    plain.until_sent()
    assert [row["winner"] for row in plain.rounds] == [1, 0]


@pytest.mark.parametrize("status", [200, 404, 403])
def test_a_network_that_answers_everything_itself_is_not_believed(plain: Away, status: int) -> None:
    plain.start("dehla_pakad")
    page = plain.page
    page.route("**/round", lambda route: route.fulfill(status=status, body="<h1>Log in to the Wi-Fi</h1>"))
    plain.tens("1-3").tens("3-1")
    expect(plain.bar.get_by_text("2 entries are waiting")).to_be_visible()
    page.unroute_all(behavior="wait")
    plain.until_sent()
    assert [row["winner"] for row in plain.rounds] == [1, 0]


def test_what_was_not_sent_is_listed_and_can_be_saved_to_a_file(away: Away, at_home: Served) -> None:
    at_home.kill()
    away.start("dehla_pakad").tens("3-1")
    page = away.page
    page.goto("/unsent")
    expect(page.get_by_role("listitem")).to_have_count(2)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save to a file").tap()
    assert '"tens": [' in Path(download.value.path()).read_text()
    at_home.start()
    page.get_by_role("button", name="Send now").tap()
    away.says("Everything on this phone has been sent.")
    expect(page.get_by_role("heading", name="Not sent yet", level=1)).to_be_visible()
    page.get_by_role("link", name="Home").tap()
    page.wait_for_url("**/")


def test_a_phone_that_refuses_storage_says_so_and_scores(another_phone: Callable[..., Page]) -> None:
    page = another_phone()
    page.add_init_script("indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); }")
    table = Away(page).start("dehla_pakad")
    away_says = page.get_by_text("This phone keeps nothing")
    expect(away_says).to_be_visible()
    table.tens("3-1").tens("1-3")
    page.wait_for_timeout(500)
    assert [row["winner"] for row in table.rounds] == [0, 1]


def test_storage_that_was_cleared_loses_nothing_that_was_sent(away: Away) -> None:
    away.start("dehla_pakad").tens("3-1")
    away.until_sent()
    session = away.page.context.new_cdp_session(away.page)
    origin = away.page.evaluate("location.origin")
    session.send(
        "Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb,cache_storage,service_workers"}
    )
    away.page.goto(f"/m/{away.id}")
    away.tens("1-3")
    away.until_sent()
    assert [row["winner"] for row in away.rounds] == [0, 1]


def test_an_invitation_is_not_kept_and_its_page_says_what_it_needs(away: Away, at_home: Served) -> None:
    away.start("dehla_pakad")
    away.until_sent()
    page = away.page
    page.goto(f"/m/{away.id}/phones")
    expect(page.get_by_role("heading", name="Phones", level=1)).to_be_visible()
    page.goto(f"/m/{away.id}")
    assert not [one for one in page.evaluate(ALL_KEPT) if one.endswith("/phones")]
    at_home.kill()
    page.goto(f"/m/{away.id}/phones")
    expect(page.locator("main")).to_contain_text("signal")
    expect(page.get_by_role("link", name="Back to the match")).to_be_visible()


def test_the_rules_of_one_match_are_not_kept_for_another(away: Away, at_home: Served) -> None:
    page = away.start("tervi", gap_limit=33).page
    away.until_sent()
    page.goto(f"/rules/tervi?match={away.id}")
    away.says("33 behind loses")
    page.goto("/")
    at_home.kill()
    page.goto("/rules/tervi")
    away.says("52 behind loses")
    page.goto("/join")
    away.says("This page needs a signal.")
    page.get_by_role("link", name="Home").tap()
    expect(page.get_by_role("heading", name="New match")).to_be_visible()


def test_the_page_to_be_rid_of_the_worker(away: Away, at_home: Served) -> None:
    page = away.page
    page.goto("/reset")
    page.get_by_role("button", name="Remove the kept copy").tap()
    away.says("Removed.")
    assert page.evaluate("caches.keys()") == []
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
