"""What a wheel needs beside the package: htmx, compiled texts, and folders that stand at the top but travel inside."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "scripts"))  # pip builds with an otherwise empty path

import messages
import vendor

FOLDERS = ("templates", "static", "migrations", "translations")


class CustomBuildHook(BuildHookInterface[Any]):
    """Fetches htmx, compiles translations, then packs FOLDERS as scorekeeper/templates, scorekeeper/static, ..."""

    def dependencies(self) -> list[str]:
        """Ask pip for npm only where there is none: it is 60 MB."""
        needed = not vendor.is_fresh() and not vendor.has_npm()
        return [vendor.NPM_FROM_PYPI] if needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Run before every build; `version` is "editable" for `pip install -e`."""
        vendor.vendor()
        messages.compile_all()
        # The editable package finds the folders beside itself; a packed copy would go stale without a word.
        if self.target_name == "wheel" and version == "standard":
            for name in FOLDERS:
                if (Path(self.root) / name).is_dir():
                    build_data["force_include"][name] = f"scorekeeper/{name}"
