"""How many files and sockets the operating system lets this process have open."""

import logging

import msgspec

from fairground.server.logs import log
from fairground.server.settings import Limits

RESERVE = 128  # for the store, the workers, files of the site, and connections that are just being refused
LEAST = 32


def fit_to_descriptors(limits: Limits) -> Limits:
    """Raise the system's limit as far as needed and possible; return limits that fit into it."""
    wanted = limits.sockets + RESERVE
    allowed = _raise_limit(wanted)
    if allowed >= wanted:
        return limits
    log(
        "the limit of open files is too low for the configured connections",
        logging.WARNING,
        limit=allowed,
        needed=wanted,
        hint="set LimitNOFILE= in the unit, or use `ulimit -n`",
    )
    sockets = max(allowed - RESERVE, LEAST)
    return msgspec.structs.replace(
        limits, sockets=sockets, connections=min(limits.connections, sockets * 3 // 4)
    )


def _raise_limit(wanted: int) -> int:
    """Raise the soft limit to what is wanted, but not above the hard one; return how it is then."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited or soft >= wanted:
        return wanted
    better = wanted if hard == unlimited else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (better, hard))
    except (OSError, ValueError):
        return soft
    return better
