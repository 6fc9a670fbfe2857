"""What the people in a study room are told when its comments and side lines change."""

from fairground.engine.annotations import AnnotatedRecord, Comment, SideLine
from fairground.server.study_wire import FromStudy, StudyComment, StudyLine, StudyMove, StudyRemoved


def tell_line(number: int, side: SideLine) -> StudyLine:
    return StudyLine(number, side.parent, side.at, [StudyMove(seat, words) for seat, words in side.moves])


def tell_comment(number: int, comment: Comment) -> StudyComment:
    return StudyComment(number, comment.line, comment.at, comment.author, comment.text)


def tell_changes(before: AnnotatedRecord, after: AnnotatedRecord) -> list[FromStudy]:
    """Return the messages that lead from one state to the other."""
    told: list[FromStudy] = []
    lines = sorted(before.side_lines.keys() - after.side_lines.keys())
    comments = sorted(before.comments.keys() - after.comments.keys())
    if lines or comments:
        told.append(StudyRemoved(lines, comments))
    for number, side in after.side_lines.items():
        if before.side_lines.get(number) != side:
            told.append(tell_line(number, side))
    for number, comment in after.comments.items():
        if before.comments.get(number) != comment:
            told.append(tell_comment(number, comment))
    return told
