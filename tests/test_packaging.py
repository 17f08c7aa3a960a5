"""The wheel: all that the app needs travels in it, and it works from an empty folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

LOOK = """
import json, pathlib, sys
import scorekeeper
from scorekeeper.database import upgrade
app = scorekeeper.create_app("matches.db")
upgrade(app)
phone = app.test_client()
home = phone.get("/")
htmx = phone.get(f"/static/{app.config['STATIC_RELEASE']}/vendor/htmx.min.js", buffered=True)
print(json.dumps({"from": scorekeeper.__file__, "home": home.status_code, "htmx": len(htmx.data)}))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel as `pip install .` does, without asking the network for anything."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    subprocess.run([*build, "--wheel-dir", str(folder), str(ROOT)], check=True, timeout=120)
    (wheel,) = folder.glob("scorekeeper-*.whl")
    return wheel


def files_in(folder: Path, *kinds: str) -> set[str]:
    """Give the files of a folder of the checkout, by their path in the checkout."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix in kinds)
    return {path.relative_to(ROOT).as_posix() for path in files}


def test_all_that_the_app_needs_travels_inside_the_package(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    wanted = files_in(ROOT / "templates", ".html") | files_in(ROOT / "static", ".css", ".js", ".svg", ".png")
    wanted |= files_in(ROOT / "migrations", ".py", ".ini")
    wanted |= files_in(ROOT / "translations", ".mo", ".txt")
    assert "translations/ur/LC_MESSAGES/messages.mo" in wanted
    assert "static/vendor/htmx.min.js" in wanted
    assert {f"scorekeeper/{file}" for file in wanted} - packed == set()
    assert files_in(ROOT / "scorekeeper", ".py") - packed == set()


def test_nothing_else_travels(wheel: Path) -> None:
    packed = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in packed} == {"scorekeeper", wheel.name.split("-py3")[0] + ".dist-info"}
    assert [name for name in packed if "__pycache__" in name or name.endswith((".db", ".pyc"))] == []


def test_it_works_from_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    site, folder = tmp_path / "site", tmp_path / "empty"
    folder.mkdir()
    zipfile.ZipFile(wheel).extractall(site)
    looked = subprocess.run(
        [sys.executable, "-P", "-c", LOOK],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    told = json.loads(looked.stdout)
    assert Path(told["from"]).is_relative_to(site)
    assert told["home"] == 200
    assert told["htmx"] > 10_000
    assert [path.name for path in folder.iterdir() if path.suffix == ".db"] == ["matches.db"]
