"""Positions, records, refusals."""

import copy
import json
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Sequence

import pytest
from conftest import random_game

import ludus

GAMES = int(os.environ.get("LUDUS_GAMES", "1000"))


def test_positions_are_values(name, options):
    passed = random_game(name, options, 1)
    for position in passed[:: max(1, len(passed) // 8)]:
        for twin in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
            assert twin == position and hash(twin) == hash(position)
            assert (twin.history, twin.moves(), twin.result) == (position.history, position.moves(), position.result)
        again = ludus.Position.from_text(name, position.position)
        assert again.position == position.position and again.options == position.options
        assert position.svg() == position._repr_svg_() and position.svg().startswith("<svg")
        assert position.text() == str(position) != ""
        assert eval(repr(position), {"Position": ludus.Position}).position == position.position
    first, last = passed[0], passed[-1]
    assert first != last and first != "something else"
    assert last.undo() == passed[-2]
    assert last.over and last.turn is None and last.moves() == []
    assert set(last.result) == {"winners", "scores", "ending"}
    assert ludus.replay(last.record()) == last


def test_moves_are_a_sequence(name, options):
    *before, last = random_game(name, options, 3)
    assert not last.moves() and last.moves() == [] and list(last.moves()) == []
    for position in before[:12]:
        moves = position.moves()
        listed = list(moves)
        assert isinstance(moves, Sequence) and len(moves) == len(listed) and bool(moves) == bool(listed)
        assert moves == listed == moves and moves == tuple(listed) and moves == position.moves()
        assert moves != listed[1:] and moves != "".join(listed) and repr(moves) == repr(listed)
        assert moves[0] == listed[0] and moves[-1] == listed[-1] and moves[1:3] == listed[1:3]
        assert listed[-1] in moves and "nothing" not in moves and 5 not in moves
        assert moves.index(listed[-1]) == len(listed) - 1 and moves.count("nothing") == 0
        assert moves + ["more"] == [*listed, "more"] and pickle.loads(pickle.dumps(moves)) == listed
        for beyond in (len(listed), -len(listed) - 1, 2**70):
            with pytest.raises(IndexError):
                moves[beyond]
        with pytest.raises(TypeError):
            moves["first"]


def test_deals_have_their_chances():
    before = ludus.game("azul")
    assert len(before.odds()) == len(before.moves()) and sum(before.odds()) == pytest.approx(1)
    assert before.deal().odds() == []


def test_a_picture_has_bytes():
    assert ludus.game("domineering").png(width=64).startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="cannot be 5 pixels wide"):
        ludus.game("domineering").png(width=5)


def test_games_replay_on_the_command_line(name, options):
    """Random games reach the same positions, moves and results in the program."""
    games = [random_game(name, options, seed)[-1] for seed in range(GAMES if not options else GAMES // 10)]
    asked = [f"newgame {name} " + " ".join(f"{option}={value}" for option, value in options.items())]
    for last in games:
        asked += [f"position start moves {' '.join(last.history)}", "query turn", "query result", "perft 0", "d"]
    program = [os.environ["LUDUS"], "engine", name, "--player", "random"]
    # Without `quit`, which would be obeyed before a slow machine has answered all of it.
    told = subprocess.run(program, input="\n".join([*asked, ""]), capture_output=True, text=True, check=True)
    words = [line.split(" ", 1) for line in told.stdout.splitlines()]
    assert not [line for line in words if line[0] == "error"]
    positions = [rest for word, rest in words if word == "position"]
    assert positions == [last.position for last in games]
    results = [rest for word, rest in words if word == "result"]
    for last, result in zip(games, results, strict=True):
        assert result.endswith(last.result["ending"])


@pytest.mark.parametrize(
    ("act", "arguments"),
    [
        (lambda: ludus.game("chess"), ["show", "chess"]),
        (lambda: ludus.game("domineering", size="0x9"), ["show", "domineering", "--size", "0x9"]),
        (
            lambda: ludus.Position.from_text("domineering", "3/3/3 Y"),
            ["show", "domineering", "--position", "3/3/3 Y"],
        ),
        (lambda: ludus.game("domineering").play("H8"), ["show", "domineering", "--moves", "H8"]),
        (lambda: ludus.game("domineering").play("what"), ["show", "domineering", "--moves", "what"]),
        (lambda: ludus.game("taiji").think("alphabeta:deep=6"), ["think", "taiji", "--player", "alphabeta:deep=6"]),
        (lambda: ludus.game("taiji").think(time="soon"), ["think", "taiji", "--time", "soon"]),
        (lambda: ludus.game("taiji").solve(time="1ms"), ["solve", "taiji", "--time", "1ms"]),
        (lambda: ludus.game("taiji").explain(lang="xx"), ["explain", "taiji", "--lang", "xx"]),
        (lambda: ludus.game("taiji").explain("A1A3"), ["explain", "taiji", "--move", "A1A3"]),
        (
            lambda: ludus.match("taiji", "grandmother", "random"),
            ["match", "taiji", "--a", "grandmother", "--b", "random"],
        ),
        (
            lambda: ludus.match("taiji", "random", "random", -2),
            ["match", "taiji", "--a", "random", "--b", "random", "--games=-2"],
        ),
        (lambda: ludus.match("taiji", str, "random", -2), ["match", "taiji", "--games=-2"]),
        (lambda: ludus.match("taiji", str, "random", seed=-1), ["match", "taiji", "--seed=-1"]),
        (lambda: ludus.match("taiji", str, "random", opening=-1), ["match", "taiji", "--opening=-1"]),
        (lambda: ludus.match("taiji", "random", "random", seed=2**64), ["match", "taiji", f"--seed={2**64}"]),
        (lambda: ludus.Player("random", seed=-1), ["think", "taiji", "--seed=-1"]),
        (lambda: ludus.game("taiji").think(seed=-1), ["think", "taiji", "--seed=-1"]),
        (lambda: ludus.game("taiji").think(nodes=-1), ["think", "taiji", "--nodes=-1"]),
        (lambda: ludus.game("taiji").think(depth=-1), ["think", "taiji", "--depth=-1"]),
        (lambda: ludus.game("taiji").think(lines=-1), ["think", "taiji", "--lines=-1"]),
        (lambda: ludus.game("taiji").explain(seed=-1), ["explain", "taiji", "--seed=-1"]),
        (lambda: ludus.game("azul").deal(-1), ["show", "azul", "--seed=-1"]),
        (lambda: ludus.game("taiji").think(threads=0), ["think", "taiji", "--threads", "0"]),
        (lambda: ludus.Position.from_text("chess", "3 X"), ["show", "chess", "--position", "3 X"]),
    ],
)
def test_what_is_wrong_is_refused_as_on_the_command_line(act, arguments):
    with pytest.raises((ValueError, RuntimeError)) as raised:
        act()
    told = subprocess.run([os.environ["LUDUS"], *arguments], capture_output=True, text=True)
    assert told.returncode in (1, 2)
    sentence = next(line for line in told.stderr.splitlines() if line.startswith("ludus: "))
    sentence = sentence.removeprefix("ludus: ").removesuffix("; see `ludus --help`")
    same = lambda text: "".join(letter for letter in text if not letter.isdigit())
    assert same(str(raised.value)) == same(sentence)


def test_other_refusals_are_sentences():
    start = ludus.game("domineering", size="3x3")
    for act, sentence in [
        (lambda: start.undo(), "no move to take back"),
        (lambda: start.play_action(99), "action 99 is not legal here"),
        (lambda: start.play_action(-1), "action -1 is not legal here"),
        (lambda: start.play_action(2**70), f"action {2**70} is not legal here"),
        (lambda: start.observe(3), "there is no seat 3; expected 1 to 2"),
        (lambda: start.observe(-1), "there is no seat -1; expected 1 to 2"),
        (lambda: start.features(2**64), f"there is no seat {2**64}; expected 1 to 2"),
        (lambda: start.png(width=-1), "a picture cannot be -1 pixels wide; expected 16 to 4096"),
        (lambda: ludus.replay("{}"), "the line is not a record"),
        (lambda: start.record(["one"]), "names 1 players for 2 seats"),
        (lambda: ludus.BatchedGames(start, 0), "0 games were asked for"),
        (lambda: ludus.BatchedGames(start, -1), "-1 games were asked for; expected 1 to 1048576"),
        (lambda: ludus.BatchedGames(start, 1, seed=-1), "invalid value '-1' for '--seed <S>'"),
        (lambda: ludus.BatchedGames(start, 1).step([2**63]), "action 9223372036854775808 is not legal in game 0"),
        (lambda: start.record(seed=-1), "invalid value '-1' for '--seed <S>'"),
        (lambda: start.think(depth=2**40), "1099511627776 is not in 0..=4294967295"),
        (lambda: start.solve(threads=-1), "the parameter threads cannot be '-1'; expected a whole number from 1 to 256"),
        (lambda: start.review(seed=-1), "invalid value '-1' for '--seed <S>'"),
        (lambda: ludus.tournament("domineering", {"a": "random", "b": "random"}, -1), "cannot be '-1'"),
        (lambda: ludus.BatchedGames(start, 2).step([0]), "1 actions were given for 2 games"),
        (lambda: ludus.BatchedGames(start, 1).step([0.5]), "whole numbers"),
        (lambda: start.think(threads=0), "the parameter threads cannot be '0'; expected a whole number from 1 to 256"),
        (lambda: start.solve(threads=10**7), "the parameter threads cannot be '10000000'"),
        (lambda: start.solve(memory=0), "the parameter memory cannot be '0'"),
        (lambda: ludus.match("domineering", "random", "random", 2, threads=10**7), "the parameter threads cannot"),
        (lambda: start.think("human"), "cannot be asked for a move here"),
        (lambda: start.think(time=float("nan")), "cannot read the time"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            act()
    with pytest.raises(RuntimeError, match="nobody is to move"):
        ludus.Position.from_text("domineering", "1 X").think()


def test_threads_and_other_processes_answer_alike():
    """Also processes that are forked while threads are at work, and those that begin anew."""
    start = ludus.game("domineering", size="4x5")
    expected = start.solve()["value"]
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(start.solve()["value"])) for _ in range(3)]
    for thread in threads:
        thread.start()
    for way in ("fork", "spawn"):
        with multiprocessing.get_context(way).Pool(2) as pool:
            answers += pool.map(_solve, [start, start])
    for thread in threads:
        thread.join()
    assert answers == [expected] * 7


def _solve(position):
    return position.solve()["value"]


def test_answers_are_those_of_the_command_line():
    start = ludus.game("domineering", size="4x5")
    place = ["domineering", "--size", "4x5", "--json"]

    def told(*arguments):
        run = subprocess.run([os.environ["LUDUS"], *arguments], capture_output=True, text=True, check=True)
        return json.loads(run.stdout)

    def timeless(answer):
        return {key: value for key, value in answer.items() if key not in ("time_ms", "nps")}

    thought = start.think("alphabeta:depth=4", nodes=10_000, lines=2)
    there = told("think", *place, "--player", "alphabeta:depth=4", "--nodes", "10000", "--lines", "2")
    assert timeless(thought) == timeless(there)
    assert timeless(start.solve(all=True)) == timeless(told("solve", *place, "--all"))
    explained = start.explain("B2", nodes=2000, lang="pt")
    assert explained == told("explain", *place, "--move", "B2", "--nodes", "2000", "--lang", "pt")


def test_players_work_in_other_processes():
    start = ludus.game("domineering", size="4x5")
    player = ludus.Player("alphabeta:depth=60", nodes=2000, seed=3)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(player, [start] * 3) == [player(start)] * 3
    for limits in ({"time": "250ms"}, {"depth": 3, "nodes": 5}, {}):
        player = ludus.Player("exec:python3 my bot.py", seed=5, **limits)
        twin = pickle.loads(pickle.dumps(player))
        (make, given), (again, words) = twin.__reduce__(), player.__reduce__()
        assert str(twin) == str(player) and (make.keywords, given) == (again.keywords, words)


def test_a_game_is_reviewed(tmp_path):
    last = random_game("domineering", {"size": "3x3"}, 1)[-1]
    review = last.review(nodes=2000)
    assert [move["move"] for move in review["moves"]] == last.history
    file = tmp_path / "game.jsonl"
    file.write_text(last.record() + "\n")
    told = subprocess.run(
        [os.environ["LUDUS"], "review", str(file), "--nodes", "2000", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(told.stdout) == review


@pytest.mark.parametrize(
    "work",
    [
        "ludus.game('tablut').think(time=600)",
        "ludus.game('domineering', size='12x12').solve()",
        "ludus.game('tablut').explain(time=600)",
        "ludus.match('taiji', 'random', 'random', 100_000_000)",
        "ludus.match('tablut', 'alphabeta:depth=60', 'alphabeta:depth=60', 8, time=600)",
        "ludus.match('tablut', 'alphabeta:depth=60', lambda position: position.moves()[0], 2, time=600)",
        "ludus.tournament('tablut', {'a': 'mcts', 'b': 'mcts'}, time=600)",
        "ludus.Player('alphabeta', time=600)(ludus.game('tablut'))",
        "ludus.search(ludus.game('tablut'), lambda seen, masks: [0.0] * len(seen), nodes=10_000_000)",
    ],
)
def test_ctrl_c_ends_what_takes_long(work):
    code = (
        "import os, signal, threading, time, ludus\n"
        # Whoever runs tests in the background may ignore it, and that is inherited.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "def interrupt(begun):\n"
        "    while time.process_time() < begun + 0.3:\n"
        "        time.sleep(0.01)\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "try:\n"
        "    threading.Thread(target=interrupt, args=[time.process_time()]).start()\n"
        f"    {work}\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert told.stdout == "interrupted\n", told.stderr
