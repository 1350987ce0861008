"""Every game for OpenSpiel: importing this module registers ``ludus_NAME`` for each, options as parameters.

Actions and tensors are the numbers and observations of ``Position``; a deal is a chance node whose outcomes are counted
in the order of ``Position.moves``.
"""

import numpy as np
import pyspiel

from ludus._ludus import Position, games

# The rules of some games set no bound, but games of more moves are not played.
LONGEST = 10_000
# Deals of four tiles in five colours, and then some.
MOST_DEALS = 128


def _parameter(value):
    return int(value) if value.isdigit() else value


def _register(name):
    usual = Position(name)
    kind = pyspiel.GameType(
        short_name=f"ludus_{name.replace('-', '_')}",
        long_name=usual.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=(
            pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
            if usual.chance
            else pyspiel.GameType.ChanceMode.DETERMINISTIC
        ),
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option: _parameter(value) for option, value in usual.options.items()},
    )

    # By its name in this module, or it could not be pickled.
    game = type(kind.short_name, (Game,), {"name": name, "kind": kind, "__module__": __name__})
    globals()[kind.short_name] = game
    pyspiel.register_game(kind, game)


class Game(pyspiel.Game):
    """A game with its options."""

    def __init__(self, params=None):
        params = params or {}
        self.start = Position(self.name, **params)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.start.action_count,
            max_chance_outcomes=MOST_DEALS if self.start.chance else 0,
            num_players=len(self.start.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self, state=None):
        return State(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        return Observer(self.start)


class State(pyspiel.State):
    """A position that moves are played on."""

    def __init__(self, game):
        super().__init__(game)
        self.position = game.start

    def current_player(self):
        if self.position.over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.position.chance else self.position.turn - 1

    def _legal_actions(self, player):
        return sorted(self.position.actions())

    def chance_outcomes(self):
        return list(enumerate(self.position.odds()))

    def _apply_action(self, action):
        if self.position.chance:
            self.position = self.position.play(self.position.moves()[action])
        else:
            self.position = self.position.play_action(action)

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return self.position.moves()[action]
        return self.position.move_text(action)

    def is_terminal(self):
        return self.position.over

    def returns(self):
        seats = range(1, len(self.position.seats) + 1)
        if not self.position.over:
            return [0.0 for _ in seats]
        winners = self.position.result["winners"]
        return [2.0 / len(winners) - 1.0 if seat in winners else -1.0 for seat in seats]

    def __str__(self):
        return self.position.position


class Observer:
    """What a player sees, as numbers and as text."""

    def __init__(self, start):
        self.tensor = np.zeros(int(np.prod(start.observation_shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(start.observation_shape)}

    def set_from(self, state, player):
        self.tensor[:] = state.position.observe(player + 1).reshape(-1)

    def string_from(self, state, player):
        return state.position.position


for _name in games():
    _register(_name)
