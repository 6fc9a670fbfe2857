"""What can go wrong with a server, besides what people send it."""

from fairground.engine.errors import FairgroundError


class StoreError(FairgroundError):
    """The store cannot be read or written; nothing of the change was kept."""


class Refusal(FairgroundError):
    """A request that is not granted; changes nothing. `status` is for HTTP."""

    def __init__(self, why: str, status: int = 409) -> None:
        super().__init__(why)
        self.status = status


class Stale(Refusal):
    """A request that was made before the present; the present is the answer."""


class ServerError(FairgroundError):
    """The server cannot start."""
