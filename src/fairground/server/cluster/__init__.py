"""Several servers on one PostgreSQL: locks on tables, and messages between the servers."""
