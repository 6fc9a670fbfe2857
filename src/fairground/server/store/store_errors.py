"""What is wrong with a store, in a sentence for people."""

from sqlalchemy.exc import IntegrityError

from fairground.server.errors import StoreError


def store_error(error: Exception) -> StoreError:
    """Say in a sentence for people what is wrong with the store. What the database said is for the log."""
    found = next(iter(str(getattr(error, "orig", None) or error).splitlines()), "")
    told = "" if "argument" in found else found  # that would quote a value, which may be secret
    detail = f"{type(error).__name__}: {told}" if told else type(error).__name__
    return StoreError(_meaning(error, found), detail)


def _meaning(error: Exception, found: str) -> str:
    for sign, meaning in _SIGNS.items():
        if sign in found:
            return meaning
    if isinstance(error, IntegrityError):
        return "another program has written to this table in the meantime"
    if isinstance(error, TimeoutError):
        return "the database does not answer"
    return "the store does not work"


_SIGNS = {
    "disk is full": "the disk of the store is full",
    "disk I/O error": "the disk of the store does not work (input/output error)",
    "is locked": "the store is locked by another program",
    "malformed": "the store is damaged: restore it from a backup",
    "not a database": "the store is damaged or is not a Fairground store: restore it from a backup",
    "readonly": "the store is read-only",
    "out of shared memory": "the database has no room for more locks: raise its max_locks_per_transaction",
    "statement timeout": "the database does not answer in time",
    "lock timeout": "the database does not answer in time",
    "QueuePool limit": "the database does not answer in time",
    "unable to open": "the store cannot be opened: check that its folder exists and is writable",
}
