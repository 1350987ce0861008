"""Board games for study: rules, search, exact solvers and explanations.

>>> import ludus
>>> start = ludus.game("domineering", size="4x4")
>>> start.play("B2").moves()[:3]
['A1', 'B1', 'C1']
"""

from collections.abc import Sequence

from ludus import nets
from ludus._ludus import (
    BatchedGames,
    Moves,
    Player,
    Position,
    games,
    replay,
    search,
    use_knowledge,
    use_nets,
)
from ludus._match import match, tournament
from ludus._serve import serve
from ludus._terminal import play

__all__ = [
    "BatchedGames",
    "Moves",
    "Player",
    "Position",
    "game",
    "games",
    "match",
    "nets",
    "play",
    "replay",
    "search",
    "serve",
    "tournament",
    "use_knowledge",
    "use_nets",
]

Sequence.register(Moves)


def game(name: str, **options: object) -> Position:
    """The start of a game: ``game("azul", players=3)``. Before the first deal chance is to act; ``deal`` goes on."""
    return Position(name, **options)
