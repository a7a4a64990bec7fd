"""Every text is translated into every language, with the same values. `make messages` adds what is missing."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator

import pytest
from django.conf import settings

from tests.tournament.catalogue import (
    CALLS,
    ROOT,
    Text,
    compiled,
    entries,
    marked,
    marked_in_python,
    marked_in_template,
    plural_forms,
    sources,
)

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
VALUES = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w+\}|\b[A-Z]{4,}\b")  # the last are filled by scripts
# calls with a sentence for a person: the argument, by name or by position
TOLD = {
    "Refused": 1,
    "Unreadable": 0,
    "ValidationError": 0,
    "success": 1,
    "error": 1,
    "warning": 1,
    "info": 1,
}
# a value that is a name of a person or team, with a full stop after it
PEOPLE = "above|below|coach|entrant|judge|keyer|name|names|one|other|player|rival|signer|team|who"
NAME_AT_THE_END = re.compile(rf"(?:%\(|\{{)({PEOPLE})(?:\)s|\}})\.(?=\s|$)")
NOBODYS = {  # these are names of settings, pictures and columns
    "There is no setting called {name}.",
    "Another picture %(name)s already exists here.",
    "The columns %(names)s could both be the %(name)s. Keep one, or rename the other.",
    "The column %(names)s is missing. The first row names these columns: %(heading)s.",
}
OWN_ENGLISH = ("management", "demo", "standalone", "migrations")  # for the person who runs the site


def test_the_pages_are_offered_in_the_languages_of_the_catalogues():
    assert dict(settings.LANGUAGES).items() >= {"en": "English", "es": "Español"}.items()
    assert sorted(each.name for each in (ROOT / "tournament" / "locale").iterdir()) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_sources_is_translated(language):
    known = {each.text.key: each.text.plural for each in entries(language)}
    missing = [
        f"{path.relative_to(ROOT)}: {text.text}"
        for path in sources()
        for text in sorted(marked(path), key=lambda text: text.key)
        if text.key not in known or (text.plural and text.plural != known[text.key])
    ]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_open_or_guessed(language):
    forms = plural_forms(language)
    for entry in entries(language):
        assert not entry.is_fuzzy, entry.text.text
        assert len(entry.said) == (forms if entry.text.plural else 1), entry.text.text
        assert all(said.strip() for said in entry.said.values()), entry.text.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_values_of_its_text(language):
    for entry in entries(language):
        one, many = (set(VALUES.findall(text)) for text in (entry.text.text, entry.text.plural))
        for form, said in entry.said.items():
            has = set(VALUES.findall(said))
            if entry.text.plural:
                assert (one if form == 0 < plural_forms(language) - 1 else many) <= has <= one | many, entry.text.text
            else:
                assert sorted(VALUES.findall(said)) == sorted(VALUES.findall(entry.text.text)), entry.text.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_keeps_the_edges_and_the_marks_of_its_text(language):
    for entry in entries(language):
        for said in entry.said.values():
            text = entry.text.text
            assert (said[:1].isspace(), said[-1:].isspace()) == (text[0].isspace(), text[-1].isspace()), text
            assert re.findall(r"</?[a-z]+", said) == re.findall(r"</?[a-z]+", text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_ends_with_the_name_of_somebody(language):
    """“Ada L.” ends with a full stop, and a second one would follow it."""
    assert NAME_AT_THE_END.findall("It is %(who)s. Wait: {below}.") == ["who", "below"]
    for entry in entries(language):
        for text in (entry.text.text, entry.text.plural, *entry.said.values()):
            assert entry.text.text in NOBODYS or not NAME_AT_THE_END.findall(text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_says_what_the_catalogue_says(language):
    assert compiled(language) == {each.text.key: each.said for each in entries(language)}


def test_the_reader_of_sources_sees_every_way_to_mark_a_text():
    python = 'a = _("One" " two"); b = ngettext_lazy("%d x", "%d xs", 3); c = pgettext("state", "Open"); d = _(name)'
    assert set(marked_in_python(python)) == {
        Text("One two"),
        Text("%d x", "%d xs"),
        Text("Open", "", "state"),
    }
    template = (
        '{% load i18n %}{% translate "It\'s" %}{% translate "Open" context "state" %}'
        "{% blocktranslate count n=n %}{{ n }} x{% plural %}{{ n }} xs{% endblocktranslate %}{% trans 'Hi' as hi %}"
    )
    assert set(marked_in_template(template)) == {
        Text("It's"),
        Text("Open", "", "state"),
        Text("%(n)s x", "%(n)s xs"),
        Text("Hi"),
    }


@pytest.fixture(scope="module")
def own_sources() -> dict[str, ast.Module]:
    found = (ROOT / "tournament").rglob("*.py")
    chosen = sorted(path for path in found if not set(OWN_ENGLISH) & set(path.parts))
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8")) for path in chosen}


def places(find: Callable[[ast.Module], Iterable[ast.AST]], sources: dict[str, ast.Module]) -> list[str]:
    return [f"{path}:{node.lineno}" for path, tree in sources.items() for node in find(tree)]


def told_in_english(tree: ast.AST) -> Iterator[ast.AST]:
    """Sentences for people that are constants or put together, and so cannot be translated."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        told = node.args[TOLD[name] :][:1] if name in TOLD else []
        if name == "invalid":
            told = [each.value for each in node.keywords if each.arg]
        yield from (each for each in told if _is_sentence(each))


