"""Nets made elsewhere, in PyTorch or NumPy, for players that search with ``eval=net``."""

from os import PathLike
from typing import Any

from ludus._ludus import Position, save_net


def save(
    position: Position, folder: str | PathLike[str], hidden: Any, output: Any, *, trust: float = 1.0
) -> str:
    """Writes a net for a game with its options into a folder, and returns the file.

    ``hidden`` and ``output`` are two layers, each a ``torch.nn.Linear`` or a pair of weights and biases shaped as
    PyTorch has them: (units, features) and (3, units). For the bits of ``Position.features`` the net says
    ``output(clamp(hidden(bits), 0, 1))``, of which ``head`` is the number that counts, and
    ``trust * base`` plus that number are the log-odds of winning.

    After ``ludus.use_nets(folder)`` the net plays in ``alphabeta:eval=net``; on the command line, with ``--nets FOLDER``.
    """
    return save_net(position, folder, *_layer(hidden), *_layer(output), trust)


def _layer(layer: Any) -> tuple[Any, Any]:
    if hasattr(layer, "weight"):
        return layer.weight, layer.bias
    weight, bias = layer
    return weight, bias
