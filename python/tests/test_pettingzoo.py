"""PettingZoo's own tests, for every game."""

import itertools
import warnings

import numpy as np
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import ludus.pettingzoo as zoo
from ludus.pettingzoo import env


def test_the_interface_is_kept(name, options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(name, **options), num_cycles=30)


def test_the_same_seed_gives_the_same_game(name, options):
    seed_test(lambda: env(name, **options), num_cycles=30)


def test_positions_are_shown(name, options, capsys):
    render_test(lambda **arguments: env(name, **options, **arguments))


def test_the_benchmark_runs(name, options, monkeypatch, capsys):
    clock = itertools.count()
    monkeypatch.setattr("time.time", lambda: next(clock))
    performance_benchmark(env(name, **options))
    assert "turns per second" in capsys.readouterr().out


def test_rewards_are_the_result():
    game = zoo.ludus_domineering_v0.env(size="2x2")
    game.reset(seed=1)
    assert game.agent_selection == "player_1" and str(game.unwrapped) == "ludus_domineering_v0"
    game.step(int(np.flatnonzero(game.observe("player_1")["action_mask"])[0]))
    assert game.unwrapped.rewards == {"player_1": 1.0, "player_2": -1.0}
    assert all(game.terminations.values())


def test_an_illegal_action_loses():
    game = env("domineering", size="3x3")
    game.reset(seed=1)
    game.step(0)
    assert game.rewards["player_1"] == -1
