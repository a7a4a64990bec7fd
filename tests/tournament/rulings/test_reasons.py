"""Reasons that the program offers: a code with facts, read whole before the decision, in each reader's language."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from judging.messages import Message
from tournament.common.refusals import Refused
from tournament.common.wording.reasons import checked_reason
from tournament.common.wording.stored_words import as_offered, as_stored, in_words, read
from tournament.models import AuditEntry, Ruling
from tournament.rulings import reasons
from tournament.rulings.api import ruling_facts
from tournament.rulings.reasons import ReadAs, usual_reason

FOUR, ONE = ReadAs("4", "4 ÷ 2 × (7 − 5)", False), ReadAs("1", "4 ÷ (2 × (7 − 5))", False)


def usual(choice: str, *readings: ReadAs, unread: str = "") -> str:
    by_key = {f"reading-{at}": each for at, each in enumerate(readings, 1)}
    said = usual_reason(choice, by_key, 5, unread)
    return str(said) if said else ""


@pytest.mark.parametrize(
    "said, expected",
    [
        (usual("nothing", FOUR, ONE), "Can be read as 4 or 1; neither is 5."),
        (usual("nothing", FOUR, ONE, ReadAs("7", "c", False)), "Can be read as 4, 1, 7; none of them is 5."),
        (usual("nothing", FOUR, FOUR), "Can be read in more than one way; none of them makes 5."),
        (usual("nothing", ReadAs("5", "a", True), ONE), "Can be read as 5 or 1; nothing in it says which is meant."),
        # a near miss may bring points in Hit the Target
        (
            usual("nothing", FOUR._replace(brings_points=True), ONE),
            "Can be read as 4 or 1; nothing in it says which is meant.",
        ),
        (usual("reading-2", FOUR, ONE), "Can be read as 4 or 1; the judge reads it as 1."),
        (usual("reading-1", FOUR, FOUR), "Can be read in more than one way; the judge reads it as 4 ÷ 2 × (7 − 5)."),
        (usual("nothing", FOUR, unread="working_shown"), "The steps of the working are not written as one expression."),
        (usual("reading-1", FOUR, unread="working_shown"), "The method is clear; only its writing is unusual."),
        (usual("method", FOUR, unread="working_shown"), ""),
        (usual("nothing", unread="working_shown"), "The steps of the working are not written as one expression."),
        (usual("reading-2", FOUR, ONE, unread="working_shown"), "Can be read as 4 or 1; the judge reads it as 1."),
        (usual("nothing", unread="illegible"), "Typed as illegible; no method was read in it."),
        (usual("method", unread="no_method"), "This is how the judge reads it."),
        (usual("nothing", unread="unknown_function"), "The function is not one of those that are allowed."),
        (usual("method", unread="unknown_function"), ""),
        (usual("method", FOUR, ONE), ""),
        (usual("nothing"), ""),
    ],
)
def test_it_says_what_was_decided_and_why(said, expected):
    assert said == expected


def test_a_sentence_of_ones_own_stays_as_written_even_if_it_looks_like_a_code():
    for own in ("It is 24.", '{"code": "no_such_code", "facts": {}}', '{"code": "points", "facts": {}}', '{"code": "'):
        assert in_words(own) == own
    assert as_offered("Other words.", reasons.GENERAL) == "Other words."


def test_a_common_reason_is_stored_as_its_code_from_any_language():
    with override("es"):
        typed = in_words(as_stored(reasons.GENERAL[0]))
        stored = as_offered(f" {typed} ", reasons.GENERAL)
    assert typed != in_words(stored) == "The sheet says something else than what was typed."


@pytest.mark.parametrize("digits", ["0", " 00 00 ", "٣"])
def test_a_reason_of_digits_alone_is_refused(digits):
    with pytest.raises(Refused) as refused:
        checked_reason(digits)
    assert refused.value.sentence == "Write the reason in words: others read it, and these are digits alone."


@pytest.mark.django_db
def test_the_judge_reads_the_whole_reason_and_the_family_reads_it_in_its_language(
    event, round_24, entrant, typed, judge_user, work_through
):
    (line,) = typed(round_24, entrant, [(0, "4÷2(3-1)")])
    judge = Client(headers={"accept-language": "es"})
    judge.force_login(judge_user)
    whole = "Puede leerse como 4 o 1; ninguno es 24."
    assert whole in judge.get(reverse("judge-queue", args=[event.slug])).content.decode()
    page = reverse("judge-line", args=[event.slug, line.pk])
    assert whole in judge.get(page).content.decode()
    assert judge.post(page, {"counts_as": "nothing", "scope": "all", "seen": 0, "reason": ""}).status_code == 302
    work_through()
    ruling = Ruling.objects.get()
    assert isinstance(read(ruling.reason), Message)
    assert ruling_facts(ruling)["reason"] == "Can be read as 4 or 1; neither is 24."
    assert AuditEntry.objects.get(verb="ruling.given").why == ruling.reason
    family = reverse("entrant", args=[event.slug, entrant.player.number])
    for language, sentence in (("en", "Can be read as 4 or 1; neither is 24."), ("es", whole)):
        assert sentence in Client(headers={"accept-language": language}).get(family).content.decode()
        history = judge.get(page, headers={"accept-language": language}).content.decode()
        assert history.count(sentence) >= 3  # the ruling in force, its history, the trail
