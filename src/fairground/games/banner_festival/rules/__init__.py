"""What may happen in Banner Festival: `festival.py` asks, the other files say what follows."""
