"""Taps of somebody who mends a match: to a round's page by the history, the look ahead, and what it said."""

from __future__ import annotations

from typing import Any

from phones import Form, Page, Phone, Typed
from trees import text_of


def answer_of(phone: Phone, match_id: str) -> dict[str, Any]:
    """Give the match file with its standings."""
    answer: dict[str, Any] = phone.client.get(f"/m/{match_id}.json").json  # type: ignore[assignment]
    return answer


def open_round(phone: Phone, match_id: str, number: int | str) -> Page:
    """Tap "Correct" beside a round of the history; `–` is the newest line without a number."""
    page = phone.open(f"/m/{match_id}/history")
    for item in page.all("li"):
        number_of = [text_of(each) for each in item.iter("span") if each.get("class") == "no"]
        links = [link.get("href", "") for link in item.iter("a")]
        if number_of == [str(number)] and links:
            return phone.open(links[0])
    raise AssertionError(f"round {number} cannot be corrected on {page.address}")


def look(phone: Phone, typed: Typed, form: int = 0) -> list[str]:
    """Fill a form of the page on show in, by default the entry, and give what the look ahead says."""
    phone.post(phone.page.forms("look")[form].fill(typed))
    return changes(phone.page)


def changes(page: Page) -> list[str]:
    """Give the sentences of a look ahead."""
    assert page.status == 200, page.alerts
    assert page.title.startswith("What it changes")
    (listed,) = [each for each in page.all("ul") if "changes" in each.get("class", "").split()]
    return [text_of(item) for item in listed.iter("li")]


def correct(phone: Phone, match_id: str, number: int, typed: Typed) -> list[str]:
    """Correct a round and give what the look ahead had said."""
    open_round(phone, match_id, number)
    said = look(phone, typed)
    phone.say("correct")
    return said


def strike(phone: Phone, match_id: str, number: int | str) -> list[str]:
    """Strike a line out and give what the look ahead had said."""
    open_round(phone, match_id, number)
    (form,) = [place for place, form in enumerate(phone.page.forms("look")) if names(form) == ["struck"]]
    said = look(phone, {"struck": "true"}, form)
    phone.say("correct")
    return said


def names(form: Form) -> list[str]:
    """Give the names of a form's buttons."""
    return [button.get("name", "") for button in form.buttons if button.get("name")]


def history(phone: Phone, match_id: str) -> list[str]:
    """Give the lines of the history, newest first, without their times."""
    page = phone.open(f"/m/{match_id}/history")
    (log,) = [each for each in page.all("ol") if "log" in each.get("class", "").split()]
    return [text_of(item) for item in log.iter("li")]
