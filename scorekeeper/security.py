"""Who asks, and from where: forged requests stop here, a device is known by its cookie, answers get their headers."""

from __future__ import annotations

import hashlib
import re
import secrets
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, g, render_template, request
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.sansio.utils import host_is_trusted

from .secret import digest, secret

COOKIE = "device"
TOKEN = re.compile(r"[0-9a-f]{32}")
YEARS_10 = 10 * 365 * 24 * 3600
YEAR = 365 * 24 * 3600
SAFE = ("GET", "HEAD", "OPTIONS")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",  # not no-referrer: browsers would then send "Origin: null" with our own forms
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
HTTPS_HEADERS = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Over plain http a browser complains about these in its console."""


def guard(app: Flask) -> None:
    """Put the guards on."""
    proxies = int(app.config["PROXIES"])
    if proxies:  # without one, whoever asks could write these headers
        app.wsgi_app = ProxyFix(app.wsgi_app, proxies, proxies, proxies)  # type: ignore[method-assign]
    app.before_request(check_host)
    app.before_request(stop_forgery)
    app.after_request(add_headers)


def check_host() -> None:
    """Answer only to our own names, where the setting tells them: links and cookies are made for the name asked."""
    hosts = current_app.config["HOSTS"]
    if hosts and not host_is_trusted(request.host, hosts):
        abort(400)


def stop_forgery() -> tuple[str, int] | None:
    """Refuse a write that another site may have sent; what was typed is kept on the page that says so.

    No token: a page that lay in a phone's cache for a week still saves.
    """
    if request.method in SAFE or _same_origin():
        return None
    typed = list(request.form.items(multi=True))
    return render_template("forged.html", typed=typed, action=request.path), 403


def device() -> str:
    """Digest of this device's secret, empty for a device that never started anything."""
    token = _token()
    return digest(token) if token else ""


def device_from_now_on() -> str:
    """Digest of this device's secret; a device that has none gets one with the answer."""
    if not device():
        g.new_device = g.get("new_device") or secrets.token_hex(16)
        return digest(g.new_device)
    return device()


def fresh_id() -> str:
    """Make an id for the next match."""
    return secrets.token_hex(16)


def next_id(match_id: str, seq: int, form: str) -> str:
    """Make the id of the event that this device would append after `seq` with one form of its page.

    As good as random to anybody else, and the same each time this device asks: the page of a state is made once, and a
    reload between two taps still makes one round.
    """
    said = f"{device()}/{match_id}/{seq}/{form}".encode()
    return hashlib.blake2b(said, key=secret(), digest_size=16).hexdigest()


def path_to_log() -> str:
    """Give the address asked for without the secret of an invitation."""
    return re.sub(r"^/join/.+", "/join/…", request.path)


def add_headers(response: Response) -> Response:
    """Add what every answer carries, and the cookie of a device that got its secret now or has just written.

    Browsers forget any cookie after 400 days, whatever it asks for: so each write renews it.
    """
    for name, value in {**HEADERS, **(HTTPS_HEADERS if request.is_secure else {})}.items():
        response.headers.setdefault(name, value)
    # What a phone's outbox believes: a café's network answers too, and not as we do.
    response.headers.setdefault("Scorekeeper", current_app.config["STATIC_RELEASE"])
    # With an authority of our own the same port speaks http too, for phones that do not trust it yet.
    if request.is_secure and not current_app.config.get("AUTHORITY"):
        response.headers.setdefault("Strict-Transport-Security", f"max-age={YEAR}")
    # A page is for one phone: it may be kept there, but asked about each time.
    response.headers.setdefault("Cache-Control", "private, no-cache")
    token = g.get("new_device") or (_token() if request.method == "POST" else "")
    if token:
        # Served both ways on one host, a phone that went back to plain http could neither send nor replace a cookie
        # that https had marked as secure, and would keep no score any more.
        secure = request.is_secure and not current_app.config.get("AUTHORITY")
        response.set_cookie(COOKIE, token, max_age=YEARS_10, httponly=True, samesite="Lax", secure=secure)
    return response


def _same_origin() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    try:
        sent, own = urlsplit(request.headers.get("Origin", "null")), urlsplit(request.host_url)
    except ValueError:  # a bracket that never closes
        return False
    return (sent.scheme, sent.netloc) == (own.scheme, own.netloc)


def _token() -> str:
    """This device's secret, empty where it has none or one that we never gave."""
    token = request.cookies.get(COOKIE, "")
    return token if TOKEN.fullmatch(token) else ""
