"""Reviews of matches: asked for, made by workers, followed while they are made, and kept."""
