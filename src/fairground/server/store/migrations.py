"""The numbered steps that bring a store of any earlier version up to date."""

import hashlib
import secrets
from collections.abc import Callable
from typing import TypeAlias

from sqlalchemy import Connection, inspect, select, text

from fairground.server.errors import StoreError
from fairground.server.store.schema import boxes, properties, schema_version


def _make_secret(connection: Connection) -> None:
    connection.execute(properties.insert().values(name="secret", value=secrets.token_hex(32)))


def _move_boxes(connection: Connection) -> None:
    """Store every box once. Its text stays as somebody wrote it: a worker checks it when it is needed."""
    found = connection.execute(
        text("SELECT box_text, game, max(created) FROM tables WHERE box_text IS NOT NULL GROUP BY 1, 2")
    )
    for written, game, created in found.all():
        digest = hashlib.sha256(written.encode()).hexdigest()
        if connection.execute(select(boxes.c.digest).where(boxes.c.digest == digest)).first() is None:
            connection.execute(boxes.insert().values(digest=digest, game=game, text=written, created=created))
        connection.execute(
            text("UPDATE tables SET own_box = :digest WHERE box_text = :written"),
            {"digest": digest, "written": written},
        )


# A step is a list of statements, or functions where SQL is not enough.
Step: TypeAlias = tuple[str | Callable[[Connection], None], ...]

