//! Everything that is kept of a visitor: taken out as one file, forgotten, brought back.

use std::time::Instant;

use coach::Notes;
use serde_json::Value;
use store::{Amounts, Belongings, KeptGame, KeptReview, KeptText};
use table::Record;
use table::expert::Lang;

use crate::analysis::Tree;
use crate::app::App;
use crate::failure::Failure;
use crate::lobby::is_name;
use crate::pages::yours::Slot;
use crate::room::{Extra, Room};
use crate::seats::{self, Hand};
use crate::{packs, study};

/// Longer names of cards and topics are refused.
const LONGEST: usize = 120;

/// More than so many bytes are kept of nobody who brings more.
const MOST_KEPT: usize = 128 << 20;

/// How much is kept of a visitor.
pub fn amounts(app: &App, hand: &Hand) -> Result<Amounts, Failure> {
    let Some(owner) = hand.owner() else { return Ok(Amounts::default()) };
    Ok(app.lobby.store.amounts(owner, study::KIND)?)
}

/// Everything that is kept of a visitor, without the marks by which browsers are known.
pub fn take_out(app: &App, hand: &Hand) -> Result<Belongings, Failure> {
    let Some(owner) = hand.owner() else { return Ok(Belongings::default()) };
    let mut all = app.lobby.store.belongings(owner)?;
    // Of texts, what can be brought back: others are the server's own.
    all.texts.retain(|text| [study::KIND, packs::KIND].contains(&text.kind.as_str()));
    for game in &mut all.games {
        if let Ok(extra) = serde_json::from_str::<Extra>(&game.extra) {
            let seats = seats::taken_out(&extra.seats, owner);
            game.extra = serde_json::to_string(&Extra { seats, ..extra }).expect("plain data");
        }
    }
    Ok(all)
}

/// Forgets everything that is kept of a visitor. A game in which others have a seat stays theirs, and the visitor's seat is free.
pub fn forget(app: &App, hand: &Hand) -> Result<(), Failure> {
    let Some(owner) = hand.owner() else { return Ok(()) };
    let all = app.lobby.store.belongings(owner)?;
    for game in all.games.iter().filter(|game| game.owners.len() > 1) {
        let room = app.lobby.room(&game.id)?;
        app.lobby.seat(&room, |inner| {
            inner.leave(hand);
            Ok(())
        })?;
    }
    for text in all.texts.iter().filter(|text| text.kind == packs::KIND) {
        if let Some((game, name)) = text.name.split_once('/') {
            app.packs.forget(game, name)?;
        }
    }
    let_go(app, &all);
    app.lobby.store.forget(owner)?;
    Ok(())
}

/// Keeps what a visitor brings back, after a look at all of it, which ends with the turn; gives how many things were kept.
pub fn bring_back(app: &App, hand: &Hand, mut brought: Belongings, slot: &Slot) -> Result<usize, Failure> {
    let owner = hand.owner().unwrap_or_default();
    let in_time = || if Instant::now() < slot.until { Ok(()) } else { Err(Failure::busy()) };
    if app.lobby.store.weight(owner)?.saturating_add(brought.weight()) > MOST_KEPT {
        let most = MOST_KEPT >> 20;
        return Err(Failure::wrong(format!("with this more than {most} MB would be kept of you")));
    }
    for game in &mut brought.games {
        in_time()?;
        sound_game(app, owner, game)?;
    }
    for review in &brought.reviews {
        in_time()?;
        sound_review(app, review)?;
    }
    for card in &brought.cards {
        sound_text("card", &card.id, &card.text)?;
        sound_text("game", &card.game, "null")?;
    }
    for progress in &brought.progress {
        sound_text("topic", &progress.topic, &progress.text)?;
    }
    let (packs, texts): (Vec<KeptText>, Vec<KeptText>) =
        brought.texts.into_iter().partition(|text| text.kind == packs::KIND);
    brought.texts = texts;
    for text in &brought.texts {
        in_time()?;
        let tree = serde_json::from_str(&text.text).ok().filter(Tree::is_sound);
        let sound = text.kind == study::KIND && is_name(&text.name) && tree.is_some();
        sound.then_some(()).ok_or_else(|| refused("analysis", &text.name))?;
    }
    let mut kept = 0;
    for pack in packs {
        in_time()?;
        kept += usize::from(bring_pack(app, &pack)?);
    }
    in_time()?;
    let_go(app, &brought);
    Ok(kept + app.lobby.store.bring(owner, brought)?)
}

