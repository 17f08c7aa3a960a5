"""A real server in a process of its own, as `scorekeeper serve` starts it, and how the browser is started."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

CHROMIUM = "chromium-headless-shell"
"""Debian's Chromium without its own windows: the same pages at half the work."""
# Without the last two, each start asks hosts that are not ours and waits for them.
CHROMIUM_ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]


class running:  # noqa: N801 - reads as `with running(folder) as address`
    """A real server in a process of its own, its database in `folder`."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self.options = folder, options

    def __enter__(self) -> str:
        command = [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--database", str(self.folder / "matches.db"), *self.options],
            stdout=subprocess.PIPE,
            text=True,
            cwd=self.folder,
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(r"http://localhost:(\d+)/", line)
            if found:
                return f"http://localhost:{found[1]}"
        raise AssertionError("the server did not start")

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(timeout=10)
        assert self.process.stdout is not None
        self.process.stdout.close()
