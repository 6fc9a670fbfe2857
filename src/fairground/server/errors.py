"""Errors of the server: a store that fails, a request that is refused, a server that cannot start."""

from fairground.engine.errors import FairgroundError


class StoreError(FairgroundError):
    """The store cannot be read or written; no part of the change was saved.

    `detail` is what the database said, for the operator alone.
    """

    def __init__(self, why: str, detail: str = "") -> None:
        super().__init__(why)
        self.detail = detail


class OutcomeUnknown(StoreError):
    """The change may have been saved or not: nobody has said which."""

    def __init__(self, cause: str = "the database did not answer in time") -> None:
        super().__init__(f"it is not known whether this was saved: {cause}")


class Refusal(FairgroundError):
    """A request that was refused and changed nothing. `status` is the HTTP status."""

    def __init__(self, why: str, status: int = 409) -> None:
        super().__init__(why)
        self.status = status


class OwnedElsewhere(Refusal):
    """Another server owns the table."""


class Stale(Refusal):
    """A request based on an outdated update; the answer includes the current one."""


class ServerError(FairgroundError):
    """The server cannot start."""
