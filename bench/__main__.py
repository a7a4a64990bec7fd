"""`python -m bench`: the short benchmarks, one after the other; `--full` for every one; names pick some."""

import argparse
import importlib

SHORT = ("engine", "scoring", "solver", "rescoring", "load", "public", "copying")
FULL = (*SHORT,)


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--full", action="store_true", help="every benchmark, however long")
    parser.add_argument("names", nargs="*", metavar="name", help=f"some of {', '.join(FULL)}")
    chosen = parser.parse_args()
    for name in chosen.names or (FULL if chosen.full else SHORT):
        print(f"== {name}", flush=True)
        importlib.import_module(f"bench.{name}").main()


if __name__ == "__main__":
    main()
