//! Stories and standings, against everything that could happen on small boards.

use std::collections::{BTreeSet, HashSet};

use crate::reference::Reference;
use game::{Detail, Event, Game, Options, Rng, Seat, Size, Story, conform, random_move};
use ludus_domineering::{Domineering, Wide, Word};

fn board<W: Word>(size: &str) -> Domineering<W> {
    Domineering::new(&Options::none().with("size", size)).expect("a size that fits")
}

#[test]
fn everything_told_has_its_words_and_every_word_its_story() {
    let mut told = BTreeSet::new();
    for size in ["1x1", "1x16", "4x5", "8x8"] {
        told.extend(conform::story(&board::<u64>(size), 1));
    }
    told.extend(conform::story(&board::<u128>("10x10"), 1));
    told.extend(conform::story(&board::<Wide>("16x16"), 1));
    conform::tellings::<Domineering<u64>>(&told);
}

/// The two cells of a domino, row and column.
type Domino = [(usize, usize); 2];

/// Every domino of a side that fits on a board, whoever is to move.
fn dominoes(board: &Reference, side: char) -> Vec<Domino> {
    let board = Reference { side, ..board.clone() };
    let second = |(row, column)| if side == 'X' { (row + 1, column) } else { (row, column + 1) };
    board.moves().into_iter().map(|first| [first, second(first)]).collect()
}

/// The board with a domino on it, which is nobody's.
fn covered(board: &Reference, domino: Domino) -> Reference {
    let mut next = board.clone();
    domino.iter().for_each(|&(row, column)| next.cells[row][column] = '#');
    next
}

/// The cells that a side could cover some day, if it alone went on playing: tried out in every order.
fn ever_covered(board: &Reference, side: char) -> HashSet<(usize, usize)> {
    let (mut seen, mut cells, mut waiting) = (HashSet::new(), HashSet::new(), vec![board.clone()]);
    while let Some(board) = waiting.pop() {
        for domino in dominoes(&board, side) {
            cells.extend(domino);
            let next = covered(&board, domino);
            if seen.insert(next.cells.clone()) {
                waiting.push(next);
            }
        }
    }
    cells
}

/// The most of these dominoes that fit beside each other.
fn most(dominoes: &[Domino]) -> usize {
    let Some((&[first, second], rest)) = dominoes.split_first() else { return 0 };
    let apart = |other: &&Domino| !other.contains(&first) && !other.contains(&second);
    let beside: Vec<Domino> = rest.iter().filter(apart).copied().collect();
    most(rest).max(1 + most(&beside))
}

fn told(events: &[Event], kind: &str, who: Seat) -> Event {
    events.iter().find(|event| event.kind == kind && event.who == who).expect("it is always told").clone()
}

#[test]
fn safe_moves_are_those_that_nobody_can_take_away() {
    let mut rng = Rng::new(5);
    for (rows, columns) in [(3, 3), (4, 3), (2, 5), (4, 4)] {
        let size = Size { rows, columns };
        let game = board::<u64>(&size.to_string());
        for blocked in [0, 1, 2, 3, 4] {
            for _ in 0..6 {
                let slow = Reference::random(size, blocked, &mut rng);
                let state = game.read(&slow.text()).expect("any board is a position");
                let standing = game.standing(&state);
                for (who, side, other) in [(Seat::FIRST, 'X', 'O'), (Seat::SECOND, 'O', 'X')] {
                    let all = dominoes(&slow, side);
                    let lost = ever_covered(&slow, other);
                    let kept = |domino: &&Domino| domino.iter().all(|cell| !lost.contains(cell));
                    let safe: Vec<Domino> = all.iter().filter(kept).copied().collect();
                    let event = told(&standing, "safe", who);
                    assert_eq!(event.count as usize, most(&safe), "safe moves of {side} at {}", slow.text());
                    let cells: HashSet<_> = event
                        .places
                        .iter()
                        .map(|p| (p.0 as usize / columns, p.0 as usize % columns))
                        .collect();
                    assert_eq!(cells.len(), 2 * event.names.len(), "they do not overlap");
                    assert_eq!(event.names.len(), event.count as usize);
                    assert!(cells.is_disjoint(&lost), "{:?} at {}", event.names, slow.text());
                    assert_eq!(told(&standing, "most", who).count as usize, most(&all));
                    assert_eq!(told(&standing, "places", who).count as usize, all.len());
                }
            }
        }
    }
}

