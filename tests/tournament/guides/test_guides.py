"""The guides as pages: every link in them, and from every page to them, leads to a paragraph that is there."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.urls import URLResolver, get_resolver, reverse

from tests.tournament import catalogue
from tournament.guides import rendering

HELP_LINK = re.compile(r'class="help-link"\s+href="/help/([a-z-]+)/(?:#([\w-]+))?"')
OUR_LINK = re.compile(r'href="(?:/help/([a-z-]+)/)?(?:#([\w-]+))?"')


def views(patterns: list) -> Iterator[Callable]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from views(pattern.url_patterns)
        else:
            yield pattern.callback


def is_there(guide: str, anchor: str | None = None) -> bool:
    found = rendering.guide(guide)
    return found is not None and (not anchor or anchor in found.anchors)


def help_link_leads_somewhere(response) -> bool:
    """Whether a page links to a paragraph of a guide: tests/tournament/test_pseudo_language.py asks every page."""
    found = HELP_LINK.search(response.content.decode())
    return found is not None and is_there(*found.groups())


@pytest.mark.parametrize("name", rendering.names())
def test_every_guide_is_a_page_whose_links_lead_somewhere(client, db, name):
    answer = client.get(reverse("guide", args=[name]))
    text = answer.content.decode()
    guide = rendering.guide(name)
    assert answer.status_code == 200
    assert text.count("<h1") == 1
    assert all(f'id="{heading.anchor}"' in text for heading in guide.headings)
    assert len(guide.anchors) == len(guide.headings)
    for other, anchor in OUR_LINK.findall(guide.body):
        assert is_there(other or name, anchor), f"{other}#{anchor}"
    assert not re.search(r'href="[^"]*\.md', guide.body)


def test_the_list_has_every_guide_and_nothing_else_is_one(client, db):
    page = client.get(reverse("guides")).content.decode()
    assert all(reverse("guide", args=[name]) in page for name in rendering.names())
    for name in ("none", "README", "..", "architecture"):
        assert client.get(f"/help/{name}/").status_code == 404


def test_a_reader_of_another_language_is_told_which_one_a_guide_has(client, db):
    page = client.get(reverse("guide", args=["server"]), headers={"accept-language": "es"}).content.decode()
    assert '<div class="guide-page" lang="en">' in page
    assert "Lo que aún no está traducido está en inglés" in page


def test_a_translated_guide_is_read_in_the_language_of_the_reader(client, db):
    page = client.get(reverse("guide", args=["coach"]), headers={"accept-language": "es-MX"}).content.decode()
    assert '<div class="guide-page" lang="es">' in page
    assert '<h2 id="read-the-sheets">Leer las hojas</h2>' in page
    assert "Lo que aún no está traducido está en inglés" not in page
    assert 'lang="es">' in client.get(reverse("guides"), headers={"accept-language": "es"}).content.decode()


TRANSLATED = [(path.parent.name, path.stem) for path in sorted(rendering.FOLDER.glob("*/*.md"))]


@pytest.mark.parametrize(("language", "name"), TRANSLATED)
def test_a_translation_has_the_headings_and_the_links_of_its_guide(language, name):
    original, translated = rendering.guide(name), rendering.guide(name, language)
    shapes = [[(each.level, each.anchor) for each in guide.headings] for guide in (original, translated)]
    assert shapes[0] == shapes[1]
    assert OUR_LINK.findall(original.body) == OUR_LINK.findall(translated.body)


@pytest.mark.parametrize(("language", "name"), TRANSLATED)
def test_the_labels_in_a_translation_are_on_the_pages(language, name):
    labels = re.findall(r"<em>(.+?)</em>", rendering.guide(name, language).body, re.DOTALL)
    texts = {text for entry in catalogue.entries(language) for text in entry.said.values()}
    assert {" ".join(each.split()) for each in labels} <= texts


def test_every_paragraph_that_a_page_names_is_there():
    every = {each for view in views(get_resolver().url_patterns) for each in getattr(view, "guide", "").split()}
    assert len(every) > 40
    assert {each for each in every if not is_there(*each.split("#"))} == set()
