"""The REST routes of notifications."""

from typing import Annotated

from litestar import get, post, put
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter
from litestar.response import Redirect

from fairground.server.errors import Refusal
from fairground.server.http.addresses import address_of
from fairground.server.http.routes import PassportKey, Web, backend_of, people_of, problems
from fairground.server.notification_wire import (
    ConfirmMail,
    ForgetDevice,
    NewDevice,
    NewMailAddress,
    NotificationChoices,
    Notifications,
    SwitchedOff,
    SwitchOff,
)
from fairground.server.notifications.registry import NotificationRegistry

Token = Annotated[str, PathParameter(max_length=100, description="The token of a message.")]


@get("/api/notifications", responses=problems(401))
async def notifications(request: Web, state: State, passport: PassportKey = None) -> Notifications:
    """How the holder of a passport is told."""
    return await registry_of(state).facts(await person_of(request, state, passport))


@put("/api/notifications", responses=problems(401, 415))
async def choose(
    data: JSONBody[NotificationChoices], request: Web, state: State, passport: PassportKey = None
) -> Notifications:
    """Choose what to be told, and when not."""
    return await registry_of(state).choose(await person_of(request, state, passport), data)


@post("/api/notifications/devices", responses=problems(401, 415, 429))
async def add_device(
    data: JSONBody[NewDevice], request: Web, state: State, passport: PassportKey = None
) -> Notifications:
    """Send notifications to this browser."""
    person = await person_of(request, state, passport)
    return await registry_of(state).add_device(person, data, address_of(request.scope))


@post("/api/notifications/devices/forget", responses=problems(401, 415), status_code=200)
async def forget_device(
    data: JSONBody[ForgetDevice], request: Web, state: State, passport: PassportKey = None
) -> Notifications:
    """Send nothing more to this browser."""
    return await registry_of(state).forget_device(await person_of(request, state, passport), data.endpoint)


@post("/api/notifications/trial", responses=problems(401, 409, 415, 429), status_code=200)
async def try_out(request: Web, state: State, passport: PassportKey = None) -> Notifications:
    """Send a message to all browsers of a person, so that they see what it looks like."""
    return await registry_of(state).try_out(await person_of(request, state, passport))


@post("/api/notifications/mail", responses=problems(401, 404, 409, 415, 429))
async def set_address(
    data: JSONBody[NewMailAddress], request: Web, state: State, passport: PassportKey = None
) -> Notifications:
    """Send a link to a mail address that confirms it. Until somebody follows it, nothing else is sent."""
    person = await person_of(request, state, passport)
    return await registry_of(state).set_address(person, data.address, address_of(request.scope))


@post("/api/notifications/mail/forget", responses=problems(401, 415), status_code=200)
async def forget_address(request: Web, state: State, passport: PassportKey = None) -> Notifications:
    """Forget the mail address."""
    return await registry_of(state).forget_address(await person_of(request, state, passport))


@post("/api/notifications/mail/confirm", responses=problems(403, 404, 415, 429), status_code=204)
async def confirm(data: JSONBody[ConfirmMail], request: Web, state: State) -> None:
    """Confirm a mail address with the token from the link that was sent there."""
    await registry_of(state).confirm(data.token, address_of(request.scope))


@post("/api/off/{token:str}/kinds", responses=problems(403, 404, 415, 429), status_code=200)
async def switch_off(token: Token, data: JSONBody[SwitchOff], request: Web, state: State) -> SwitchedOff:
    """Switch kinds of messages off with the token of a message; all of them if none is named."""
    return await registry_of(state).switch_off(token, data.kinds, address_of(request.scope))


@post("/api/off/{token:str}", responses=problems(403, 404, 429), status_code=200)
async def unsubscribe(token: Token, request: Web, state: State) -> SwitchedOff:
    """Switch all messages of a channel off, as mail programs do with one press (RFC 8058)."""
    return await registry_of(state).switch_off(token, [], address_of(request.scope))


@get("/api/off/{token:str}", include_in_schema=False)
async def off_page(token: Token) -> Redirect:
    """Lead to the page that switches messages off; by itself, following a link changes nothing."""
    return Redirect(f"/#/off/{token}")


def registry_of(state: State) -> NotificationRegistry:
    """Return what people choose; Refusal if this server tells nobody anything."""
    notifications = backend_of(state).notifications
    if notifications is None:
        raise Refusal("this server sends no notifications", 404)
    return notifications.registry


async def person_of(request: Web, state: State, passport: str | None) -> str:
    """Return the public id of whoever asks; Refusal if they show no passport."""
    return (await people_of(state).require(passport, address_of(request.scope))).id


ROUTES = [
    notifications,
    choose,
    add_device,
    forget_device,
    try_out,
    set_address,
    forget_address,
    confirm,
    switch_off,
    unsubscribe,
    off_page,
]
