"""`python manage.py season spring --name Winter --grades 3-5 --first 2027-01-09 --by olga`: the sets of a season."""

import json
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.common import limits
from tournament.common.refusals import Refused
from tournament.common.typed_numbers import grade_numbers
from tournament.models import Event, User
from tournament.set_library import season_balance, seasons
from tournament.web.permissions import NotAllowed


class Command(BaseCommand):
    help = (
        "Have a puzzle set made for each date and grade of a season, in the library of an event; if it is there "
        "already, say how far its sets are. The worker makes them."
    )

    def add_arguments(self, parser) -> None:
        parser.add_argument("event", help="the event, by its address (slug)")
        parser.add_argument("--name", required=True, help="of the season")
        parser.add_argument("--by", help="the sign-in name of the organiser")
        parser.add_argument("--grades", type=grade_numbers, default=[], help="such as 3-5, or 3,4,6")
        parser.add_argument("--first", type=date.fromisoformat, help="the first date, such as 2027-01-09")
        parser.add_argument("--dates", default="30", help="how many there are, or all of them with commas between them")
        parser.add_argument("--weeks", type=int, default=1, help="between the dates")
        parser.add_argument("--format", default="", help="of the sets")
        parser.add_argument(
            "--round", type=int, help="the round of the event that is the pattern, in place of a format"
        )
        parser.add_argument("--count", type=int, help="how many questions a set has")
        parser.add_argument("--values", type=json.loads, default={}, help="of the settings of the generator, as JSON")
        parser.add_argument("--json", action="store_true", help="answer as JSON")

    def handle(self, *, event: str, name: str, **options: Any) -> None:
        row = Event.objects.filter(slug=event).first()
        if row is None:
            raise CommandError(f"There is no event “{event}”.", returncode=2)
        if not seasons.sets_of_season(row, name).exists():
            self._make(row, name, options)
        for each in season_balance.shown(row, name):
            state = {
                "date": each.set.held_on.isoformat() if each.set.held_on else None,
                "grade": each.set.grade,
                "set": each.set.pk,
                "making": each.set.making,
                "percent": each.percent,
                "deviation": each.deviation,
                "why": each.why,
            }
            words = [str(value) for key, value in state.items() if key != "set" and value not in (None, "")]
            self.stdout.write(json.dumps(state) if options["json"] else " ".join(words))

    def _make(self, event: Event, name: str, options: dict[str, Any]) -> None:
        by = User.objects.filter(username=options["by"]).first()
        round_ = event.rounds.filter(position=options["round"]).first() if options["round"] else None
        if by is None or (options["round"] and round_ is None):
            raise CommandError("Name the organiser with --by, and a round of the event, if any.", returncode=2)
        try:
            seasons.make_season(
                by=by,
                event=event,
                name=name,
                dates=_dates(options),
                grades=options["grades"],
                format_slug=options["format"],
                round_=round_,
                count=options["count"],
                settings=options["values"],
            )
        except (Refused, NotAllowed) as refused:
            raise CommandError(str(refused), returncode=2) from refused


def _dates(options: dict[str, Any]) -> list[date]:
    written = str(options["dates"])
    if options["first"] is None or not written.isdecimal():
        try:
            return [date.fromisoformat(each.strip()) for each in written.split(",")]
        except ValueError as error:
            raise CommandError("Give --first, or all dates such as 2027-01-09,2027-01-16.", returncode=2) from error
    if int(written) > limits.SEASON_DATES or not 1 <= options["weeks"] <= 52:
        raise CommandError(f"A season has at most {limits.SEASON_DATES} dates, 1 to 52 weeks apart.", returncode=2)
    return seasons.dates_from(options["first"], int(written), options["weeks"])
