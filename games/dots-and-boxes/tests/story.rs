//! Stories and standings, against a taker that goes by the slow and obvious rules.

use std::collections::BTreeSet;

use crate::reference::Reference;
use game::{Detail, Event, Game, Rng, Seat, Story, conform, random_move};
use ludus_dots_and_boxes::{DotsAndBoxes, Small, Wide, Word};

fn board<W: Word>(size: &str) -> DotsAndBoxes<W> {
    DotsAndBoxes::new(&game::Options::none().with("size", size)).unwrap_or_else(|e| panic!("{size}: {e:?}"))
}

#[test]
fn everything_told_has_its_words_and_every_word_its_story() {
    let mut told = BTreeSet::new();
    for seed in 0..6 {
        told.extend(conform::story(&board::<u64>("3x3"), seed));
        told.extend(conform::story(&board::<u64>("5x5"), seed));
    }
    told.extend(conform::story(&board::<u64>("1x1"), 0));
    told.extend(conform::story(&board::<u128>("5x6"), 0));
    told.extend(conform::story(&board::<Wide>("10x10"), 0));
    conform::tellings::<Small>(&told);
}

/// How many boxes the player to move closes before running out of boxes to close.
fn greedy_taker(position: &Reference) -> i32 {
    let mut state = position.clone();
    let boxes = |state: &Reference| state.scores().iter().sum::<usize>();
    let closes = |state: &Reference, mv: &String| {
        let mut next = state.clone();
        next.play(mv);
        boxes(&next) > boxes(state)
    };
    while let Some(mv) = state.moves().into_iter().find(|mv| closes(&state, mv)) {
        state.play(&mv);
    }
    (boxes(&state) - boxes(position)) as i32
}

fn count(events: &[Event], kinds: &[&str]) -> i32 {
    events.iter().filter(|event| kinds.contains(&event.kind)).map(|event| event.count).sum()
}

#[test]
fn what_is_opened_and_left_is_what_a_greedy_taker_takes() {
    for (size, games) in [("2x2", 20), ("3x3", 20), ("4x5", 10)] {
        let game = board::<u64>(size);
        let mut moves = Vec::new();
        for seed in 0..games {
            let (mut rng, mut state) = (Rng::new(seed), game.start());
            let mut slow = Reference::new(game.board().size().rows, game.board().size().columns);
            while let Some(mv) = random_move(&game, &state, &mut rng, &mut moves) {
                let (told, text) = (game.story(&state, mv), game.write(&state));
                let (before, name) = (greedy_taker(&slow), game.write_move(&state, mv));
                let ready =
                    game.standing(&state).into_iter().find(|e| e.kind == "ready" && e.who == state.side());
                assert_eq!(ready.map(|event| event.count), Some(before), "ready at {text}");
                let scores = slow.scores();
                game.play(&mut state, mv);
                slow.play(&name);
                let taken: usize = slow.scores().iter().sum::<usize>() - scores.iter().sum::<usize>();
                assert_eq!(count(&told, &["takes"]), taken as i32, "{name} at {text}");
                if taken == 0 {
                    assert_eq!(count(&told, &["deals", "leaves"]), before, "{name} at {text}");
                    let opened = count(&told, &["opens", "must-open", "gives"]);
                    assert_eq!(before + opened, greedy_taker(&slow), "{name} at {text}");
                }
            }
        }
    }
}

#[test]
fn boxes_told_as_taken_add_up_to_the_score() {
    let game = board::<u128>("5x6");
    let mut moves = Vec::new();
    for seed in 0..20 {
        let (mut rng, mut state, mut worth) = (Rng::new(seed), game.start(), [0; 2]);
        while let Some(mv) = random_move(&game, &state, &mut rng, &mut moves) {
            for event in game.story(&state, mv) {
                worth[event.who.index()] += event.worth;
            }
            game.play(&mut state, mv);
            for seat in [Seat::FIRST, Seat::SECOND] {
                let boxes = game.standing(&state).into_iter().find(|e| e.kind == "boxes" && e.who == seat);
                assert_eq!(boxes.map(|event| event.worth), Some(worth[seat.index()]));
            }
        }
        assert_eq!(worth, state.scores().map(|boxes| 100 * i32::from(boxes)));
    }
}

