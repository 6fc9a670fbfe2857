"""Puts the parts of notifications together: what notes, what sends, and what people choose."""

from fairground.server.errors import ServerError
from fairground.server.notifications.delivery import Delivery, MailSystem
from fairground.server.notifications.dispatcher import Dispatcher
from fairground.server.notifications.mail import BadMailAddress, MailComposer
from fairground.server.notifications.off_tokens import OffTokens
from fairground.server.notifications.outbound import OutboundClient
from fairground.server.notifications.outbox import Outbox
from fairground.server.notifications.push import PushSender
from fairground.server.notifications.registry import NotificationRegistry
from fairground.server.notifications.smtp import Mailer
from fairground.server.notifications.vapid import Vapid, new_private_key
from fairground.server.services import Services
from fairground.server.settings import ServerSettings
from fairground.server.store.notifications import NotificationStore
from fairground.server.store.passports import PassportStore
from fairground.server.store.sql import SqlStore
from fairground.server.tables.registry import TableRegistry


class NotificationService:
    """Everything about notifications on one server. Nothing is sent before `start`."""

    def __init__(
        self, outbox: Outbox, dispatcher: Dispatcher, registry: NotificationRegistry, delivery: Delivery
    ) -> None:
        self.outbox = outbox
        self.dispatcher = dispatcher
        self.registry = registry
        self.delivery = delivery

    def start(self) -> None:
        """Begin to note and to send."""
        self.outbox.start()
        self.dispatcher.start()

    async def close(self) -> None:
        """Write down what has happened, and stop sending."""
        await self.dispatcher.close()
        await self.outbox.close()
        await self.delivery.close()


async def make_notifications(tables: TableRegistry, store: SqlStore) -> NotificationService:
    """Return the notifications of a server, whose keys are made when its store is used for the first time."""
    services = tables.services
    settings, time = services.settings, services.time
    kept = NotificationStore(store)
    vapid = Vapid(await kept.vapid_key(new_private_key()), contact_of(settings))
    push = PushSender(vapid, OutboundClient(settings.local_push), time)
    tokens = OffTokens(await store.secret())
    delivery = Delivery(kept, PassportStore(store), tokens, push, mail_system(settings), time)
    outbox = Outbox(kept, store.name, time.date)
    dispatcher = Dispatcher(kept, store, delivery, time, settings.limits, store.name, tables.is_looking)
    registry = NotificationRegistry(kept, delivery, tokens, settings.limits, services.address_limits, time)
    subscribe(services, outbox, registry)
    tables.maintenance.chores.append(registry.prune)
    return NotificationService(outbox, dispatcher, registry, delivery)


def subscribe(services: Services, outbox: Outbox, registry: NotificationRegistry) -> None:
    """Hear what happens at tables, and let people export and delete what is kept about them."""
    services.events.subscribe(outbox.note)
    services.people.parts.append(registry)


def mail_system(settings: ServerSettings) -> MailSystem | None:
    """Return what sends mail, if the operator has named a mail server; ServerError if that is not all."""
    if settings.mail_server is None:
        return None
    if not settings.public_url:
        raise ServerError("mails need the address of this server for their links: give it with --public-url")
    try:
        composer = MailComposer(settings.mail_sender, settings.public_url)
    except BadMailAddress:
        raise ServerError(
            "mails need a sender: give one with --mail-from, such as fair@example.org"
        ) from None
    return MailSystem(composer, Mailer(settings.mail_server))


def contact_of(settings: ServerSettings) -> str | None:
    """Return how the operators of push services can reach the operator of this server."""
    if settings.public_url.startswith("https://"):
        return settings.public_url
    return f"mailto:{settings.mail_sender}" if "@" in settings.mail_sender else None