# Step n leads from version n - 1 to version n. Never edit a step that has been released: add another one.
# `{blob}` and `{double}` stand for the database's own type names.
STEPS: tuple[Step, ...] = (
    (
        "CREATE TABLE tables (id VARCHAR(32) NOT NULL PRIMARY KEY, game VARCHAR(64) NOT NULL,"
        " rules INTEGER NOT NULL, seats INTEGER NOT NULL, options TEXT NOT NULL, box VARCHAR(16) NOT NULL,"
        " box_text TEXT,"
        " listed BOOLEAN NOT NULL, clock TEXT NOT NULL, away INTEGER, seed {blob} NOT NULL,"
        " host VARCHAR(64) NOT NULL, created {double} NOT NULL, phase VARCHAR(8) NOT NULL,"
        " number BIGINT NOT NULL, live TEXT NOT NULL, changed {double} NOT NULL)",
        "CREATE TABLE moves (table_id VARCHAR(32) NOT NULL, at INTEGER NOT NULL, number BIGINT NOT NULL,"
        " seat INTEGER NOT NULL, words TEXT NOT NULL, made {double} NOT NULL, PRIMARY KEY (table_id, at))",
        "CREATE INDEX tables_by_change ON tables (listed, phase, changed)",
    ),
    (
        "ALTER TABLE tables RENAME COLUMN number TO update_number",
        "ALTER TABLE tables RENAME COLUMN live TO progress",
        "ALTER TABLE moves RENAME COLUMN at TO ordinal",
        "ALTER TABLE moves RENAME COLUMN number TO update_number",
    ),
    (
        "CREATE TABLE properties (name VARCHAR(16) NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
        _make_secret,
        "CREATE TABLE boxes (digest VARCHAR(64) NOT NULL PRIMARY KEY, game VARCHAR(64) NOT NULL,"
        " text TEXT NOT NULL, created {double} NOT NULL)",
        "ALTER TABLE tables ADD COLUMN own_box VARCHAR(64)",
        _move_boxes,
        "ALTER TABLE tables DROP COLUMN box_text",
        "ALTER TABLE tables ADD COLUMN due {double}",
        "ALTER TABLE tables ADD COLUMN creator VARCHAR(64)",
        "ALTER TABLE moves ADD COLUMN time_left {double}",
        # A match with a clock is loaded soon after the start, and then knows when it is due.
        "UPDATE tables SET due = 0 WHERE phase = 'playing' AND clock NOT LIKE '%\"none\"%'",
        "CREATE INDEX tables_by_phase ON tables (phase, changed)",
        "CREATE INDEX tables_by_due ON tables (due)",
        "CREATE INDEX tables_by_creator ON tables (creator)",
        "CREATE INDEX tables_by_own_box ON tables (own_box)",
    ),
    ("CREATE TABLE positions (table_id VARCHAR(32) NOT NULL PRIMARY KEY, text TEXT NOT NULL)",),
    (
        "CREATE TABLE studies (id VARCHAR(32) NOT NULL PRIMARY KEY, leader VARCHAR(64) NOT NULL,"
        " creator VARCHAR(64) NOT NULL, created {double} NOT NULL, changed {double} NOT NULL,"
        " game VARCHAR(64) NOT NULL, record TEXT NOT NULL, box TEXT, number BIGINT NOT NULL,"
        " comments_open BOOLEAN NOT NULL, annotations TEXT NOT NULL, place TEXT NOT NULL)",
        "CREATE INDEX studies_by_creator ON studies (creator)",
        "CREATE INDEX studies_by_change ON studies (changed)",
    ),
    (
        "CREATE TABLE reviews (id VARCHAR(64) NOT NULL PRIMARY KEY, subject {blob} NOT NULL, review {blob},"
        " size INTEGER NOT NULL, used {double} NOT NULL)",
        "CREATE INDEX reviews_by_use ON reviews (used, size)",
    ),
    (
        "CREATE TABLE passports (id VARCHAR(16) NOT NULL PRIMARY KEY, key_hash VARCHAR(64) NOT NULL,"
        " name VARCHAR(64) NOT NULL, picture VARCHAR(24) NOT NULL, language VARCHAR(2) NOT NULL,"
        " created {double} NOT NULL, used {double} NOT NULL, settings TEXT NOT NULL)",
        "CREATE UNIQUE INDEX passports_by_key ON passports (key_hash)",
        "CREATE INDEX passports_by_use ON passports (used)",
        "CREATE TABLE seatings (table_id VARCHAR(32) NOT NULL, seat INTEGER NOT NULL,"
        " passport VARCHAR(16) NOT NULL, game VARCHAR(64) NOT NULL, phase VARCHAR(8) NOT NULL,"
        " turn BOOLEAN NOT NULL, changed {double} NOT NULL, PRIMARY KEY (table_id, seat))",
        "CREATE INDEX seatings_by_passport ON seatings (passport, changed, table_id)",
        "CREATE TABLE transfers (id VARCHAR(64) NOT NULL PRIMARY KEY, passport VARCHAR(16) NOT NULL,"
        " sealed VARCHAR(64) NOT NULL, expires {double} NOT NULL)",
        "CREATE INDEX transfers_by_passport ON transfers (passport)",
    ),
    (
        "CREATE TABLE results (table_id VARCHAR(32) NOT NULL PRIMARY KEY, game VARCHAR(64) NOT NULL,"
        " ended {double} NOT NULL, rated BOOLEAN NOT NULL, tournament VARCHAR(32), late BOOLEAN NOT NULL,"
        " told BOOLEAN NOT NULL, entered BOOLEAN NOT NULL, seats TEXT NOT NULL)",
        "CREATE INDEX results_by_order ON results (game, rated, entered, ended, table_id)",
        "CREATE INDEX results_by_tournament ON results (tournament)",
        "CREATE INDEX results_to_tell ON results (told, tournament)",
        "CREATE INDEX results_to_enter ON results (entered, game)",
        "CREATE TABLE rating_steps (table_id VARCHAR(32) NOT NULL, player VARCHAR(48) NOT NULL,"
        " game VARCHAR(64) NOT NULL, ended {double} NOT NULL, place INTEGER NOT NULL, seats INTEGER NOT NULL,"
        " counts BOOLEAN NOT NULL, departed BOOLEAN NOT NULL, mu {double} NOT NULL, sigma {double} NOT NULL,"
        " matches INTEGER NOT NULL, PRIMARY KEY (table_id, player))",
        "CREATE INDEX rating_steps_by_player ON rating_steps (player, game, ended, table_id)",
        "CREATE INDEX rating_steps_by_order ON rating_steps (game, ended, table_id)",
        "CREATE TABLE ratings (game VARCHAR(64) NOT NULL, player VARCHAR(48) NOT NULL, mu {double} NOT NULL,"
        " sigma {double} NOT NULL, matches INTEGER NOT NULL, changed {double} NOT NULL,"
        " PRIMARY KEY (game, player))",
        "CREATE INDEX ratings_by_rating ON ratings (game, mu)",
        "CREATE INDEX ratings_by_player ON ratings (player)",
        "CREATE TABLE tournaments (id VARCHAR(32) NOT NULL PRIMARY KEY, host VARCHAR(16) NOT NULL,"
        " created {double} NOT NULL, changed {double} NOT NULL, phase VARCHAR(16) NOT NULL,"
        " number BIGINT NOT NULL, due {double}, plan TEXT NOT NULL, state TEXT NOT NULL)",
        "CREATE INDEX tournaments_by_due ON tournaments (due)",
        "CREATE INDEX tournaments_by_host ON tournaments (host, phase)",
        "CREATE INDEX tournaments_by_phase ON tournaments (phase, changed)",
        "CREATE TABLE entries (tournament VARCHAR(32) NOT NULL, player VARCHAR(48) NOT NULL,"
        " PRIMARY KEY (tournament, player))",
        "CREATE INDEX entries_by_player ON entries (player)",
    ),
    (
        "CREATE TABLE chat_lines (table_id VARCHAR(32) NOT NULL, number INTEGER NOT NULL,"
        " author VARCHAR(64) NOT NULL, speaker VARCHAR(16) NOT NULL, seat INTEGER NOT NULL,"
        " name VARCHAR(24) NOT NULL, said {double} NOT NULL, moves INTEGER NOT NULL,"
        " phrase VARCHAR(24), text TEXT, passport VARCHAR(16) NOT NULL, PRIMARY KEY (table_id, number))",
        "CREATE INDEX chat_lines_by_passport ON chat_lines (passport)",
    ),
    (
        "CREATE TABLE recipients (passport VARCHAR(16) NOT NULL PRIMARY KEY, choices TEXT NOT NULL,"
        " mail_address VARCHAR(254) NOT NULL, confirmed BOOLEAN NOT NULL, confirm_hash VARCHAR(64) NOT NULL,"
        " asked {double} NOT NULL, push_lease {double} NOT NULL, mail_lease {double} NOT NULL)",
        "CREATE INDEX recipients_by_confirmation ON recipients (confirm_hash)",
        "CREATE TABLE push_devices (id VARCHAR(64) NOT NULL PRIMARY KEY, passport VARCHAR(16) NOT NULL,"
        " endpoint TEXT NOT NULL, p256dh VARCHAR(100) NOT NULL, auth VARCHAR(32) NOT NULL,"
        " created {double} NOT NULL, failures INTEGER NOT NULL)",
        "CREATE INDEX push_devices_by_person ON push_devices (passport)",
        "CREATE TABLE notifications (passport VARCHAR(16) NOT NULL, channel VARCHAR(4) NOT NULL,"
        " table_id VARCHAR(32) NOT NULL, kind VARCHAR(8) NOT NULL, seat INTEGER NOT NULL, due {double},"
        " sent {double} NOT NULL, server VARCHAR(32) NOT NULL, names TEXT NOT NULL,"
        " attempts INTEGER NOT NULL, PRIMARY KEY (passport, channel, table_id, kind))",
        "CREATE INDEX notifications_by_due ON notifications (due)",
        "CREATE TABLE send_counts (name VARCHAR(80) NOT NULL, period BIGINT NOT NULL, count INTEGER NOT NULL,"
        " PRIMARY KEY (name, period))",
    ),
)
TYPES = {
    "sqlite": {"blob": "BLOB", "double": "DOUBLE"},
    "postgresql": {"blob": "BYTEA", "double": "DOUBLE PRECISION"},
}


def version(connection: Connection) -> int:
    """Return the version of the store, or 0 if it is empty."""
    if not inspect(connection).has_table(schema_version.name):
        return 0
    return int(connection.execute(select(schema_version.c.version)).scalar_one())


def migrate(connection: Connection, steps: tuple[Step, ...] = STEPS) -> None:
    """Bring the store to the newest version within the open transaction."""
    found = version(connection)
    if found > len(steps):
        raise StoreError(
            f"the store has version {found}, but this program knows only versions up to {len(steps)}:"
            " it was written by a newer Fairground"
        )
    if found == 0:
        connection.execute(text("CREATE TABLE schema_version (version INTEGER NOT NULL)"))
        connection.execute(schema_version.insert().values(version=0))
    for statements in steps[found:]:
        for statement in statements:
            if isinstance(statement, str):
                connection.execute(text(statement.format(**TYPES[connection.dialect.name])))
            else:
                statement(connection)
    if found < len(steps):
        connection.execute(schema_version.update().values(version=len(steps)))
