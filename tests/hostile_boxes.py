def hostile_boxes(each: int) -> list[tuple[str, str]]:
    return []
