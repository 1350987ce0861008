"""The search that asks a function in Python, and nets made in Python."""

import json
import os
import subprocess

import numpy as np
import pytest

import ludus


def even(seen, masks):
    return np.zeros(len(seen))


def test_a_search_asks_in_batches_and_finds_the_win(name, options):
    start = ludus.game(name, **options).deal(1)
    seats, asked = len(start.seats), []

    def judge(seen, masks):
        asked.append(len(seen))
        assert seen.shape[1:] == tuple(start.observation_shape) and masks.shape[1:] == (start.action_count,)
        assert masks.any(axis=1).all()
        return np.zeros((len(seen), seats)), masks.astype(float)

    found = ludus.search(start, judge, nodes=60, batch=8)
    assert found["move"] in start.moves() and found["pv"][0] == found["move"]
    assert found["nodes"] >= 60 and found["batches"] == len(asked) and max(asked) <= 8 and sum(asked) <= 60
    assert sum(line["visits"] for line in found["lines"]) == found["nodes"] - 1
    assert sum(line["prior"] for line in found["lines"]) == pytest.approx(1)
    again = ludus.search(start, judge, nodes=60, batch=8)
    assert again["lines"] == found["lines"]


def test_a_search_is_as_good_as_its_judge():
    start = ludus.game("domineering", size="3x3")
    found = ludus.search(start, even, nodes=300, batch=16)
    assert found["move"] in start.solve(all=True)["best"] and found["win"] > 0.95
    report = ludus.match("taiji", lambda p: ludus.search(p, even, nodes=60)["move"], "random", games=10, size="4x4")
    assert report["a"]["points"] >= 7


def test_a_policy_is_followed():
    start = ludus.game("domineering", size="4x4")
    liked = start.action("C3")

    def judge(seen, masks):
        policy = np.full(masks.shape, 1e-6)
        policy[:, liked] = 1.0
        return np.zeros(len(seen)), policy

    assert ludus.search(start, judge, nodes=20, batch=4)["lines"][0]["action"] == liked


@pytest.mark.parametrize(
    ("judge", "sentence"),
    [
        (lambda seen, masks: np.zeros(3), r"the values have shape \[3\]; expected \(1,\)"),
        (lambda seen, masks: np.full(len(seen), np.nan), "a value is NaN; expected -1 to 1"),
        (lambda seen, masks: np.full(len(seen), 2.0), "a value is 2; expected -1 to 1"),
        (lambda seen, masks: (np.zeros(len(seen)), np.ones(4)), "the chances of moves have shape"),
        (lambda seen, masks: (np.zeros(len(seen)), -np.ones(masks.shape)), "the chance of a move is -1"),
    ],
)
def test_wrong_judgements_are_refused(judge, sentence):
    with pytest.raises(ValueError, match=sentence):
        ludus.search(ludus.game("domineering"), judge)


def test_other_refusals_of_a_search():
    start = ludus.game("domineering")
    for arguments in ({"nodes": 0}, {"nodes": -1}, {"batch": 0}, {"batch": -1}, {"explore": -1.0}, {"time": "soon"}):
        with pytest.raises(ValueError, match="expected|cannot read"):
            ludus.search(start, even, **arguments)
    with pytest.raises(RuntimeError, match="nobody is to move"):
        ludus.search(ludus.Position.from_text("domineering", "1 X"), even)
    with pytest.raises(KeyError):
        ludus.search(start, lambda seen, masks: {}["nothing"])


def net(start, units=4, seed=1):
    draw = np.random.default_rng(seed)
    inputs = len(start.features()[0])
    hidden = (draw.normal(0, 0.3, (units, inputs)), draw.normal(0, 0.3, units))
    return hidden, (draw.normal(0, 0.5, (3, units)), draw.normal(0, 0.5, 3))


def test_features_are_told_alike_one_by_one_and_in_batches(name, options):
    start = ludus.game(name, **options).deal(1)
    bits, base, head = start.features()
    batch = ludus.BatchedGames(start, 3)
    many, bases, heads = batch.features()
    assert many.shape == (3, len(bits)) and set(np.unique(bits)) <= {0, 1}
    assert (many[0] == bits).all() and bases[0] == np.float32(base) and heads[0] == head
    if len(start.seats) == 2:
        assert head == 0 and start.play(start.moves()[0]).deal(1).features()[2] in (0, 1)


def test_a_net_made_here_plays(tmp_path):
    """What the program says with the net is what the net says here."""
    start = ludus.game("taiji", size="7x7")
    (weight, bias), (outer, offset) = net(start)
    file = ludus.nets.save(start, tmp_path, (weight, bias), (outer, offset))
    assert os.path.dirname(file) == str(tmp_path)
    position = start.play("D4D5")
    bits, base, head = position.features()
    correction = (np.clip(weight @ bits + bias, 0, 1) @ outer[head]) + offset[head]
    asked = ["explain", "taiji", "--size", "7x7", "--moves", "D4D5", "--player", "alphabeta:eval=net", "--json"]
    told = subprocess.run(
        [os.environ["LUDUS"], *asked, "--nodes", "10", "--nets", str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    )
    said = json.loads(told.stdout)["net"]["net"]
    # In points for the player to move, who is not the first seat here; a point is half of the log-odds' unit.
    assert said == pytest.approx(-2 * correction, abs=0.1)


def test_nets_that_cannot_be_told_in_integers_are_refused(tmp_path):
    start = ludus.game("taiji", size="7x7")
    (weight, bias), output = net(start)
    for hidden, out, sentence in [
        ((weight[:, 1:], bias), output, "the weights of the hidden layer have shape"),
        ((weight, bias[1:]), output, "the biases of the hidden layer have shape"),
        ((weight, bias), (output[0][:2], output[1]), "the weights of the output have shape"),
        ((weight * np.inf, bias), output, "a weight is"),
        ((weight, bias), (output[0] * 1000, output[1]), "a weight of the output is"),
        ((weight * 1000, bias), output, "a unit of the net sums up to"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            ludus.nets.save(start, tmp_path, hidden, out)
    with pytest.raises(ValueError, match="cannot be trusted by 0"):
        ludus.nets.save(start, tmp_path, (weight, bias), output, trust=0)
    assert list(tmp_path.iterdir()) == []
