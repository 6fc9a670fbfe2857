"""The package tells its index and its users what they need to know."""

import email
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
MAKE_METADATA = "from setuptools.build_meta import *; prepare_metadata_for_build_wheel('made')"


def test_a_built_package_carries_its_license_and_its_description(tmp_path: Path) -> None:
    for name in ("LICENSE", "README.md", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "made").mkdir()
    (tmp_path / "src/fairground").mkdir(parents=True)
    shutil.copy(ROOT / "src/fairground/__init__.py", tmp_path / "src/fairground")
    made = subprocess.run([sys.executable, "-c", MAKE_METADATA], cwd=tmp_path, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    (info,) = tmp_path.glob("made/*.dist-info")
    assert (info / "licenses/LICENSE").read_text() == (ROOT / "LICENSE").read_text()
    facts = email.message_from_string((info / "METADATA").read_text())
    assert facts["License-Expression"] == "MIT" and facts["License-File"] == "LICENSE"
    assert 40 <= len(facts["Summary"]) <= 512  # what an index takes
