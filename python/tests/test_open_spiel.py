"""OpenSpiel's own tests, for every game."""

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no package for this Python")

from open_spiel.python.tests import games_sim_test  # noqa: E402

import ludus.open_spiel  # noqa: E402, F401


def load(name, options):
    given = ",".join(f"{option}={value}" for option, value in options.items())
    return pyspiel.load_game(f"ludus_{name.replace('-', '_')}({given})")


def test_random_games_keep_the_interface(name, options):
    pyspiel.random_sim_test(load(name, options), num_sims=1, serialize=True, verbose=False)


def test_games_are_written_and_pickled(name, options, capsys):
    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(load(name, options))


def test_states_follow_the_game(name, options):
    state = load(name, options).new_initial_state()
    for _ in range(12):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        seen = np.array(state.observation_tensor())
        assert np.array_equal(seen, state.position.observe().reshape(-1))
        twin = state.clone()
        state.apply_action(state.legal_actions()[0])
        assert str(twin) != str(state)
        twin.apply_action(twin.legal_actions()[0])
        assert str(twin) == str(state)
