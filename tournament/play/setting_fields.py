"""The settings of a live game as fields of a form, and its presets."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext

from judging.games.live.game import Game
from judging.games.live_games import GAMES

from ..rounds.setting_fields import add_setting_fields, as_text


def preset_settings(game: Game, slug: str) -> dict[str, Any]:
    """The settings of a preset; none, and so the defaults, for one that there is not."""
    preset = next((each for each in game.presets if each.slug == slug), None)
    return dict(preset.plan.values) if preset else {}


def name_of(slug: str, settings: Mapping[str, Any]) -> str:
    """The name of a game, and that of the preset which has these settings, if any: “24 · Basic 24”."""
    game = GAMES[slug]
    chosen = game.schema.read(settings).export()
    labels = (gettext(each.label) for each in game.presets if game.schema.read(each.plan.values).export() == chosen)
    return " · ".join(dict.fromkeys([gettext(game.name), *list(labels)[:1]]))


class GameSettings(forms.Form):
    """The settings of a game, from its schema; all have defaults."""

    def __init__(self, game: Game, *args: Any, **more: Any):
        super().__init__(*args, **more)
        self.game = game
        add_setting_fields(self, game.schema, game.schema.defaults())
        if "players" in game.schema.names():  # as the named games have it: nobody is shut out who comes to join
            self.initial["players"] = as_text(game.schema["players"].maximum)

    def settings(self) -> dict[str, Any]:
        """What was set; a field left empty has its default."""
        schema = self.game.schema
        given = {name: self.cleaned_data.get(name) for name in schema.names()}
        texts = {name: str(value) for name, value in given.items() if value not in (None, "")}
        return schema.from_text(texts)
