"""Cards dealt at the table: where a box has no numbers of its own, an answer shows its hand (SM-1, SM-2)."""

import re
from collections.abc import Iterable, Sequence

from judging.language.editions import Edition
from judging.language.evaluation.legality import VerdictReason, reason
from judging.language.expression import Node, Number
from judging.language.parsing.tokens import CARDS, SPACES
from judging.messages import message

ACE, KING = 1, 13
# two numbers or more without a sign between them, which no method has
_CARD = rf"(?:[0-9]+|(?i:[{''.join(CARDS)}]))"
_HAND = re.compile(rf"[{SPACES}]*{_CARD}(?:[{SPACES},;]+{_CARD})+[{SPACES}]*(?::|$)")


def split_hand(text: str) -> tuple[tuple[int, ...], str]:
    """The hand in front of a method and the text with spaces in its place, so that all else stays where it is.

    A hand is numbers and a colon, `3 5 7: 3 + 5 - 7`; an empty one means that the text shows none.
    """
    hand = _HAND.match(text)
    if hand is None:
        return (), text
    cards = tuple(int(CARDS.get(card.lower(), card)) for card in re.findall(_CARD, hand.group()))
    return cards, " " * hand.end() + text[hand.end() :]


def hand_reasons(cards: Sequence[int], text: str, rules: Edition) -> list[VerdictReason]:
    """The messages about the hand that `split_hand` found before its method is read. None shown: nothing."""
    if cards and not text.strip(SPACES):
        return [reason("hand_put_back", message("hand_put_back"))]
    return card_reasons(cards, rules) if cards else []


def hand_in_method(nodes: Iterable[Node]) -> tuple[int, ...]:
    """The hand that a method shows by itself: every card is used once, so its numbers are the cards."""
    return tuple(node.value for node in nodes if isinstance(node, Number) and isinstance(node.value, int))


def card_reasons(cards: Sequence[int], rules: Edition) -> list[VerdictReason]:
    """The reasons why these cannot be the cards of one hand."""
    objections = [
        reason("no_card", message("no_card", number=str(card)[:20], ace=ACE, king=KING))
        for card in dict.fromkeys(cards)
        if not ACE <= card <= KING
    ]
    if len(cards) != rules.hand:
        objections.append(reason("hand_size", message("hand_size", count=len(cards), hand=rules.hand)))
    return objections
