"""The volunteer's pages without a script: choosing, typing, saving, handing in, and every refusal with what was
typed."""

import re
import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.tournament.making import HERE, boxes
from tests.tournament.set_up import made_once
from tournament.common.wording.cards import as_cards
from tournament.keying import actions as keyings, views
from tournament.models import DraftLine, Entrant, Keying, Sheet, Submission
from tournament.organiser import round_steps
from tournament.puzzle_sets import actions as puzzle_sets, use_actions
from tournament.roster import actions as roster
from tournament.round_puzzles import actions as puzzle_actions
from tournament.round_puzzles.printed_questions import show
from tournament.rounds import actions as rounds
from tournament.sheets import actions as sheets, spares

pytestmark = pytest.mark.django_db


@pytest.fixture
def hers(client, volunteer) -> Client:
    client.force_login(volunteer)
    client.cookies["browser"] = str(HERE)
    return client


@pytest.fixture
def pages(event, round_24) -> dict[str, str]:
    return {
        "rounds": reverse("keying-rounds", args=[event.slug]),
        "number": reverse("keying-round", args=[event.slug, 1]),
        "sheet": reverse("keying", args=[event.slug, 1, CODE]),
    }


CODE = "K7M4RXF"


@pytest.fixture
@made_once
def entrant(add_player, round_24) -> Entrant:
    """Player 101, whose sheet has a code that the tests know."""
    made = add_player()
    Sheet.objects.create(round=round_24, entrant=made, code=CODE)
    return made


@pytest.fixture
@made_once
def keying(volunteer, round_24, entrant) -> Keying:
    return keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant, browser=HERE)


@pytest.fixture
def send(hers, pages, keying):
    """send("save", (name, text), …, mark=…) posts the plain form with that button."""

    def post(button: str, *lines: tuple[str, str], who: Client = hers, **more):
        return who.post(pages["sheet"], {"keying": keying.pk, **dict(lines), **more, "do": button})

    return post


def line(text: str, box: int = 0, revision: int = 0, key: str = "") -> tuple[str, str]:
    return f"line-{box}-{revision}-{key or uuid.uuid4()}", text


def key_of(line: tuple[str, str]) -> str:
    return line[0].split("-", 3)[3]


def typed_on(page) -> list[str]:
    """The texts of the lines on a page, without its empty rows."""
    return [text for text in re.findall(r'name="line-[^"]*"\s+value="([^"]*)"', page.content.decode()) if text]


@pytest.fixture
@made_once
def old_question(organiser, round_24, entrant, event):
    """The sheet of 101 shows the first question, and its first set is another one now."""
    sheets.print_(by=organiser, round_=round_24)
    other = boxes(((1, 1, 4, 6), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))
    puzzle_actions.assign(
        by=organiser, round_=round_24, divisions=list(event.divisions.all()), boxes=other, printed="reprint"
    )


def test_the_page_says_that_the_paper_shows_an_old_question_and_which(hers, pages, old_question, keying):
    page = hers.get(pages["sheet"])
    said = " ".join(page.content.decode().split())
    assert "This sheet shows an old question (v1): it was changed to v2" in said
    assert [box.printed and box.printed.numbers for box in page.context["boxes"]] == [(1, 2, 3, 4), None, None]


def test_a_sheet_that_was_printed_again_asks_which_print_this_is(
    hers, pages, old_question, keying, organiser, round_24
):
    sheets.print_again(by=organiser, round_=round_24, old=True)
    said = " ".join(hers.get(pages["sheet"]).content.decode().split())
    assert "Beside its code it must say v2." in said
    sheet = round_24.sheets.get()
    step = reverse("sheet-step", args=[round_24.event.slug, CODE])
    press = {"do": "shows", "version": sheet.earlier_version_id, "back": "typing"}
    assert hers.post(step, press).url == pages["sheet"]
    assert "This sheet shows an old question (v1)" in hers.get(pages["sheet"]).content.decode()


