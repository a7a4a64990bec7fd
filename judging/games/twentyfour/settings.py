"""The nine game types of the 24 family (TF-1), its settings, and its presets (TF-2)."""

from dataclasses import dataclass
from typing import Literal

from judging.games.settings import GradedSettings, Preset, Schema, Setting, SettingProblem, Settings
from judging.messages import gettext_noop, message

GameFamily = Literal["classic", "largest", "closest"]


@dataclass(frozen=True)
class GameType:
    """One type. `endless`: nobody wins the game. `solvable_only`: only sets with a solution are dealt. `waits`: the
    second phase also begins when everybody has entered an x. `open_x`: players see each other's x."""

    number: int
    family: GameFamily
    label: str
    endless: bool = False
    solvable_only: bool = False
    waits: bool = False
    open_x: bool = False

    @property
    def two_phases(self) -> bool:
        return self.family != "classic"


TYPES: dict[str, GameType] = {
    str(each.number): each
    for each in (
        GameType(0, "classic", gettext_noop("Type 0. Classic: the first answer ends the round")),
        GameType(1, "classic", gettext_noop("Type 1. Classic that never ends, for practice"), endless=True),
        GameType(2, "classic", gettext_noop("Type 2. Classic, only sets that have a solution"), solvable_only=True),
        GameType(10, "largest", gettext_noop("Type 10. Tony Four, everybody has the whole answer time")),
        GameType(11, "largest", gettext_noop("Type 11. Tony Four, until everybody has entered an x"), waits=True),
        GameType(
            12, "largest", gettext_noop("Type 12. Tony Four, players see each other's x"), waits=True, open_x=True
        ),
        GameType(20, "closest", gettext_noop("Type 20. Closest to, everybody has the whole answer time")),
        GameType(21, "closest", gettext_noop("Type 21. Closest to, until everybody has entered an x"), waits=True),
        GameType(
            22, "closest", gettext_noop("Type 22. Closest to, players see each other's x"), waits=True, open_x=True
        ),
    )
}


def type_of(settings: Settings) -> GameType:
    return TYPES[settings.choice("game_type")]


HOST_STARTS = 0
MOST_PLAYERS, MOST_SETS = 40, 10


def _one_set(settings: Settings) -> SettingProblem | None:
    if type_of(settings).family != "closest" or settings.whole("sets") == 1:
        return None
    return SettingProblem("sets", "one_set", message("tf_closest_has_one_set"))


SCHEMA = Schema(
    (
        Setting(
            "game_type",
            "0",
            gettext_noop("Game type"),
            gettext_noop("What the players look for, and when the second phase begins."),
            choices=tuple((name, each.label) for name, each in TYPES.items()),
            rule="TF-1",
        ),
        Setting(
            "players",
            2,
            gettext_noop("Players"),
            gettext_noop("How many players can sit at the table."),
            1,
            MOST_PLAYERS,
            "TF-2",
        ),
        Setting(
            "target",
            24,
            gettext_noop("Target"),
            gettext_noop("The number to make, or to come close to. Tony Four does not use it."),
            0,
            10_000,
            "TF-2",
        ),
        Setting(
            "numbers",
            4,
            gettext_noop("Numbers in a set"),
            gettext_noop("How many numbers each set has."),
            2,
            5,
            "TF-2",
        ),
        Setting(
            "sets",
            1,
            gettext_noop("Sets"),
            gettext_noop("How many sets are shown in a round. Closest to has one."),
            1,
            MOST_SETS,
            "TF-2",
        ),
        Setting(
            "number_range",
            10,
            gettext_noop("Number range"),
            gettext_noop("Numbers run from 1 to this one."),
            1,
            100,
            "TF-2",
        ),
        Setting(
            "end_score",
            10,
            gettext_noop("End score"),
            gettext_noop("Whoever first has so many points wins the game."),
            1,
            1000,
            "TF-E-1",
        ),
        Setting(
            "round_time",
            0,
            gettext_noop("Round time"),
            gettext_noop("Seconds for a Classic round; 0 means that it has no limit."),
            0,
            7200,
            "TF-C-6",
        ),
        Setting(
            "wrong_locks",
            False,
            gettext_noop("A wrong answer only locks out"),
            gettext_noop("In Classic a wrong answer costs its player a point and the others go on."),
            rule="TF-C-7",
        ),
        Setting(
            "between_time",
            HOST_STARTS,
            gettext_noop("Time between rounds"),
            gettext_noop("Seconds until the next round begins. 0: the host begins it."),
            HOST_STARTS,
            3600,
            "TF-3",
        ),
        Setting(
            "answer_time",
            60,
            gettext_noop("Answer time"),
            gettext_noop("Seconds for entering x in Tony Four and Closest to."),
            5,
            7200,
            "TF-X-2",
        ),
        Setting(
            "proof_time",
            90,
            gettext_noop("Time for proofs"),
            gettext_noop("Seconds for the second phase; 0 means that it has no limit."),
            0,
            7200,
            "TF-X-6",
        ),
    ),
    rules=(_one_set,),
)


def _preset(slug: str, label: str, help_text: str, **values: object) -> Preset:
    return Preset(slug, label, help_text, GradedSettings(values))


PRESETS = (
    _preset(
        "basic_24",
        gettext_noop("Basic 24"),
        gettext_noop("Four numbers from 1 to 10 make 24; first to 10 points."),
        players=MOST_PLAYERS,
    ),
    _preset(
        "tony_four",
        gettext_noop("Tony Four"),
        gettext_noop("Three sets make the same number, the largest wins; players see each other's x."),
        game_type="12",
        players=MOST_PLAYERS,
        sets=3,
        answer_time=120,
        proof_time=180,
    ),
    _preset(
        "closest_to",
        gettext_noop("Closest to"),
        gettext_noop("Come as close to 24 as possible without making it; players see each other's x."),
        game_type="22",
        players=MOST_PLAYERS,
    ),
    _preset(
        "practice",
        gettext_noop("Practice"),
        gettext_noop("Basic 24 for one player; it never ends."),
        game_type="1",
        players=1,
        between_time=5,
    ),
)
