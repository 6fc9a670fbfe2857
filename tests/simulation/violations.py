"""What a simulation reports: a promise that was broken."""


class Violation(Exception):
    """A promise was broken. `kind` names the promise, for all schedules that break it."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind = kind
