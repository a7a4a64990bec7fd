"""`python -m bench` runs the short benchmarks one after the other; `--full` runs all; names pick some."""

import argparse
import importlib
import traceback

SHORT = ("engine", "sets")  # those that start no server: a minute on an old laptop
FULL = (
    *SHORT,
    "scoring",
    "rescoring",
    "load",
    "many_events",
    "scale",
    "public",
    "live_play",
    "copying",
    "imports",
    "api",
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--full", action="store_true", help="every benchmark, however long")
    parser.add_argument("names", nargs="*", metavar="name", help=f"some of {', '.join(FULL)}")
    chosen = parser.parse_args()
    failed = [name for name in chosen.names or (FULL if chosen.full else SHORT) if not ended_well(name)]
    if failed:
        raise SystemExit(f"Failed: {', '.join(failed)}")


def ended_well(name: str) -> bool:
    """Run a benchmark; returns whether it succeeded. An error is printed, and the next one can run."""
    print(f"== {name}", flush=True)
    try:
        importlib.import_module(f"bench.{name}").main()
    except SystemExit as ended:
        if ended.code:
            print(f"{name} failed: {ended.code}", flush=True)
        return not ended.code
    except Exception:
        traceback.print_exc()
        return False
    return True


if __name__ == "__main__":
    main()
