"""Texts that are kept or sent compressed, as gzip, so that a browser can read them as they are."""

import zlib

from fairground.engine.errors import FairgroundError

GZIP = 16 + zlib.MAX_WBITS
LEVEL = 6


class TooLarge(FairgroundError):
    """A text is longer than it may be."""


def pack(text: bytes) -> bytes:
    """Return a text compressed; the same text gives the same bytes."""
    packer = zlib.compressobj(LEVEL, wbits=GZIP)
    return packer.compress(text) + packer.flush()


def unpack(packed: bytes, most: int) -> bytes:
    """Return the text; TooLarge if it has more than `most` bytes."""
    unpacker = zlib.decompressobj(wbits=GZIP)
    text = unpacker.decompress(packed, most)
    if not unpacker.eof:
        raise TooLarge(f"expected a text of at most {most} bytes")
    return text
