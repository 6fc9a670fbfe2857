"""Fuzz some targets with atheris, which changes inputs so that they reach new code.

Inputs that reach new code are added to the corpus. A fault stops the target, and its input is written to
`build/fuzzing`; `python -m fuzzing --try FILE TARGET` shows it again.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from fuzzing.targets import CORPUS, MOST_BYTES, TARGETS, seeds

FAULTS = Path("build/fuzzing")
LARGEST_KEPT = 3_000


def fuzz(name: str, seconds: int) -> bool:
    """Fuzz one target in a process of its own, which the fuzzer ends; return whether it found a fault."""
    kept = CORPUS / name
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(seeds(name)):
            (Path(folder) / f"seed-{number}").write_bytes(data)
        prefix = f"-artifact_prefix={FAULTS}/{name}-"
        limits = (f"-max_len={MOST_BYTES}", "-timeout=20", "-rss_limit_mb=2000", "-print_final_stats=1")
        found = _guided(name, folder, str(kept), f"-max_total_time={seconds}", *limits, prefix)
        _guided(name, "-merge=1", f"-max_len={LARGEST_KEPT}", str(kept), folder)
    return bool(found)


def _guided(name: str, *arguments: str) -> int:
    return subprocess.run([sys.executable, "-m", "fuzzing.guided", name, *arguments], check=False).returncode


def main() -> None:
    words = argparse.ArgumentParser(prog="fuzzing", description=__doc__)
    words.add_argument("targets", nargs="*", metavar="TARGET", help=f"some of {', '.join(TARGETS)}")
    words.add_argument("--seconds", type=int, default=60, help="how long each target is fuzzed")
    words.add_argument("--try", dest="file", type=Path, help="only read this input")
    chosen = words.parse_args()
    names = chosen.targets or list(TARGETS)
    if unknown := [name for name in names if name not in TARGETS]:
        words.error(f"expected targets among {', '.join(TARGETS)}, got {', '.join(unknown)}")
    if chosen.file:
        print("accepted" if TARGETS[names[0]](chosen.file.read_bytes()) else "refused")
        return
    FAULTS.mkdir(parents=True, exist_ok=True)
    failed = [name for name in names if fuzz(name, chosen.seconds)]
    print(f"faults in {', '.join(failed)}: see {FAULTS}" if failed else "no faults")
    raise SystemExit(bool(failed))


if __name__ == "__main__":
    main()
