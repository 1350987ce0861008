"""Every game as a PettingZoo environment: ``env("azul", players=3)``, or ``ludus_azul_v0.env(players=3)``.

Observations are what ``Position.observe`` shows the agent, with the mask of its legal actions, all zeros unless it is
to move. Rewards come at the end: 1 for a win, -1 for a loss, 0 for a draw of two; who shares a win of several gets the
mean of what the sharers would get by lot. Chance is dealt by itself, from the seed given to ``reset``.
"""

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ludus._ludus import Position, games


class raw_env(AECEnv[str, dict[str, Any], int | None], EzPickle):
    """A game for agents that move in turn, without the wrappers that catch misuse."""

    def __init__(self, game: str, *, render_mode: str | None = None, **options: object) -> None:
        EzPickle.__init__(self, game, render_mode=render_mode, **options)
        super().__init__()
        self._start = Position(game, **options)
        self.metadata = {
            "name": f"ludus_{self._start.game.replace('-', '_')}_v0",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        if render_mode not in (None, "human", "ansi"):
            raise ValueError(f"cannot draw as '{render_mode}'; expected human or ansi")
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(1, len(self._start.seats) + 1)]
        actions, shape = self._start.action_count, tuple(self._start.observation_shape)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(0, 255, shape, np.uint8),
                    "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.position = self._start

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete[Any]:
        """The numbers of moves, the same for every agent."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """What every agent sees: an ``observation`` and an ``action_mask``."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins another game; what chance deals follows from the seed."""
        self._luck = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._arrive(self._start)

    def observe(self, agent: str) -> dict[str, Any]:
        """The position as the agent sees it, with the mask of its legal actions."""
        seat = self.possible_agents.index(agent) + 1
        if seat == self.position.turn:
            mask = self.position.legal_mask().view(np.int8)
        else:
            mask = np.zeros(self.position.action_count, np.int8)
        return {"observation": self.position.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays an action of the agent whose turn it is; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._arrive(self.position.play_action(-1 if action is None else int(action)))
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _arrive(self, position: Position) -> None:
        """Lets chance act, then notes whose turn it is, or how it ended."""
        while position.chance:
            position = position.deal(int(self._luck.integers(2**63)))
        self.position = position
        if position.turn is not None:
            self.agent_selection = self.possible_agents[position.turn - 1]
            return
        winners = (position.result or {})["winners"]
        for seat, agent in enumerate(self.possible_agents, 1):
            self.rewards[agent] = 2.0 / len(winners) - 1.0 if seat in winners else -1.0
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """The board as text: returned for ``ansi``, printed for ``human``."""
        if self.render_mode is None:
            gymnasium.logger.warn("render was called without a render mode")
            return None
        if self.render_mode == "ansi":
            return str(self.position)
        print(self.position)
        return None

    def close(self) -> None:
        """There is nothing to close."""


def env(game: str, **arguments: Any) -> Any:
    """The environment, with wrappers that end a game at an illegal action and catch misuse."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, **arguments), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def _of(game: str) -> SimpleNamespace:
    return SimpleNamespace(
        env=lambda **arguments: env(game, **arguments),
        raw_env=lambda **arguments: raw_env(game, **arguments),
    )


if TYPE_CHECKING:

    def __getattr__(name: str) -> SimpleNamespace: ...


globals().update({f"ludus_{game.replace('-', '_')}_v0": _of(game) for game in games()})
