"""What people can say at every table without writing: phrases and reactions, each a code.

Only the code travels, and everybody reads it in their own language. The English is for clients without
translations of their own. A code is never removed or given another meaning: it stands in stored matches.
"""

from typing import Final

# A reaction is shown as a picture; the words say what is in it.
REACTIONS: Final = {
    "applause": "Applause",
    "laugh": "Laughter",
    "wow": "Amazement",
    "thinking": "Hard thinking",
    "tears": "A tear",
    "heart": "A heart",
    "thumb": "Thumbs up",
    "luck": "A clover for luck",
    "lantern": "A lantern",
    "rocket": "A rocket",
    "teapot": "A cup of tea",
    "snail": "A snail",
}

PHRASES: Final = {
    "hello": "Hello, everybody!",
    "have_fun": "Good luck, and have fun!",
    "your_turn": "I think it is your turn.",
    "moment": "Give me a moment to think.",
    "back_soon": "I will be right back.",
    "here_again": "Here I am again.",
    "nice_move": "What a nice move!",
    "clever": "I did not see that coming.",
    "ouch": "Ouch, that hurt!",
    "oops": "Oops, I did not mean to do that.",
    "lucky": "That was lucky!",
    "close": "This is going to be close.",
    "thanks": "Thank you!",
    "sorry": "Sorry!",
    "good_game": "Good game!",
    "again": "Another match?",
    "bye": "I have to go. See you soon!",
}

ALL: Final = {**REACTIONS, **PHRASES}
