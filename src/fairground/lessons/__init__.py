"""Lessons: a game taught by playing. `course` reads a game's lessons, `lesson_run` plays them."""
