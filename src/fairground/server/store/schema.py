"""The schema of the store, and the numbered steps that bring any earlier version up to date."""

import hashlib
import secrets
from collections.abc import Callable
from typing import TypeAlias

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    inspect,
    select,
    text,
)

from fairground.server.errors import StoreError

metadata = MetaData()

schema_version = Table("schema_version", metadata, Column("version", Integer, nullable=False))

# What belongs to the store itself: its secret, and the last pulse of the servers that use it.
properties = Table(
    "properties",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)

# A box that somebody brought, once for all tables that use it. `digest` is the SHA-256 of `text`; `created`
# is when a table was last set up with it.
boxes = Table(
    "boxes",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("created", Float(53), nullable=False),
)

# One row per table. The columns before `phase` never change, except `own_box`, the digest of a row of
# `boxes`. `options`, `clock` and `progress` are JSON. `due` is the uptime at which the next clock runs out,
# if one is running. `creator` stands for the address that set the table up, until its match begins.
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("box", String(16), nullable=False),
    Column("own_box", String(64)),
    Column("listed", Boolean, nullable=False),
    Column("clock", Text, nullable=False),
    Column("away", Integer),
    Column("seed", LargeBinary, nullable=False),
    Column("host", String(64), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("phase", String(8), nullable=False),
    Column("update_number", BigInteger, nullable=False),
    Column("progress", Text, nullable=False),
    Column("changed", Float(53), nullable=False),
    Column("due", Float(53)),
    Column("creator", String(64)),
    Index("tables_by_change", "listed", "phase", "changed"),
    Index("tables_by_phase", "phase", "changed"),
    Index("tables_by_due", "due"),
    Index("tables_by_creator", "creator"),
    Index("tables_by_own_box", "own_box"),
)

# The position, as JSON, at which the match of a table begins, if that is not the start of the game.
positions = Table(
    "positions",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("text", Text, nullable=False),
)

