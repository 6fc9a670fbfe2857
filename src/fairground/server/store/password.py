"""The database's password: taken from the environment or from a file, and never shown."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy.engine import URL

from fairground.server.errors import StoreError

VARIABLE, FILE_VARIABLE = "FAIRGROUND_DATABASE_PASSWORD", "FAIRGROUND_DATABASE_PASSWORD_FILE"
WARNING = (
    "the password in --store can be read by everybody on this machine in the list of processes:"
    f" put it into {VARIABLE}, or into a file whose path is in {FILE_VARIABLE}"
)
_SECRET = re.compile(r"//[^/?#]*:[^/?#]*@|password=", re.IGNORECASE)


def add_password(place: URL, environment: Mapping[str, str] = os.environ) -> URL:
    """Return a URL with the password from the environment, unless it has one of its own.

    If there is none, the driver looks at PGPASSWORD and at the file .pgpass itself.
    """
    if place.password is not None or "password" in place.query:
        return place
    password = environment.get(VARIABLE) or _read(environment.get(FILE_VARIABLE))
    return place.set(password=password) if password else place


def _read(name: str | None) -> str | None:
    if not name:
        return None
    try:
        return Path(name).read_text().rstrip("\r\n")
    except OSError as error:
        raise StoreError(f"the file that {FILE_VARIABLE} names cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise StoreError(f"expected text in the file that {FILE_VARIABLE} names") from None


def has_password(url: str) -> bool:
    """Return whether a URL seems to contain a password, even if it is not a valid URL."""
    return _SECRET.search(url) is not None


def printable_url(url: str) -> str:
    """Return a URL that may be shown."""
    return "a URL that may contain a password" if has_password(url) or "@" in url else repr(url)
