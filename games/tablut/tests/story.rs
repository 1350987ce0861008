//! Stories: every word of them holds on the board, checked square by square and by trying all answers.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use game::{Event, Game, Rng, Story, conform, random_move};
use ludus_tablut::{CAMPS, CASTLE, ESCAPES, Ending, Move, Side, Square, State, Tablut};

/// Calls `visit` with every move of some random games and its story.
fn walk(seeds: std::ops::Range<u64>, mut visit: impl FnMut(&State, Move, &State, &[Event])) {
    let mut moves = Vec::new();
    for seed in seeds {
        let (mut rng, mut state) = (Rng::new(seed), Tablut.start());
        // Random games may go round in circles.
        for _ in 0..300 {
            let Some(mv) = random_move(&Tablut, &state, &mut rng, &mut moves) else { break };
            let (before, events) = (state, Tablut.story(&state, mv));
            Tablut.play(&mut state, mv);
            visit(&before, mv, &state, &events);
        }
    }
}

fn find<'a>(events: &'a [Event], kind: &str) -> Option<&'a Event> {
    let mut found = events.iter().filter(|event| event.kind == kind);
    let first = found.next();
    assert!(found.next().is_none(), "{kind} is told twice");
    first
}

/// The names of an event, sorted; none if it is not told.
fn names(events: &[Event], kind: &str) -> BTreeSet<String> {
    find(events, kind).map(|event| event.names.iter().cloned().collect()).unwrap_or_default()
}

fn pieces(state: &State) -> u32 {
    state.white().count_ones() + state.black().count_ones()
}

/// The escapes that the king sees, found by walking from his square, step by step.
fn seen(state: &State) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let Some(king) = state.king().filter(|_| state.ending() != Some(Ending::Escaped)) else { return seen };
    for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        let (mut row, mut column) = (king.row() as i32, king.column() as i32);
        loop {
            (row, column) = (row + down, column + right);
            let square = Square::at(row as usize, column as usize).filter(|_| row >= 0 && column >= 0);
            let Some(square) = square else { break };
            if square.is_in(state.white() | state.black() | CAMPS | CASTLE) {
                break;
            }
            if square.is_in(ESCAPES) {
                seen.insert(square.to_string());
            }
        }
    }
    seen
}

/// Every position that the side to move can reach with one move, and where that move ends.
fn answers(state: &State) -> Vec<(String, State)> {
    let mut moves = Vec::new();
    Tablut.moves(state, &mut moves);
    let after = |mv: Move| {
        let mut next = *state;
        Tablut.play(&mut next, mv);
        (mv.to().to_string(), next)
    };
    moves.into_iter().map(after).collect()
}

/// Where Black, to move, captures the king.
fn catching(state: &State) -> BTreeSet<String> {
    let caught = answers(state).into_iter().filter(|(_, next)| next.ending() == Some(Ending::Captured));
    caught.map(|(to, _)| to).collect()
}

#[test]
fn captures_are_the_pieces_that_are_gone() {
    walk(0..40, |before, mv, after, events| {
        let gone = pieces(before) - pieces(after);
        let told = find(events, "captures").map_or(0, |event| event.count);
        assert_eq!(told, gone as i32, "{mv:?} at {}", Tablut.write(before));
        let were = before.white() | before.black();
        for name in names(events, "captures") {
            let square = Square::all(were).find(|square| square.to_string() == name).unwrap();
            assert!(!square.is_in(after.white() | after.black()), "{mv:?} at {}", Tablut.write(before));
        }
    });
}

#[test]
fn ways_are_what_the_king_sees() {
    walk(0..40, |before, mv, after, events| {
        let at = || format!("{mv:?} at {}", Tablut.write(before));
        let standing = Tablut.standing(after);
        assert_eq!(names(&standing, "ways"), seen(after), "{}", at());
        if after.ending().is_some() {
            return;
        }
        let (old, new) = (seen(before), seen(after));
        let (gained, lost) = (&new - &old, &old - &new);
        match before.side() {
            Side::White => {
                let forced = find(events, "uncloseable").is_some();
                assert_eq!(
                    names(events, if forced { "uncloseable" } else { "opens" }),
                    if forced { new } else { gained },
                    "{}",
                    at()
                );
                assert_eq!(names(events, "gives-up"), lost, "{}", at());
            }
            Side::Black => {
                assert_eq!(names(events, "closes"), lost, "{}", at());
                assert_eq!(names(events, "leaves"), new, "{}", at());
                let out =
                    answers(after).into_iter().filter(|(_, next)| next.ending() == Some(Ending::Escaped));
                assert_eq!(out.map(|(to, _)| to).collect::<BTreeSet<_>>(), new, "{}", at());
            }
        }
    });
}

