"""Disputes of coaches: links for every team, and a few disputes about the round that is being marked."""

from collections.abc import Collection

from ..common import limits
from ..disputes import actions as disputes, coach_links
from ..disputes.queries import WeighedDispute, open_disputes
from ..models import CoachLink, Dispute, Mark, Round, Submission
from ..models.disputes import count_open
from ..rekeying import actions as rekeying
from .day import Day
from .photos import photo

STATEMENTS = (
    "We think that this line should count. Please look at the paper again.",
    "One sign is hard to read. Please compare the line with the paper.",
    "This is how they write it at their school. Please read it that way.",
    "They say that they meant this in another way. Please look at it once more.",
)
DISPUTES = 12
STAY_OPEN = 2  # of the weightiest, and of those that weigh least
ANSWERS = {
    "rejected": "We looked at the sheet with two judges. The line says what was typed.",
    "upheld": "You are right, thank you. The sheet will be typed again.",
}


def file_some(day: Day, round_: Round) -> None:
    """Disputes that coaches file about lines which brought nothing: the weightiest, the lightest and the one with a
    photo stay open, of the others one is upheld and the rest rejected."""
    coach_links.make_links(by=day.organiser, event=day.event)
    disputes.open_window(by=day.organiser, round_=round_, minutes=limits.DISPUTE_MINUTES)
    links: dict[int | None, CoachLink] = {link.team_id: link for link in CoachLink.objects.filter(event=day.event)}
    lines = _worth_nothing(round_, links)
    for at, line in enumerate(day.chance.sample(lines, min(DISPUTES, len(lines)))):
        statement, who = STATEMENTS[at % len(STATEMENTS)], line.sheet.owner.player
        picture = photo(line) if at == 0 else None
        coach_links.dispute(
            link=links[who.team_id if who else None], sheet=line.sheet, line=line, statement=statement, picture=picture
        )
    weighed = [each for each in open_disputes(day.event) if not each.dispute.pictures.exists()]
    for at, each in enumerate(weighed[STAY_OPEN:-STAY_OPEN]):
        _decide(day, each, upheld=at == 0)
    day.say(f"{count_open(day.event)} disputes open about {round_}")


def _worth_nothing(round_: Round, links: Collection[int | None]) -> list[Submission]:
    """Lines of teams with a coach that brought no point."""
    shares = [share for result in round_.results.order_by("pk") for share in result.lines]
    lines = Submission.objects.filter(
        pk__in=[share["line"] for share in shares if not share["points"]],
        mark=Mark.WRITTEN,
        sheet__entrant__player__team__in=links,
    )
    return list(lines.select_related("sheet__entrant__player").order_by("pk"))


def _decide(day: Day, each: WeighedDispute, upheld: bool) -> Dispute:
    if upheld:
        rekeying.recall(by=day.organiser, sheet=each.dispute.sheet, why=ANSWERS["upheld"])
        return disputes.uphold(
            by=day.judge, dispute=each.dispute, answer=ANSWERS["upheld"], consequence=Dispute.Consequence.READING
        )
    return disputes.reject(by=day.judge, dispute=each.dispute, answer=ANSWERS["rejected"])
