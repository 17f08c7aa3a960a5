"""https and plain http on one port: the first byte a phone sends tells which it speaks."""

from __future__ import annotations

import ssl
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from gevent import Timeout
from gevent.socket import MSG_PEEK, socket
from gunicorn.workers.ggevent import GeventWorker

from .authority import Authority, Place, address_of

PATIENCE = 30  # seconds for the first byte and the handshake
HANDSHAKE = b"\x16"  # what every TLS connection begins with, and no request in plain http


class TooSlow(Exception):
    """A phone that says nothing for too long."""


class Tls:
    """The server's certificate, which follows this computer into other networks and is renewed before it ends."""

    def __init__(self, authority: Authority, places: Iterable[Place]) -> None:
        self.authority, self.places = authority, set(places)
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._renew()

    def speaks_for(self, address: str) -> bool:
        """Say whether phones that trust the authority believe us at an address."""
        place = address_of(address)
        return place is not None and self.authority.covers(place)

    def answer(self, client: socket) -> socket | ssl.SSLSocket:
        """Greet a phone in the way it speaks. Raises OSError where it hangs up, as one does that trusts us not yet."""
        client.setblocking(True)
        if client.recv(1, MSG_PEEK) != HANDSHAKE:
            return client
        here = address_of(client.getsockname()[0])
        known = here is None or here in self.places or not self.authority.covers(here)
        if not known or not self.signed.lasts(datetime.now(UTC)):
            self.places |= {here} if here else set()
            with suppress(OSError):  # no room, say: then the one that is there must do
                self._renew()
        return self.context.wrap_socket(client, server_side=True)

    def _renew(self) -> None:
        self.signed = self.authority.serve(self.places)
        self.context.load_cert_chain(self.authority.server_file)


class Both(GeventWorker):  # type: ignore[misc] # gunicorn has no types
    """gunicorn's worker serves all its ports in one way; this one asks each connection."""

    def handle(self, listener: Any, client: socket, addr: Any) -> None:
        """Serve a connection; gunicorn calls this."""
        greeted = None
        with suppress(OSError, TooSlow), Timeout(PATIENCE, TooSlow):
            greeted = self.app.tls.answer(client)
        if greeted is None:
            client.close()
            return
        super().handle(listener, greeted, addr)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        """Answer a request; gunicorn would take its own settings for the scheme of them all."""
        if isinstance(sock, ssl.SSLSocket):
            req.scheme = "https"
        super().handle_request(listener_name, req, sock, addr)
