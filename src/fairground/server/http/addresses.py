"""Whom a request counts for: the address of its client, or the network that one person has."""

import ipaddress

from litestar.types import Scope

UNKNOWN = "unknown"
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def address_of(scope: Scope) -> str:
    """Return what the limits of a request's client are counted by."""
    client = scope.get("client")
    return countable_address(client[0] if client else "")


def countable_address(host: str) -> str:
    """Return an IPv4 address, or an IPv6 network of 64 bits, because one person has many addresses there.

    An IPv6 address that stands for an IPv4 address counts as that one. Whatever is no address counts as one
    and the same unknown address.
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(embedded_ipv4(address) or ipaddress.IPv6Network((address, 64), strict=False))


def embedded_ipv4(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """Return the IPv4 address that is written inside: mapped (::ffff:), NAT64 (RFC 6052), 6to4 (RFC 3056).

    Behind NAT64 the whole of IPv4 is one network of 64 bits; with 6to4 one IPv4 address has 65,536 of them.
    """
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour
