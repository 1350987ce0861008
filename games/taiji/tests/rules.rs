//! The promises of the contract, the counts, and the agreement with a slow and obvious reference.

use game::{Game, Line, Options, Rng, Seat, Turn, conform, golden, perft, random_move};
use ludus_taiji::{Taiji, Taiji64, Taiji128, Word};

fn board<W: Word>(size: &str, groups: usize) -> Taiji<W> {
    Taiji::new(&Options::none().with("size", size).with("groups", groups)).expect("a size on offer")
}

#[test]
fn the_contract_holds_on_boards_of_every_shape() {
    conform::check(&board::<u64>("7", 1));
    conform::editing(&board::<u64>("7", 1), 2);
    conform::check(&board::<u64>("2x3", 2));
    conform::check(&board::<u64>("8x8", 3));
    conform::check(&board::<u128>("4x3", 1));
    conform::rules(&board::<u128>("11", 3), 5);
    conform::drawing(&board::<u128>("11", 3), 5);
    conform::symmetry(&board::<u128>("9x9", 2), 2);
    conform::symmetry(&board::<u128>("11x8", 9), 1);
    conform::features(&board::<u64>("7", 1), 10);
    conform::numbers(&board::<u64>("7", 1), 10);
    conform::features(&board::<u128>("11x8", 9), 2);
    conform::numbers(&board::<u128>("11x8", 9), 2);
}

#[test]
fn no_text_breaks_a_parser() {
    conform::fuzz(&board::<u64>("7", 1), 100_000);
    conform::fuzz(&board::<u64>("2", 1), 20_000);
    conform::fuzz(&board::<u128>("11", 3), 5_000);
}

#[test]
fn a_playthrough_reads_as_it_always_did() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/playthrough.txt");
    golden::check(path, &golden::playthrough(&board::<u64>("5x6", 2), 1));
}

#[test]
fn sequences_of_moves_are_counted_right() {
    for line in include_str!("../perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let [size, depth, count] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (depth, count) = (depth.parse().unwrap(), count.parse::<u64>().unwrap());
        // The rest takes a while and was counted by hand.
        if count > 600_000_000 {
            continue;
        }
        let wide = board::<u128>(size, 1);
        let found = match Taiji64::new(&wide.options()) {
            Ok(narrow) => perft(&narrow, &narrow.start(), depth),
            Err(_) => perft(&wide, &wide.start(), depth),
        };
        assert_eq!(found, count, "{size} at depth {depth}");
    }
}

#[test]
fn a_board_takes_the_narrowest_word_it_fits() {
    for (size, narrow) in [("8x8", true), ("7", true), ("11x5", true), ("9x8", false), ("11x11", false)] {
        let options = Options::none().with("size", size);
        assert_eq!(Taiji64::new(&options).is_ok(), narrow, "{size} in 64 bits");
        assert!(Taiji128::new(&options).is_ok(), "{size} in 128 bits");
    }
}

#[test]
fn wrong_options_are_refused_by_name() {
    for (name, value, problem) in [
        ("size", "1x5", "size '1x5' is not a board size: expected ROWSxCOLUMNS with 2 to 11 each"),
        ("size", "12", "size '12' is not a board size: expected ROWSxCOLUMNS with 2 to 11 each"),
        ("groups", "0", "groups '0' is not a whole number from 1 to 9"),
        ("players", "2", "unknown option 'players'; expected size or groups"),
    ] {
        let Err(game::Misfit::Wrong(problems)) = Taiji128::new(&Options::none().with(name, value)) else {
            panic!("{name}={value} is accepted");
        };
        assert_eq!(problems.to_string(), problem);
    }
}

/// Row and column.
type Cell = (usize, usize);

/// The rules once more, cell by cell, rows from the bottom.
struct Reference {
    cells: Vec<Vec<char>>,
    side: char,
}

impl Reference {
    fn moves(&self) -> Vec<(String, Cell, Cell)> {
        let mut moves = Vec::new();
        let (rows, columns) = (self.cells.len() as i32, self.cells[0].len() as i32);
        for row in 0..rows {
            for column in 0..columns {
                for (up, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                    let (r, c) = (row + up, column + right);
                    if r < 0 || c < 0 || r >= rows || c >= columns {
                        continue;
                    }
                    let (own, other) = ((row as usize, column as usize), (r as usize, c as usize));
                    if self.cells[own.0][own.1] == ' ' && self.cells[other.0][other.1] == ' ' {
                        let name = |(r, c): Cell| format!("{}{}", (b'A' + c as u8) as char, r + 1);
                        moves.push((name(own) + &name(other), own, other));
                    }
                }
            }
        }
        moves.sort();
        moves
    }

