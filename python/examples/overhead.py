"""How much longer thinking and solving take from Python than on the command line, by seconds of the processor.

    python python/examples/overhead.py target/release/ludus

Both do the same work (the nodes are compared), one after the other and again, seven times; the medians count. The command
line also starts and ends a process each time, which is measured apart and taken off. The error of the geometric mean of all
tasks is half of what lies between the smallest and the largest of the seven rounds.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import time

import ludus

ROUNDS = 7
WORK = [
    ("think", "domineering", {}, {"nodes": 2_000_000}),
    ("think", "tablut", {}, {"nodes": 400_000}),
    ("think", "azul", {}, {"nodes": 600_000}),
    ("think", "taiji", {}, {"nodes": 600_000}),
    ("think", "dots-and-boxes", {}, {"nodes": 1_000_000}),
    ("solve", "domineering", {"size": "8x8"}, {}),
    ("solve", "dots-and-boxes", {"size": "3x4"}, {}),
    ("solve", "taiji", {"size": "4x5"}, {}),
]


def here(position, verb, terms):
    """The answer, and the seconds that it took this process."""
    began = time.process_time()
    answer = getattr(position, verb)(**terms, threads=1)
    return answer, time.process_time() - began


def there(program, words):
    """The answer, and the seconds that it took the program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = subprocess.run([program, *words, "--json"], capture_output=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(told), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(program, verb, game, options, terms):
    words = [verb, game, "--threads", "1", "--position", ludus.game(game, **options).deal(1).position]
    words += [word for term, value in terms.items() for word in (f"--{term}", str(value))]
    position = ludus.Position.from_text(game, words[5])
    ours, theirs, starts = [], [], []
    for _ in range(ROUNDS):
        told, seconds = there(program, words)
        theirs.append(seconds)
        starts.append(there(program, ["games"])[1])
        answer, seconds = here(position, verb, terms)
        ours.append(seconds)
        if answer["nodes"] != told["nodes"]:
            sys.exit(f"{verb} {game}: {answer['nodes']} nodes here, {told['nodes']} there")
    start = statistics.median(starts)
    rounds = [mine / (other - start) for mine, other in zip(ours, theirs, strict=True)]
    ours, theirs = statistics.median(ours), statistics.median(theirs) - start
    name = " ".join([verb, game, *options.values()])
    print(f"{name:28} {answer['nodes']:>11,} nodes  {ours:7.3f} s here  {theirs:7.3f} s there  {ours / theirs:.3f}", flush=True)
    return ours / theirs, rounds


def main():
    if len(sys.argv) != 2 or not os.access(sys.argv[1], os.X_OK):
        sys.exit("expected the program: python python/examples/overhead.py target/release/ludus")
    ratios, rounds = zip(*(compare(sys.argv[1], *work) for work in WORK), strict=True)
    means = [statistics.geometric_mean(each) for each in zip(*rounds, strict=True)]
    error = (max(means) - min(means)) / 2
    print(f"all together {statistics.geometric_mean(ratios):.3f} +- {error:.3f}   bar 1.02")


if __name__ == "__main__":
    main()
