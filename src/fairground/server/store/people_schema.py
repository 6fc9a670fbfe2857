"""The schema of what a store keeps about people: passports, talk, ratings, tournaments, notifications."""

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, String, Table, Text

from fairground.server.store.schema import metadata

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
