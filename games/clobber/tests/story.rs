//! Stories and standings: in words everywhere, and right on known positions.

use std::collections::BTreeSet;

use game::{Detail, Event, Game, Options, Rng, Seat, Story, conform, random_move};
use ludus_clobber::Clobber;

fn game(size: &str) -> Clobber {
    Clobber::new(&Options::none().with("size", size)).expect("a size on offer")
}

#[test]
fn everything_told_has_its_words_and_every_word_its_story() {
    let mut told = BTreeSet::new();
    for size in ["2x2", "5x6", "2x10", "10x10"] {
        told.extend(conform::story(&game(size), 1));
    }
    conform::tellings::<Clobber>(&told);
}

/// The story of a move, an event a line.
fn tell(position: &str, mv: &str) -> Vec<String> {
    let options = Clobber::options_of(position).expect("a board");
    let game = Clobber::new(&options).expect("a size on offer");
    let state = game.read(position).unwrap_or_else(|problems| panic!("{position}: {problems}"));
    let mv = game.read_move(&state, mv).expect("a legal move");
    let line = |event: &Event| match event.details.first() {
        Some((_, Detail::Name(sizes))) => format!("{} {sizes} [{}]", event.kind, event.names.join(" ")),
        _ => format!("{} {} [{}]", event.kind, event.count, event.names.join(" ")),
    };
    game.story(&state, mv).iter().map(line).collect()
}

#[test]
fn moves_are_told_as_players_tell_them() {
    for (position, mv, story) in [
        ("XO/2 X", "A2B2", vec!["ends 1 []", "drops-out 1 [B2]"]),
        ("XOX/3 X", "A2B2", vec!["ends 1 []", "drops-out 2 [B2 C2]"]),
        // What stood beside the stone that left will never move.
        ("OXO/3 X", "B2C2", vec!["ends 1 []", "shuts-out 1 [A2]", "drops-out 1 [C2]"]),
        // The stone in front is taken, the one behind it has no friend any more, nor has the stone that took.
        ("XXOO/4 X", "B2C2", vec!["drops-out 1 [A2]", "isolates 1 [D2]", "exposes 1 [C2]"]),
        // The stone in the middle held two groups together.
        ("OXXXO/2O2 X", "C2C1", vec!["drops-out 1 [C1]", "exposes 2 [B2 D2]", "splits 2 + 2 [C1]"]),
    ] {
        assert_eq!(tell(position, mv), story, "{mv} at {position}");
    }
}

#[test]
fn what_moves_do_to_stones_adds_up() {
    let game = game("5x6");
    let mut moves = Vec::new();
    for seed in 0..20 {
        let (mut rng, mut state) = (Rng::new(seed), game.start());
        while let Some(mv) = random_move(&game, &state, &mut rng, &mut moves) {
            let (who, before, story) = (state.side(), game.standing(&state), game.story(&state, mv));
            game.play(&mut state, mv);
            let after = game.standing(&state);
            let of = |told: &[Event], kind: &str, seat: Seat| {
                let event = told.iter().find(|event| event.kind == kind && event.who == seat);
                event.expect("it is always told").count
            };
            let more = |seat| of(&after, "in-play", seat) - of(&before, "in-play", seat);
            let count = |kind: &str| story.iter().filter(|e| e.kind == kind).map(|e| e.count).sum::<i32>();
            let text = game.write(&state);
            assert!(story.iter().all(|event| event.who == who));
            // The stone that is taken was in play, since one that could take it stood beside it.
            assert_eq!(-count("shuts-out") - 1, more(who.other()), "{text}");
            assert_eq!(-count("drops-out"), more(who), "{text}");
            let alone = |seat| of(&after, "alone", seat);
            assert!(count("isolates") <= alone(who.other()) && count("exposes") <= alone(who), "{text}");
            assert_eq!(count("ends") == 1, of(&after, "in-play", who.other()) == 0, "{text}");
        }
    }
}
