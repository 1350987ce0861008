//! Agreement with a slow implementation of the server's rules, written square by square.

#![allow(clippy::unwrap_used)]

use game::{Game, Line, Rng, Turn, random_move};
use ludus_tablut::{Ending, Tablut};

type Board = [[char; 9]; 9];

/// `#` a camp, `0` a camp that protects Black's pawns in front of it.
const CAMPS: [&[u8]; 9] = [
    b"...#0#...",
    b"....#....",
    b".........",
    b"#.......#",
    b"0#.....#0",
    b"#.......#",
    b".........",
    b"....#....",
    b"...#0#...",
];

fn name(r: i32, c: i32) -> String {
    format!("{}{}", (b'a' + c as u8) as char, r + 1)
}

fn camp(r: i32, c: i32) -> bool {
    on_board(r, c) && CAMPS[r as usize][c as usize] != b'.'
}

fn on_board(r: i32, c: i32) -> bool {
    (0..9).contains(&r) && (0..9).contains(&c)
}

fn at(board: &Board, r: i32, c: i32) -> char {
    if on_board(r, c) { board[r as usize][c as usize] } else { '?' }
}

fn of_side(piece: char, side: char) -> bool {
    piece == side || side == 'W' && piece == 'K'
}

/// Whether the server accepts the move.
fn legal(board: &Board, side: char, from: (i32, i32), to: (i32, i32)) -> bool {
    if !of_side(at(board, from.0, from.1), side) || from == to || (from.0 != to.0 && from.1 != to.1) {
        return false;
    }
    let distance = (to.0 - from.0).abs() + (to.1 - from.1).abs();
    let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    for i in 1..=distance {
        let (r, c) = (from.0 + i * step.0, from.1 + i * step.1);
        if at(board, r, c) != '.' || (r, c) == (4, 4) || (camp(r, c) && !camp(from.0, from.1)) {
            return false;
        }
    }
    !camp(to.0, to.1) || distance <= 5
}

/// The board after the move, and who has won by it.
fn play(board: &Board, side: char, from: (i32, i32), to: (i32, i32)) -> (Board, Option<char>) {
    let mut next = *board;
    let piece = at(board, from.0, from.1);
    next[from.0 as usize][from.1 as usize] = '.';
    next[to.0 as usize][to.1 as usize] = piece;
    let mut winner = None;
    let steps = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    for (dr, dc) in steps {
        let near = (to.0 + dr, to.1 + dc);
        let behind = (to.0 + 2 * dr, to.1 + 2 * dc);
        if !on_board(behind.0, behind.1) {
            continue;
        }
        let anvil = at(&next, behind.0, behind.1);
        let castle = behind == (4, 4);
        let in_camp = camp(behind.0, behind.1);
        let innermost = in_camp && CAMPS[behind.0 as usize][behind.1 as usize] == b'0';
        match (side, at(&next, near.0, near.1)) {
            ('W', 'B') if anvil == 'W' || anvil == 'K' || castle || (in_camp && !innermost) => {
                next[near.0 as usize][near.1 as usize] = '.';
            }
            ('B', 'W') if anvil == 'B' || castle || in_camp => {
                next[near.0 as usize][near.1 as usize] = '.';
            }
            ('B', 'K') => {
                let around: Vec<char> =
                    steps.iter().map(|(r, c)| at(&next, near.0 + r, near.1 + c)).collect();
                let blacks = around.iter().filter(|&&p| p == 'B').count();
                let taken = match ((near.0 - 4).abs() + (near.1 - 4).abs(), blacks) {
                    (0, blacks) => blacks == 4,
                    (1, blacks) => blacks == 3,
                    _ => anvil == 'B' || in_camp,
                };
                if taken {
                    winner = Some('B');
                }
            }
            _ => {}
        }
    }
    if piece == 'K' && (to.0 % 8 == 0 || to.1 % 8 == 0) {
        winner = Some('W');
    }
    if winner == Some('B') {
        next = next.map(|row| row.map(|p| if p == 'K' { '.' } else { p }));
    }
    (next, winner)
}

fn squares() -> impl Iterator<Item = (i32, i32)> {
    (0..81).map(|i| (i / 9, i % 9))
}

fn all_moves(board: &Board, side: char) -> Vec<((i32, i32), (i32, i32))> {
    squares()
        .filter(|&(r, c)| of_side(at(board, r, c), side))
        .flat_map(|from| squares().map(move |to| (from, to)))
        .filter(|&(from, to)| legal(board, side, from, to))
        .collect()
}

/// The board that a position text shows.
fn board(text: &str) -> (Board, char) {
    let (rows, side) = text.split_once(' ').unwrap();
    let mut board = [['.'; 9]; 9];
    for (r, row) in rows.split('/').enumerate() {
        let mut c = 0;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(run) => c += run as usize,
                None => {
                    board[r][c] = letter;
                    c += 1;
                }
            }
        }
    }
    (board, side.chars().next().unwrap())
}

#[test]
fn random_games_follow_the_slow_rules() {
    let mut moves = Vec::new();
    for seed in 100..130 {
        let mut rng = Rng::new(seed);
        let mut line = Line::new(Tablut, Tablut.start());
        while line.turn() != Turn::Over {
            let state = *line.state();
            let text = Tablut.write(&state);
            let (slow, side) = board(&text);
            Tablut.moves(&state, &mut moves);
            let fast: Vec<String> =
                moves.iter().map(|&mv| Tablut.write_move(&state, mv).to_lowercase()).collect();
            let expected: Vec<String> = all_moves(&slow, side)
                .iter()
                .map(|&(from, to)| name(from.0, from.1) + &name(to.0, to.1))
                .collect();
            assert_eq!(fast, expected, "moves of {text}");
            for (&mv, &(from, to)) in moves.iter().zip(&all_moves(&slow, side)) {
                let mut next = state;
                Tablut.play(&mut next, mv);
                let (slow_next, winner) = play(&slow, side, from, to);
                let (fast_next, other) = board(&Tablut.write(&next));
                assert_eq!(fast_next, slow_next, "after {mv:?} at {text}");
                let stuck = winner.is_none() && all_moves(&slow_next, other).is_empty();
                let expected = match winner {
                    Some('W') => Some(Ending::Escaped),
                    Some(_) => Some(Ending::Captured),
                    None => stuck.then_some(Ending::Stuck),
                };
                assert_eq!(next.ending(), expected, "after {mv:?} at {text}");
            }
            let mv = random_move(&Tablut, &state, &mut rng, &mut moves).unwrap();
            line.play(mv).unwrap();
        }
    }
}