    fn play(&mut self, text: &str) {
        let (_, own, other) =
            self.moves().into_iter().find(|(name, ..)| name == text).expect("a move it knows");
        let opponent = if self.side == 'O' { 'X' } else { 'O' };
        self.cells[own.0][own.1] = self.side;
        self.cells[other.0][other.1] = opponent;
        self.side = opponent;
    }

    fn score(&self, colour: char, groups: usize) -> i32 {
        let mut cells = self.cells.clone();
        let mut sizes = Vec::new();
        for row in 0..cells.len() {
            for column in 0..cells[0].len() {
                sizes.push(take(&mut cells, row as i32, column as i32, colour));
            }
        }
        sizes.sort();
        sizes.iter().rev().take(groups).sum()
    }
}

fn take(cells: &mut [Vec<char>], row: i32, column: i32, colour: char) -> i32 {
    let Some(cell) = cells.get_mut(row as usize).and_then(|line| line.get_mut(column as usize)) else {
        return 0;
    };
    if *cell != colour {
        return 0;
    }
    *cell = ' ';
    let around = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    1 + around.iter().map(|(up, right)| take(cells, row + up, column + right, colour)).sum::<i32>()
}

fn agrees_with_the_reference<W: Word>(size: &str, groups: usize, games: u64) {
    let game = board::<W>(size, groups);
    let size = game.board().size();
    let mut moves = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut line = Line::new(game.clone(), game.start());
        let mut reference = Reference { cells: vec![vec![' '; size.columns]; size.rows], side: 'O' };
        loop {
            let state = *line.state();
            let mut texts: Vec<String> = line.legal().iter().map(|&mv| game.write_move(&state, mv)).collect();
            texts.sort();
            let expected: Vec<String> = reference.moves().into_iter().map(|(name, ..)| name).collect();
            assert_eq!(texts, expected, "moves at {}", game.write(&state));
            for (seat, colour) in [(Seat::FIRST, 'O'), (Seat::SECOND, 'X')] {
                let score = reference.score(colour, groups);
                assert_eq!(game.score(&state, seat), score, "score of {colour} at {}", game.write(&state));
            }
            let Some(mv) = random_move(&game, &state, &mut rng, &mut moves) else { break };
            reference.play(&game.write_move(&state, mv));
            line.play(mv).expect("a legal move");
        }
        let outcome = line.outcome().expect("no taijitu fits");
        let (white, black) = (reference.score('O', groups), reference.score('X', groups));
        assert_eq!(outcome.scores[..2], [white, black]);
        let winner = if white > black { Seat::FIRST } else { Seat::SECOND };
        assert!(outcome.winners.contains(winner) && outcome.winners.len() == 1);
    }
}

#[test]
fn play_agrees_with_a_reference_that_goes_cell_by_cell() {
    agrees_with_the_reference::<u64>("7", 1, 20);
    agrees_with_the_reference::<u64>("2x5", 2, 20);
    agrees_with_the_reference::<u64>("8x8", 3, 10);
    agrees_with_the_reference::<u128>("9x9", 2, 10);
    agrees_with_the_reference::<u128>("11x11", 3, 4);
    agrees_with_the_reference::<u128>("10x7", 9, 4);
}

#[test]
fn scores_and_ties_follow_the_rules() {
    // Position, its scores, and who wins (`-` while a taijitu fits).
    for (position, scores, winner) in [
        // A tie is Black's.
        ("OX/XO O 1", [1, 1], "Black"),
        ("OX/OX O 1", [2, 2], "Black"),
        // Corners do not connect; two groups of one make two.
        ("OX/XO O 2", [2, 2], "Black"),
        // Fewer groups than count: those there are.
        ("OX/OX O 3", [2, 2], "Black"),
        // A single empty cell stays empty and parts what lies on both sides of it.
        ("O1O/XXX/OXO X 1", [1, 4], "Black"),
        ("OOO/X1X/OXX X 1", [3, 3], "Black"),
        ("OOO/XOX/1XX X 1", [4, 3], "White"),
        ("OOO/XOX/1XX X 2", [4, 4], "Black"),
        ("2/OX X 1", [1, 1], "-"),
    ] {
        let game = Taiji64::new(&Taiji64::options_of(position).unwrap()).unwrap();
        let state = game.read(position).unwrap_or_else(|e| panic!("{position}: {e}"));
        assert_eq!([Seat::FIRST, Seat::SECOND].map(|seat| game.score(&state, seat)), scores, "{position}");
        let found = match game.turn(&state) {
            Turn::Over => {
                let seat = game.outcome(&state).winners.iter().next().expect("a winner");
                game.seat_name(seat)
            }
            _ => "-",
        };
        assert_eq!(found, winner, "{position}");
    }
}
