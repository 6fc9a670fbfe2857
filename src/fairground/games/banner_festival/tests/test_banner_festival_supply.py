"""§3.8 of Banner Festival: what a bout tells of a seat whose Banners have run out."""

from fairground import load

GAME = load("banner_festival")


def test_3_8_a_tower_without_banners_to_hang_is_not_told_as_a_place() -> None:
    hands = ["teal8 orange1 yellow1", "teal7 teal1 purple1", "teal6 orange2 yellow2", "yellow8 teal2 purple2"]
    played = [f"{suit}{number}" for suit in ("teal", "purple", "orange", "yellow") for number in (4, 5, 9)]
    played += ["purple6", "purple7", "purple8", "orange6", "orange7", "orange8", "yellow6", "yellow7"]
    facts = {"gate": 5, "towers": {"A": [0, 0, 0, 14]}, "played": played}
    position = {"hands": [hand.split() for hand in hands], **facts}
    state = GAME.restore({"game": GAME.name, "seats": 4, "state": position})
    for seat, hand in enumerate(hands):
        state.play(seat, GAME.legal_move(state, seat, f"play {hand.split()[0]}"))
    deeds = GAME.dump(state)["state"]["bouts"][0]["deeds"]  # type: ignore[index]
    assert (deeds[3]["space"], deeds[3]["banners"]) == (None, 0)
    assert (deeds[1]["space"], deeds[1]["banners"]) == (2, 2)
