"""A small agent that teaches itself Taiji with nothing but NumPy, then meets a level of ours.

    python python/examples/taiji.py --against level3

A net with one hidden layer says how good a position is for whoever has just moved. It plays hundreds of games against
itself side by side, most moves the best it sees one ply ahead and some at random, and learns by how much they were won,
which says more than who won. What it has learned then guides a search: the best move it sees is what a position is worth,
and moves that look better are tried first. The same numbers of rounds and nodes give the same games every time.
"""

import argparse
import os
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

import ludus

HIDDEN = 64
GAMES = 512
# A lead of so many points counts as three quarters of a win.
LEAD = 6
# How far behind the best a move may look that is still likely.
DOUBT = 0.1


class Net:
    """Judges what a move leads to. A move changes two cells, so the hidden layer is not computed anew for each."""

    def __init__(self, position, seed):
        planes, rows, columns = position.observation_shape
        self.cells, self.rng = rows * columns, np.random.default_rng(seed)
        self.weights = [
            self.rng.normal(0, 0.1, (planes * self.cells, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            self.rng.normal(0, 0.1, HIDDEN).astype(np.float32),
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0
        # The number of a move is direction * cells + own cell; the other half lies up, right, down or left of it.
        own = np.tile(np.arange(self.cells), 4)
        other = own + np.repeat([-columns, 1, columns, -1], self.cells)
        self.own, self.other = own, np.clip(other, 0, self.cells - 1) + self.cells

    def after(self, seen):
        """What each move is worth in each position, legal or not, from -1 to 1."""
        first, bias, last = self.weights
        hidden = (seen @ first + bias)[:, None, :] + (first[self.own] + first[self.other])[None, :, :]
        return np.tanh(np.maximum(hidden, 0, out=hidden) @ last)

    def learn(self, seen, results, rate):
        """One step of Adam towards the results."""
        first, bias, last = self.weights
        hidden = np.maximum(seen @ first + bias, 0)
        value = np.tanh(hidden @ last)
        error = (value - results) * (1 - value**2) / len(results)
        back = np.outer(error, last) * (hidden > 0)
        self.steps += 1
        for weight, slope, (mean, square) in zip(
            self.weights, (seen.T @ back, back.sum(axis=0), hidden.T @ error), self.moments, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            fair = np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
            weight -= rate * fair * mean / (np.sqrt(square) + 1e-8)

    def play(self, seen, mask, random_share):
        """A legal action for each position: the best, or now and then any."""
        best = np.where(mask, self.after(seen), -9).argmax(axis=1)
        any_legal = np.where(mask, self.rng.random(mask.shape, dtype=np.float32), -1).argmax(axis=1)
        return np.where(self.rng.random(len(best)) < random_share, any_legal, best)

    def judge(self, seen, masks):
        """For ``ludus.search``: what positions are worth to those who move, and how likely each move is to be the best."""
        values = np.where(masks > 0, self.after(flat(seen)), -9)
        best = values.max(axis=1)
        return best, np.exp((values - best[:, None]) / DOUBT)


def flat(seen):
    return seen.reshape(len(seen), -1).astype(np.float32)


def round_of_games(net, batch):
    """Plays all games of a batch to the end; returns the positions after moves, as the mover sees them, and how they ended."""
    states, movers = [], []
    while ((turns := batch.turns()) >= 0).any():
        seen = flat(batch.observe())
        actions = net.play(seen, batch.legal_mask() > 0, 0.1)
        batch.step(np.where(turns >= 0, actions, -1))
        at = np.arange(len(batch))
        seen[at, net.own[actions]] = 1
        seen[at, net.other[actions]] = 1
        states.append(seen[turns >= 0])
        movers.append((at[turns >= 0], turns[turns >= 0]))
    scores = batch.scores().astype(np.float32)
    # Black wins a tie: half a point.
    lead = scores[:, 0] - scores[:, 1] - 0.5
    values = np.tanh(np.stack([lead, -lead], axis=1) / LEAD)
    results = [values[games, seats] for games, seats in movers]
    batch.restart()
    return np.concatenate(states), np.concatenate(results)


def turned(states, planes, rows, columns, rng):
    """The same positions in a random one of the board's symmetries."""
    boards = states.reshape(-1, planes, rows, columns)
    if rows == columns and rng.random() < 0.5:
        boards = boards.transpose(0, 1, 3, 2)
    if rng.random() < 0.5:
        boards = boards[:, :, ::-1]
    if rng.random() < 0.5:
        boards = boards[:, :, :, ::-1]
    return boards.reshape(len(states), -1)


def train(start, rounds, seed=1):
    net = Net(start, seed)
    batch = ludus.BatchedGames(start, GAMES, seed)
    began = time.process_time()
    for done in range(rounds):
        states, results = round_of_games(net, batch)
        order = net.rng.permutation(len(states))
        for part in np.array_split(order, max(1, len(order) // 512)):
            seen = turned(states[part], *start.observation_shape, net.rng)
            net.learn(seen, results[part], rate=1e-3 * (1 - done / rounds))
        if done % 20 == 19:
            print(f"{(done + 1) * GAMES:>8} games, {time.process_time() - began:.0f} s", flush=True)
    return net


def main():
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--size", default="7x7")
    asked.add_argument("--rounds", type=int, default=400, help=f"how often {GAMES} games are played and learned")
    asked.add_argument("--nodes", type=int, default=800, help="how many positions the search looks at for a move")
    asked.add_argument("--against", default="level3")
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    net = train(ludus.game("taiji", size=given.size), given.rounds, given.seed)

    def player(position):
        return ludus.search(position, net.judge, nodes=given.nodes, batch=16)["move"]

    report = ludus.match("taiji", player, given.against, given.games, size=given.size, seed=given.seed)
    print(f"against {given.against}: {report['a']['wins']} won, {report['b']['wins']} lost of {report['games']}")


if __name__ == "__main__":
    main()
