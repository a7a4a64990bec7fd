"""Connections that send half a request, or read nothing of the answer, are held open while others type."""

import socket
import time
from contextlib import ExitStack, suppress

HALF = (
    b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 100000\r\n\r\nusername=x"
)


def run(report, *, short: bool, seed: int) -> None:
    from bench.drills.meanwhile import Site

    count, seconds = (40, 6) if short else (200, 40)
    with Site("bodies", short) as site, site.typing() as typing, ExitStack() as held:
        page = (
            f"GET /events/{site.made.event.slug}/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: sessionid=x\r\n\r\n".encode()
        )
        kinds = {"half a body": HALF, "half a head": HALF[:70], "an answer that nobody reads": page}
        trickling = []
        for sent in kinds.values():
            for _ in range(
                count if sent is not page else count // 4
            ):  # making these pages is work, and not what is tried
                there = held.enter_context(socket.create_connection(("127.0.0.1", site.house.port)))
                there.sendall(sent)
                if sent is HALF:
                    trickling.append(there)
        end = time.monotonic() + seconds
        while time.monotonic() < end:  # half of them send a byte a second, the others nothing
            for there in trickling[::2]:
                with suppress(OSError):
                    there.send(b"x")
            time.sleep(1)
        ended = sum(map(_was_refused, trickling))
    report.say(f"up to {count} connections each with {', '.join(kinds)}, held for {seconds} s")
    if not short:
        report.promise(ended == count, f"each half of a body was ended with 408 meanwhile ({ended} of {count})")
    typing.tell(report)


def _was_refused(there: socket.socket) -> bool:
    there.settimeout(2)
    with suppress(OSError):
        return b" 408 " in there.recv(200)
    return True  # it went on sending after the answer, so the connection was reset
