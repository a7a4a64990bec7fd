"""Which paragraph of which guide helps with a page: the link “Help” in its header.

A page that is not public has a row here, by its URL name; without one the link leads to the guide of those who may open
it. What a button does has none: the page that it leads to has. Public pages have no link, because one copy of them is
kept for everybody.
"""

from collections.abc import Mapping

from django.http import HttpRequest
from django.urls import ResolverMatch, reverse

HELP: Mapping[str, str] = {
    "create-event": "organiser#begin",
    "account": "organiser#your-account",
    "account-password": "organiser#your-account",
    "first-account": "organiser#begin",
    # the organiser
    "run": "organiser",
    "event-settings": "organiser#grades",
    "event-archive": "organiser#players-and-teams",
    "event-names": "privacy",
    "event-sign-again": "privacy",
    "division-add": "organiser#grades",
    "division-remove": "organiser#grades",
    "criteria": "organiser#ranking-criteria-and-ties",
    "ties": "organiser#ranking-criteria-and-ties",
    "publish": "organiser#what-the-public-sees",
    "publish-again": "organiser#what-the-public-sees",
    "publish-give-up": "organiser#what-the-public-sees",
    "publish-correct": "organiser#correct-final-results",
    "ceremony": "organiser#the-ceremony",
    "ceremony-screen": "organiser#the-ceremony",
    "games": "organiser#live-games",
    "series-new": "organiser#live-games",
    "series-run": "organiser#live-games",
    "people": "organiser#helpers",
    "role-take": "organiser#helpers",
    "keyers": "organiser#if-a-sheet-was-misread",
    "helpers-add": "organiser#helpers-and-their-links",
    "helper-cards": "organiser#helpers-and-their-links",
    "person": "organiser#helpers-and-their-links",
    "relations": "organiser#who-must-not-type-whose-sheets",
    "roster": "organiser#players-and-teams",
    "player-add": "organiser#players-and-teams",
    "player-change": "organiser#players-and-teams",
    "player-substitute": "organiser#players-and-teams",
    "entrant-status": "organiser#players-and-teams",
    "roster-teams": "organiser#players-and-teams",
    "player-delete": "organiser#players-and-teams",
    "team-delete": "organiser#players-and-teams",
    "check-in": "organiser#at-the-door",
    "check-in-player": "organiser#at-the-door",
    "check-in-close": "organiser#at-the-door",
    "roster-import": "organiser#players-and-teams",
    "roster-import-check": "organiser#players-and-teams",
    "round-add": "organiser#rounds",
    "round-change": "organiser#rounds",
    "round-run": "organiser#the-steps-of-a-round",
    "waiting": "organiser#the-steps-of-a-round",
    "become-judge": "organiser#the-steps-of-a-round",
    "round-move": "organiser#the-steps-of-a-round",
    "round-remove": "organiser#the-steps-of-a-round",
    "puzzle-set": "organiser#puzzles",
    "puzzle-import": "organiser#puzzles",
    "puzzle-print": "organiser#print-puzzles",
    "puzzle-print-day": "organiser#print-puzzles",
    "puzzle-import-check": "organiser#puzzles",
    "event-words": "organiser#words",
    "set-library": "organiser#have-puzzles-made",
    "set-new": "organiser#have-puzzles-made",
    "set-import": "organiser#have-puzzles-made",
    "set-import-check": "organiser#have-puzzles-made",
    "puzzle-sets": "organiser#have-puzzles-made",
    "made-set": "organiser#have-puzzles-made",
    "made-set-change": "organiser#have-puzzles-made",
    "made-set-box": "organiser#have-puzzles-made",
    "made-set-correct": "organiser#have-puzzles-made",
    "made-set-name": "organiser#have-puzzles-made",
    "made-set-remove": "organiser#have-puzzles-made",
    "made-set-print": "organiser#print-puzzles",
    "coach-links": "organiser#disputes",
    "coach-handouts": "organiser#disputes",
    "disputes-window": "organiser#disputes",
    # sheets
    "sheets": "organiser#sheets",
    "board": "organiser#sheets",
    "hall-clock": "organiser#the-clock-in-the-hall",
    "hall-clock-set": "organiser#the-clock-in-the-hall",
    "sheets-print": "organiser#sheets",
    "sheets-issue": "organiser#sheets",
    "return-desk": "volunteer#take-sheets-back",
    "pictures": "volunteer#send-pictures",
    "sheet": "organiser#sheets",
    "sheet-step": "organiser#sheets",
    "scan-add": "volunteer#send-pictures",
    "scan": "volunteer#send-pictures",
    # typing
    "keying-rounds": "volunteer#type-a-sheet",
    "keying-round": "volunteer#type-a-sheet",
    "keying": "volunteer#type-a-sheet",
    "keying-kept": "volunteer#if-the-connection-drops",
    "lines-import": "organiser#lines-from-a-file",
    "lines-import-check": "organiser#lines-from-a-file",
    # after the typing
    "readings": "organiser#if-a-sheet-was-misread",
    "reading": "organiser#if-a-sheet-was-misread",
    "reading-recall": "organiser#if-a-sheet-was-misread",
    "reading-confirm": "organiser#if-a-sheet-was-misread",
    "reading-discard": "organiser#if-a-sheet-was-misread",
    "reading-move": "organiser#if-a-sheet-was-misread",
    "history": "organiser#the-history",
    "rescores": "organiser#if-something-was-wrong",
    "rescore": "organiser#if-something-was-wrong",
    "rescore-apply": "organiser#if-something-was-wrong",
    "rescore-sign": "organiser#if-something-was-wrong",
    "rescore-drop": "organiser#if-something-was-wrong",
    "rescore-propose": "organiser#if-something-was-wrong",
    "rescore-numbers": "organiser#if-something-was-wrong",
    "rescore-void": "organiser#if-something-was-wrong",
    "rescore-rules": "organiser#if-something-was-wrong",
    "rescore-kin": "organiser#if-something-was-wrong",
    "rescore-keying": "organiser#if-something-was-wrong",
    "rescore-ruling": "judge#final-rounds",
    "rescore-pair": "judge#final-rounds",
    # judges
    "judge-queue": "judge",
    "judge-line": "judge#rule-on-a-line",
    "judge-sheet": "judge#rule-on-a-line",
    "rulings": "judge#rule-on-a-line",
    "ruling-sign": "judge#if-several-judges-must-sign",
    "pairs": "judge#once-or-twice",
    "pair": "judge#once-or-twice",
    "pair-sign": "judge#if-several-judges-must-sign",
    "penalties": "judge#penalties",
    "penalty-give": "judge#penalties",
    "penalty-lift": "judge#penalties",
    "disputes": "judge#disputes",
    "dispute": "judge#disputes",
    "dispute-take": "judge#disputes",
    "dispute-decide": "judge#disputes",
    "dispute-file": "judge#disputes",
    # coaches
    "coach": "coach#read-the-sheets",
    "coach-paper": "coach#read-the-sheets",
    "coach-line": "coach#dispute-something",
    "coach-sheet": "coach#dispute-something",
    "coach-withdraw": "coach#dispute-something",
}
# Where a page is for several roles, a judge or a volunteer who does not organise reads their own guide.
FOR_JUDGES: Mapping[str, str] = {
    "ties": "judge#ties",
    "readings": "judge#a-misread-sheet",
    "reading": "judge#a-misread-sheet",
    "rescores": "judge#final-rounds",
    "rescore": "judge#final-rounds",
}
FOR_VOLUNTEERS: Mapping[str, str] = {
    "account": "volunteer#sign-in",
    "relations": "volunteer#type-a-sheet",
    "sheets": "volunteer#take-sheets-back",
    "board": "volunteer#take-sheets-back",
    "sheet": "volunteer#take-sheets-back",
    "dispute-file": "volunteer",
}
# by what `event_page(needs=…)` asks for
FOR_WHOM: Mapping[str, str] = {
    "run": "organiser",
    "roster": "organiser",
    "key": "volunteer",
    "custody": "volunteer",
    "rule": "judge",
    "desk": "judge",
}


def help_address(request: HttpRequest) -> str:
    """The address of the paragraph for this page; empty if it has none."""
    match = request.resolver_match
    able: frozenset[str] = getattr(request, "capabilities", frozenset())
    name = match.url_name if match else None
    found = _own_guide(name or "", able) or HELP.get(name or "") or FOR_WHOM.get(_needs(match))
    if not found:
        return ""
    guide, _hash, anchor = found.partition("#")
    return reverse("guide", args=[guide]) + (f"#{anchor}" if anchor else "")


def _needs(match: ResolverMatch | None) -> str:
    """The capability that the page asks for; empty for public pages and those of the site."""
    return getattr(match.func, "needs", None) or "" if match else ""


def _own_guide(name: str, able: frozenset[str]) -> str | None:
    if not able or "run" in able:
        return None
    return (FOR_JUDGES if "rule" in able else FOR_VOLUNTEERS).get(name)
