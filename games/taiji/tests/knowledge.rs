//! The shipped knowledge: it loads clean, says what it should, and plays better than the greedy player.

use game::facts::Describe;
use game::{Game, Options, Rng, Seat, Turn, random_move};
use infer::BackEnd;
use infer::conform::{self, BackEnds, Case, Reader, Score};
use ludus_taiji::{State, Taiji, Taiji64, Word};

const PACK: &str = "taiji";

fn game<W: Word>(size: &str, groups: usize) -> Taiji<W> {
    Taiji::new(&Options::none().with("size", size).with("groups", groups)).expect("good options")
}

#[test]
fn the_text_is_clean_complete_and_translated() {
    for (size, groups) in [("7x7", 1), ("9x9", 2), ("11x11", 3), ("2x3", 1)] {
        let kb = conform::load(&game::<u128>(size, groups), PACK);
        conform::clean(&kb);
        conform::translated(&kb);
        assert!(kb.bit_plan::<u128>().is_some(), "the scores of a position must run on words");
        let scores =
            kb.plan().into_iter().filter(|p| p.name.starts_with("own_") && p.back_end == BackEnd::Bits);
        assert!(scores.count() >= 6, "the scores of a position must run on words");
    }
}

const SAID: &[Case<'_>] = &[
    ("4X/OX2O/O4/X4 X 1", "", "own_cell", 90, "A1 is in an own group that counts"),
    ("4X/OX2O/O4/X4 X 1", "", "their_cell", -90, "A2 is in a group of the opponent's that counts"),
    ("4X/OX2O/O4/X4 X 1", "", "own_room", 30, "a group that counts can grow to B1"),
    ("4X/OX2O/O4/X4 X 1", "", "their_room_left", -30, "a group of the opponent's that counts can grow to B2"),
    ("4X/OX2O/O4/X4 X 1", "", "own_beyond", 16, "behind the next cells there is room on C1"),
    ("4X/OX2O/O4/X4 X 1", "", "their_beyond_left", -16, "the opponent has room on B1, behind the next cells"),
    ("4X/OX2O/O4/X4 X 1", "", "their_contested", 6, "an own cell touches B2, where the opponent can grow"),
    ("4X/OX2O/O4/X4 X 1", "B1C1", "grow", 90, "makes a group that counts grow to 2 cells"),
    ("4X/OX2O/O4/X4 X 1", "B1C1", "opens", 26, "gives the group 1 new cell to grow to"),
    (
        "4X/OX2O/O4/X4 X 1",
        "B1C1",
        "harmless",
        6,
        "puts the other half on C1, where it touches none of the opponent's groups",
    ),
    (
        "4X/OX2O/O4/X4 X 1",
        "C1B1",
        "own_block",
        -42,
        "leaves B1 to the opponent, where your half would have gained 1 point",
    ),
    (
        "4X/OX2O/O4/X4 X 1",
        "C1D1",
        "near_link",
        11,
        "prepares a link: one half on B1 would now join 1 cell around C1 to a group that counts",
    ),
    ("4X/OX2O/O4/X4 X 1", "B2C2", "lead", 90, "makes a group grow to 2 cells, so that it counts now"),
    ("4X/OX2O/O4/X4 X 1", "B2C2", "block", 42, "takes B2, where the opponent would have gained 1 point"),
    (
        "4X/OX2O/O4/X4 X 1",
        "C2B2",
        "feed",
        -90,
        "lets a group of the opponent's that counts grow to 3 cells with the other half",
    ),
    ("4X/OX2O/O4/X4 X 1", "C2B2", "feed_opens", -26, "gives the opponent's group 1 new cell to grow to"),
    (
        "4X/OX2O/O4/X4 X 1",
        "D2E2",
        "feed_build",
        -8,
        "lets the opponent have a group of 2 cells around E2, though it adds nothing to the score",
    ),
    (
        "4X/OX2O/O4/X4 X 1",
        "B4A4",
        "plug",
        8,
        "plugs a channel: the only way on from the opponent's A4 was B4",
    ),
    (
        "4X/OX2O/O4/X4 X 1",
        "B4C4",
        "hole_theirs",
        22,
        "leaves A4 as a hole, where a group of the opponent's could have grown",
    ),
    ("4X/OX2O/O4/X4 X 1", "C4B4", "walled", 10, "walls in the other half: the cell B4 stays alone for ever"),
    ("3O1/2XXX/2O1O/1OX2 O 1", "", "own_link", 45, "one half would join C2 to a group that counts"),
    (
        "3O1/2XXX/2O1O/1OX2 O 1",
        "",
        "their_hole",
        4,
        "E4 beside a group of the opponent's is a hole: nobody can fill it",
    ),
    ("3O1/2XXX/2O1O/1OX2 O 1", "E1D1", "seal_own", -40, "shuts in your group: its 2 cells can grow no more"),
    (
        "3O1/2XXX/2O1O/1OX2 O 1",
        "A2B2",
        "own_split",
        -84,
        "leaves B2 to the opponent, where 2 of your groups would have become one of 3 cells",
    ),
    (
        "3O1/2XXX/2O1O/1OX2 O 1",
        "A2B2",
        "hole_own",
        -22,
        "leaves A1 as a hole, where a group of yours could have grown",
    ),
    ("3O1/2XXX/2O1O/1OX2 O 1", "B2A2", "bridge", 186, "joins 2 of your groups on B2 into one of 3 cells"),
    (
        "3O1/2XXX/2O1O/1OX2 O 1",
        "A1A2",
        "channel",
        -8,
        "enters a channel: the only way on from A1 was A2, and the other half plugs it",
    ),
    (
        "5/4O/X2XX/O2O1 X 1",
        "",
        "own_contested",
        -6,
        "the opponent touches D3 too, where an own group can grow",
    ),
    ("5/4O/X2XX/O2O1 X 1", "", "own_hole", -4, "E1 beside an own group is a hole: nobody can fill it"),
    (
        "5/4O/X2XX/O2O1 X 1",
        "B1C1",
        "feed_lead",
        -90,
        "lets a group of the opponent's grow to 2 cells, so that it counts now",
    ),
    (
        "5/4O/X2XX/O2O1 X 1",
        "B1C1",
        "seal",
        40,
        "shuts in a group of the opponent's: its 1 cell can grow no more",
    ),
    ("5/4O/X2XX/O2O1 X 1", "B2C2", "build", 8, "makes a group grow to 2 cells, without raising the score"),
    ("OX1OX/O4/XXOXO/OX1XO X 1", "C3D3", "win", 5000, "ends the game with 3 to 2: a win"),
    (
        "XOXO1/1X1OX/XOOX1/O4 O 1",
        "E1E2",
        "feed_bridge",
        -186,
        "joins 2 of the opponent's groups on E2 into one of 3 cells",
    ),
    (
        "XOXO1/1X1OX/XOOX1/O4 O 1",
        "E2E1",
        "split",
        84,
        "keeps 2 of the opponent's groups apart: on E2 they would have become one of 3 cells",
    ),
    (
        "O1OX1/X1XXO/1XO1X/1O2O O 1",
        "",
        "their_link_left",
        -45,
        "one half would join B2 to a group of the opponent's that counts",
    ),
    ("5/5/5/5 O 1", "A1B1", "start", 90, "starts a group that counts"),
    ("5/5/5/5 O 1", "A1B1", "feed_start", -90, "starts a group of the opponent's that counts"),
    (
        "5/5/5/5 O 1",
        "B1A1",
        "own_half_inside",
        15,
        "keeps your half nearer to the centre than the other half",
    ),
    ("5/5/5/5 O 1", "C2B2", "centre_first", 30, "opens in the middle, where a group has room on all sides"),
    (
        "XOX1O/O1XOX/1XOXO/2XO1 X 1",
        "A1A2",
        "tie_won",
        5000,
        "ends the game with 2 each: a tie is Black's win",
    ),
    ("O1OOX/X1XOX/OXOXO/XOXOX X 1", "B3B4", "loss", -5000, "ends the game with 4 to 5: a loss"),
    (
        "OO1OX/XXXOX/XXO1O/OOX2 O 1",
        "D2D1",
        "tie_lost",
        -5000,
        "ends the game with 5 each: a tie is Black's win",
    ),
    (
        "X1XOX/O1OOX/OOXXO/XOXOX X 1",
        "B4B3",
        "small_bridge",
        16,
        "joins 2 of your groups into one of 3 cells, without raising the score",
    ),
    (
        "4/4/1XO1/4 X 1",
        "B3C3",
        "mirror",
        2000,
        "makes the board its own mirror image under half a turn with the colours exchanged: answering every taijitu so keeps the scores level, and a tie is Black's",
    ),
];

