"""Who can sit in a seat: a description, a class, or a function."""

import operator
from collections.abc import Callable
from typing import Any, TypeAlias

from ludus._ludus import Player, Position

# From a position to a move or its number.
Chooser: TypeAlias = Callable[[Position], str | int]
# A description, a class whose objects choose, or what chooses.
AnyPlayer: TypeAlias = str | type | Chooser


def make_player(player: AnyPlayer, **terms: Any) -> Chooser:
    """A function from positions to moves, made anew for every game where it can be."""
    if isinstance(player, str):
        return Player(player, **terms)
    chooser = player() if isinstance(player, type) else player
    if not callable(chooser):
        raise TypeError(f"{player!r} is no player; expected a description, a class or a function")
    return chooser


def choose(player: Chooser, position: Position) -> str:
    """The move that a player chooses, as text; one that is not legal is refused with a ValueError, and what is neither text nor number with a TypeError."""
    chosen = player(position)
    if isinstance(chosen, str):
        return chosen
    try:
        return position.move_text(operator.index(chosen))
    except TypeError:
        raise TypeError(f"a player chose {chosen!r}; expected a move or its number") from None