#[test]
fn what_cannot_be_stopped_is_not_stopped_by_any_answer() {
    let mut told = 0;
    walk(0..60, |before, mv, after, events| {
        if before.side() == Side::Black || after.ending().is_some() {
            assert!(find(events, "uncloseable").is_none());
            return;
        }
        let stopped = |next: &State| seen(next).is_empty();
        let forced = !seen(after).is_empty() && answers(after).iter().all(|(_, next)| !stopped(next));
        assert_eq!(find(events, "uncloseable").is_some(), forced, "{mv:?} at {}", Tablut.write(before));
        told += usize::from(forced);
    });
    assert!(told > 5, "the games should show it more often than {told} times");
}

#[test]
fn threats_to_the_king_are_moves_that_capture_him() {
    walk(0..40, |before, mv, after, events| {
        let at = || format!("{mv:?} at {}", Tablut.write(before));
        if after.ending().is_some() {
            return;
        }
        match before.side() {
            Side::White => assert_eq!(names(events, "exposes"), catching(after), "{}", at()),
            Side::Black => {
                let threats = Tablut.passed(after).map(|passed| catching(&passed)).unwrap_or_default();
                assert_eq!(names(events, "threatens"), threats, "{}", at());
            }
        }
    });
}

#[test]
fn endings_are_told() {
    walk(0..40, |before, mv, after, events| {
        let told = ["escapes", "king-captured", "blocks"].map(|kind| find(events, kind).is_some());
        let expected =
            [Ending::Escaped, Ending::Captured, Ending::Stuck].map(|end| after.ending() == Some(end));
        assert_eq!(told, expected, "{mv:?} at {}", Tablut.write(before));
    });
}

/// Positions, a move, and the kinds that its story tells, with names and counts.
const STORIES: &[(&str, &str, &str)] = &[
    ("BW7/9/W8/9/4K4/9/9/9/9 W", "A3A2", "blocks 1"),
    ("9/9/9/9/2K6/9/9/9/4B4 W", "C5C6", "uncloseable 2 c1 c9, frees 0"),
    // Held on one side of two is no relief from two of four.
    ("9/9/9/4B4/3BK4/9/9/9/9 W", "E5E7", "uncloseable 2 a7 i7"),
    ("4B4/9/9/4B4/3BK4/9/5B3/9/9 B", "F7F5", "surrounds 3"),
    ("4B4/9/9/4B4/3BK4/9/5B3/4B4/9 B", "F7F5", "threatens 1 e6, surrounds 3"),
    // A pawn that steps inside its camp captures too.
    ("9/9/1K7/2B6/B8/9/9/9/9 W", "B3B4", "gives-up 2 a3 i3, exposes 1 a4"),
];

#[test]
fn stories_of_known_positions() {
    for (position, mv, expected) in STORIES {
        let state = Tablut.read(position).unwrap_or_else(|e| panic!("{position}: {e}"));
        let mv = Tablut.read_move(&state, mv).unwrap_or_else(|e| panic!("{position}: {e}"));
        let told: Vec<String> = Tablut
            .story(&state, mv)
            .iter()
            .map(|event| {
                let names: String = event.names.iter().map(|name| format!(" {name}")).collect();
                format!("{} {}{names}", event.kind, event.count)
            })
            .collect();
        assert_eq!(told.join(", "), *expected, "{position}");
    }
}

#[test]
fn a_side_that_could_not_move_does_not_get_the_turn() {
    let state = Tablut.read("BW7/W8/9/9/4K4/9/9/9/9 W").unwrap();
    assert_eq!(Tablut.passed(&state), None);
    let over = Tablut.read("2K6/9/9/9/9/9/9/9/4B4 B").unwrap();
    assert_eq!(Tablut.passed(&over), None);
}

#[test]
fn every_kind_is_told_in_every_language() {
    let mut kinds = conform::story(&Tablut, 1);
    walk(0..40, |_, _, _, events| kinds.extend(events.iter().map(|event| event.kind)));
    for (position, mv, _) in STORIES {
        let state = Tablut.read(position).unwrap();
        let mv = Tablut.read_move(&state, mv).unwrap();
        kinds.extend(Tablut.story(&state, mv).iter().map(|event| event.kind));
    }
    conform::tellings::<Tablut>(&kinds);
}
