"""The library: sets of one's own events, copies into rounds, files out and in."""

import io
import json

import pytest
from django.urls import reverse

from puzzles.commands.generate import main as generate
from tests.tournament.making import make_user
from tests.tournament.set_up import made_once
from tournament.common.refusals import Refused
from tournament.imports import actions as imports
from tournament.models import AuditEntry, Import, PuzzleSet
from tournament.organiser import actions as events
from tournament.puzzle_sets import actions as sets, draft_actions, use_actions
from tournament.rounds import actions as rounds
from tournament.set_library import import_actions, library
from tournament.word_lists import actions as words


@pytest.fixture
def work(work_through):
    def until_done() -> None:
        while work_through():
            pass

    return until_done


@pytest.fixture
@made_once
def made(organiser, event, work):
    round_ = rounds.add(by=organiser, event=event, format_slug="many_to_one")
    sets.make_for_grade(by=organiser, round_=round_, division=event.divisions.get(grade=4))
    work()
    return PuzzleSet.objects.get()


def proofs(draft: PuzzleSet) -> list[tuple]:
    """What a file keeps. The step is that of the kind of question that the set's own settings make."""
    questions = [question for puzzle in draft.read_puzzles() for question in puzzle.questions]
    return [(*each[:2], each.report.methods, each.report.simplest, each.report.value) for each in questions]


@pytest.fixture
@made_once
def next_year(organiser, event):
    return events.create(by=organiser, name="Next Day", slug="next", held_on="2027-05-09", grades=[4])


def test_a_set_is_copied_into_a_round_of_another_event_and_used_there(organiser, made, next_year):
    round_ = rounds.add(by=organiser, event=next_year, format_slug="many_to_one")
    copied = library.copy(by=organiser, puzzle_set=made, event=next_year, round_=round_, grade=4)
    assert copied.puzzles == made.puzzles
    assert copied.seed != made.seed
    use_actions.use(by=organiser, puzzle_set=copied)
    with pytest.raises(Refused, match="does not go there"):
        library.copy(by=organiser, puzzle_set=made, event=next_year, round_=round_, grade=4)


def test_the_list_has_the_sets_of_ones_own_events_alone(client, organiser, made, event):
    other = make_user("olaf", may_create_events=True)
    theirs = events.create(by=other, name="Elsewhere", slug="other", held_on="2027-06-01", grades=[4])
    assert list(library.sets_of(organiser)) == [made]
    assert list(library.sets_of(other)) == []
    client.force_login(other)
    answer = client.post(reverse("set-copy", args=[theirs.slug]), {"set": made.pk})
    assert answer.status_code == 404


@pytest.mark.parametrize("format_slug", ["letters", "conundrum", "tony_four", "countdown_numbers", "closest_to"])
def test_a_set_of_any_format_is_made_for_the_library(client, format_slug, organiser, event, work):
    draft = library.make_set(by=organiser, event=event, name="Some", format_slug=format_slug, count=3)
    work()
    draft.refresh_from_db()
    assert (draft.making, len(draft.puzzles)) == ("done", 3)
    client.force_login(organiser)
    page = client.get(reverse("made-set", args=["spring", draft.pk]))
    assert page.status_code == 200
    assert "No method was found" not in page.content.decode()
    assert client.get(reverse("made-set-csv", args=["spring", draft.pk])).status_code == 200


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_file_of_a_set_is_read_again(client, form, organiser, event, made):
    client.force_login(organiser)
    content = client.get(reverse(f"made-set-{form}", args=["spring", made.pk])).content
    assert form == "csv" or json.loads(content)["puzzles"] == made.puzzles
    upload = imports.keep(by=organiser, event=event, kind="sets", filename=f"Set.{form}", content=content)
    page = client.get(reverse("sets-import-check", args=["spring", upload.pk])).content.decode()
    assert "Import this set" in page
    import_actions.apply_import(by=organiser, upload=upload)
    read = PuzzleSet.objects.exclude(pk=made.pk).get()
    assert proofs(read) == proofs(made)


