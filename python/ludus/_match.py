"""Matches between two players, and tournaments of many."""

import itertools
import os
import random
from collections.abc import Mapping
from typing import Any

from ludus._ludus import Position, check_terms, contest, tally
from ludus._player import AnyPlayer, choose, make_player


def match(
    game: str,
    a: AnyPlayer,
    b: AnyPlayer,
    /,
    games: int = 100,
    *,
    time: float | str | None = None,
    nodes: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    opening: int = 2,
    **options: object,
) -> dict[str, Any]:
    """Plays pairs of games with the same opening and the same deals, seats swapped.

    A player is a description ("level3", "exec:./my-bot"), a class, or a function from a position to a move or its
    number. Returns what ``ludus match --json`` prints, and the games as ``records``. Functions play one game at a
    time; what they raise ends the match.
    """
    if isinstance(a, str) and isinstance(b, str):
        report, records = contest(
            game,
            {name: str(value) for name, value in options.items()},
            a,
            b,
            number=games,
            time=time,
            nodes=nodes,
            seed=seed,
            threads=min(os.cpu_count() or 1, 256) if threads is None else threads,
            opening=opening,
        )
    else:
        check_terms(number=games, seed=seed, opening=opening)
        terms = {"time": time, "nodes": nodes}
        lines = []
        for pair in range((games + 1) // 2):
            luck = f"{seed}/{pair}"
            begun = _opening(Position(game, **options), opening, luck)
            for swap in (0, 1):
                lines.append(_game(begun, (a, b), swap, luck, terms))
        report, records = tally(lines, seed)
    return {**report, "records": records}


def tournament(
    game: str,
    players: Mapping[str, AnyPlayer],
    /,
    pairs: int = 1,
    *,
    time: float | str | None = None,
    nodes: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    opening: int = 2,
    **options: object,
) -> dict[str, Any]:
    """Everybody meets everybody, in so many pairs of games each.

    ``players`` is a dictionary from names to players, which are as in ``match``. Returns a ``table``, best first, and
    the ``meetings``, each the report of a match with its two names.
    """
    if pairs < 0:
        raise ValueError(f"the parameter pairs cannot be '{pairs}'; expected a whole number from 0")
    terms: dict[str, Any] = {"time": time, "nodes": nodes, "threads": threads, "opening": opening, **options}
    rows: dict[str, dict[str, Any]] = {
        name: {"name": name, "points": 0.0, "wins": 0, "draws": 0, "losses": 0} for name in players
    }
    meetings = []
    for number, (a, b) in enumerate(itertools.combinations(players, 2)):
        report = match(game, players[a], players[b], 2 * pairs, seed=seed + number, **terms)
        meetings.append({"names": [a, b], **report})
        for name, own, other in ((a, report["a"], report["b"]), (b, report["b"], report["a"])):
            row = rows[name]
            row["points"] += own["points"]
            row["wins"] += own["wins"]
            row["losses"] += other["wins"]
            row["draws"] += report["games"] - own["wins"] - other["wins"]
    table = sorted(rows.values(), key=lambda row: -row["points"])
    return {"table": table, "meetings": meetings}


def _opening(start: Position, plies: int, luck: str) -> Position:
    """So many random moves, chance included; fewer where the game would end before anybody has a choice."""
    draw = random.Random(f"{luck}/opening")
    position = start
    for _ in range(plies):
        after = position.play(draw.choice(position.moves()))
        if after.over:
            break
        position = after
    return position


def _game(
    position: Position, players: tuple[AnyPlayer, AnyPlayer], swap: int, luck: str, terms: dict[str, Any]
) -> str:
    """One game as a record; players sit in turn, the first player first unless ``swap`` is 1."""
    seats = len(position.seats)
    order = [players[(seat + swap) % 2] for seat in range(seats)]
    seated = [
        make_player(player, **(terms | {"seed": seat + 1} if isinstance(player, str) else {}))
        for seat, player in enumerate(order)
    ]
    deals = random.Random(f"{luck}/deals")
    while not position.over:
        if position.chance:
            position = position.deal(deals.getrandbits(63))
        else:
            position = position.play(choose(seated[(position.turn or 1) - 1], position))
    return position.record([_name(player) for player in order])


def _name(player: AnyPlayer) -> str:
    return player if isinstance(player, str) else str(getattr(player, "__name__", type(player).__name__))
