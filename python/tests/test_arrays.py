"""Numbers of moves, observations, batches."""

import copy
import pickle

import numpy as np
import pytest
from conftest import random_game

import ludus
from ludus import _ludus


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


def test_batches_go_on_from_pickles_and_copies(name, options):
    """Wherever they were pickled: as they began, in the midst of games, with some of them over."""
    batch = ludus.BatchedGames(ludus.game(name, **options), 4, seed=7)
    for _ in range(6):
        twins = [pickle.loads(pickle.dumps(batch)), copy.deepcopy(batch)]
        for _ in range(15):
            drawn = batch.sample()
            assert all(np.array_equal(drawn, twin.sample()) for twin in twins)
            for each in (batch, *twins):
                each.step(drawn)
                each.step_randomly()
            for twin in twins:
                assert twin.positions() == batch.positions() and np.array_equal(twin.turns(), batch.turns())
                assert np.array_equal(twin.values(), batch.values()) and np.array_equal(twin.plies(), batch.plies())
        over = batch.restart()
        assert [twin.restart() for twin in twins] == [over, over]
        assert all(twin.positions() == batch.positions() for twin in twins)


def test_pickles_that_were_damaged_are_refused():
    start = ludus.game("domineering", size="3x3")
    _, (place, games, kept) = ludus.BatchedGames(start, 2).__reduce__()
    assert place == start and games == 2
    for damaged, sentence in [
        ("", "the kept games cannot be read: EOF"),
        ("[]", "there are 0 of them; expected 2"),
        (kept.replace("3/3/3", "3/3/Z"), "the kept games cannot be read: "),
        (kept.replace("plies", "piles"), "missing field `plies`|unknown field"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            _ludus.resume(start, games, damaged)


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
        kept = pickle.loads(pickle.dumps(batch))
    for each in (batch, kept):
        assert each.turns().tolist() == [-1] and each.values().tolist() == [[0, 0]]


def test_an_illegal_action_plays_nothing():
    batch = ludus.BatchedGames(ludus.game("domineering", size="3x3"), 2)
    before = batch.positions()
    with pytest.raises(ValueError, match="action 0 is not legal in game 1: 3/3/3 X"):
        batch.step([3, 0])
    assert batch.positions() == before
