"""Every game for OpenSpiel: importing this module registers ``ludus_NAME`` for each, options as parameters.

Actions and tensors are the numbers and observations of ``Position``; a deal is a chance node whose outcomes are counted
in the order of ``Position.moves``.
"""

from typing import Any

import numpy as np
import pyspiel

from ludus._ludus import Position, games

# The rules of some games set no bound, but games of more moves are not played.
LONGEST = 10_000
# Deals of four tiles in five colours, and then some.
MOST_DEALS = 128


def _parameter(value: str) -> int | str:
    return int(value) if value.isdigit() else value


def _register(name: str) -> None:
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

    name: str
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
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

    def new_initial_state(self, state: str | None = None) -> "State":
        """The start of a game."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What shows positions to players."""
        return Observer(self.start)


class State(pyspiel.State):
    """A position that moves are played on."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.position = game.start

    def current_player(self) -> Any:
        """The player to move, counted from 0, or one of OpenSpiel's numbers for chance and the end."""
        if self.position.over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.position.chance else (self.position.turn or 0) - 1

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal, by its place among ``Position.moves``, with its chance."""
        return list(enumerate(self.position.odds()))

    def _apply_action(self, action: int) -> None:
        if self.position.chance:
            self.position = self.position.play(self.position.moves()[action])
        else:
            self.position = self.position.play_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.position.moves()[action]
        return self.position.move_text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.over

    def returns(self) -> list[float]:
        """What the result is worth to each player, from -1 to 1; 0 while the game goes on."""
        seats = range(1, len(self.position.seats) + 1)
        if not self.position.over:
            return [0.0 for _ in seats]
        winners = (self.position.result or {})["winners"]
        return [2.0 / len(winners) - 1.0 if seat in winners else -1.0 for seat in seats]

    def __str__(self) -> str:
        return self.position.position


class Observer:
    """What a player sees, as numbers and as text."""

    def __init__(self, start: Position) -> None:
        self.tensor = np.zeros(int(np.prod(start.observation_shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(start.observation_shape)}

    def set_from(self, state: State, player: int) -> None:
        """Shows a position to a player as numbers."""
        self.tensor[:] = state.position.observe(player + 1).reshape(-1)

    def string_from(self, state: State, player: int) -> str:
        """The position as text."""
        return state.position.position


for _name in games():
    _register(_name)
