"""The tables of the store, and the numbered steps that lead to them from any earlier version."""

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

# One row a table. What comes before `phase` never changes.
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("box", String(16), nullable=False),
    Column("box_text", Text),
    Column("listed", Boolean, nullable=False),
    Column("clock", Text, nullable=False),
    Column("away", Integer),
    Column("seed", LargeBinary, nullable=False),
    Column("host", String(64), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("phase", String(8), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("live", Text, nullable=False),
    Column("changed", Float(53), nullable=False),
    Index("tables_by_change", "listed", "phase", "changed"),
)

# One row a move, in words. An undone move is deleted. `number` is that of the update it made.
moves = Table(
    "moves",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("at", Integer, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("words", Text, nullable=False),
    Column("made", Float(53), nullable=False),
)

# Step n leads from version n - 1 to n. A step that was ever released is never edited.
# `{blob}` and `{double}` are the database's own words.
STEPS: tuple[tuple[str, ...], ...] = (
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
)
WORDS = {
    "sqlite": {"blob": "BLOB", "double": "DOUBLE"},
    "postgresql": {"blob": "BYTEA", "double": "DOUBLE PRECISION"},
}


def version(connection: Connection) -> int:
    """The version of the store; 0 if it is empty."""
    if not inspect(connection).has_table(schema_version.name):
        return 0
    return int(connection.execute(select(schema_version.c.version)).scalar_one())


def migrate(connection: Connection, steps: tuple[tuple[str, ...], ...] = STEPS) -> None:
    """Bring the store to the newest version, in the transaction that is open."""
    found = version(connection)
    if found > len(steps):
        raise StoreError(
            f"the store has version {found} and this program knows versions up to {len(steps)}: it was"
            " written by a newer Fairground"
        )
    if found == 0:
        connection.execute(text("CREATE TABLE schema_version (version INTEGER NOT NULL)"))
        connection.execute(schema_version.insert().values(version=0))
    for statements in steps[found:]:
        for statement in statements:
            connection.execute(text(statement.format(**WORDS[connection.dialect.name])))
    if found < len(steps):
        connection.execute(schema_version.update().values(version=len(steps)))
