"""What the tests share: the games with small options, and random games."""

import random

import ludus

# Options that make a game small or different, beside its usual ones.
VARIANTS = {
    "azul": [{"players": 3}, {"players": 4}],
    "clobber": [{"size": "3x4"}],
    "domineering": [{"size": "5x3"}, {"size": "9x9"}],
    "dots-and-boxes": [{"size": "2x3"}],
    "taiji": [{"size": "4x5", "groups": 2}],
}


def cases():
    """Every game with every set of options that is tried."""
    return [(name, options) for name in ludus.games() for options in [{}, *VARIANTS.get(name, [])]]


def pytest_generate_tests(metafunc):
    if {"name", "options"} <= set(metafunc.fixturenames):
        named = [f"{name}-{options}" if options else name for name, options in cases()]
        metafunc.parametrize(("name", "options"), cases(), ids=named)


def random_game(name, options, seed):
    """Every position of a random game."""
    draw = random.Random(f"{name}/{options}/{seed}")
    position = ludus.game(name, **options)
    passed = [position]
    while not position.over:
        if position.chance:
            position = position.deal(draw.getrandbits(63))
        else:
            position = position.play(draw.choice(position.moves()))
        passed.append(position)
    return passed