def test_a_sheet_over_which_its_player_wrote_the_new_question_asks_nothing(hers, pages, old_question, keying, round_24):
    sheet = round_24.sheets.get()
    show(sheet, sheet.printed_version.puzzle.active, written_over=True)
    sheet.save()
    said = " ".join(hers.get(pages["sheet"]).content.decode().split())
    assert "The new question (v2) was announced in the room: players wrote it over the printed one (v1)." in said
    assert "Does it say" not in said


def test_a_sheet_of_smash_shows_the_hands_that_were_printed_to_be_dealt(
    hers, organiser, event, add_player, volunteer, work_through
):
    team = Entrant.objects.get(team=add_player(team="Otters").player.team)
    round_ = rounds.add(by=organiser, event=event, format_slug="smash")
    made = puzzle_sets.make_for_grade(by=organiser, round_=round_, division=event.divisions.get(grade=3))
    while work_through():
        pass
    made.refresh_from_db()
    use_actions.use(by=organiser, puzzle_set=made)
    for step in ("open", "closed", "marking"):
        round_ = round_steps.move(by=organiser, round_=round_, status=step)
    sheet = keyings.open_sheet(by=volunteer, round_=round_, entrant=team, browser=HERE).sheet
    page = hers.get(reverse("keying", args=["spring", round_.position, sheet.code]))
    hands = {each.target: as_cards(each.numbers) for puzzle in made.read_puzzles() for each in puzzle.questions}
    assert [box.cards for box in page.context["boxes"]] == [hands[number] for number in range(1, 21)]
    assert "Beside each number is the hand on the printed list." in " ".join(page.content.decode().split())


def test_where_no_hands_were_made_the_page_says_only_where_the_cards_are(hers, add_round, add_player, volunteer):
    round_ = add_round("smash", boxes(((), 1), ((), 2)), last_number=2)
    team = Entrant.objects.get(team=add_player(team="Otters").player.team)
    sheet = keyings.open_sheet(by=volunteer, round_=round_, entrant=team, browser=HERE).sheet
    said = hers.get(reverse("keying", args=["spring", 1, sheet.code])).content.decode()
    assert ("The cards are dealt at the table" in said, "printed list" in said) == (True, False)


# Choosing


def test_every_page_of_keying_needs_the_capability(client, pages, keying, judge_user):
    for url in pages.values():
        assert client.get(url).status_code == 302
    client.force_login(judge_user)
    for url in pages.values():
        assert client.get(url).status_code == 403
        assert client.post(url, {"number": 101}).status_code in {403, 405}


def test_the_rounds_say_how_many_sheets_are_to_do(hers, pages, add_player, hand_in, round_24):
    for _ in range(3):
        someone = add_player()
    hand_in(round_24, someone, [(0, "1+2")])
    page = hers.get(pages["rounds"]).content.decode()
    assert "2 sheets to do" in page
    assert "1 of 3" in page


def test_without_a_round_in_marking_the_page_says_what_to_wait_for(hers, event):
    page = hers.get(reverse("keying-rounds", args=[event.slug])).content.decode()
    assert "No round is being marked yet" in page


def test_a_number_opens_its_sheet(hers, pages, entrant):
    assert hers.post(pages["number"], {"number": " 101 "}).url == pages["sheet"]
    assert Keying.objects.get().sheet.entrant == entrant


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("999", "No player at this event has the number 999"),
        ("", "at the top of the sheet"),
        ("١٠١", "digits 0 to 9"),
        ("101.0", "digits 0 to 9"),
        ("-101", "digits 0 to 9"),
        ("Zzyzx", "digits 0 to 9"),
        ("0", "Numbers begin at 1"),
        ("1" * 40, "This number is too long"),
        ("1\x00", "invisible character"),
    ],
)
def test_a_wrong_number_is_refused_at_the_field(number, said, hers, pages, entrant):
    answer = hers.post(pages["number"], {"number": number})
    assert 400 <= answer.status_code < 500
    assert said in answer.content.decode()
    assert not Keying.objects.exists()


