"""Who can sit in a seat: a description, a class, or a function."""

from ludus._ludus import Player, Position


def make_player(player, **terms):
    """A function from positions to moves, made anew for every game where it can be."""
    if isinstance(player, str):
        return Player(player, **terms)
    if isinstance(player, type):
        player = player()
    if not callable(player):
        raise TypeError(f"{player!r} is no player; expected a description, a class or a function")
    return player


def choose(player, position: Position) -> str:
    """The move that a player chooses, as text; one that is not legal is refused with a ValueError."""
    chosen = player(position)
    if isinstance(chosen, str):
        return chosen
    return position.move_text(int(chosen))
