"""The code of a sheet: six characters and a check character, printed as `K7M-4RX-F` and kept as `K7M4RXF`.

The check character is that of ISO 7064 for an alphabet of 22 (modulus 23, 22). It finds every single misread character
and 99.6 % of neighbours changed round. The alphabet has no two characters that look alike and no vowels, so that no
code spells a word. A code holds letters and digits, two of each: it can stand in one field with participants' numbers
and names.
"""

import re
import unicodedata
from random import Random

from django.utils.translation import gettext as _
from stdnum.iso7064 import mod_37_36

ALPHABET = "23456789CDFHKMNPRTVWXY"
LENGTH = 7
MISTAKEN_FOR = str.maketrans("SZBGAUOQ0", "52864VDDD")  # what an eye or a finger takes for one of ours
ADDRESS = re.compile(r"/sheets/([^/?#]+)", re.I)
BETWEEN = re.compile(r"[\W_]+")
MARK = re.compile(r"\s+v[0-9]{1,3}(?=\s|$)", re.I)


def new_code(random: Random) -> str:
    """A code by chance: a `secrets.SystemRandom()`, or a seeded `random.Random` for the demo.

    There are 113 million: the caller must check in the database that it is free, or draw again.
    """
    while True:
        drawn = "".join(random.choice(ALPHABET) for _each in range(LENGTH - 1))
        code = drawn + mod_37_36.calc_check_digit(drawn, ALPHABET)
        if 2 <= sum(character.isdigit() for character in code) <= LENGTH - 2:
            return code


def read_code(text: str) -> str:
    """The code that a person typed or a scanner read, as it is kept; the address in its QR code will also do.

    Raises ValueError with the sentence that the person reads.
    """
    code = squeezed(text).translate(MISTAKEN_FOR)
    if wrong := _what_is_wrong(code):
        raise ValueError(wrong)
    return code


def code_or_none(text: str) -> str | None:
    """The code that `read_code` reads; None where it raises."""
    code = squeezed(text).translate(MISTAKEN_FOR)
    return None if _what_is_wrong(code) else code


def code_in_address(text: str) -> str | None:
    """The code in the address that a sheet's QR code holds; None for whatever else a QR code may say."""
    address = ADDRESS.search(text)
    code = address[1].upper() if address else ""
    return code if address and not _what_is_wrong(code) else None


def _what_is_wrong(code: str) -> str | None:
    if len(code) != LENGTH:
        message = _("A sheet’s code has %(length)s characters, such as K7M-4RX-F; this one has %(count)s.")
        return message % {"length": LENGTH, "count": len(code)}
    if strange := next((character for character in code if character not in ALPHABET), None):
        message = _("No sheet’s code has the character “%(character)s” in it. Read the code on the sheet again.")
        return message % {"character": strange}
    if not mod_37_36.is_valid(code, ALPHABET):
        return _("A character of the code must have been misread. Read it on the sheet again.")
    return None


def looks_like_code(text: str) -> bool:
    """Whether the text looks like a sheet's code, with letters and digits. Only digits are a participant's number."""
    characters = squeezed(text)
    return any(map(str.isdigit, characters)) and any(map(str.isalpha, characters))


def shown(code: str) -> str:
    """`K7M4RXF` -> `K7M-4RX-F`, as it is printed."""
    return "-".join(part for part in (code[:3], code[3:6], code[6:]) if part)


def without_mark(text: str) -> str:
    """The text without the version of the questions that is printed beside a code: “K7M-4RX-F v2” -> “K7M-4RX-F”."""
    mark = MARK.search(text)
    if mark and len(BETWEEN.sub("", text[: mark.start()])) == LENGTH:
        return text[: mark.start()] + text[mark.end() :]
    return text


def squeezed(text: str) -> str:
    """The text in upper case, without wide forms, characters between the code's own, and the mark beside it."""
    plain = without_mark(unicodedata.normalize("NFKC", text))
    address = ADDRESS.search(plain)
    return BETWEEN.sub("", address[1] if address else plain).upper()