def test_the_code_of_another_round_opens_its_sheet_or_says_why_it_cannot(
    hers, pages, keying, add_round, organiser, entrant
):
    other = add_round("twenty_four", boxes(((2, 3, 4, 4), 24)), status="closed", rounds=1)
    code = sheets.print_(by=organiser, round_=other)[0].code
    answer = hers.post(pages["number"], {"number": code})
    assert answer.status_code == 409
    assert "2. 24 Game is closed but marking has not begun." in answer.content.decode()
    round_steps.move(by=organiser, round_=other, status="marking")
    answer = hers.post(pages["number"], {"number": code}, follow=True)
    assert answer.redirect_chain[0][0] == reverse("keying", args=[other.event.slug, 2, code])
    assert "This is a sheet of 2. 24 Game." in answer.content.decode()


def test_the_code_of_a_spoilt_sheet_says_which_one_to_type(hers, pages, entrant, volunteer, round_24):
    old = round_24.sheets.get(code=CODE)
    sheets.spoilt(by=volunteer, sheet=old, why="Juice")
    assert "K7M-4RX-F is spoilt" in hers.post(pages["number"], {"number": CODE}).content.decode()
    instead = spares.replace(by=volunteer, sheet=old, why="Juice").sheet
    refused = hers.post(pages["number"], {"number": CODE}).content.decode()
    assert f"K7M-4RX-F was replaced by {instead.printed_code}." in refused


def test_the_sheets_of_a_round_are_listed_by_number(
    hers, pages, add_player, hand_in, round_24, volunteer, other_volunteer
):
    done, mine, theirs, _todo = (add_player() for _ in range(4))
    roster.set_status(by=round_24.event.memberships.get(role="organiser").user, entrant=add_player(), status="absent")
    hand_in(round_24, done, [(0, "1+2"), (1, "3")])
    keyings.open_sheet(by=volunteer, round_=round_24, entrant=mine)
    keyings.open_sheet(by=other_volunteer, round_=round_24, entrant=theirs)
    sheets = hers.get(pages["number"]).context["sheets"]
    assert [(each.sheet.entrant, each.lines) for each in sheets.handed_in] == [(done, 2)]
    assert [each.sheet.entrant for each in sheets.own] == [mine]
    assert [each.sheet.entrant for each in sheets.others] == [theirs]
    assert [[sheet.label for sheet in each.sheets] for each in sheets.missing] == [["104"]]
    assert (sheets.pile.typed, sheets.pile.expected) == (1, 4)


@pytest.mark.parametrize("which", ["rounds", "number"])
def test_lists_take_as_many_queries_for_ten_players_as_for_one(
    which, hers, pages, add_player, hand_in, round_24, django_assert_num_queries
):
    def fill(count):
        for at in range(count):
            someone = add_player(team=f"Team {at}")
            if at % 3 == 0:
                hand_in(round_24, someone, [(0, "1+2")])

    fill(1)
    with CaptureQueriesContext(connection) as for_one:
        hers.get(pages[which])
    fill(9)
    with django_assert_num_queries(len(for_one)):
        hers.get(pages[which])


def test_a_sheet_with_somebody_else_is_refused_and_later_taken_over(hers, pages, other_volunteer, round_24, entrant):
    theirs = keyings.open_sheet(by=other_volunteer, round_=round_24, entrant=entrant)
    refused = hers.post(pages["number"], {"number": 101})
    assert refused.status_code == 409
    assert "Viktor has this sheet open." in refused.content.decode()
    assert "Take it over" not in refused.content.decode()
    Keying.objects.filter(pk=theirs.pk).update(touched_at=timezone.now() - timedelta(minutes=11))
    assert "Take it over" in hers.post(pages["number"], {"number": 101}).content.decode()
    assert hers.post(pages["number"], {"number": 101, "take_over": 1}).status_code == 302


# Typing


def test_the_page_shows_the_player_and_what_was_asked(hers, pages, keying):
    page = hers.get(pages["sheet"]).content.decode()
    assert "Ada L." in page
    assert "Lund" not in page
    assert page.count('class="lines"') == 3
    assert "no-store" in hers.get(pages["sheet"])["Cache-Control"]


