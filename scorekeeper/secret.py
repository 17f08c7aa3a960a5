"""The secret of this installation: made once, kept beside the database, and what is derived from it."""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
from pathlib import Path

from flask import Flask, current_app

from .database_file import is_there, path_of
from .models import db
from .private_file import write_private

ALPHABET = "34679ACDEFGHJKMNPQRTWXY"
"""Nothing that looks like something else on a screen or sounds like it across a table: 0 O 1 I L 5 S 2 Z 8 B U V."""
CODE = 6
"""Letters of an invitation: 148 million, and few tries."""
RECOVERY = 16
"""Letters of a recovery code: 72 bits, which nobody tries out."""
SHORTEST = 16
"""Letters of a secret given as a setting, bytes of one that is kept, at least."""

_log = logging.getLogger("scorekeeper")


def is_embedded(app: Flask) -> bool:
    """Say whether the database is SQLite's."""
    with app.app_context():
        return db.engine.dialect.name == "sqlite"


def path_of_secret(app: Flask) -> Path | None:
    """Where the secret is kept: beside an embedded database, else in `instance/`; none for a database in memory."""
    if not is_embedded(app):
        return Path("instance/scorekeeper.secret").absolute()
    with app.app_context():
        path = path_of(db.engine.url)
    return None if path is None else path.with_suffix(".secret")


def secret() -> bytes:
    """Give the secret of this installation: all its processes have the same."""
    app = current_app
    if "secret" not in app.extensions:
        app.extensions["secret"] = keep_secret(app)
    kept: bytes = app.extensions["secret"]
    return kept


def keep_secret(app: Flask) -> bytes:
    """Read the secret, or make it where there is none: readable by this user alone.

    Where none can be kept this process makes up its own. Beside an embedded database that needs no word: there nothing
    else can be saved either, and the keeper was told so.
    """
    given, path = app.config.get("SECRET"), path_of_secret(app)
    if given:
        return hashlib.sha256(str(given).encode()).digest()
    if path is None:
        return secrets.token_bytes(32)
    try:
        return _read(path) or _make(path)
    except (OSError, ValueError) as error:
        if not (isinstance(error, OSError) and is_embedded(app)):
            _log.warning("%s cannot be used (%s): invitations end with this process.", path, error)
        return secrets.token_bytes(32)


def digest(text: str) -> str:
    """Digest of a secret too long to be tried out, for the database."""
    return hashlib.sha256(text.encode()).hexdigest()


def keyed(purpose: str, text: str) -> str:
    """Digest that only this installation can make: of a short code, or of an id to make a secret from."""
    return hashlib.blake2b(f"{purpose}/{text}".encode(), key=secret(), digest_size=32).hexdigest()


def token_of(invitation_id: str) -> str:
    """Secret part of an invitation's link. Derived, so that it can be shown again and only its digest is stored."""
    return keyed("token", invitation_id)[:32]


def code_of(invitation_id: str) -> str:
    """Code of an invitation, to be read aloud."""
    number, letters = int(keyed("code", invitation_id), 16), ""
    for _ in range(CODE):
        number, letter = divmod(number, len(ALPHABET))
        letters += ALPHABET[letter]
    return letters


def recovery_code() -> str:
    """Make a code to be kept for the day the phone is lost."""
    return "".join(secrets.choice(ALPHABET) for _ in range(RECOVERY))


def in_groups(code: str) -> str:
    """Write a code as it is read: in groups of three or four."""
    size = 3 if len(code) == CODE else 4
    return " ".join(code[start : start + size] for start in range(0, len(code), size))


def tidy_code(typed: str) -> str:
    """Read a code as it was typed: in any case, with blanks and dashes anywhere."""
    return re.sub(r"[\s\-–—.]", "", typed).upper()


def _read(path: Path) -> bytes | None:
    if not is_there(path):
        return None
    held = bytes.fromhex(path.read_text().strip())
    if len(held) < SHORTEST:
        raise ValueError("it holds no secret")
    return held


def _make(path: Path) -> bytes:
    """Make the file. Of several processes that do so at once one wins, and the others read what it made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_private(path, f"{secrets.token_hex(32)}\n".encode(), once=True)
    made = _read(path)
    assert made is not None
    return made
