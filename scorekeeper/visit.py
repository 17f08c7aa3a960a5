"""What a deployment answers, asked from outside as a phone and as a forger would."""

from __future__ import annotations

import http.client
import ssl
from collections.abc import Iterator
from email.message import Message
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from .security import HEADERS

FINE, NOTE, MEND = "fine", "note", "MEND"
Finding = tuple[str, str]
"""How it is, and a line that says it."""
PATIENCE = 10
FORGER = "https://elsewhere.invalid"


class Unanswered(Exception):
    """Why there was no answer, in words."""


def visit(url: str) -> Iterator[Finding]:
    """Look at a running app: the way to it, its headers, its cookie, and whether it refuses a forged post."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        yield MEND, f"“{url}” is no address: https://cards.example is one."
        return
    try:
        status, headers = _ask(parts, "GET", "/")
        if status != 200:
            yield MEND, f"{url} answers {status}{_where_to(headers)}, not the app's Home."
            return
        yield FINE, f"{url} answers."
        yield from _way(parts)
        yield from _headers(parts, headers)
        yield from _cookie(parts)
        yield from _forged(parts)
    except Unanswered as reason:
        yield MEND, f"{url} does not answer: {reason}."


def near_home(name: str) -> bool:
    """Say whether a name is one of this computer or of a home's network."""
    try:
        return ip_address(name).is_private
    except ValueError:
        return "." not in name or name.endswith((".local", ".lan", ".home.arpa"))


def _way(parts: SplitResult) -> Iterator[Finding]:
    if parts.scheme == "https":
        yield FINE, "https is on."
    elif near_home(parts.hostname or ""):
        yield NOTE, "plain http: scoring works; installing, keeping the screen awake and sharing need https."
    else:
        yield (
            MEND,
            "plain http on the open net: whoever is on the way can take a seat. Put https in front.",
        )


def _headers(parts: SplitResult, headers: Message) -> Iterator[Finding]:
    wanted = dict(HEADERS)
    wrong = [name for name, value in wanted.items() if headers.get(name) != value]
    if parts.scheme == "https" and "Strict-Transport-Security" not in headers:
        wrong.append("Strict-Transport-Security")
    if wrong:
        yield MEND, f"missing or changed on the way: {', '.join(wrong)}. The proxy must pass on what the app sends."
    else:
        yield FINE, "the guarding headers are there."
    if headers.get("Content-Encoding") in ("br", "gzip", "zstd"):
        yield FINE, "pages are compressed."
    else:
        yield MEND, "pages come uncompressed: the proxy must pass on Accept-Encoding."


def _cookie(parts: SplitResult) -> Iterator[Finding]:
    told = _set_cookie(_ask(parts, "GET", "/new/tervi")[1])
    wanted = {"httponly", "samesite=lax", *(["secure"] if parts.scheme == "https" else [])}
    missing = wanted - told
    if missing:
        cure = "the app does not know of https: set SCOREKEEPER_PROXIES, and let the proxy send X-Forwarded-Proto"
        yield MEND, f"the cookie lacks {', '.join(sorted(missing))}: {cure}."
    else:
        yield FINE, "the cookie is guarded."
    if parts.scheme == "http":
        lied = _set_cookie(_ask(parts, "GET", "/new/tervi", {"X-Forwarded-Proto": "https"})[1])
        if "secure" in lied:
            yield MEND, "anybody's X-Forwarded headers count: serve without --proxy, or let only the proxy in."


def _forged(parts: SplitResult) -> Iterator[Finding]:
    # Were it taken, it would change the look of a phone that we are not.
    for lie in ({"Origin": FORGER}, {"Sec-Fetch-Site": "cross-site", "Origin": FORGER}, {}):
        status, _ = _ask(parts, "POST", "/look", lie)
        if status != 403:
            yield MEND, f"a forged post is answered {status} and not 403: something in front changes Origin or Host."
            return
    yield FINE, "a forged post is refused."
    own = {"Origin": f"{parts.scheme}://{parts.netloc}"}
    if _ask(parts, "POST", "/look", own)[0] != 303:
        cure = "the proxy must pass on Host, or X-Forwarded-Host with SCOREKEEPER_PROXIES set"
        yield MEND, f"our own post is refused where a browser sends no Sec-Fetch-Site: {cure}."


def _set_cookie(headers: Message) -> set[str]:
    lines = [line for line in headers.get_all("Set-Cookie", []) if line.startswith("device=")]
    return {part.strip().lower() for line in lines for part in line.split(";")[1:]}


def _where_to(headers: Message) -> str:
    where = headers.get("Location")
    return f" and leads to {where}" if where else ""


def _ask(parts: SplitResult, method: str, path: str, more: dict[str, str] | None = None) -> tuple[int, Message]:
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    headers = {"Accept-Encoding": "br, gzip", "Content-Type": "application/x-www-form-urlencoded", **(more or {})}
    try:
        connection = kind(parts.netloc.rpartition("@")[2], timeout=PATIENCE)
        connection.request(method, parts.path.rstrip("/") + path, "theme=" if method == "POST" else None, headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
    except ssl.SSLCertVerificationError as error:
        raise Unanswered(f"its certificate is not good ({error.verify_message})") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unanswered(str(error) or type(error).__name__) from None
    return answer.status, answer.headers
