"""Where tables are stored: SQLite or PostgreSQL through SQLAlchemy, schema versions, archives."""
