"""The engine: states, referee, records, chance. It knows no game, no network and no clock."""
