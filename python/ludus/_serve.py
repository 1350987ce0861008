"""The bot's end of the bot protocol, so that a player written in Python sits wherever a player is accepted."""

import sys
from collections.abc import Iterable
from typing import TextIO

from ludus._ludus import Position
from ludus._player import AnyPlayer, choose, make_player


def serve(
    player: AnyPlayer, *, name: str = "python", lines: Iterable[str] | None = None, out: TextIO | None = None
) -> None:
    """Lets a class or a function play for whoever speaks the bot protocol on standard input, until ``quit``.

    A file that ends with ``ludus.serve(choose)`` plays as ``exec:python3 FILE`` in matches, tournaments, the terminal
    and the web app. A class is made anew for every game.
    """
    def say(line: str) -> None:
        print(line, file=out or sys.stdout, flush=True)

    game, options, position = "", dict[str, str](), None
    at_work = make_player(player)
    for line in lines or sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "ugi":
            say(f"id name {name}")
            say("ugiok")
        elif word == "isready":
            say("readyok")
        elif word in ("newgame", "uginewgame"):
            game, *pairs = rest.split()
            options = dict(pair.split("=", 1) for pair in pairs)
            position = Position(game, **options)
            at_work = make_player(player)
        elif word == "position":
            position = _read(game, options, rest)
        elif word == "go" and position is not None:
            say(f"bestmove {choose(at_work, position)}")
        elif word == "quit":
            return


def _read(game: str, options: dict[str, str], text: str) -> Position:
    """``start`` or ``pos TEXT``, then ``moves ...``."""
    place, _, moves = text.partition(" moves")
    kind, _, rest = place.strip().partition(" ")
    position = Position(game, **options) if kind == "start" else Position.from_text(game, rest)
    for move in moves.split():
        position = position.play(move)
    return position
