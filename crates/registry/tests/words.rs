//! Everything that a game says to people is known in every language.

use std::collections::BTreeSet;

use game::{Control, Frame, Item, Limits, Options, Scene, Seat, Values};
use table::expert::Lang;
use table::{Family, Session, Wanted};

/// What a game says about itself, and in a few games from their start to their end.
fn said(family: &Family) -> BTreeSet<String> {
    let info = family.info;
    let mut texts = BTreeSet::from([info.tagline.to_string(), info.move_form.to_string()]);
    for option in info.options {
        texts.extend([option.name.to_string(), option.help.to_string()]);
    }
    for seed in 0..6 {
        let board = family.open(&Options::none()).expect("the game opens");
        let player = if seed % 2 == 0 || board.named_bot("greedy", 1).is_err() { "random" } else { "greedy" };
        texts.extend(board.seat_names().iter().map(|name| (*name).to_string()));
        let mut bots: Vec<_> =
            board.seat_names().iter().map(|_| board.named_bot(player, seed).expect("a player")).collect();
        let players = vec![player.to_string(); bots.len()];
        let mut session = Session::new(board, players, seed);
        for _ in 0..400 {
            session.settle();
            for frame in [Frame::Wide, Frame::Square(Seat::FIRST), Frame::Tall(Seat::FIRST)] {
                let picture = session.board().picture_in(frame);
                texts.extend(picture.iter().flat_map(|picture| picture.text.labels().map(str::to_string)));
                texts.extend(written(picture.map(|picture| picture.scene)));
            }
            texts.extend(session.board().summaries().into_iter().map(|summary| summary.title));
            let Some(seat) = session.to_move() else { break };
            let control = Control::new(Limits { nodes: Some(200), ..Limits::default() });
            let thought = bots[seat].think(session.board(), &control, Wanted::best()).expect("a move");
            session.play(&thought.mv, 0).expect("a legal move");
        }
        texts.extend(session.ending().map(|ending| ending.ending));
    }
    texts
}

/// What a picture says, to the eye and to the ear.
fn written(scene: Option<Scene>) -> Vec<String> {
    let Scene { items, hotspots, cards, .. } = scene.unwrap_or_default();
    let labels = items.into_iter().filter_map(|item| match item {
        Item::Label { text, .. } => Some(text),
        _ => None,
    });
    let spoken = hotspots.into_iter().map(|spot| spot.label).chain(cards.into_iter().map(|card| card.label));
    labels.chain(spoken).collect()
}

/// What is said where positions are set up. The names of the parts of a text are the same in every language.
fn set_up(family: &Family) -> Vec<String> {
    let board = family.open(&Options::none()).expect("the game opens");
    let Some(setup) = board.setup() else { return Vec::new() };
    let blank = setup.blank();
    let mut texts = written(Some(setup.sheet(&blank, Frame::Wide)));
    texts.extend(setup.brushes().iter().map(|brush| brush.label.to_string()));
    texts.extend(setup.form().lines().skip(1).map(str::to_string));
    for dial in setup.dials(&blank) {
        texts.push(dial.label);
        if let Values::Words(words) = dial.values {
            texts.extend(words.into_iter().map(|(_, name)| name));
        }
    }
    texts
}

#[test]
fn games_speak_every_language() {
    let mut missing = BTreeSet::new();
    for family in &ludus_registry::games().that_can("words") {
        let mut texts = said(family);
        texts.extend(set_up(family));
        for lang in [Lang::Sr, Lang::Pt] {
            let phrases = family.phrases(lang);
            assert!(family.rules(lang).is_some(), "{} has no rules in {lang:?}", family.info.name);
            let unknown = texts.iter().filter(|text| !phrases.covers(text));
            missing.extend(unknown.map(|text| format!("{} ({lang:?}): {text}", family.info.name)));
        }
    }
    let all: Vec<String> = missing.into_iter().collect();
    assert!(
        all.is_empty(),
        "the game says it has the ability `words`, but words.txt lacks\n{}",
        all.join("\n")
    );
}
