"""Players, matches, the bot protocol."""

import io
import json
import subprocess
import sys

import pytest

import ludus


def first(position):
    return position.moves()[0]


class Last:
    def __call__(self, position):
        return position.actions()[-1]


def test_a_player_chooses_a_move():
    player = ludus.Player("alphabeta:depth=2", nodes=1000)
    for size in ("4x4", "5x5"):
        start = ludus.game("domineering", size=size)
        assert player(start) in start.moves()
        assert player.think(start, lines=3)["lines"][0]["move"] in start.moves()
    assert str(player) == "alphabeta:depth=2"


def test_matches_count_alike_whoever_plays():
    inside = ludus.match("domineering", "greedy", "random", 6, size="4x4", seed=5, threads=1)
    mixed = ludus.match("domineering", ludus.Player("greedy"), "random", 6, size="4x4", seed=5)
    for report in (inside, mixed):
        assert report["games"] == 6 == len(report["records"])
        assert report["a"]["wins"] + report["b"]["wins"] == 6
        assert sum(report["pentanomial"]) == 3
        for line in report["records"]:
            assert ludus.replay(line).over
    assert ludus.match("domineering", first, Last, 6, size="4x4") == ludus.match("domineering", first, Last, 6, size="4x4")


def test_functions_play_games_of_chance():
    report = ludus.match("azul", first, "random", 2, players=3)
    assert report["games"] == 2 and report["a"]["points"] + report["b"]["points"] == 2


def test_everybody_meets_everybody():
    players = {"first": first, "last": Last, "greedy": "greedy", "lot": "random"}
    seen = ludus.tournament("domineering", players, pairs=2, size="4x4")
    assert [meeting["names"] for meeting in seen["meetings"]][:2] == [["first", "last"], ["first", "greedy"]]
    assert len(seen["meetings"]) == 6 and sum(row["points"] for row in seen["table"]) == 24
    for row in seen["table"]:
        assert row["wins"] + row["draws"] + row["losses"] == 12
        assert row["points"] == row["wins"] + row["draws"] / 2
    again = ludus.tournament("domineering", players, pairs=2, size="4x4")
    assert again["table"] == seen["table"] and moves_played(again) == moves_played(seen)
    of_three = ludus.tournament("azul", {"first": first, "lot": "random"}, players=3)
    assert len(ludus.replay(of_three["meetings"][0]["records"][0]).seats) == 3


def moves_played(seen):
    """The games themselves; their records also tell how long each move took."""
    records = [line for meeting in seen["meetings"] for line in meeting["records"]]
    return [json.loads(line)["moves"] for line in records]


def test_people_and_functions_play_in_the_terminal():
    said = []
    typed = iter(["undo", "Z9", "moves", "B2", "undo", "B2", "quit"])
    last = ludus.play("domineering", "human", first, ask=lambda _: next(typed), say=said.append, size="4x4")
    assert last.history == ["B2", "A1"] and "O plays A1" in said
    assert "there is no move of yours to take back" in said and any("'Z9'" in str(line) for line in said)
    ended = ludus.play("azul", first, Last, "random", say=said.append, players=3)
    assert ended.over and said[-1] == ended.result["ending"]
    gone = ludus.play("domineering", "human", "greedy", ask=_nobody, say=said.append)
    assert gone.history == []
    with pytest.raises(ValueError, match="there are 2 seats; expected a player for each, got 1"):
        ludus.play("domineering", first)


def _nobody(_prompt):
    raise EOFError


def test_what_is_no_player_is_refused():
    with pytest.raises(ValueError, match="unknown player"):
        ludus.match("domineering", "grandmother", first, 2)
    with pytest.raises(TypeError, match="no player"):
        ludus.match("domineering", 5, first, 2)
    with pytest.raises(ValueError, match="'Z9'"):
        ludus.match("domineering", lambda position: "Z9", first, 2)
    with pytest.raises(TypeError, match="a player chose None; expected a move or its number"):
        ludus.match("domineering", lambda position: None, first, 2)


def test_the_protocol_is_spoken():
    out = io.StringIO()
    asked = ["ugi", "isready", "newgame domineering size=3x3", "legal A1 B1", "position start moves B1", "go movetime 9"]
    asked += ["position pos 3/3/3 O moves", "go", "quit", "isready"]
    ludus.serve(Last, name="last", lines=asked, out=out)
    assert out.getvalue().splitlines() == ["id name last", "ugiok", "readyok", "bestmove B3", "bestmove B3"]


def test_a_file_that_serves_is_a_bot(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("import ludus\nludus.serve(lambda position: position.moves()[-1])\n")
    asked = "ugi\nnewgame domineering size=3x3\nposition start moves\ngo movetime 100\nquit\n"
    told = subprocess.run([sys.executable, str(bot)], input=asked, capture_output=True, text=True, check=True)
    assert told.stdout.splitlines() == ["id name python", "ugiok", "bestmove C2"]