#[test]
fn every_rule_fires_where_it_should_and_says_so() {
    conform::says::<Taiji64>(PACK, SAID);
    conform::complete(&conform::load(&game::<u64>("7x7", 1), PACK), SAID.iter().map(|case| case.2));
}

/// A position after a random number of random moves; the game may be over.
fn random_state<W: Word>(game: &Taiji<W>, rng: &mut Rng) -> State<W> {
    conform::stroll(game, game.longest().expect("the board fills up"), rng).0
}

fn both_back_ends_agree<W: Word, B: Word>(size: &str, groups: usize, count: usize) {
    let game = game::<W>(size, groups);
    let mut back_ends = BackEnds::<_, B>::new(&game, PACK);
    let mut rng = Rng::new(7 + groups as u64);
    for _ in 0..count {
        back_ends.check(&random_state(&game, &mut rng));
    }
}

#[test]
fn words_and_tuples_agree() {
    both_back_ends_agree::<u64, u64>("7x7", 1, 200);
    both_back_ends_agree::<u128, u128>("9x9", 2, 60);
    both_back_ends_agree::<u128, game::bits::Wide<2>>("11x11", 3, 30);
}

#[test]
fn gains_are_what_the_score_does() {
    for (size, groups) in [("7x7", 1), ("7x7", 2), ("6x8", 3)] {
        let game = game::<u64>(size, groups);
        let (schema, reader) = (game.schema(), Reader::new(&game, PACK));
        let gain = ["my_gain", "their_gain"].map(|name| schema.find(name).unwrap());
        let mut rng = Rng::new(11);
        for _ in 0..40 {
            let state = random_state(&game, &mut rng);
            if game.turn(&state) == Turn::Over {
                continue;
            }
            let seat = state.side();
            let facts = reader.position(&state, seat);
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            for mv in moves {
                let mut next = state;
                game.play(&mut next, mv);
                let (own, other) = game.cells(mv);
                for (whose, cell, gain) in [(seat, own, gain[0]), (seat.other(), other, gain[1])] {
                    let grown = game.score(&next, whose) - game.score(&state, whose);
                    assert!(facts.contains(gain, &[cell as i32, grown]), "{mv:?} at {}", game.write(&state));
                }
            }
        }
    }
}

