"""Numbers of moves, observations, batches."""

import numpy as np
import pytest
from conftest import random_game

import ludus


def test_numbers_and_moves_agree(name, options):
    for position in random_game(name, options, 2):
        if position.turn is None:
            assert position.actions() == []
            continue
        moves, actions = position.moves(), position.actions()
        assert [position.action(move) for move in moves[:3]] == actions[:3]
        assert [position.move_text(action) for action in actions[:3]] == moves[:3]
        mask = position.legal_mask()
        assert mask.shape == (position.action_count,) and mask.dtype == np.uint8
        assert np.flatnonzero(mask).tolist() == sorted(actions)
        assert position.play_action(actions[-1]) == position.play(moves[-1])
        seen = position.observe()
        assert list(seen.shape) == position.observation_shape
        assert len(position.observation_says) == seen.shape[0]
        assert np.array_equal(seen, position.observe(position.turn))
        assert seen.flags.writeable


def test_batches_play_by_the_rules(name, options):
    start = ludus.game(name, **options)
    batch = ludus.BatchedGames(start, 5, seed=3)
    twin = ludus.BatchedGames(start, 5, seed=3)
    assert len(batch) == 5 and batch.seats == len(start.seats)
    for _ in range(40):
        positions = [ludus.Position.from_text(name, text) for text in batch.positions()]
        turns, mask, seen = batch.turns(), batch.legal_mask(), batch.observe()
        for index, position in enumerate(positions):
            if turns[index] >= 0:
                assert turns[index] + 1 == position.turn
                assert np.array_equal(mask[index], position.legal_mask())
                assert np.array_equal(seen[index], position.observe())
            else:
                assert not mask[index].any()
        actions = batch.sample()
        assert np.array_equal(actions, twin.sample())
        batch.step(actions)
        twin.step(actions.tolist())
        assert batch.positions() == twin.positions()
        over = batch.turns() < 0
        assert ((batch.values() == 0).all(axis=1) | over).all()
        assert batch.restart() == twin.restart() == over.sum()


def test_results_of_a_batch_are_those_of_its_games():
    batch = ludus.BatchedGames(ludus.game("dots-and-boxes", size="2x2"), 50, seed=1)
    while batch.step_randomly():
        pass
    for text, scores, values in zip(batch.positions(), batch.scores(), batch.values()):
        result = ludus.Position.from_text("dots-and-boxes", text).result
        assert scores.tolist() == result["scores"]
        assert values.tolist() == ([0, 0] if scores[0] == scores[1] else [1, -1] if scores[0] > scores[1] else [-1, 1])
    assert (batch.plies() == 12).all()


def test_repetition_ends_a_game_of_a_batch():
    batch = ludus.BatchedGames(ludus.game("tablut"), 1)
    for move in ["E3F3", "E2F2", "F3G3", "F2G2", "G3F3", "G2F2"]:
        position = ludus.Position.from_text("tablut", batch.positions()[0])
        batch.step([position.action(move)])
    assert batch.turns().tolist() == [-1] and batch.values().tolist() == [[0, 0]]


def test_an_illegal_action_plays_nothing():
    batch = ludus.BatchedGames(ludus.game("domineering", size="3x3"), 2)
    before = batch.positions()
    with pytest.raises(ValueError, match="action 0 is not legal in game 1: 3/3/3 X"):
        batch.step([3, 0])
    assert batch.positions() == before