def upload_of(by, event, content: bytes, filename="a.csv") -> Import:
    return imports.keep(by=by, event=event, kind="sets", filename=filename, content=content)


@pytest.mark.parametrize("form", ["csv", "json"])
@pytest.mark.parametrize("format_slug", ["letters", "conundrum"])
def test_a_file_of_words_is_read_again(client, form, format_slug, organiser, event, work):
    draft = library.make_set(by=organiser, event=event, name="Words", format_slug=format_slug, count=3)
    work()
    draft.refresh_from_db()
    client.force_login(organiser)
    content = client.get(reverse(f"made-set-{form}", args=["spring", draft.pk])).content
    import_actions.apply_import(by=organiser, upload=upload_of(organiser, event, content, f"Words.{form}"))
    read = PuzzleSet.objects.exclude(pk=draft.pk).get()
    assert [each.facts for each in read.read_puzzles()] == [each.facts for each in draft.read_puzzles()]
    assert client.get(reverse("made-set", args=["spring", read.pk])).status_code == 200


def test_words_that_are_no_puzzle_are_named(client, organiser, event):
    rows = (
        ("letters", "arioek", "", "A letters round has nine letters."),
        ("letters", "qqqqqqqqv", "", "These letters make no word."),
        ("letters", "arioeklnn", "", ""),
        ("letters", "nnlkeoira", "", "These letters come twice in this set."),
        ("letters", "ari0eklnn", "", "is not a letter"),
        ("conundrum", "lets mania", "laminate", "A conundrum is a word of nine letters"),
        ("conundrum", "lets manic", "laminates", "The two words have other letters than the answer."),
        ("conundrum", "lets xqzzz", "laminates", "“xqzzz” is not in the word list."),
    )
    content = "set,format,letters,answer\n" + "".join(f"A,{','.join(row[:3])}\n" for row in rows)
    client.force_login(organiser)
    upload = upload_of(organiser, event, content.encode())
    page = client.get(reverse("sets-import-check", args=["spring", upload.pk])).content.decode()
    for *_, said in rows:
        assert said in page
    assert "7 rows have a problem" in page


def test_a_word_that_the_event_refuses_is_in_no_file(organiser, event):
    words.decide(by=organiser, event=event, word="laminates", is_accepted=False, why="House rules")
    content = b"set,format,numbers,target\nA,conundrum,lets mania,laminates\n"
    with pytest.raises(Refused, match="has problems"):
        import_actions.apply_import(by=organiser, upload=upload_of(organiser, event, content))


IMPORTED = b"set,format,numbers,target\nA,many-to-one,1 2 3,6\nB,conundrum,lets mania,laminates\n"


def test_an_import_is_undone_on_its_page_and_can_be_done_again(client, organiser, event):
    upload = upload_of(organiser, event, IMPORTED)
    import_actions.apply_import(by=organiser, upload=upload)
    assert PuzzleSet.objects.count() == 2
    client.force_login(organiser)
    address = reverse("sets-import-check", args=["spring", upload.pk])
    assert "Undo this import" in client.get(address).content.decode()
    said = client.post(address, {"undo": "1"}, follow=True).content.decode()
    assert "The import is undone" in said
    assert "Import these 2" in said
    assert PuzzleSet.objects.count() == 0
    assert AuditEntry.objects.filter(verb="sets.import_undone").count() == 1
    with pytest.raises(Refused, match="already undone"):
        import_actions.undo_import(by=organiser, upload=upload)
    import_actions.apply_import(by=organiser, upload=upload)
    assert PuzzleSet.objects.count() == 2