#[test]
fn what_moves_do_to_safe_moves_and_places_adds_up() {
    let game = board::<u64>("7x8");
    let mut moves = Vec::new();
    for seed in 0..20 {
        let (mut rng, mut state) = (Rng::new(seed), game.start());
        while let Some(mv) = random_move(&game, &state, &mut rng, &mut moves) {
            let (who, before, story) = (state.side(), game.standing(&state), game.story(&state, mv));
            game.play(&mut state, mv);
            let after = game.standing(&state);
            let more = |kind, seat| told(&after, kind, seat).count - told(&before, kind, seat).count;
            let count = |kind: &str| story.iter().filter(|e| e.kind == kind).map(|e| e.count).sum::<i32>();
            let text = game.write(&state);
            assert!(story.iter().all(|event| event.who == who));
            assert_eq!(count("makes-safe") - count("spends"), more("safe", who), "{text}");
            assert_eq!(count("gives-safe"), more("safe", who.other()), "{text}");
            assert_eq!(count("takes-away"), -more("places", who.other()), "{text}");
            assert_eq!(count("limits"), -more("most", who.other()), "{text}");
            assert_eq!(count("wastes") + 1, -more("most", who), "{text}");
            for event in story.iter().filter(|event| event.kind.ends_with("-safe")) {
                assert_eq!(event.names.len() as i32, event.count, "{event:?} at {text}");
            }
            assert_eq!(count("ends") == 1, told(&after, "places", who.other()).count == 0, "{text}");
        }
    }
}

/// The story of a move, an event a line.
fn tell(position: &str, mv: &str) -> Vec<String> {
    let options = Domineering::<u64>::options_of(position).expect("a board");
    let game = Domineering::<u64>::new(&options).expect("a size that fits");
    let state = game.read(position).unwrap_or_else(|problems| panic!("{position}: {problems}"));
    let mv = game.read_move(&state, mv).expect("a legal move");
    let line = |event: &Event| match event.details.first() {
        Some((_, Detail::Name(sizes))) => format!("{} {} [{}]", event.kind, sizes, event.names.join(" ")),
        _ => format!("{} {} [{}]", event.kind, event.count, event.names.join(" ")),
    };
    game.story(&state, mv).iter().map(line).collect()
}

#[test]
fn moves_are_told_as_players_tell_them() {
    for (position, mv, story) in [
        // The second line from the edge makes the edge safe.
        ("4/4 X", "B1", vec!["makes-safe 1 [A1]", "limits 2 []", "takes-away 4 []", "splits 4 + 2 [B1]"]),
        // One's own safe place is merely used up.
        ("1#2/1#2 X", "A1", vec!["spends 1 []"]),
        // In the middle of four cells the domino leaves a gap at both ends.
        ("1/1/1/1 X", "A2", vec!["ends 1 []", "spends 2 []", "wastes 1 []"]),
        // What closes the row above A1 and B1 gives them to the other side.
        ("#2/#2/3 X", "B2", vec!["makes-safe 1 [C2]", "gives-safe 1 [A1]", "limits 2 []", "takes-away 2 []"]),
        // The last word.
        ("2/2 X", "A1", vec!["ends 1 []", "makes-safe 1 [B1]", "limits 2 []", "takes-away 2 []"]),
    ] {
        assert_eq!(tell(position, mv), story, "{mv} at {position}");
    }
}