def test_nobody_else_sees_the_drafts(pages, keying, send, other_volunteer):
    send("save", line("hers alone"))
    other = Client()
    other.force_login(other_volunteer)
    assert other.get(pages["sheet"]).url == pages["number"]
    assert send("save", line("mine"), who=other).url == pages["number"]
    assert list(DraftLine.objects.values_list("text", flat=True)) == ["hers alone"]


def test_what_is_saved_stands_on_the_page_word_for_word(hers, pages, send):
    odd = line("  (1+2<b>&quot;x  ", box=1)
    assert send("save", odd, line("")).status_code == 302
    assert DraftLine.objects.get().text == odd[1]
    page = hers.get(pages["sheet"])
    assert typed_on(page) == ["  (1+2&lt;b&gt;&amp;quot;x  "]


def test_the_page_shows_what_the_engine_says_of_each_line(hers, pages, send):
    send("save", line("(1+2+3)*4"), line("1+2+3"))
    page = hers.get(pages["sheet"]).content.decode()
    assert ["on target" in page, "tag-refused" in page] == [True, True]
    assert "<math" in page


def test_a_marked_line_is_saved_with_its_mark(send):
    scribble, empty = line("4+"), line("", box=2)
    send("save", scribble, empty, **{f"mark-{key_of(scribble)}": "illegible", f"mark-{key_of(empty)}": "blank"})
    assert list(DraftLine.objects.values_list("text", "mark")) == [("4+", "illegible"), ("", "blank")]


def test_more_rows_are_given_and_what_was_typed_is_saved(hers, send):
    answer = send("more", line("1+2"))
    assert typed_on(hers.get(answer.url)) == ["1+2"]
    assert len(hers.get(answer.url).context["boxes"][1].lines) == 6


@pytest.mark.postgresql
@pytest.mark.parametrize("button", ["save", "hand_in"])
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (line("x" * 1_000_000), "1,000,000 characters"),
        (line("1\x00+2"), "invisible"),
        (line("1\x1b+2"), "invisible"),
        (line("1+2", box=7), "3 boxes"),
    ],
)
def test_a_wrong_line_is_refused_at_its_place_with_all_that_was_typed(button, wrong, said, send):
    answer = send(button, line("1+2"), wrong, line("3+4", box=1))
    page = answer.content.decode()
    assert answer.status_code == 400
    assert said in page
    assert {"1+2", "3+4"} <= set(typed_on(answer))
    assert not DraftLine.objects.exists()
    assert not Submission.objects.exists()


def test_two_marks_on_one_line_are_refused(send):
    both = line("1+2")
    answer = send("save", both, **{f"mark-{key_of(both)}": ["illegible", "blank"]})
    assert answer.status_code == 400
    assert typed_on(answer) == ["1+2"]


def test_more_than_400_lines_are_refused_with_all_that_was_typed(send):
    answer = send("save", *[line(f"1+{at}") for at in range(401)])
    assert answer.status_code == 400
    assert len(typed_on(answer)) == 401


@pytest.mark.parametrize("limit", ["DATA_UPLOAD_MAX_NUMBER_FIELDS", "DATA_UPLOAD_MAX_MEMORY_SIZE"])
def test_a_form_beyond_the_limits_gets_a_page_that_says_so(limit, settings, send):
    setattr(settings, limit, 5)
    answer = send("save", *[line("1+2") for _ in range(10)])
    assert answer.status_code == 413
    assert "The page sent too much at once" in answer.content.decode()


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "name", ["line-0", "line-x-0-y", f"line--1-0-{uuid.UUID(int=7)}", "line-0-0-" + "z" * 36, "other"]
)
def test_fields_that_are_no_lines_are_passed_over(name, send):
    assert send("save", (name, "1+2"), line("3+4")).status_code == 302
    assert DraftLine.objects.count() == 1


def test_an_unknown_button_is_refused_with_what_was_typed(send):
    answer = send("burn", line("1+2"))
    assert (answer.status_code, typed_on(answer)) == (400, ["1+2"])


