"""Phones that join a match as people do: one invites, the other types the code or opens the link."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from phones import Letter, Page, Phone
from trees import text_of


class Invitation(NamedTuple):
    """What stands on the screen of the phone that invites."""

    code: str
    link: str

    @property
    def path(self) -> str:
        """The link as this server sees it."""
        return urlsplit(self.link).path

    @property
    def token(self) -> str:
        """Its secret."""
        return self.path.rpartition("/")[2]


def shown(page: Page) -> Invitation:
    """Read the newest invitation from the page of the phones."""
    (code, *_) = [text_of(each) for each in page.all("p", class_="aloud")]
    (link, *_) = [each.get("value", "") for each in page.all("input", class_="link")]
    return Invitation(code, link)


def invite(phone: Phone, match_id: str) -> Invitation:
    """Invite another phone, and read what is shown."""
    phone.open(f"/m/{match_id}/phones")
    return shown(phone.say("invite"))


def accept(phone: Phone, invitation: Invitation, name: str = "") -> Page:
    """Open the link and tap Join."""
    phone.open(invitation.path)
    return phone.say(invitation.token, {"name": name})


def join(phone: Phone, other: Phone, match_id: str, name: str = "") -> Page:
    """Let another phone keep score too."""
    return accept(other, invite(phone, match_id), name)


def name_phone(phone: Phone, match_id: str, name: str) -> Page:
    """Say whose phone it is."""
    phone.open(f"/m/{match_id}/phones")
    return phone.say("name", {"name": name})


def recovery_code(phone: Phone, match_id: str) -> str:
    """Have the code made that is kept for the day this phone is lost."""
    phone.open(f"/m/{match_id}/phones")
    page = phone.post(phone.fill("recovery"))
    assert page.status == 200
    (code,) = [text_of(each) for each in page.all("p", class_="aloud four")]
    return code


def type_code(phone: Phone, code: str) -> Page:
    """Type a code into the field on Home, and show where that leads."""
    phone.open("/")
    page = phone.post(phone.fill("join", {"code": code}))
    return phone.open(page.headers["Location"]) if page.status == 303 else page


def letter_to_remove(phone: Phone, match_id: str, place: int) -> Letter:
    """Fill in, tick included, the form that takes the seat of the phone at a place of the list."""
    phone.open(f"/m/{match_id}/phones")
    form = phone.page.forms("remove")[place]
    (handle,) = form.offers("sure") or []
    return form.fill({"sure": handle})
