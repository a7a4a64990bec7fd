# ruff: noqa: F811
"""The room's screen fits: for each game and phase, and 2, 5, 12 and 30 players with long names, one page is resized.

The moves go into the record as if phones had sent them; what the page shows is measured in Chromium. The suite has
thirty players, the smallest window and the one in which letters are measured; `make drill ARGS=laws` has all."""

from itertools import count

import pytest
from playwright.sync_api import expect

from judging.games.countdown.rounds import to_present
from judging.language.editions import EDITIONS
from puzzles import possible
from puzzles.solver import Solver
from puzzles.tiebreaker import PLAIN
from puzzles.words.word_lists import standard
from tests.browser.tables import dealt, open_as  # noqa: F401
from tests.laws import MANY
from tournament.common import limits
from tournament.game_tables import actions, hosting_actions
from tournament.moves.recording import Sent, now, record
from tournament.moves.table_cache import find

pytestmark = pytest.mark.django_db

SIZES = [(1280, 720), (844, 390), *([(1024, 768), (1920, 1080)] if MANY else [])]
IN_THE_SUITE = (30,)  # as many as a class
PLAYERS = [each if each in IN_THE_SUITE else pytest.param(each, marks=pytest.mark.drill) for each in (2, 5, 12, 30)]
LONG = "Maximiliane Alexandra {}"

MEASURE = """async () => {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const cut = [...document.querySelectorAll('main *')].filter((each) =>
    each.clientHeight && each.scrollHeight > each.clientHeight + 1 && !each.matches('.confetti') &&
    (getComputedStyle(each).overflowY === 'hidden' || each.matches('.podium-step')));
  const small = [...document.querySelectorAll('main *')].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }) &&
    [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()));
  const size = (each) => parseFloat(getComputedStyle(each).fontSize);
  const large = document.querySelectorAll('.room-cards .tile.turned, .room-cards .tf-card, .room-answer, .cd-answer');
  const outside = [...large, ...document.querySelectorAll('.join-code svg, .pin')].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
  });
  return {
    height: document.documentElement.scrollHeight - innerHeight,
    width: document.documentElement.scrollWidth - innerWidth,
    cut: cut.map((each) => each.className),
    outside: outside.map((each) => each.className.toString()),
    smallest: Math.min(...small.map(size)),
    small: small.filter((each) => size(each) < 19.9).map((each) => each.outerHTML.slice(0, 80)),
    large: Math.min(999, ...[...large].map(size)),
  };
}"""


NEXT_FRAME = """() => new Promise((resolve) => {
  document.querySelector('[data-table]').addEventListener('shown', resolve, { once: true });
  dispatchEvent(new Event('online'));  // the page looks at once
  setTimeout(resolve, 1000);  // what is not for the room changes nothing there
})"""


class Play:
    """Moves at a table, as browsers would send them."""

    keys = count()

    def __init__(self, game: str, seats: int, /, **settings):
        self.table, self.secret = actions.open_table(by=None, game=game, settings=settings)
        for number in range(1, seats + 1):
            actions.join(table=self.table, name=LONG.format(number)[:24])
        hosting_actions.approve(table=self.table)

    def host(self, kind, seat=None, **facts):
        return self._send(kind, "host", seat, facts)

    def seat(self, seat, kind, /, **facts):
        return self._send(kind, "player", seat, facts)

    def _send(self, kind, by, seat, facts):
        return record(self.table, Sent(kind, by, seat, facts, f"key-{next(self.keys)}", now()))

    @property
    def position(self):
        return find(self.table.code).position


def countdown(players):
    """A round of letters, of numbers and a conundrum; each phase by its name, with the game in it."""
    play = Play("countdown", players, rounds="LNC", tie_conundrums=False, together=True)
    yield "lobby", play
    play.host("begin")
    yield "set-up", play
    for pile in ("vowel", "consonant", "consonant") * 3:
        play.host("letter", pile=pile)
    yield "ready", play
    play.host("start_clock")
    yield "clock", play
    words = standard().best_words(round_of(play).letters)
    play.host("time_up")
    for seat in range(1, players):
        play.seat(seat, "declare", number=len(words[0]))
    yield "declaring", play
    play.host("close_declarations")
    for _ in range(players - 1):
        play.host("present", seat=to_present(round_of(play))[0], text=words[0])
    yield "giving", play
    disclose(play)
    yield "given", play
    close(play)
    yield "letters over", play
    play.host("next")
    play.host("large", count=2)
    play.host("start_clock")
    yield "numbers", play
    play.host("time_up")
    target = round_of(play).target
    method = possible.calculation(tuple(sorted(round_of(play).numbers)), target)["text"]
    for seat in range(1, players + 1):
        play.seat(seat, "declare", number=target)
    for seat in range(1, players + 1):
        if round_of(play).phase in ("giving", "presenting"):
            play.host("present", seat=seat, text=method)
    disclose(play)
    yield "calculations", play
    close(play)
    yield "numbers over", play
    play.host("next")
    yield "conundrum", play
    play.host("start_clock")
    yield "scramble", play
    for seat in range(1, players):
        play.seat(seat, "buzz")
        play.seat(seat, "answer", text="wordwords")
    yield "answers", play
    play.seat(players, "buzz")
    play.seat(players, "answer", text=round_of(play).answer)
    yield "conundrum over", play
    play.host("next")
    yield "over", play


def disclose(play):
    if round_of(play).phase == "giving":
        play.host("disclose")


def close(play):
    if round_of(play).phase != "done":
        play.host("close_round")


