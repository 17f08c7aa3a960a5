"""A file that only this user may read, written whole or not at all."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path


def write_private(file: Path, content: bytes, *, once: bool = False) -> None:
    """Write a file, readable by this user alone; `once`: never over one that is there. Raises OSError."""
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        if not once:
            draft.replace(file)
            return
        with suppress(FileExistsError):  # another process that starts beside us was first
            file.hardlink_to(draft)
    finally:
        draft.unlink(missing_ok=True)
