//! The shipped knowledge: it loads clean, says what it should, tells the truth, and plays better than chance.

use game::{Game, Rng, Turn};
use infer::conform::{self, BackEnds, Case, Reader, Score};
use ludus_tablut::{Side, State, Tablut};

const PACK: &str = "tablut";

/// A position after a random number of random moves, the game not over.
fn random_state(rng: &mut Rng) -> State {
    conform::unfinished(&Tablut, 89, rng)
}

#[test]
fn the_text_is_clean_complete_and_translated() {
    let kb = conform::load(&Tablut, PACK);
    conform::clean(&kb);
    conform::translated(&kb);
    assert!(kb.bit_plan::<u128>().is_some(), "the scores of a position must run on words");
}

const SAID: &[Case<'_>] = &[
    (
        "1B2B1W2/3B4B/4W1B2/B2W4B/BBW6/BW2W1W1B/W2K1B3/2B2B1B1/5B3 B",
        "",
        "their_guards",
        -70,
        "the opponent's king has a guard on g1",
    ),
    (
        "1B2B1W2/3B4B/4W1B2/B2W4B/BBW6/BW2W1W1B/W2K1B3/2B2B1B1/5B3 B",
        "",
        "hunters",
        45,
        "a hunter stands on b1",
    ),
    (
        "1B2B1W2/3B4B/4W1B2/B2W4B/BBW6/BW2W1W1B/W2K1B3/2B2B1B1/5B3 B",
        "",
        "their_king_room",
        -4,
        "the opponent's king can go to d5",
    ),
    (
        "1B2B1W2/3B4B/4W1B2/B2W4B/BBW6/BW2W1W1B/W2K1B3/2B2B1B1/5B3 B",
        "",
        "gatekeeper",
        10,
        "the hunter on c8 holds a choke point before a corner",
    ),
    (
        "1B2B1W2/3B4B/4W1B2/B2W4B/BBW6/BW2W1W1B/W2K1B3/2B2B1B1/5B3 B",
        "D2B2",
        "roads_left",
        -8,
        "leaves 1 escape within two moves of the king",
    ),
    (
        "1B2B1W2/3B4B/4W1B2/B2W4B/BBW6/BW2W1W1B/W2K1B3/2B2B1B1/5B3 B",
        "D2B2",
        "blocks_gate",
        18,
        "takes the choke point b2 before a corner",
    ),
    (
        "1B2B1W2/3B4B/4W1B2/B2W4B/BBW6/BW2W1W1B/W2K1B3/2B2B1B1/5B3 B",
        "D2B2",
        "loses_hunter",
        -28,
        "leaves the hunter on b5 where White can capture it",
    ),
    ("1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W", "", "guards", 70, "the king has a guard on e3"),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "",
        "their_hunters",
        -45,
        "a hunter of the opponent's stands on b1",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "",
        "line",
        250,
        "the king has an open line to a7",
    ),
    ("1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W", "", "king_room", 4, "the king can go to g3"),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "",
        "their_gatekeepers",
        -10,
        "a hunter of the opponent's holds the choke point g2 before a corner",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "G7F7",
        "one_line",
        60,
        "threatens to bring the king to a7",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "H8H6",
        "roads",
        8,
        "brings 1 more escape within two moves of the king",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "G7F7",
        "cramps",
        -9,
        "leaves the king 3 squares fewer to go to",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "G7F7",
        "loses_guard",
        -40,
        "leaves the guard on d8 where Black can capture it",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "G7H7",
        "king_lost",
        -4000,
        "lets Black capture the king by g2 to g7",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "G7G8",
        "gives_up_line",
        -60,
        "gives up the king's open line to a7",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "H8I8",
        "two_lines",
        2000,
        "gives the king 2 open lines at once: Black cannot close them all, nor capture the king",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "H8I8",
        "frees",
        3,
        "gives the king 1 more square to go to",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "H8I8",
        "takes_hunter_camp",
        45,
        "captures the hunter on i7 against the camp on i6",
    ),
    (
        "1B2BB1B1/3B2W2/1B6B/2BW1WW2/B2BKW3/6W2/9/B2W1B2B/B1W2BB2 W",
        "",
        "their_besiegers",
        -14,
        "a hunter on d5 stands beside the king",
    ),
    (
        "1B2BB1B1/3B2W2/1B6B/2BW1WW2/B2BKW3/6W2/9/B2W1B2B/B1W2BB2 W",
        "G6D6",
        "takes_hunter",
        45,
        "captures the hunter on d5 between d6 and d4",
    ),
    (
        "B3B3B/2B1B4/9/2BK1W1W1/BBW5B/B2B4B/2W1B1WW1/7W1/2B6 B",
        "",
        "besieger",
        14,
        "the hunter on c4 stands beside the king",
    ),
    (
        "B3B3B/2B1B4/9/2BK1W1W1/BBW5B/B2B4B/2W1B1WW1/7W1/2B6 B",
        "C2A2",
        "threat",
        50,
        "threatens to capture the king by e2 to e4",
    ),
    (
        "B3B3B/2B1B4/9/2BK1W1W1/BBW5B/B2B4B/2W1B1WW1/7W1/2B6 B",
        "C2A2",
        "leaves_gate",
        -18,
        "gives up the choke point c2 before a corner",
    ),
    (
        "B3B3B/2B1B4/9/2BK1W1W1/BBW5B/B2B4B/2W1B1WW1/7W1/2B6 B",
        "C2D2",
        "confines",
        3,
        "takes 1 square from the king",
    ),
    (
        "B3B3B/2B1B4/9/2BK1W1W1/BBW5B/B2B4B/2W1B1WW1/7W1/2B6 B",
        "E2E4",
        "catch",
        10000,
        "captures the king: Black has won",
    ),
    (
        "B3B3B/2B1B4/9/2BK1W1W1/BBW5B/B2B4B/2W1B1WW1/7W1/2B6 B",
        "C4C3",
        "loosens",
        -6,
        "gives the king 2 more squares to go to",
    ),
    (
        "B3B3B/2B1B4/9/2BK1W1W1/BBW5B/B2B4B/2W1B1WW1/7W1/2B6 B",
        "C4C3",
        "lets_go",
        -12,
        "takes a hunter away from the king's side",
    ),
    (
        "1B1B5/1B4B1W/4B4/B1WW1K3/B2W2W2/9/1B3W1B1/BW3W2B/1B2B1B2 B",
        "A5C5",
        "takes_guard_castle",
        70,
        "captures the guard on d5 against the castle",
    ),
    (
        "WB5B1/B8/1WWB5/4B1B2/9/3W5/6K2/3B4B/1BWBB1WBB B",
        "",
        "their_lines",
        -250,
        "the opponent's king has an open line to a7",
    ),
    (
        "WB5B1/B8/1WWB5/4B1B2/9/3W5/6K2/3B4B/1BWBB1WBB B",
        "D3H3",
        "line_left",
        -4000,
        "leaves the king an open line to a7, where he wins",
    ),
    (
        "B2BB2B1/W3B4/3W1W2W/7B1/B3K3B/3B2B2/4W4/1W1B5/BB2BBW2 W",
        "E5G5",
        "leaves_keep",
        -15,
        "takes the king away from the castle: out there two hunters, or one and a camp, can capture him",
    ),
    (
        "B1W5B/3B4W/5W3/3W5/B2B3BB/B1W1KW3/1B4W1B/5BB2/2B6 W",
        "C1C5",
        "takes_hunter_castle",
        45,
        "captures the hunter on d5 against the castle",
    ),
    (
        "1B1B2B2/2BB5/6B1B/2W2W3/6K2/5B3/2W3WBB/B1BW5/6B2 B",
        "F6G6",
        "closes_in",
        12,
        "puts a hunter beside the king",
    ),
    (
        "1B1B2B2/2BB5/6B1B/2W2W3/6K2/5B3/2W3WBB/B1BW5/6B2 B",
        "F6F7",
        "takes_guard",
        70,
        "captures the guard on g7 between f7 and h7",
    ),
    (
        "B5B2/BB7/1BW1K2W1/1B2WW3/2B6/B6W1/B3BB2B/2W1B1W1B/9 B",
        "G1G6",
        "takes_guard_camp",
        70,
        "captures the guard on h6 against the camp on i6",
    ),
    (
        "9/B2B5/3BB3W/3B5/B4BB2/2B6/4B1K2/1WB2W2B/2B1BB3 W",
        "G7I7",
        "escape_now",
        10000,
        "brings the king to the rim on i7: White has won",
    ),
    (
        "B5W2/B1W2W2B/7K1/1B7/B1B2W1BB/1W3B2B/7W1/B8/3BB4 B",
        "B4B3",
        "closes_line",
        200,
        "closes the king's line to a3",
    ),
    (
        "B1B5B/W1B1BW3/W4W3/2W2W3/B4K1B1/4BB3/4B2B1/3B1W3/8B B",
        "H5G5",
        "beside_castle",
        40,
        "is the second of the three hunters that it takes to capture the king beside the castle",
    ),
    (
        "9/9/4B4/9/3BKB3/9/9/9/W8 B",
        "E3E4",
        "castle_ring",
        60,
        "is the third of the four hunters that it takes to capture the king in his castle",
    ),
    (
        "BW7/9/W8/9/4K4/9/9/9/9 W",
        "A3A2",
        "no_answer",
        10000,
        "leaves the opponent without a move, which wins",
    ),
    (
        "3BBB3/4B4/4W4/B3W3B/BBWWKWWBB/B3W3B/4W4/4B4/3BBB3 W",
        "E3D3 D1D2 D3E3",
        "goes_back",
        -25,
        "goes straight back to e3; a position that comes up twice is a draw",
    ),
];

