"""A game in the terminal, for people and whatever can sit in a seat."""

import random
from collections.abc import Callable
from typing import Any

from ludus._ludus import Position
from ludus._player import AnyPlayer, Chooser, choose, make_player


def play(
    game: str | Position,
    *players: AnyPlayer,
    time: float | str | None = None,
    nodes: int | None = None,
    seed: int = 1,
    ask: Callable[[str], str] = input,
    say: Callable[[Any], object] = print,
    **options: object,
) -> Position:
    """Plays one game in the terminal and returns its last position.

    There is a player for each seat: ``"human"`` types moves, all others are as in ``match``. ``game`` is a name or a
    position to go on from. ``moves`` lists the legal moves, ``undo`` takes one's last move back, ``quit`` ends.
    """
    position = game if isinstance(game, Position) else Position(game, **options)
    if len(players) != len(position.seats):
        raise ValueError(f"there are {len(position.seats)} seats; expected a player for each, got {len(players)}")
    seated = [None if player == "human" else _sit(player, time, nodes, seed) for player in players]
    deals = random.Random(seed)
    while not position.over:
        if position.chance:
            position = position.deal(deals.getrandbits(63))
            continue
        seat = (position.turn or 1) - 1
        player, name = seated[seat], position.seats[seat]
        if player is None:
            say(position)
            after = _typed(position, name, ask, say)
            if after is None:
                return position
            position = after
        else:
            move = choose(player, position)
            say(f"{name} plays {move}")
            position = position.play(move)
    say(position)
    say((position.result or {})["ending"])
    return position


def _sit(player: AnyPlayer, time: float | str | None, nodes: int | None, seed: int) -> Chooser:
    terms: dict[str, Any] = {"time": time, "nodes": nodes, "seed": seed} if isinstance(player, str) else {}
    return make_player(player, **terms)


def _typed(
    position: Position, name: str, ask: Callable[[str], str], say: Callable[[Any], object]
) -> Position | None:
    """The position after what a person typed; None when they leave."""
    while True:
        try:
            typed = ask(f"{name}: ").strip()
        except EOFError:
            return None
        if typed == "quit":
            return None
        if typed == "moves":
            say(" ".join(position.moves()))
        elif typed == "undo":
            return _own_last(position, say)
        elif typed:
            try:
                return position.play(typed)
            except ValueError as refusal:
                say(refusal)


def _own_last(position: Position, say: Callable[[Any], object]) -> Position:
    """The position before the last move of whoever is to move."""
    before = position
    while before.history:
        before = before.undo()
        if before.turn == position.turn:
            return before
    say("there is no move of yours to take back")
    return position
