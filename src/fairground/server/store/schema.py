"""The schema of the store, and the numbered steps that bring any earlier version up to date."""

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

# One row per table. The columns before `phase` never change. `options`, `clock` and `progress` are JSON.
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
    Column("update_number", BigInteger, nullable=False),
    Column("progress", Text, nullable=False),
    Column("changed", Float(53), nullable=False),
    Index("tables_by_change", "listed", "phase", "changed"),
)

# One row per move, in words; `ordinal` counts the moves of a table from 0. An undone move is deleted.
# `update_number` is the number of the update that brought the move.
moves = Table(
    "moves",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("update_number", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("words", Text, nullable=False),
    Column("made", Float(53), nullable=False),
)

# Step n leads from version n - 1 to version n. Never edit a step that has been released: add another one.
# `{blob}` and `{double}` stand for the database's own type names.
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
    (
        "ALTER TABLE tables RENAME COLUMN number TO update_number",
        "ALTER TABLE tables RENAME COLUMN live TO progress",
        "ALTER TABLE moves RENAME COLUMN at TO ordinal",
        "ALTER TABLE moves RENAME COLUMN number TO update_number",
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


def migrate(connection: Connection, steps: tuple[tuple[str, ...], ...] = STEPS) -> None:
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
            connection.execute(text(statement.format(**TYPES[connection.dialect.name])))
    if found < len(steps):
        connection.execute(schema_version.update().values(version=len(steps)))
