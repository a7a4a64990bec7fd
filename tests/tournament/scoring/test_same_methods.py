"""Which methods count once: a law of the partition, without a database."""

from hypothesis import given, strategies as st

from tournament.models import Event, PairRuling
from tournament.scoring.same_methods import partition
from tournament.scoring.written_methods import MethodKeys

METHODS = [MethodKeys(f"m{at}", f"near {at // 4}") for at in range(12)]
SAYS = st.sampled_from(PairRuling.Says.values)
written = st.sets(st.sampled_from(METHODS))


@st.composite
def ruling(draw) -> PairRuling:
    one, other = draw(st.lists(st.sampled_from(METHODS), min_size=2, max_size=2, unique=True))
    return PairRuling(
        first_key=one.method_key,
        first_kin=one.kin_key,
        second_key=other.method_key,
        second_kin=other.kin_key,
        says=draw(SAYS),
    )


@given(st.lists(ruling(), max_size=6), written, written, st.sampled_from(Event.KinCountsAs.values))
def test_what_others_wrote_neither_joins_nor_parts_two_methods(rulings, own, of_others, policy):
    event = Event(kin_counts_as=policy)
    alone, together = (partition(event, methods, rulings) for methods in (own, own | of_others))
    keys = {each.method_key for each in own}
    for one in keys:
        for other in keys:
            once, still = (same.get(one, one) == same.get(other, other) for same in (alone, together))
            assert once == still
