"""Tokens with which a message switches messages off, and that can do nothing else.

A token names a person and a channel and is signed with a secret of the store, so nothing is stored about it.
"""

import hashlib
import hmac
import re
from typing import Final

from fairground.server.notification_wire import CHANNELS, Channel
from fairground.server.notifications.encryption import to_base64

PURPOSE: Final = b"fairground notifications off "
_FORM = re.compile(r"([a-z]{16})\.(push|mail)\.([A-Za-z0-9_-]{43})", re.ASCII)


class OffTokens:
    """Makes and reads the tokens of a store."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    def make(self, passport: str, channel: Channel) -> str:
        return f"{passport}.{channel}.{self._sign(passport, channel)}"

    def read(self, token: str) -> tuple[str, Channel] | None:
        """Return whose messages over which channel a token switches off; None if it is not one of ours."""
        form = _FORM.fullmatch(token)
        if form is None:
            return None
        passport, name, signature = form.groups()
        channel = next(each for each in CHANNELS if each == name)
        return (passport, channel) if hmac.compare_digest(signature, self._sign(passport, channel)) else None

    def _sign(self, passport: str, channel: Channel) -> str:
        about = f"{passport} {channel}".encode()
        return to_base64(hmac.digest(self.secret, PURPOSE + about, hashlib.sha256))
