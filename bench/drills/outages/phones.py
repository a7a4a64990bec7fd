"""Phones at a live table. Each sends a move again until it is acknowledged, as the page does; each move has a key."""

import json
import threading
from collections import Counter
from uuid import uuid4

PAUSE = 1.0  # seconds between two moves of one phone


class Phones:
    """`with Phones(port) as phones:` they play at a new table; then `phones.tell(report)`."""

    def __init__(self, port: int):
        from bench.live_play import x_game

        places = [place for place in x_game() if place.role == "seat"]
        self.port, self.code, self.over = port, places[0].code, threading.Event()
        self.acknowledged, self.refused, self.sent_again = list[str](), list[str](), 0
        self.threads = [threading.Thread(target=self._play, args=(place,), daemon=True) for place in places[:3]]

    def __enter__(self) -> "Phones":
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.over.set()
        for thread in self.threads:
            thread.join()

    def _play(self, place) -> None:
        from bench.volunteers import Volunteer

        phone, at = Volunteer(self.port, "", ""), 0
        phone.cookies = dict(part.split("=", 1) for part in place.cookie.split("; "))
        while not self.over.wait(PAUSE):
            at += 1
            move = {"kind": "x", "facts": {"text": f"{at}/{place.seat + 6}"}, "key": uuid4().hex, "as": "seat"}
            if self._sent(phone, json.dumps(move).encode()):
                self.acknowledged.append(f"player-{place.seat}-{move['key']}")

    def _sent(self, phone, body: bytes) -> bool:
        """Whether the move was acknowledged: it is sent again until it is, or is refused for good."""
        from bench.volunteers import Unreachable

        while True:
            try:
                status, answer = phone.send(f"/play/{self.code}/moves/", body)
            except Unreachable:
                status, answer = 0, b""
            if status and status < 500 and status != 429:
                break
            self.sent_again += 1
            if self.over.wait(0.5):
                return False
        if status != 200:
            self.refused.append(f"{status} {answer[:150]!r}")
        return status == 200

    def tell(self, report) -> None:
        """Promise that each acknowledged move is in the record once."""
        from tournament.models import TableMove

        recorded = Counter(TableMove.objects.filter(table__code=self.code).values_list("key", flat=True))
        lost = sum(not recorded[key] for key in self.acknowledged)
        doubled = sum(count > 1 for count in recorded.values())
        report.promise(
            bool(self.acknowledged) and not (lost or doubled or self.refused),
            f"each of {len(self.acknowledged)} acknowledged moves of a live game is there once ({lost} lost, {doubled}"
            f" doubled, {self.sent_again} sent again){''.join(': ' + each for each in self.refused[:1])}",
        )
