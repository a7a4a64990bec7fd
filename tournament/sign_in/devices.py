"""The browser and system of a device in words that its owner knows: “Firefox”, “Android”."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

# In this order: Edge says that it is Chrome too, and Chrome says that it is Safari.
BROWSERS = (
    ("Firefox", ("Firefox/", "FxiOS/")),
    ("Edge", ("Edg/", "EdgA/", "EdgiOS/")),
    ("Opera", ("OPR/", "OPiOS/")),
    ("Samsung Internet", ("SamsungBrowser/",)),
    ("Chrome", ("Chrome/", "CriOS/", "Chromium/")),
    ("Safari", ("Safari/",)),
)
SYSTEMS = (
    ("Android", ("Android",)),
    ("iPhone", ("iPhone",)),
    ("iPad", ("iPad",)),
    ("Windows", ("Windows",)),
    ("Mac", ("Macintosh",)),
    ("ChromeOS", ("CrOS",)),
    ("Linux", ("Linux",)),
)


def known(user_agent: str) -> tuple[str, str]:
    """(browser, system); each is empty if it is none of those above."""
    return _first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)


def in_words(browser: str, system: str) -> str:
    """For example “Firefox on Android”."""
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("Unknown device")


def _first(names: Sequence[tuple[str, Sequence[str]]], text: str) -> str:
    return next((name for name, signs in names if any(sign in text for sign in signs)), "")