@pytest.mark.parametrize(
    ("work_on", "said"),
    [
        (lambda by, draft: use_actions.lock(by=by, puzzle_set=draft), "The set “A” was used or locked since."),
        (lambda by, draft: draft_actions.keep(by=by, puzzle_set=draft, keys=[]), "The set “A” was changed since."),
    ],
)
def test_an_import_with_a_set_that_was_worked_on_stays(organiser, event, work_on, said):
    upload = upload_of(organiser, event, IMPORTED)
    import_actions.apply_import(by=organiser, upload=upload)
    work_on(organiser, PuzzleSet.objects.get(name="A"))
    with pytest.raises(Refused, match=said):
        import_actions.undo_import(by=organiser, upload=upload)
    assert PuzzleSet.objects.count() == 2


def test_a_copy_of_an_imported_set_and_one_deleted_since_are_no_hindrance(organiser, event):
    upload = upload_of(organiser, event, IMPORTED)
    import_actions.apply_import(by=organiser, upload=upload)
    copied = library.copy(by=organiser, puzzle_set=PuzzleSet.objects.get(name="A"), event=event)
    sets.remove(by=organiser, puzzle_set=PuzzleSet.objects.get(name="B"))
    import_actions.undo_import(by=organiser, upload=upload)
    assert list(PuzzleSet.objects.all()) == [copied]


def test_rows_that_are_no_boxes_are_named(client, organiser, event):
    content = b"set,format,numbers,target\nA,chess,1 2,3\n,many-to-one,1 x,3\nB,many-to-one,1 2,3.5\n"
    upload = imports.keep(by=organiser, event=event, kind="sets", filename="a.csv", content=content)
    client.force_login(organiser)
    page = client.get(reverse("sets-import-check", args=["spring", upload.pk])).content.decode()
    for said in ("is not a format for which there are sets", "The set needs a name", "is not a target"):
        assert said in page


def test_the_page_of_the_import_takes_json_files(client, organiser, event):
    client.force_login(organiser)
    page = client.get(reverse("sets-import", args=["spring"])).content.decode()
    assert ".json" in page
    assert "CSV, XLSX or JSON file" in page


@pytest.mark.parametrize(("count", "said"), [("0", "Write 1 or more."), ("201", "Write 200 or less."), ("x", "digits")])
def test_a_wrong_number_of_puzzles_is_said_at_its_field(client, organiser, event, count, said):
    client.force_login(organiser)
    answer = client.post(reverse("set-new", args=["spring"]), {"format": "classic", "name": "A", "count": count})
    assert (answer.status_code, said in answer.content.decode()) == (400, True)
    assert not PuzzleSet.objects.exists()


def test_a_day_of_the_command_line_is_imported_as_sets(organiser, event, tmp_path):
    generate(
        f"--day 3,5 --formats many-to-one --seed 7 --out {tmp_path / 'day.json'}".split(),
        *(io.StringIO() for _ in "abc"),
    )
    content = (tmp_path / "day.json").read_bytes()
    import_actions.apply_import(by=organiser, upload=upload_of(organiser, event, content, "day.json"))
    made = {each["grade"]: each for each in json.loads(content)["sets"]}
    assert {each.name for each in PuzzleSet.objects.all()} == {"day many to one 3", "day many to one 5"}
    asked = PuzzleSet.objects.get(name="day many to one 3").read_puzzles()[0].questions
    assert [list(each.numbers) for each in asked] == [each["numbers"] for each in made[3]["puzzles"][0]["questions"]]
    assert made[3]["settings"]["whole_steps"]
    assert not made[5]["settings"]["whole_steps"]


@pytest.mark.parametrize(
    "content",
    [
        b'{"format": "classic"',
        b'{"sets": 7}',
        b'{"format":"\\ud800","puzzles":[{"position":1,"questions":[{"numbers":[1,2],"target":"\\ud800"}]}]}',
        b'{"format":"classic","puzzles":[{"position":1,"questions":[{"numbers":[1,2],"target":"\\u0000"}]}]}',
    ],
)
def test_a_file_that_is_no_set_is_refused_and_not_kept(organiser, event, content):
    with pytest.raises(Refused, match="no puzzle set"):
        upload_of(organiser, event, content, "a.json")
    assert not Import.objects.exists()
