"""How fast games are played from Python, on one core, next to the bars. Run: python python/examples/rates.py"""

import os
import time
from random import random

os.environ.setdefault("OMP_NUM_THREADS", "1")

import ludus

SECONDS = 3.0


def rate(play):
    """How many plies a second, in seconds of the processor; ``play`` returns how many it made."""
    play()
    plies, started = 0, time.process_time()
    while time.process_time() - started < SECONDS:
        plies += play()
    return plies / (time.process_time() - started)


def one_by_one(name, **options):
    start = ludus.game(name, **options)

    def game():
        position, plies = start, 0
        while moves := position.moves():
            position = position.play(moves[int(random() * len(moves))])
            plies += 1
        return plies

    return rate(game)


def by_numbers(name, **options):
    start = ludus.game(name, **options)

    def game():
        position, plies = start, 0
        while actions := position.actions():
            position = position.play_action(actions[int(random() * len(actions))])
            plies += 1
        return plies

    return rate(game)


def in_batches(**options):
    batch = ludus.BatchedGames(ludus.game("domineering", **options), 1024)

    def ply():
        plies = batch.step_randomly()
        batch.restart()
        return plies

    return rate(ply)


def in_batches_with_actions(**options):
    batch = ludus.BatchedGames(ludus.game("domineering", **options), 1024)

    def ply():
        batch.observe()
        batch.legal_mask()
        batch.step(batch.sample())
        batch.restart()
        return len(batch)

    return rate(ply)


def open_spiel():
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("dots_and_boxes(num_rows=5,num_cols=6)")

    def play():
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])
            plies += 1
        return plies

    def fresh():
        """Positions that never change, as ours: every ply is played on a copy."""
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state = state.child(actions[int(random() * len(actions))])
            plies += 1
        return plies

    return rate(play), rate(fresh)


def main():
    print(f"batch of 1024, Domineering 8x8, random   {in_batches():>12,.0f} plies/s   bar 1,000,000")
    print(f"  with observations, masks and actions   {in_batches_with_actions():>12,.0f} plies/s")
    print(f"one by one, Domineering 8x8              {one_by_one('domineering'):>12,.0f} plies/s   bar 150,000")
    texts, numbers = one_by_one("dots-and-boxes"), by_numbers("dots-and-boxes")
    print(f"one by one, Dots and Boxes 5x6           {texts:>12,.0f} plies/s")
    print(f"  by the numbers of moves                {numbers:>12,.0f} plies/s")
    theirs = open_spiel()
    if theirs is None:
        print("OpenSpiel is not installed: pip install open_spiel")
    else:
        changed, copied = theirs
        print(f"OpenSpiel, Dots and Boxes 5x6            {changed:>12,.0f} plies/s   ours {texts / changed:.2f}x, bar 3x")
        print(f"  on a copy each ply, as ours are        {copied:>12,.0f} plies/s   ours {texts / copied:.2f}x")


if __name__ == "__main__":
    main()
