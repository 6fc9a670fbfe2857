"""One target under atheris: `python -m fuzzing.guided TARGET` and libFuzzer's own arguments."""

import sys

import atheris

with atheris.instrument_imports(include=["fairground", "tomllib"]):
    from fuzzing.targets import TARGETS


def main() -> None:
    _, name, *arguments = sys.argv
    target = TARGETS[name]

    def read(data: bytes) -> None:
        target(data)

    program = f"{sys.executable} -m fuzzing.guided {name}"  # as which a merge starts it again
    atheris.Setup([program, *arguments], read)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
