"""The sets of a season: one for each date and grade, begun, stopped, continued and deleted together."""

import datetime
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from puzzles.sets.generate import FORMATS
from puzzles.sets.settings import for_grade

from ..audit import trail as audit
from ..common import limits
from ..common.line_text import tidy
from ..common.refusals import Refused, invalid
from ..common.wording.sentences import sentence
from ..models import Event, PuzzleSet, Round, User
from ..puzzle_sets import actions as sets
from ..puzzle_sets.boxes import puzzles_needed
from ..puzzle_sets.generation import DONE, MAKING, balance_at_end
from ..web.permissions import require_locked
from .importer import HIGHEST_GRADE

NAME = 60
MANY = ("sets", "targets", "last_number")  # the setting that says how many questions a puzzle has


def sets_of_season(event: Event, season: str) -> QuerySet[PuzzleSet]:
    """The sets of a season of the event, in the order of dates and grades."""
    return event.puzzle_sets.filter(season=season).exclude(season="").order_by("held_on", "grade")


def dates_from(first: datetime.date, count: int, weeks: int) -> list[datetime.date]:
    """So many dates, every so many weeks."""
    return [first + datetime.timedelta(weeks=weeks * at) for at in range(count)]


@transaction.atomic
def make_season(
    *,
    by: User,
    event: Event,
    name: str,
    dates: Sequence[datetime.date],
    grades: Sequence[int],
    format_slug: str = "",
    round_: Round | None = None,
    count: int | None = None,
    settings: Mapping[str, object] = {},
) -> list[PuzzleSet]:
    """Have a set made for each date and grade. A round of the event is the pattern, or a format with its own settings;
    `settings` of the generator go before these. `count` is how many questions a set has."""
    require_locked(by, "run", event)
    name, days, grades = tidy(name), sorted({*dates}), sorted({*grades})
    slug = round_.format if round_ else format_slug
    _check(event, name, days, grades, slug)
    patterns = {grade: _pattern(slug, round_, grade, count, settings) for grade in grades}
    if len(days) * sum(_questions(slug, each) for each in patterns.values()) > limits.SEASON_QUESTIONS:
        sentence = _("A season has at most %(most)s questions. Make fewer dates, grades or questions.")
        raise invalid(count=sentence % {"most": limits.SEASON_QUESTIONS})
    edition = round_.edition if round_ else {"edition": FORMATS[slug].edition}
    shared = {"season": name, "format": slug, "edition": edition}
    made = [
        sets.begin(by, event, name=f"{name} {day}", held_on=day, grade=grade, **shared, **patterns[grade])
        for day in days
        for grade in grades
    ]
    after = {"name": name, "dates": len(days), "grades": grades}
    audit.record(event, by, "season.begun", None, after=after)
    return made


def _check(event: Event, name: str, days: Sequence[datetime.date], grades: Sequence[int], slug: str) -> None:
    if not 0 < len(name) <= NAME:
        raise invalid(name=_("Give the season a name of at most %(most)s letters.") % {"most": NAME})
    if sets_of_season(event, name).exists():
        raise invalid(name=_("There is a season of this name already."))
    if event.puzzle_sets.exclude(season="").values("season").distinct().count() >= limits.SEASONS_EVENT:
        raise Refused("too_many_seasons", _("An event has at most %(n)s seasons.") % {"n": limits.SEASONS_EVENT})
    if not 1 <= len(days) <= limits.SEASON_DATES:
        raise invalid(dates=_("A season has 1 to %(most)s dates.") % {"most": limits.SEASON_DATES})
    if not 1 <= len(grades) <= limits.SEASON_GRADES or not all(0 < each <= HIGHEST_GRADE for each in grades):
        raise invalid(grades=_("A season has 1 to %(most)s grades.") % {"most": limits.SEASON_GRADES})
    if slug not in FORMATS or FORMATS[slug].words:
        raise invalid(format_slug=_("Choose a round or a format with numbers."))


def _pattern(
    slug: str, round_: Round | None, grade: int, count: int | None, settings: Mapping[str, object]
) -> dict[str, object]:
    """The generator's settings and the number of puzzles of a set for the grade."""
    maker = FORMATS[slug]
    played = round_.settings_for(grade) if round_ else None
    values = {**for_grade(maker.schema, played.export() if played else {}, grade), **settings}
    values |= {"no_repeats": True}
    many = next((each for each in MANY if each in values), "")
    if maker.several and many and count:
        values[many] = count
    if problems := maker.schema.problems(values):
        raise invalid(**{each.name: sentence(each.message) for each in problems})
    needed = puzzles_needed(slug, round_.rules.shape(played)) if round_ and played else 1 if maker.several else 10
    if not maker.several and count:
        needed = min(count, limits.SET_PUZZLES)
    return {"settings": maker.schema.read(values).export(), "count": needed}


def _questions(slug: str, pattern: Mapping) -> int:
    many = next((pattern["settings"][each] for each in MANY if each in pattern["settings"]), 1)
    return pattern["count"] * (many if FORMATS[slug].several else 1)


@transaction.atomic
def stop_season(*, by: User, event: Event, season: str) -> None:
    """Stop making the sets of a season. What is made stays."""
    rows = _locked(by, event, season).filter(making=MAKING)
    for draft in rows:
        sets.halt(draft)
    audit.record(event, by, "season.stopped", None, after={"name": season})


@transaction.atomic
def go_on_with_season(*, by: User, event: Event, season: str) -> None:
    """Have the rest made, and the sets balanced once more."""
    rows = list(_locked(by, event, season))
    for draft in rows:
        if draft.making != DONE:
            sets.wait_again(draft)
    for draft in {each.grade: each for each in rows}.values():
        balance_at_end(draft)
    audit.record(event, by, "season.gone_on", None, after={"name": season})


@transaction.atomic
def remove_season(*, by: User, event: Event, season: str) -> None:
    """Delete the sets of a season. Those with a locked version stay in the library: their keys are kept."""
    rows = _locked(by, event, season)
    rows.filter(versions=None).delete()
    rows.update(season="")
    audit.record(event, by, "season.removed", None, before={"name": season})


def _locked(by: User, event: Event, season: str) -> QuerySet[PuzzleSet]:
    require_locked(by, "run", event)
    rows = sets_of_season(event, season)
    if not rows.exists():
        raise Refused("gone", _("There is no season “%(name)s”.") % {"name": season[:NAME]})
    return rows
