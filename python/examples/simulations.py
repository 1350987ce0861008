"""How many simulations of Monte Carlo tree search on 5x5 Dots and Boxes, next to OpenSpiel's in C++, on one core.

    python python/examples/simulations.py [ludus]            (the program, if it is not on the path)

Both search the empty board by random games, in slices one after the other, so that what else the machine does falls on both alike.
Figures are medians, by seconds of the processor; those of the program include starting it.
"""

import resource
import statistics
import subprocess
import sys
import time

import pyspiel

SLICES, OURS, THEIRS, BAR = 7, 400_000, 20_000, 20


def ours(program):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "think", "dots-and-boxes", "--size", "5x5", "--player", "mcts", "--nodes", str(OURS)]
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return OURS / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def theirs(bot, state):
    started = time.process_time()
    bot.mcts_search(state)
    return THEIRS / (time.process_time() - started)


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "ludus"
    game = pyspiel.load_game("dots_and_boxes(num_rows=5,num_cols=5)")
    # One random game a leaf, the usual constant for exploring, proofs carried up, as ours does.
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, THEIRS, 256, True, 1, False)
    pairs = [(ours(program), theirs(bot, game.new_initial_state())) for _ in range(SLICES)]
    for name, rates in zip(("Ludus", "OpenSpiel"), zip(*pairs, strict=True), strict=True):
        print(f"{name:12} {statistics.median(rates):>12,.0f} simulations/s")
    times = [mine / other for mine, other in pairs]
    print(f"{statistics.median(times):.1f} times as many ({min(times):.1f} to {max(times):.1f}), bar {BAR}")


if __name__ == "__main__":
    main()