def test_a_bug_in_an_action_does_not_look_like_an_unknown_button(send, monkeypatch):
    monkeypatch.setitem(views._DONE_BY, "hand_in", lambda request, hers, lines: {}["no such key"])
    with pytest.raises(KeyError, match="no such key"):
        send("hand_in", line("1+2"))


def test_a_round_made_final_while_she_types_keeps_her_text_on_the_page(send, organiser, round_24):
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    for button in ("save", "more", "hand_in", "put_back"):
        answer = send(button, line("too late"))
        assert (answer.status_code, typed_on(answer)) == (409, ["too late"])
        assert "is final" in answer.content.decode()


def test_a_sheet_taken_over_keeps_her_text_on_the_page(send, other_volunteer, round_24, entrant, keying):
    Keying.objects.update(touched_at=timezone.now() - timedelta(minutes=11))
    keyings.open_sheet(by=other_volunteer, round_=round_24, entrant=entrant, take_over=True)
    answer = send("hand_in", line("still here"))
    assert (answer.status_code, typed_on(answer)) == (409, ["still here"])


@pytest.mark.parametrize("button", ["save", "hand_in"])
def test_a_line_changed_in_another_window_is_shown_and_wins_when_sent_again(button, send):
    first = line("first")
    send("save", first)
    key = key_of(first)
    send("save", line("other window", revision=1, key=key))
    answer = send(button, line("this window", revision=1, key=key))
    assert (answer.status_code, typed_on(answer)) == (409, ["this window"])
    (name,) = re.findall(r'name="(line-[^"]*)"\s+value="this window"', answer.content.decode())
    assert send(button, (name, "this window")).status_code == 302
    assert DraftLine.objects.get().text == "this window"


def test_a_replayed_save_saves_once(send):
    same = line("1+2")
    assert [send("save", same).status_code for _ in range(2)] == [302, 302]
    assert DraftLine.objects.count() == 1


# On two computers


@pytest.fixture
def laptop(volunteer) -> Client:
    """She, at another computer."""
    client = Client()
    client.force_login(volunteer)
    return client


def test_on_another_computer_the_sheet_is_to_be_read_until_she_types_there(hers, pages, send, laptop):
    send("save", line("1+2"))
    for _look in range(2):
        page = laptop.get(pages["sheet"]).content.decode()
        assert "You are typing this sheet on another computer" in page
        assert "1+2" in page
        assert 'name="line-' not in page
        assert typed_on(hers.get(pages["sheet"])) == ["1+2"], "looking takes nothing over"
    assert laptop.post(pages["number"], {"number": CODE}).url == pages["sheet"]
    page = laptop.get(pages["sheet"])
    assert typed_on(page) == ["1+2"]
    assert "1 line is typed already." in page.content.decode()
    assert "Type here" in hers.get(pages["sheet"]).content.decode()


