"""People who come back: passports, and what the server knows about whoever has one."""
