"""Programs that play over standard input and output: run as `python programs.py NAME`."""

import json
import sys
import time
from collections.abc import Callable


def sound() -> None:
    """Answers the first move, by number and in words by turns."""
    for number, line in enumerate(sys.stdin):
        move = json.loads(line)["moves"][0]
        print(json.dumps(move["move"] if number % 2 else move["words"]), flush=True)


def unquoted() -> None:
    for line in sys.stdin:
        print(json.loads(line)["moves"][-1]["words"], flush=True)


def crash() -> None:
    sys.stdin.readline()


def hang() -> None:
    time.sleep(3600)


def nonsense() -> None:
    for _ in sys.stdin:
        print("pass the salt", flush=True)


def illegal() -> None:
    for _ in sys.stdin:
        print(987654321, flush=True)


def flood() -> None:
    while True:
        sys.stdout.write("x" * 4096)


def deaf() -> None:
    """Answers without end and never listens."""
    while True:
        print(1)


if __name__ == "__main__":
    play: Callable[[], None] = globals()[sys.argv[1]]
    play()