def _is_sentence(node: ast.expr) -> bool:
    if isinstance(node, ast.JoinedStr):
        return any(_is_sentence(part) for part in node.values)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return bool(re.search(r"[A-Za-z] [A-Za-z]", node.value))
    return False


def test_no_sentence_for_a_person_is_said_past_the_catalogue(own_sources):
    assert places(told_in_english, own_sources) == []


def glued(tree: ast.Module) -> Iterator[ast.AST]:
    """Calls that translate a text that is put together first."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    for call in calls:
        if call.func.id in CALLS and any(isinstance(each, ast.JoinedStr | ast.BinOp) for each in call.args[:1]):
            yield call


def test_no_text_is_put_together_before_it_is_translated(own_sources):
    assert places(glued, own_sources) == []


def test_the_test_sees_a_text_that_is_put_together():
    assert [node.lineno for node in glued(ast.parse('_(f"{n} players")\n_("One") + name\n_("One " + name)'))] == [1, 3]


EAGER = {"gettext", "ngettext", "pgettext", "npgettext"}


def said_on_loading(tree: ast.Module) -> list[ast.AST]:
    """Calls that translate while a module is loaded: they would use the language of the first visitor."""
    imports = [each for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for each in node.names]
    eager = {each.asname or each.name for each in imports if each.name in EAGER}
    if not eager:
        return []
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda))
    later = {id(part) for function in functions for part in ast.walk(function)}
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and id(node) not in later)
    return [node for node in calls if isinstance(node.func, ast.Name) and node.func.id in eager]


def test_no_text_is_translated_when_its_file_is_loaded(own_sources):
    assert places(said_on_loading, own_sources) == []


def test_the_test_sees_what_is_translated_on_loading():
    head = "from django.utils.translation import gettext as _, gettext_lazy\n"
    assert said_on_loading(ast.parse(head + 'NAME = _("Name")'))
    assert not said_on_loading(ast.parse(head + 'NAME = gettext_lazy("Name")\ndef say(): return _("Name")'))


@pytest.mark.parametrize(
    "program",
    [
        'Refused("code", "This is a sentence.")',
        'Refused("code", f"{name} has this sheet.")',
        'invalid(name="Write a name.")',
        'raise ValidationError("This is a sentence.")',
        'messages.success(request, "It is saved.")',
    ],
)
def test_the_test_sees_such_a_sentence(program):
    assert list(told_in_english(ast.parse(program)))
