"""`scorekeeper serve`: migrate the database, say where the app is, then serve it until Ctrl-C."""

import argparse
import errno
import io
import resource
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gevent
import segno
from flask import Flask
from gunicorn.app.base import BaseApplication
from sqlalchemy import URL
from sqlalchemy.exc import NoSuchModuleError

from scorekeeper import create_app
from scorekeeper.authority import Damaged, address_of, fingerprint, names_of, open_authority
from scorekeeper.database import read_only, upgrade
from scorekeeper.database_file import Unusable, is_there, path_of
from scorekeeper.live import lookout
from scorekeeper.models import db
from scorekeeper.secret import keep_secret
from scorekeeper.settings import OddSetting, from_environment, proxies
from scorekeeper.tls import Both, Tls
from scorekeeper.which_database import add_database_option, find_database

CONNECTIONS = 10_000  # of one process; each open board is one
FILES = 200  # that are no connections: the database, what is being sent
ROOM = 0.8  # share of the connections that open boards may take; the rest is for those who enter rounds


BACKLOG = 4096  # connections not taken yet: after a restart every open board comes back within two seconds


class Unservable(Exception):
    """Why we cannot start, in words for whoever typed the command."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `serve`."""
    parser.add_argument(
        "--host",
        default="0.0.0.0",  # noqa: S104 - the phones at the table are the point
        help="address to listen on (%(default)s: everybody in this network; 127.0.0.1: only this computer)",
    )
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (%(default)s)")
    add_database_option(parser)
    parser.add_argument(
        "--proxy",
        type=int,
        metavar="N",
        help="how many proxies stand in front, whose X-Forwarded headers count (else $SCOREKEEPER_PROXIES, else 0)",
    )
    parser.add_argument("--workers", type=int, default=1, help="server processes (%(default)s)")
    parser.add_argument(
        "--tls",
        action="store_true",
        help="also speak https on the same port, with a certificate that phones are told to trust once, at /trust",
    )


def run(options: argparse.Namespace) -> int:
    """Serve until stopped; the exit status is 1 where that cannot even begin."""
    try:
        listener = listen(options.host, options.port)
        database = find_database(options.database)
        told = from_environment()["PROXIES"] if options.proxy is None else proxies(str(options.proxy))
        check_driver(database)
        path = path_of(database)
        new = path is not None and not is_there(path)
        migrate(database)
        tls = certify(path, options.host) if options.tls else None
    except (Unservable, OddSetting) as reason:
        print(f"scorekeeper: {reason}", file=sys.stderr)
        return 1
    except Unusable as trouble:
        print(f"scorekeeper: cannot open the database: {trouble}", file=sys.stderr)
        return 1
    near = addresses(listener, tls)
    announce(listener, database, near, new=new, tls=tls)
    url = database.render_as_string(hide_password=False)
    connections = make_room()
    known = {
        "LIVE_MOST": int(connections * ROOM),
        "NEAR": near[0] if near else None,
        **({"AUTHORITY": tls.authority.certificate} if tls else {}),
    }
    Server(lambda: create_app(url, PROXIES=told, **known), listener, options.workers, tls, connections).run()
    return 0


# --- where from ------------------------------------------------------------------------------------------------------


def check_driver(database: URL) -> None:
    """A driver that is not installed is better said now than with the first page."""
    try:
        database.get_dialect().import_dbapi()
    except NoSuchModuleError:
        raise Unservable("this is no URL of a database that we know; postgresql+psycopg://… is one.") from None
    except ImportError as error:
        raise Unservable(f"{error.name} is not installed, try: pip install 'scorekeeper[postgres]'.") from None


def migrate(database: URL) -> None:
    """Bring the database up to date, before any worker exists that would do so at the same time."""
    # Without limits: what counts them in memory starts a thread, which must not cross the fork.
    app = create_app(database.render_as_string(hide_password=False), RATELIMIT_ENABLED=False)
    if database.get_backend_name() == "sqlite":
        upgrade(app)
        keep_secret(app)
        trouble = read_only(app)
        if trouble:
            print(f"scorekeeper: {trouble} Matches can be looked at, and nothing can be saved.", file=sys.stderr)
        return
    try:
        upgrade(app)
    except Unusable as trouble:
        raise Unservable(f"cannot open the database {database.render_as_string()}: {trouble}") from None
    with app.app_context():
        db.engine.dispose()  # a connection must not cross the fork
    keep_secret(app)


def certify(database: Path | None, host: str) -> Tls:
    """Get the certificate for https, from the authority kept beside the database."""
    folder = (database.parent if database else Path("instance").absolute()) / "scorekeeper-tls"
    here = [address for text in ("127.0.0.1", "::1", host, *near()) if (address := address_of(text))]
    try:
        places = [*names_of(socket.gethostname()), *here]
        return Tls(open_authority(folder, places), places)
    except Damaged as trouble:
        raise Unservable(str(trouble)) from None
    except OSError as error:
        raise Unservable(f"cannot keep certificates in {folder}: {error.strerror}.") from None


# --- where to --------------------------------------------------------------------------------------------------------


