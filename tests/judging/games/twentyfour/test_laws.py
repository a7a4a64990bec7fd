"""Any moves at any time, in every type: what always holds."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from judging.games.live.game import HOST_READER, SCREEN, TableReader
from judging.games.live.moves import HOST, PLAYER, SERVER
from judging.games.live.replay import due, replay
from judging.games.twentyfour.game import TWENTY_FOUR_FAMILY as GAME
from judging.games.twentyfour.settings import TYPES
from judging.games.twentyfour.view import view
from judging.messages import TEMPLATES
from tests.judging.games.twentyfour.tables import Table
from tests.tools.recounting import page_of, program

TEXTS = st.sampled_from(["1*2*3*4", "1+2+3+4", "4/(3-2)*1", "(1+2+3)*4", "nothing", "3-4-2*1", "2*3*4/1"])
XS = st.sampled_from(["24", "10", "4", "-3", "1/3", "-1", "14", "20", "words"])
SEATS = st.integers(1, 3)


class TableMachine(RuleBasedStateMachine):
    """`kind` is the game type. Moves that are refused are part of it."""

    kind = "0"

    @initialize(between=st.sampled_from([0, 5]), limits=st.booleans(), locks=st.booleans())
    def sit_down(self, between, limits, locks):
        times = {"round_time": 30, "proof_time": 20} if limits else {"proof_time": 0}
        times["wrong_locks"] = self.locks = locks
        self.table = Table(3, game_type=self.kind, end_score=2, between_time=between, answer_time=10, **times)
        self.ended = False

    @rule(seat=SEATS, text=TEXTS)
    def answer(self, seat, text):
        self.table.answer(seat, text)

    @rule(seat=SEATS, x=XS)
    def enter(self, seat, x):
        self.table.x(seat, x)

    @rule(seat=SEATS, text=TEXTS)
    def prove(self, seat, text):
        self.table.proof(seat, text)

    @rule(seat=SEATS, kind=st.sampled_from(["impossible", "no_proof"]))
    def press(self, seat, kind):
        self.table.make(kind, PLAYER, seat)

    @rule(seat=SEATS, kind=st.sampled_from(["join", "leave"]))
    def come_or_go(self, seat, kind):
        self.table.make(kind, PLAYER, seat)

    @rule(kind=st.sampled_from(["next", "close", "again", "pause", "resume"]))
    def host(self, kind):
        self.table.make(kind, HOST)

    @rule(seconds=st.integers(0, 15))
    def time_passes(self, seconds):
        """The server records what is due on the way."""
        end = self.table.now + seconds
        for _ in range(50):
            comes = due(GAME, self.table.position)
            if comes is None or comes.at > end * 1000:
                break
            self.table.now = max(self.table.now, comes.at / 1000)
            facts = {"sets": ["1 2 3 4"]} if comes.kind == "deal" else {}
            assert self.table.make(comes.kind, SERVER, **facts) is None
        self.table.now = max(self.table.now, end)

    @rule(data=st.data(), right=st.booleans())
    def judge(self, data, right):
        written = [move for move in self.table.moves if move.kind in ("answer", "proof")]
        if written:
            before = [(each.number, each.sets, each.ended) for each in self.state.rounds]
            self.table.rule(data.draw(st.sampled_from(written)), right)
            if not self.locks:  # else a round goes on whose right answer is ruled wrong
                assert [(each.number, each.sets, each.ended) for each in self.state.rounds] == before

    @property
    def state(self):
        return self.table.position.state

    @invariant()
    def the_position_is_that_of_the_replayed_moves(self):
        if hasattr(self, "table"):
            assert replay(GAME, self.table.settings, self.table.moves) == self.table.position

    @invariant()
    def points_are_as_the_type_says(self):
        if not hasattr(self, "table"):
            return
        total: Counter[int] = Counter()
        for result in (round_.result for round_ in self.state.rounds if round_.result):
            total.update(result.points)
            assert sum(each == 1 for each in result.points.values()) <= 1
            assert self.locks or len(result.points) <= 1
            wrong = self.locks or result.code == "wrong"
            assert all(each == 1 or (each == -1 and wrong) for each in result.points.values())
            assert (result.winner is None) == (result.code not in ("right", "proved", "impossible_wins"))
            assert not (result.points and not result.counts)
        assert {seat: more for seat, more in GAME.scores(self.table.position).items() if more} == {
            seat: more for seat, more in total.items() if more
        }

    @invariant()
    def the_game_ends_when_somebody_has_the_end_score(self):
        if not hasattr(self, "table"):
            return
        best = max(self.state.points.values(), default=0)
        assert (self.state.winner is not None) == (best >= 2 and self.kind != "1")

    @invariant()
    def no_x_is_held_twice_where_all_see_it(self):
        if hasattr(self, "table") and self.state.round and TYPES[self.kind].open_x:
            held = [entry.x for entry in self.state.round.entries.values()]
            assert len(set(held)) == len(held)

    @invariant()
    def every_code_has_a_sentence(self):
        if hasattr(self, "table"):
            results = [round_.result for round_ in self.state.rounds if round_.result]
            codes = {f"tf_{each.code}" for each in results}
            codes |= {f"tf_why_{why}" for each in results for why in each.why.values()}
            assert codes | {f"play_{code}" for code in self.table.position.notes.values()} <= TEMPLATES.keys()

    def teardown(self):
        """Another program, which shares no line with ours, counts the same points."""
        if hasattr(self, "table"):
            assert program.differences(page_of(self.table)) == []

    @invariant()
    def every_view_is_json(self):
        if hasattr(self, "table"):
            for reader in (SCREEN, HOST_READER, TableReader("seat", 1), TableReader("seat", 9)):
                json.dumps(view(self.table.position, reader))


@pytest.mark.parametrize("kind", TYPES)
def test_laws(kind):
    machine = type("Machine", (TableMachine,), {"kind": kind})
    few = settings(
        max_examples=15, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    run_state_machine_as_test(machine, settings=few)
