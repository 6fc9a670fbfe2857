"""The rules of Fireworks: the tiles, the launch, the score and the turn."""