# One row per move, in words; `ordinal` counts the moves of a table from 0. An undone move is deleted.
# `update_number` is the number of the update that brought the move; `time_left` are the seconds on the clock
# of its seat just before it.
moves = Table(
    "moves",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("update_number", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("words", Text, nullable=False),
    Column("made", Float(53), nullable=False),
    Column("time_left", Float(53)),
)

# One row per study room. `leader` is the hash of the leader's key, `creator` stands for the address that made
# the room. `record` is the text of a `.game` file and `box` that of its own box. `number` rises with every
# change of `annotations`, which are JSON, and of `comments_open`. `place` is where the leader is.
studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("leader", String(64), nullable=False),
    Column("creator", String(64), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("changed", Float(53), nullable=False),
    Column("game", String(64), nullable=False),
    Column("record", Text, nullable=False),
    Column("box", Text),
    Column("number", BigInteger, nullable=False),
    Column("comments_open", Boolean, nullable=False),
    Column("annotations", Text, nullable=False),
    Column("place", Text, nullable=False),
    Index("studies_by_creator", "creator"),
    Index("studies_by_change", "changed"),
)

# One row per match that somebody had reviewed. `id` is the key of the review; `subject` is what was reviewed
# and `review` the review, NULL until it is complete, both packed. `size` is the sum of their bytes; `used` is
# when somebody last looked at it. All of it can be computed again, so it is not part of an archive.
reviews = Table(
    "reviews",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("subject", LargeBinary, nullable=False),
    Column("review", LargeBinary),
    Column("size", Integer, nullable=False),
    Column("used", Float(53), nullable=False),
    Index("reviews_by_use", "used", "size"),
)

# One row per passport. `id` is public, `key_hash` is the hash of its key. `settings` is JSON.
passports = Table(
    "passports",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("key_hash", String(64), nullable=False),
    Column("name", String(64), nullable=False),
    Column("picture", String(24), nullable=False),
    Column("language", String(2), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("used", Float(53), nullable=False),
    Column("settings", Text, nullable=False),
    Index("passports_by_key", "key_hash", unique=True),
    Index("passports_by_use", "used"),
)

# One row per chair whose person has a passport, written together with the table: `turn` says whether the
# person owes a decision, `changed` when any of the other columns did.
seatings = Table(
    "seatings",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("passport", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("phase", String(8), nullable=False),
    Column("turn", Boolean, nullable=False),
    Column("changed", Float(53), nullable=False),
    Index("seatings_by_passport", "passport", "changed", "table_id"),
)

# One row per link that takes a passport to another device. `id` is the hash of the link's token, `sealed` the
# passport's key, which only whoever has the rest of the link can read.
transfers = Table(
    "transfers",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("passport", String(16), nullable=False),
    Column("sealed", String(64), nullable=False),
    Column("expires", Float(53), nullable=False),
    Index("transfers_by_passport", "passport"),
)

# One row per match that counts for ratings or for a tournament, written together with the change of the table
# that decided it. `seats` are JSON. `told` says that the tournament knows the result, `entered` that the
# ratings have it; both are true where there is nobody to tell.
results = Table(
    "results",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("ended", Float(53), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("tournament", String(32)),
    Column("late", Boolean, nullable=False),
    Column("told", Boolean, nullable=False),
    Column("entered", Boolean, nullable=False),
    Column("seats", Text, nullable=False),
    Index("results_by_order", "game", "rated", "entered", "ended", "table_id"),
    Index("results_by_tournament", "tournament"),
    Index("results_to_tell", "told", "tournament"),
    Index("results_to_enter", "entered", "game"),
)

# What each rated match did to the rating of each person in it; it follows from `results`. `player` is the id
# of a passport, or what stands for one that was deleted.
rating_steps = Table(
    "rating_steps",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("player", String(48), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("ended", Float(53), nullable=False),
    Column("place", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("counts", Boolean, nullable=False),
    Column("departed", Boolean, nullable=False),
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("matches", Integer, nullable=False),
    Index("rating_steps_by_player", "player", "game", "ended", "table_id"),
    Index("rating_steps_by_order", "game", "ended", "table_id"),
)

# The rating of each person in each game after their last step.
ratings = Table(
    "ratings",
    metadata,
    Column("game", String(64), primary_key=True),
    Column("player", String(48), primary_key=True),
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("matches", Integer, nullable=False),
    Column("changed", Float(53), nullable=False),
    Index("ratings_by_rating", "game", "mu"),
    Index("ratings_by_player", "player"),
)

# One row per tournament. `host` is the id of a passport, `number` rises with every change, `due` is the date
# at which something happens by itself. `plan` and `state` are JSON.
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("host", String(16), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("changed", Float(53), nullable=False),
    Column("phase", String(16), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("due", Float(53)),
    Column("plan", Text, nullable=False),
    Column("state", Text, nullable=False),
    Index("tournaments_by_due", "due"),
    Index("tournaments_by_host", "host", "phase"),
    Index("tournaments_by_phase", "phase", "changed"),
)

# Who takes part in which tournament, or has.
entries = Table(
    "entries",
    metadata,
    Column("tournament", String(32), primary_key=True),
    Column("player", String(48), primary_key=True),
    Index("entries_by_player", "player"),
)

# What people have said at a table, one row per line. `author` is the hash of the key of whoever said it, and
# `passport` is that person's, empty without one; `speaker` stands for the same person in public. `phrase` is
# the code of a phrase or reaction; without one there is a text.
chat_lines = Table(
    "chat_lines",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("author", String(64), nullable=False),
    Column("speaker", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(24), nullable=False),
    Column("said", Float(53), nullable=False),
    Column("moves", Integer, nullable=False),
    Column("phrase", String(24)),
    Column("text", Text),
    Column("passport", String(16), nullable=False),
    Index("chat_lines_by_passport", "passport"),
)

# One row per person who was asked how they want to be told. `passport` is the public id of their passport,
# `choices` JSON; `confirm_hash` is the hash of the token that confirms `mail_address`, `asked` when it was
# sent. Until `push_lease` and `mail_lease` one server alone tells them something over that channel.
recipients = Table(
    "recipients",
    metadata,
    Column("passport", String(16), primary_key=True),
    Column("choices", Text, nullable=False),
    Column("mail_address", String(254), nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("confirm_hash", String(64), nullable=False),
    Column("asked", Float(53), nullable=False),
    Column("push_lease", Float(53), nullable=False),
    Column("mail_lease", Float(53), nullable=False),
    Index("recipients_by_confirmation", "confirm_hash"),
)

# One row per browser that has subscribed; `id` is the SHA-256 of its `endpoint`.
push_devices = Table(
    "push_devices",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("passport", String(16), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(32), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("failures", Integer, nullable=False),
    Index("push_devices_by_person", "passport"),
)

# What people are to be told, and when they were last told the like (`sent`). Without a date in `due` nothing
# waits. `server` is the one that sends it, because it knows who is at the table. `names` are JSON.
notifications = Table(
    "notifications",
    metadata,
    Column("passport", String(16), primary_key=True),
    Column("channel", String(4), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("due", Float(53)),
    Column("sent", Float(53), nullable=False),
    Column("server", String(32), nullable=False),
    Column("names", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Index("notifications_by_due", "due"),
)

# How many messages were sent, by whom they were for and the date at which the hour or day ends that they are
# counted in; for limits that all servers share.
send_counts = Table(
    "send_counts",
    metadata,
    Column("name", String(80), primary_key=True),
    Column("period", BigInteger, primary_key=True),
    Column("count", Integer, nullable=False),
)


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