/// What the sentences call final must hold at the end of every game that follows.
#[test]
fn for_ever_means_for_ever() {
    let game = game::<u64>("5x6", 1);
    let schema = game.schema();
    let mut reader = Reader::new(&game, PACK);
    let mut rng = Rng::new(5);
    let mut checked = 0;
    for _ in 0..150 {
        let state = random_state(&game, &mut rng);
        let mut moves = Vec::new();
        let Some(mv) = random_move(&game, &state, &mut rng, &mut moves) else { continue };
        reader.see(&state);
        let reasons = reader.reasons(&state, mv, "en");
        let mut next = state;
        game.play(&mut next, mv);
        let (own, other) = game.cells(mv);
        let group = |state: &State<u64>, cell: usize| {
            let colours = [Seat::FIRST, Seat::SECOND].map(|seat| state.of(seat));
            let colour = colours.into_iter().find(|set| set.has(cell)).unwrap_or(0);
            game.board().flood(u64::bit(cell), colour).count_ones() as usize
        };
        // Cells whose groups must stay as large as they are; 0 for cells that must stay empty.
        let mut fixed: Vec<(usize, usize)> = Vec::new();
        for reason in &reasons {
            let bound = |name: &str| {
                let (_, text) =
                    reason.binding.iter().find(|(n, _)| n == name).expect("a variable of the rule");
                (0..30).find(|&c| schema.show(game::facts::SortId(1), c as i32) == *text).expect("a cell")
            };
            match reason.rule.as_str() {
                "walled" => fixed.push((other, 1)),
                "seal_own" => fixed.push((own, group(&next, own))),
                "seal" => fixed.push((bound("H"), group(&next, bound("H")))),
                "hole_own" | "hole_theirs" => fixed.push((bound("C"), 0)),
                _ => {}
            }
        }
        for _ in 0..6 {
            let mut end = next;
            while let Some(mv) = random_move(&game, &end, &mut rng, &mut moves) {
                game.play(&mut end, mv);
            }
            for &(cell, size) in &fixed {
                assert_eq!(group(&end, cell), size, "{mv:?} at {}", game.write(&state));
                checked += 1;
            }
        }
    }
    assert!(checked > 150, "too little was checked: {checked}");
}

/// How many games the knowledge wins, from both seats.
fn wins([white, black]: [Score; 2]) -> u32 {
    white.wins + black.wins
}

#[test]
fn the_knowledge_beats_random_and_greedy() {
    let report = |what: &str, won: u32, of: u32| eprintln!("knowledge against {what}: {won} of {of}");
    let mut reader = Reader::new(&game::<u64>("7x7", 1), PACK);
    let random = wins(conform::duel(&mut reader, 10, conform::random));
    report("random", random, 20);
    assert!(random >= 19);
    let greedy = wins(conform::duel(&mut reader, 30, conform::greedy));
    report("greedy", greedy, 60);
    assert!(greedy > 40);
    let mut reader = Reader::new(&game::<u128>("9x9", 2), PACK);
    let two = wins(conform::duel(&mut reader, 20, conform::greedy));
    report("greedy, two groups", two, 40);
    assert!(two > 20);
}

#[test]
fn noise_and_mutations_of_the_text_never_panic() {
    conform::survives_noise(&game::<u64>("4x4", 1), PACK, 20_000, 5);
}
