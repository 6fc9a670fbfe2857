"""§4 The arranger: finds the layout of a seat's tiles that scores the most, and lays it out.

`arranger` is the way in. It sorts a seat's tiles, asks `planner` for the best plan and lays the tiles out.
`planner` chooses the tiles of the rings, with `plain` for those without a half. `links` joins halves inside
the rings to halves outside, `pairs` counts and values the other pairs, and `layouts` says where on the board
all of this goes. A `plan` is what they pass on to each other.
"""
