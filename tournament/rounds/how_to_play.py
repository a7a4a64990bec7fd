"""How the rounds of an event are played, from their settings: what all grades share, and what differs (NT-P-3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from judging.games.formats import FORMATS
from judging.games.live.game import Game
from judging.games.live_games import GAMES
from judging.games.paper import PaperFormat
from judging.games.paper.explanations import ExampleLine, RoundExplanation, example, explain
from judging.games.settings import Settings
from judging.language.editions import BASIC, Edition, edition as read_edition
from judging.messages import Message

from ..models import Division, Event, Round, Series
from ..models.rounds import TIEBREAKER
from .expected_sheets import with_sides


@dataclass(frozen=True)
class GradesSentences:
    """Sentences that hold in some grades only."""

    grades: tuple[Division, ...]
    sentences: tuple[Message, ...]


@dataclass(frozen=True)
class HowToPlay:
    """One round, or a format by itself where `round` is None. `task` and `scoring` hold in every grade."""

    round: Round | None
    rules: PaperFormat
    task: tuple[Message, ...]
    scoring: tuple[Message, ...]
    by_grade: tuple[GradesSentences, ...]
    example: tuple[ExampleLine, ...]
    is_basic: bool


@dataclass(frozen=True)
class LiveGameRules:
    """A series of live games, and what was chosen for them: settings with their labels."""

    series: Series
    game: Game
    chosen: tuple[tuple[str, str], ...]


def live_games(event: Event) -> list[LiveGameRules]:
    """The games of each series. One query."""
    return [_of_series(each, GAMES[each.game]) for each in event.series.all()]


def _of_series(series: Series, game: Game) -> LiveGameRules:
    chosen = ((each.label, dict(each.choices), str(series.settings[each.name])) for each in game.schema.settings)
    return LiveGameRules(series, game, tuple((label, names[name]) for label, names, name in chosen if name in names))


def how_to_play(event: Event) -> list[HowToPlay]:
    """Each round of the programme, then the tiebreaker. Three queries."""
    rounds = [each for each in with_sides(event.rounds.all()) if each.format != TIEBREAKER]
    divisions = list(event.divisions.all())
    played = [_of_round(each, divisions) for each in rounds]
    return [*played, _of_format(FORMATS[TIEBREAKER])] if played else []


def formats() -> list[HowToPlay]:
    """Each format of the programme with the settings of its first preset, without a query."""
    return [_of_format(each) for each in FORMATS.values() if each.slug != TIEBREAKER]


def _of_round(round_: Round, divisions: Sequence[Division]) -> HowToPlay:
    settings = {each: round_.settings_for(each.grade) for each in divisions}
    own = {each: explain(round_.rules, values) for each, values in settings.items()}
    usual = round_.settings_for(None)
    return _explained(round_, round_.rules, usual, read_edition(round_.edition), own)


def _of_format(rules: PaperFormat) -> HowToPlay:
    return _explained(None, rules, rules.settings_for(rules.presets[0].slug), read_edition(rules.edition), {})


def _explained(
    round_: Round | None, rules: PaperFormat, usual: Settings, edition: Edition, own: dict[Division, RoundExplanation]
) -> HowToPlay:
    every = list(own.values()) or [explain(rules, usual)]
    task, scoring = _shared([each.task for each in every]), _shared([each.scoring for each in every])
    shared = {*task, *scoring}
    differing: dict[tuple[Message, ...], list[Division]] = {}
    for division, explanation in own.items():
        rest = tuple(each for each in (*explanation.task, *explanation.scoring) if each not in shared)
        if rest:
            differing.setdefault(rest, []).append(division)
    by_grade = tuple(GradesSentences(tuple(grades), sentences) for sentences, grades in differing.items())
    lines = example(rules, usual, edition)
    return HowToPlay(round_, rules, task, scoring, by_grade, lines, edition.functions == BASIC)


def _shared(parts: Sequence[tuple[Message, ...]]) -> tuple[Message, ...]:
    """The sentences that stand in every part, in the order of the first."""
    return tuple(each for each in parts[0] if all(each in part for part in parts))