MAKE_TWO = {(1, 1): "1+1", (1, 2): "1*2", (2, 1): "2*1", (3, 1): "3-1"}


def classic(players):
    """Basic 24 with one set of two numbers: a wrong answer, then right ones until somebody wins."""
    play = Play("twentyfour", players, players=40, number_range=3, numbers=2, target=2, end_score=2)
    play.host("begin")
    yield "cards", play
    play.seat(1, "answer", texts=["1"], round=1)
    yield "wrong answer", play
    while play.position.stage == "playing":
        play.host("next")
        numbers = dealt(play.table)[0]
        if numbers in MAKE_TWO:
            play.seat(2, "answer", texts=[MAKE_TWO[numbers]], round=play.position.state.number)
        else:
            play.host("close")
        yield "result", play


def tony_four(players, sets=3):
    """Tony Four with everybody's x, the proofs, and the result."""
    play = Play("twentyfour", players, players=40, game_type="12", sets=sets, numbers=5, number_range=100)
    play.host("begin")
    yield "cards", play
    for seat in range(1, players + 1):
        play.seat(seat, "x", text=f"{100000 + seat}/7")
    yield "x", play
    if play.position.state.phase == "answer":
        play.host("close")
    yield "proofs", play
    play.host("close")
    yield "result", play
    play.host("end")
    yield "over", play


def tony_four_with_ten_sets(players):
    yield from tony_four(players, sets=10)


def closest(players):
    play = Play("twentyfour", players, players=40, game_type="20")
    play.host("begin")
    for seat in range(1, players + 1):
        play.seat(seat, "x", text="1/3")
    yield "x", play
    play.host("close")
    play.host("close")
    yield "result", play


def duel(players):
    play = Play("duel", 2)
    play.host("begin")
    yield "begun", play
    for turn in ("+5", "+7", "x0", "+1"):
        play.seat(play.position.state.seat, "turn", text=turn)
    yield "turns", play
    play.host("end")
    yield "over", play


def number_race(players):
    """A round in which everybody writes the same two methods and one long one of their own, and its end."""
    play = Play("number_race", players, rounds=2)
    play.host("begin")
    yield "writing", play
    for last in (False, True):
        round_ = play.position.state.rounds[-1]
        plain = Solver(EDITIONS[PLAIN]).solve(round_.cards, round_.target, "all").methods
        for seat in range(1, players + 1):
            for method in plain[: 1 + seat % 3]:
                play.seat(seat, "write", text=f"{'(' * 20}{method}{')' * 20}")
        play.host("close")
        yield "over" if last else "result", play
        if not last:
            play.host("next")


GAMES = [
    number_race,
    countdown,
    classic,
    pytest.param(tony_four, marks=pytest.mark.drill),  # with ten sets it has the same phases
    tony_four_with_ten_sets,
    pytest.param(closest, marks=pytest.mark.drill),  # one set of Tony Four's
    duel,
]


def round_of(play):
    return play.position.state.current


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_it_fits(open_as, live_server, monkeypatch, game, players):
    for name in ("MOVES_HOST", "MOVES_SEAT"):  # nobody is as quick as this
        monkeypatch.setattr(limits, name, limits.MOVES_TABLE)
    page, problems = None, []
    for phase, play in game(players):
        if page is None:
            page = open_as(play.table, "host", play.secret).context.new_page()
            page.goto(f"{live_server.url}/play/{play.table.code}/screen/")
            page.evaluate("document.fonts.ready")
        else:
            page.evaluate(NEXT_FRAME)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            problems += [f"{phase} at {width} x {height}: {each}" for each in wrong(page.evaluate(MEASURE), width)]
    assert not problems, "\n".join(problems)


def wrong(seen, width) -> list[str]:
    """What does not fit in what was measured; how large letters are is looked at where the window is 1280 wide."""
    found = [f"{name}: {seen[name]}" for name in ("cut", "outside") if seen[name]]
    found += [f"scrolls by {seen[name]} in its {name}" for name in ("height", "width") if seen[name] > 0]
    if width != 1280:
        return found
    found += [f"small letters: {seen['small'][:3]}"] if seen["small"] else []
    return found + ([f"cards of {seen['large']} pixels"] if seen["large"] < 48 else [])


def test_nothing_sounds_until_somebody_turns_it_on_and_confetti_honours_less_motion(open_as, live_server, browser):
    play = Play("countdown", 2, rounds="C", tie_conundrums=False)
    play.host("begin")
    screens = []
    for motion in ("no-preference", "reduce"):
        context = browser.new_context(reduced_motion=motion)
        context.add_init_script(COUNT_NOTES)
        page = context.new_page()
        page.goto(f"{live_server.url}/play/{play.table.code}/screen/")
        screens.append(page)
    loud, quiet = screens
    loud.get_by_role("button", name="Sound").click()
    play.host("start_clock")
    play.seat(1, "buzz")
    for page in screens:
        expect(page.locator(".room-task")).to_contain_text("has buzzed")
    play.seat(1, "answer", text=round_of(play).answer)
    play.host("next")
    for page in screens:
        expect(page.locator(".winner")).to_contain_text("wins")
    expect(loud.locator(".confetti i").first).to_be_attached()
    expect(quiet.locator(".confetti")).to_have_count(0)
    assert loud.evaluate("notes") > 0
    assert quiet.evaluate("notes") == 0
    for page in screens:
        page.context.close()


COUNT_NOTES = """
window.notes = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...given) { window.notes += 1; return start.apply(this, given); };
"""