def test_a_number_typed_on_another_computer_takes_the_sheet_there(hers, pages, keying, laptop):
    answer = laptop.post(pages["number"], {"number": "101"})
    cookie = answer.cookies["browser"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (pages["rounds"], True, "Lax")
    assert 'name="line-' in laptop.get(pages["sheet"]).content.decode()
    assert 'name="line-' not in hers.get(pages["sheet"]).content.decode()


@pytest.mark.parametrize("button", ["save", "more", "hand_in", "put_back"])
def test_the_plain_form_of_the_first_computer_saves_nothing_over_the_second(button, pages, send, laptop):
    begun = line("7")
    send("save", begun)
    laptop.post(pages["number"], {"number": CODE})
    answer = send(button, line("7+here", revision=1, key=key_of(begun)))
    assert (answer.status_code, typed_on(answer)) == (409, ["7+here"])
    assert set(DraftLine.objects.values_list("text", flat=True)) == {"7"}
    assert Keying.objects.filter(state="open").count() == 1
    assert not Submission.objects.exists()


def test_who_signs_in_again_in_the_same_browser_types_on(hers, pages, send, volunteer):
    send("save", line("1+2"))
    hers.logout()
    hers.cookies["browser"] = str(HERE)  # logout of the test client empties the jar
    hers.force_login(volunteer)
    assert typed_on(hers.get(pages["sheet"])) == ["1+2"]


@pytest.mark.parametrize("cookie", ["", "x", "7" * 400, "\x00"])
def test_a_cookie_that_is_none_is_another_browser(cookie, hers, pages, keying):
    hers.cookies["browser"] = cookie
    assert "Type here" in hers.get(pages["sheet"]).content.decode()


def test_a_sheet_that_another_volunteer_has_taken_over_says_who(
    hers, pages, keying, other_volunteer, round_24, entrant
):
    Keying.objects.update(touched_at=timezone.now() - timedelta(minutes=11))
    keyings.open_sheet(by=other_volunteer, round_=round_24, entrant=entrant, take_over=True)
    page = hers.get(pages["sheet"]).content.decode()
    assert "Viktor has taken over this sheet" in page
    assert f'name="number" value="{CODE}"' in page
    assert "Viktor has this sheet open." in hers.post(pages["number"], {"number": CODE}).content.decode()


def test_a_sheet_handed_in_on_the_other_computer_is_not_typed_on(hers, pages, send, laptop, volunteer):
    send("save", line("1+2"))
    laptop.post(pages["number"], {"number": CODE})
    keyings.hand_in(by=volunteer, keying=Keying.objects.get(state="open"))
    answer = send("hand_in", line("late"))
    assert (answer.status_code, typed_on(answer)) == (409, ["late", "1+2"])
    assert "handed in already" in answer.content.decode()
    assert "You handed this sheet in" in hers.get(pages["sheet"]).content.decode()


# Handing in


def test_handing_in_leads_to_the_next_number_and_says_what_is_in(hers, pages, send):
    answer = send("hand_in", line("1+2"), line("3", box=1), line("4", box=1))
    assert answer.url == pages["number"]
    page = hers.get(pages["number"])
    assert "Sheet 101 is handed in: 3 lines in 2 boxes." in page.content.decode()
    assert "autofocus" in str(page.context["form"]["number"])


def test_a_line_keeps_the_address_of_its_typist_and_not_of_the_proxy(hers, send, settings):
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    hers.defaults["HTTP_X_FORWARDED_FOR"] = "6.6.6.6, 198.51.100.7"
    assert send("hand_in", line("1+2")).status_code == 302
    assert Submission.objects.get().address == "198.51.100.7"


def test_a_replayed_hand_in_records_once(send):
    same = line("1+2")
    assert [send("hand_in", same).status_code for _ in range(2)] == [302, 302]
    assert Submission.objects.count() == 1


def test_nothing_typed_is_not_handed_in(send):
    answer = send("hand_in", line("  "))
    assert answer.status_code == 400
    assert "Nothing has been typed" in answer.content.decode()


def test_a_handed_in_sheet_is_shown_to_read_only(hers, pages, send):
    send("hand_in", line(" 1+2"))
    page = hers.get(pages["sheet"]).content.decode()
    assert "can no longer be changed" in page
    assert "line-0-" not in page


def test_a_sheet_is_put_back_with_what_was_typed(hers, pages, send, other_volunteer, round_24, entrant):
    assert send("put_back", line("1+2")).url == pages["number"]
    assert "This sheet was put back." in hers.get(pages["sheet"]).content.decode()
    goes_on = keyings.open_sheet(by=other_volunteer, round_=round_24, entrant=entrant)
    assert [draft.text for draft in goes_on.drafts.all()] == ["1+2"]


def test_an_absent_player_s_sheet_asks_whether_the_number_is_right(hers, pages, keying):
    Entrant.objects.update(status="absent")
    assert "Is it the right number?" in hers.get(pages["sheet"]).content.decode()


def test_without_the_csrf_token_nothing_is_saved(volunteer, send):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(volunteer)
    assert send("save", line("1+2"), who=strict).status_code == 403
    assert not DraftLine.objects.exists()
