"""How fast games are played from Python, on one core, next to the bars.

    python python/examples/rates.py            (--json prints lines for results/, without the bars)

Everything is measured in slices, one after the other and again, so that what else the machine does falls on all alike.
Figures are medians of the slices, by seconds of the processor; the error is half of a 95 % interval of the median.
"""

import json
import os
import platform
import statistics
import sys
import time
from datetime import date
from random import random

os.environ.setdefault("OMP_NUM_THREADS", "1")

import ludus

SLICES, SECONDS = 11, 0.4


def rate(play):
    """How many plies a second; ``play`` returns how many it made."""
    plies, started = 0, time.process_time()
    while (spent := time.process_time() - started) < SECONDS:
        plies += play()
    return plies / spent


def one_by_one(name, **options):
    start = ludus.game(name, **options)

    def game():
        position, plies = start, 0
        while moves := position.moves():
            position = position.play(moves[int(random() * len(moves))])
            plies += 1
        return plies

    return game


def by_numbers(name, **options):
    start = ludus.game(name, **options)

    def game():
        position, plies = start, 0
        while actions := position.actions():
            position = position.play_action(actions[int(random() * len(actions))])
            plies += 1
        return plies

    return game


def in_batches(**options):
    batch = ludus.BatchedGames(ludus.game("domineering", **options), 1024)

    def ply():
        plies = batch.step_randomly()
        batch.restart()
        return plies

    return ply


def in_batches_with_actions(**options):
    batch = ludus.BatchedGames(ludus.game("domineering", **options), 1024)

    def ply():
        batch.observe()
        batch.legal_mask()
        batch.step(batch.sample())
        batch.restart()
        return len(batch)

    return ply


def open_spiel():
    """A state that is changed, as OpenSpiel has it, and positions that never change, as ours: every ply on a copy."""
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed: pip install open_spiel", file=sys.stderr)
        return {}
    game = pyspiel.load_game("dots_and_boxes(num_rows=5,num_cols=6)")

    def changed():
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])
            plies += 1
        return plies

    def copied():
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state = state.child(actions[int(random() * len(actions))])
            plies += 1
        return plies

    return {
        "OpenSpiel, Dots and Boxes 5x6, one state changed": changed,
        "OpenSpiel, Dots and Boxes 5x6, a copy each ply": copied,
    }


OURS = "Dots and Boxes 5x6, one by one"
BARS = {"Domineering 8x8, a batch of 1024, random": 1_000_000, "Domineering 8x8, one by one": 150_000}


def main():
    plays = {
        "Domineering 8x8, a batch of 1024, random": in_batches(),
        "the same with observations, masks and actions": in_batches_with_actions(),
        "Domineering 8x8, one by one": one_by_one("domineering"),
        OURS: one_by_one("dots-and-boxes"),
        "the same by the numbers of moves": by_numbers("dots-and-boxes"),
        **open_spiel(),
    }
    slices = {name: [] for name in plays}
    for play in plays.values():
        play()
    for _ in range(SLICES):
        for name, play in plays.items():
            slices[name].append(rate(play))
    for name, rates in slices.items():
        value, note = statistics.median(rates), ""
        # The second and the last but one of eleven bound the median in 98.8 of 100 cases.
        error = (sorted(rates)[-2] - sorted(rates)[1]) / 2
        if name.startswith("OpenSpiel"):
            times = statistics.median(ours / theirs for ours, theirs in zip(slices[OURS], rates, strict=True))
            note = f"in the same run; ours is {times:.2f} times as fast"
        if "--json" in sys.argv:
            show(name, value, error, note)
        else:
            bar = f"bar {BARS[name]:,}" if name in BARS else ""
            print(f"{name:50} {value:>12,.0f} +- {error:>9,.0f} plies/s   {bar}{note}")


def show(name, value, error, note):
    """A line for results/."""
    figure = {"value": round(value), "unit": "plies/s", "error": round(error)}
    claim = {"section": "python", "what": name, "figures": [figure], "command": "python python/examples/rates.py"}
    claim |= {"machine": f"{platform.machine()}, {os.cpu_count()} cores", "date": str(date.today())}
    print(json.dumps(claim | ({"note": note} if note else {})))


if __name__ == "__main__":
    main()
