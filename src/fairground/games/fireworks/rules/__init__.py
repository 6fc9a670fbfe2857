"""The rules of Fireworks: the tiles, the launch, the arranger, the score and the turn."""
