"""Actions of a ceremony: begin it, move all its screens, go on after results changed.

A step is shown only while its standing is as it was when the ceremony began: nobody is announced who has lost the award
since. Moving has no audit entry, since it changes what a screen shows and nothing of the record.
"""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused, invalid
from ..models import Ceremony, Event, User
from ..web.permissions import require, require_locked
from .ceremony import CeremonyStep, digest, standings_of, steps_of


@transaction.atomic
def begin(
    *,
    by: User,
    event: Event,
    standings: Sequence[str],
    only_awards: bool = True,
    by_rounds: bool = True,
    shows_penalties: bool = False,
) -> Ceremony:
    """Begin a ceremony of these standings, such as `players-3`, in the order of the programme. It replaces the one
    before. Without `shows_penalties` the screen shows only the total of those who have one. Refused `invalid` without a
    standing."""
    event = require_locked(by, "run", event)
    chosen = [each for each in standings_of(event) if each in standings]
    if not chosen:
        raise invalid(standings=_("Choose at least one standing."))
    programme = [[each, digest(steps_of(event, each, only_awards, by_rounds))] for each in chosen]
    facts = {"programme": programme, "only_awards": only_awards, "by_rounds": by_rounds}
    facts["shows_penalties"] = shows_penalties
    beginning = {"standing": 0, "step": 0, "begun_by": by, "begun_at": timezone.now()}
    made, _is_new = Ceremony.objects.update_or_create(event=event, defaults=facts | beginning)
    audit.record(event, by, "ceremony.begun", event, after={"standings": chosen})
    return made


@transaction.atomic
def move(*, by: User, event: Event, position: str, back: bool = False) -> Ceremony:
    """Go one step on, or back, from `position` (`Ceremony.position`). If another screen has moved since, nothing
    happens. Refused `ceremony_changed` if the standing of the next step is not what it was when the ceremony began."""
    require(by, "run", event)
    ceremony = _locked(event)
    if ceremony.position != position:
        return ceremony
    if back:
        _step_back(ceremony, event)
    elif ceremony.standing < len(ceremony.programme):
        _step_on(ceremony, event)
    ceremony.save(update_fields=["standing", "step"])
    return ceremony


@transaction.atomic
def accept_changes(*, by: User, event: Event) -> Ceremony:
    """Go on with the results as they are now. If the standing that is shown has changed, it begins again."""
    require(by, "run", event)
    ceremony = _locked(event)
    before, was = dict(ceremony.programme), ceremony.programme
    now = ((each, _steps(ceremony, event, each)) for each, _digest in was)
    current = [(each, steps) for each, steps in now if steps]
    changed = [each for each, steps in current if digest(steps) != before[each]]
    here = was[ceremony.standing][0] if ceremony.standing < len(was) else ""
    ceremony.programme = [[each, digest(steps)] for each, steps in current]
    names = [each for each, _steps in current]
    if here not in names or here in changed:
        ceremony.step = 0
    ceremony.standing = names.index(here) if here in names else min(ceremony.standing, len(names))
    ceremony.save(update_fields=["programme", "standing", "step"])
    audit.record(event, by, "ceremony.changes_accepted", event, after={"standings": changed})
    return ceremony


def changed_standings(ceremony: Ceremony) -> list[str]:
    """The standings that have changed since the ceremony began."""
    event = ceremony.event
    return [each for each, known in ceremony.programme if digest(_steps(ceremony, event, each)) != known]


def current_step(ceremony: Ceremony) -> CeremonyStep | None:
    """The step that the screens show; None at the end. Refused `ceremony_changed` as in `move`."""
    if ceremony.standing >= len(ceremony.programme):
        return None
    steps = _unchanged_steps(ceremony, ceremony.event, ceremony.standing)
    return steps[ceremony.step]


def _locked(event: Event) -> Ceremony:
    ceremony = Ceremony.objects.select_for_update().filter(event=event).first()
    if ceremony is None:
        raise Refused("no_ceremony", _("No ceremony has begun."))
    return ceremony


def _step_on(ceremony: Ceremony, event: Event) -> None:
    steps = _unchanged_steps(ceremony, event, ceremony.standing)
    if ceremony.step + 1 < len(steps):
        ceremony.step += 1
        return
    if ceremony.standing + 1 < len(ceremony.programme):
        _unchanged_steps(ceremony, event, ceremony.standing + 1)
    ceremony.standing, ceremony.step = ceremony.standing + 1, 0


def _step_back(ceremony: Ceremony, event: Event) -> None:
    if ceremony.step:
        ceremony.step -= 1
    elif ceremony.standing:
        steps = _unchanged_steps(ceremony, event, ceremony.standing - 1)
        ceremony.standing, ceremony.step = ceremony.standing - 1, len(steps) - 1


def _unchanged_steps(ceremony: Ceremony, event: Event, at: int) -> tuple[CeremonyStep, ...]:
    standing, known = ceremony.programme[at]
    steps = _steps(ceremony, event, standing)
    if digest(steps) != known:
        raise Refused("ceremony_changed", _("One moment, please. The organiser is checking something."))
    return steps


def _steps(ceremony: Ceremony, event: Event, standing: str) -> tuple[CeremonyStep, ...]:
    return steps_of(event, standing, ceremony.only_awards, ceremony.by_rounds)