#[test]
fn every_rule_fires_where_it_should_and_says_so() {
    conform::says::<Tablut>(PACK, SAID);
    conform::complete(&conform::load(&Tablut, PACK), SAID.iter().map(|case| case.2));
}

#[test]
fn words_and_tuples_agree() {
    let mut back_ends = BackEnds::<_, u128>::new(&Tablut, PACK);
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        back_ends.check(&random_state(&mut rng));
    }
}

/// What the rules foresee is compared with what the opponent can really do after the move.
#[test]
fn threats_are_what_the_rules_of_the_game_allow() {
    let mut reader = Reader::new(&Tablut, PACK);
    let mut rng = Rng::new(17);
    let mut seen = [0; 3];
    for _ in 0..150 {
        let state = random_state(&mut rng);
        reader.see(&state);
        let mut moves = Vec::new();
        Tablut.moves(&state, &mut moves);
        for _ in 0..4 {
            let mv = moves[rng.below(moves.len())];
            let mut next = state;
            Tablut.play(&mut next, mv);
            if Tablut.turn(&next) == Turn::Over {
                continue;
            }
            let movement = reader.movement(&state, mv).clone();
            let engine = &mut reader.engine;
            engine.consider(&movement);
            let (mut taken, mut wins) = (0, Vec::new());
            let mut replies = Vec::new();
            Tablut.moves(&next, &mut replies);
            for &reply in &replies {
                let mut after = next;
                Tablut.play(&mut after, reply);
                match next.side() {
                    Side::White => taken |= next.black() & !after.black(),
                    Side::Black => taken |= next.white() & !after.white(),
                }
                let king_won = after.king().is_none_or(|king| king.is_in(ludus_tablut::ESCAPES));
                if king_won {
                    wins.push((reply.from().index() as i32, reply.to().index() as i32));
                }
            }
            let loose = engine.rows("loose").expect("a predicate of the text");
            let loose = loose.iter().fold(0u128, |set, row| set | 1 << row[0]);
            assert_eq!(loose, taken, "{mv:?} at {}", Tablut.write(&state));
            let foreseen: Vec<(i32, i32)> = match next.side() {
                Side::White => {
                    let king = next.king().expect("the game goes on").index() as i32;
                    engine.rows("now_line").expect("a predicate").iter().map(|row| (king, row[0])).collect()
                }
                Side::Black => {
                    engine.rows("strike").expect("a predicate").iter().map(|row| (row[0], row[1])).collect()
                }
            };
            assert_eq!(foreseen, wins, "{mv:?} at {}", Tablut.write(&state));
            seen[0] += loose.count_ones();
            seen[1 + next.side() as usize] += wins.len() as u32;
        }
    }
    assert!(seen.iter().all(|&n| n > 20), "too few threats were compared: {seen:?}");
}

#[test]
fn the_knowledge_beats_random_and_greedy() {
    let mut reader = Reader::new(&Tablut, PACK);
    let random = conform::duel(&mut reader, 5, conform::random);
    eprintln!("knowledge as White and as Black against random: {random:?}");
    assert!(random.iter().all(|score| score.wins >= 4), "{random:?}");
    let greedy = conform::duel(&mut reader, 6, conform::greedy);
    eprintln!("knowledge as White and as Black against greedy: {greedy:?}");
    let Score { wins, losses, .. } = greedy[0] + greedy[1];
    assert!(wins > losses, "{greedy:?}");
}

#[test]
fn noise_and_mutations_of_the_text_never_panic() {
    conform::survives_noise(&Tablut, PACK, 20_000, 4);
}