def listen(host: str, port: int) -> socket.socket:
    """Open the port ourselves: gunicorn would try a taken one five times and log each."""
    if not 0 <= port <= 65535:  # getaddrinfo takes more, and counts on from 0
        raise Unservable(f"{port} is no port, they go up to 65535.")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # else no restart within a minute
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            advice = f"port {port} is taken, perhaps by another scorekeeper; try --port {port + 1}."
            raise Unservable(advice) from None
        raise Unservable(f"cannot listen on {host}, port {port}: {error.strerror}.") from None
    return listener


def addresses(listener: socket.socket, tls: Tls | None = None) -> list[str]:
    """Return the addresses that a phone can open, the likeliest first; none when only this computer is served."""
    host, port = listener.getsockname()[:2]
    hosts = near() if host in {"0.0.0.0", "::"} else [host]  # noqa: S104
    hosts = [host for host in hosts if not host.startswith("127.") and host != "::1"]
    schemes = ["https" if tls and tls.speaks_for(host) else "http" for host in hosts]
    shown = [f"[{host}]" if ":" in host else host for host in hosts]
    return [f"{scheme}://{host}:{port}/" for scheme, host in zip(schemes, shown, strict=True)]


def near() -> list[str]:
    """Return this computer's addresses in its networks."""
    found = []
    # Connecting a UDP socket sends nothing, it only picks the way out: to anywhere, and to the guests of a hotspot that
    # runs here, with no way to anywhere. Asking for our own name instead gives 127.0.1.1 on Debian.
    for target in ("192.0.2.1", "10.42.0.2"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            found.append(probe.getsockname()[0])
    return list(dict.fromkeys(found))


def announce(listener: socket.socket, database: URL, phones: list[str], *, new: bool, tls: Tls | None = None) -> None:
    """Say where the app and its data are, with a QR code for the phones."""
    port = listener.getsockname()[1]
    lines = [f"On this computer  http://localhost:{port}/{f' and https://localhost:{port}/' if tls else ''}"]
    lines += [f"On a phone        {phone}   (same Wi-Fi)" for phone in phones]
    if tls:
        plain = addresses(listener)
        lines += [
            f"Before that       {address}trust   (once on each phone; scoring works without)" for address in plain
        ]
        lines += [f"Fingerprint       {fingerprint(tls.authority.certificate)}"]
    where = database.render_as_string() if database.host else database.database
    lines += [f"Matches are in    {where}{' (new: there was none)' if new else ''}"]
    if phones:
        lines += ["", *qr(phones[0]), ""]
    lines += ["Ctrl-C stops it."]
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr] # a terminal without Unicode gets no QR, but no crash
    print("\n".join(lines), flush=True)


def qr(text: str) -> list[str]:
    """Draw a QR code in half blocks."""
    out = io.StringIO()
    segno.make_qr(text, error="l").terminal(out, border=2, compact=True)
    drawn = out.getvalue().splitlines()
    # White on black whatever the terminal's colours: on a light one the code would be its own negative, and some
    # cameras cannot read that.
    return [f"\033[97;40m{line}\033[0m" for line in drawn] if sys.stdout.isatty() else drawn


# --- serving ---------------------------------------------------------------------------------------------------------


def make_room() -> int:
    """Let this process open as many files as it may, and say how many connections that allows.

    Debian allows a process 1024 unless it asks.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = CONNECTIONS + 1000 if hard == resource.RLIM_INFINITY else hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    return max(min(CONNECTIONS, max(soft, most) - FILES), 10)


def begin_work(worker: Any) -> None:
    """Set a worker up; gunicorn calls this."""
    # Ctrl-C is left to the main process, which stops its workers: hearing both, they stop twice, with a traceback.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gevent.config.track_greenlet_tree = False  # who started which: 2 KB for each open board
    gevent.spawn(end_streams, worker)


def end_streams(worker: Any) -> None:
    """Let the open boards go when a worker stops: by themselves they never end, and gunicorn would wait for them."""
    while worker.alive:
        gevent.sleep(0.2)
    app = worker.wsgi
    with app.app_context():
        lookout().close()


class Server(BaseApplication):  # type: ignore[misc] # gunicorn has no types
    """gunicorn, set up here instead of by its command line or a file of its own."""

    def __init__(
        self,
        factory: Callable[[], Flask],
        listener: socket.socket,
        workers: int,
        tls: Tls | None = None,
        connections: int = CONNECTIONS,
    ) -> None:
        self.factory, self.tls = factory, tls
        self.settings: dict[str, Any] = {
            "bind": f"fd://{listener.detach()}",
            "workers": workers,
            "worker_class": Both if tls else "gevent",
            "sendfile": not tls,  # a file sent by the kernel would bypass the encryption
            "worker_connections": connections,
            "backlog": BACKLOG,
            "keepalive": 30,  # seconds; an idle connection costs little here, a new one costs a phone a round trip
            "graceful_timeout": 3,
            "loglevel": "warning",
            "accesslog": None,  # addresses hold the secrets of invitations
            "forwarded_allow_ips": "",  # `create_app` says whose word about https counts
            "control_socket_disable": True,  # else gunicorn makes a socket in the user's home
            "post_worker_init": begin_work,
        }
        super().__init__()

    def load_config(self) -> None:
        """Hand over the settings; gunicorn calls this."""
        for name, value in self.settings.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Make the app in the worker: a database connection must not cross a fork."""
        return self.factory()