/// What is open in memory is read from the store again.
fn let_go(app: &App, all: &Belongings) {
    let games: Vec<String> = all.games.iter().map(|game| game.id.clone()).collect();
    let reviews: Vec<String> = all.reviews.iter().map(|review| review.id.clone()).collect();
    let texts: Vec<String> = all.texts.iter().map(|text| text.name.clone()).collect();
    app.lobby.let_go(&games);
    app.reviews.let_go(&games);
    app.reviews.let_go(&reviews);
    app.studies.let_go(&texts);
}

fn refused(what: &str, name: &str) -> Failure {
    let short: String = name.chars().take(40).collect();
    Failure::wrong(format!(
        "the {what} '{short}' in the file is not sound; expected a file that was taken out here"
    ))
}

fn sound_game(app: &App, owner: &str, game: &mut KeptGame) -> Result<(), Failure> {
    let wrong = || refused("game", &game.id);
    let extra: Extra = serde_json::from_str(&game.extra).map_err(|_| wrong())?;
    let seats = seats::brought_back(&extra.seats, owner);
    let extra = Extra { think_ms: extra.think_ms.min(crate::lobby::MOST_THINKING_MS), seats, ..extra };
    if extra.clock.is_some_and(|clock| !clock.is_sound()) {
        return Err(wrong());
    }
    let record = Record::read(&game.record).map_err(|_| wrong())?;
    let replayed = Room::restore(&app.lobby.games, game).map_err(|_| wrong())?;
    if !is_name(&game.id) || record.game != game.game || replayed.lock().session.over() != game.over {
        return Err(wrong());
    }
    // Programs are named by whoever runs this, never by a file that somebody brings.
    let inner = replayed.lock();
    for who in &inner.who {
        crate::opponents::read(inner.session.board(), &who.to_string(), &app.lobby.own_bots)
            .map_err(|_| refused("game", &game.id))?;
    }
    drop(inner);
    game.owners = seats::owners(&extra.seats);
    game.extra = serde_json::to_string(&extra).expect("plain data");
    Ok(())
}

fn sound_review(app: &App, review: &KeptReview) -> Result<(), Failure> {
    let wrong = || refused("review", &review.id);
    let record = Record::read(&review.record).map_err(|_| wrong())?;
    record.replay(&app.lobby.games).map_err(|_| wrong())?;
    let notes = serde_json::from_str::<Notes>(&review.notes).is_ok();
    let extra = serde_json::from_str::<crate::reviews::Extra>(&review.extra).is_ok();
    let named = is_name(&review.id) && Lang::of_code(&review.lang).is_some() && record.game == review.game;
    (notes && extra && named).then_some(()).ok_or_else(wrong)
}

fn sound_text(what: &str, name: &str, text: &str) -> Result<(), Failure> {
    let sound = name.len() <= LONGEST && serde_json::from_str::<Value>(text).is_ok();
    sound.then_some(()).ok_or_else(|| refused(what, name))
}

/// Saves a pack as if it had been written here.
fn bring_pack(app: &App, pack: &KeptText) -> Result<bool, Failure> {
    let wrong = || refused("rule pack", &pack.name);
    let (game, name) = pack.name.split_once('/').ok_or_else(wrong)?;
    let family = app.lobby.games.find(game).map_err(|_| wrong())?;
    let board = family.open(&game::Options::none())?;
    Ok(app.packs.save(board.as_ref(), name, &pack.text)?.ok)
}