#[test]
fn a_safe_arc_gives_nothing_away_and_any_other_does() {
    let game = board::<u64>("4x4");
    let mut moves = Vec::new();
    for seed in 0..20 {
        let (mut rng, mut state) = (Rng::new(seed), game.start());
        while let Some(mv) = random_move(&game, &state, &mut rng, &mut moves) {
            let standing = game.standing(&state);
            if count(&standing, &["ready"]) == 0 {
                let safe = standing.iter().find(|event| event.kind == "safe").expect("safe arcs are told");
                for &arc in &moves {
                    let told = game.story(&state, arc);
                    let gives = count(&told, &["opens", "must-open", "gives"]) > 0;
                    let name = game.write_move(&state, arc);
                    assert_eq!(gives, !safe.names.contains(&name), "{name} at {}", game.write(&state));
                }
            }
            game.play(&mut state, mv);
        }
    }
}

/// The story of a move, an event a line.
fn tell(position: &str, mv: &str) -> Vec<String> {
    let game = Small::new(&Small::options_of(position).expect("a size")).expect("a small board");
    let state = game.read(position).unwrap_or_else(|e| panic!("{position}: {e}"));
    let mv = game.read_move(&state, mv).expect("a legal move");
    let detail = |(_, detail): &(_, Detail)| match detail {
        Detail::Number(n) => n.to_string(),
        Detail::Word(word) => (*word).to_string(),
        Detail::Name(name) => name.clone(),
    };
    let line = |event: &Event| {
        let details: Vec<String> = event.details.iter().map(detail).collect();
        format!("{} {} [{}] {}", event.kind, event.count, event.names.join(" "), details.join(" "))
    };
    game.story(&state, mv).iter().map(|event| line(event).trim_end().to_string()).collect()
}

#[test]
fn famous_moves_are_told_as_players_tell_them() {
    for (position, mv, told) in [
        // A row of five: drawing its end opens all of it.
        ("11111/11111 000000 00000 1", "v1.1", vec!["must-open 5 [1.1 1.2 1.3 1.4 1.5] chain v1.1"]),
        // The double deal, with another chain still to open: the far end is closed, two boxes are left.
        ("11111/11111/11111 111100/000000 11100/00000 1", "v1.6", vec!["deals 2 [1.4 1.5]"]),
        // The same when nothing else is left to open: then the boxes are merely not taken.
        ("11111/11111 111100 11100 1", "v1.6", vec!["leaves 2 [1.4 1.5]"]),
        // A square of four is a loop.
        ("11/00/11 101/101 00/00 1", "v1.2", vec!["must-open 4 [1.1 2.1 2.2 1.2] loop v1.2"]),
        // A loop that hangs on a chain by a junction (1.2): three boxes before the junction, and the whole of both falls.
        (
            "1111/0011/1111 10000/10111 0000/0011 1",
            "h2.1",
            vec!["must-open 6 [1.1 2.1 2.2 1.2 1.3 1.4] chains h2.1"],
        ),
        // With a safe arc elsewhere nobody has to open anything; drawing the last one is told.
        ("1111/1110 00000 0000 1", "v1.1", vec!["opens 3 [1.1 1.2 1.3] chain v1.1"]),
        ("1111/1110 00000 0000 1", "v1.5", vec!["last-safe 1 [v1.5]"]),
        // A lone box; and a box that is taken with its neighbour by one arc.
        ("11/11 000 00 1", "v1.1", vec!["must-open 2 [1.1 1.2] chain v1.1"]),
        ("1/1 00 0 1", "v1.1", vec!["gives 1 [1.1]"]),
        ("11/11 101 00 2", "v1.2", vec!["takes 2 [1.1 1.2]"]),
    ] {
        assert_eq!(tell(position, mv), told, "{mv} at {position}");
    }
}
