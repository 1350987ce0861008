"""Nets made elsewhere, in PyTorch or NumPy, for players that search with ``eval=net``."""

from ludus._ludus import save_net


def save(position, folder, hidden, output, *, trust=1.0):
    """Writes a net for a game with its options into a folder, and returns the file.

    ``hidden`` and ``output`` are two layers, each a ``torch.nn.Linear`` or a pair of weights and biases shaped as
    PyTorch has them: (units, features) and (3, units). For the bits of ``Position.features`` the net says
    ``output(clamp(hidden(bits), 0, 1))``, of which ``head`` is the number that counts, and
    ``trust * base`` plus that number are the log-odds of winning.

    After ``ludus.use_nets(folder)`` the net plays in ``alphabeta:eval=net``; on the command line, with ``--nets FOLDER``.
    """
    return save_net(position, folder, *_layer(hidden), *_layer(output), trust)


def _layer(layer):
    if hasattr(layer, "weight"):
        return layer.weight, layer.bias
    weight, bias = layer
    return weight, bias
