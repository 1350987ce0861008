//! What scripts in the page are told about a game. `assets/wire.d.ts` says the same to the type checker.

use draw::{Hotspots, Look, View};
use game::{Ground, Item, Scene, Spot};
use serde::Serialize;
use table::{Ending, Match, Phrases, Picture, Thought};

use crate::lesson::{LessonView, Warning};
use crate::lobby::can_undo;
use crate::opponents;
use crate::room::Inner;
use crate::seats::Hand;
use crate::visitor::Visitor;
use crate::words::{Words, fill};

/// A board that can be touched.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BoardView {
    /// The picture.
    pub svg: String,
    /// Every move that may be made here now, with the hotspots to touch for it.
    pub paths: Vec<(String, Vec<u16>)>,
    /// The same picture in characters.
    pub text: String,
    /// Whether it makes sense to look from the other side.
    pub turns: bool,
}

/// A game as the page shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameView {
    /// Changes when anything changes.
    pub version: u64,
    /// How many moves have been made, to be sent along with the next.
    pub ply: usize,
    /// The board.
    pub board: BoardView,
    /// The position text.
    pub position: String,
    /// What is going on, in a sentence.
    pub status: String,
    /// The last move in words; empty before the first.
    pub last: String,
    /// The players.
    pub seats: Vec<SeatView>,
    /// The moves so far.
    pub moves: Vec<MoveView>,
    /// Whether the game is over.
    pub over: bool,
    /// Whether a computer player is to move.
    pub thinking: bool,
    /// Whether it has failed; it can be asked again.
    pub failed: bool,
    /// Whether a move can be taken back.
    pub can_undo: bool,
    /// Whether a person can resign.
    pub can_resign: bool,
    /// What the last computer player thought.
    pub thought: Option<ThoughtView>,
    /// What there is to learn from the last person's move.
    pub lesson: Option<LessonView>,
    /// What is said before a person's move, which is not made yet.
    pub warning: Option<Warning>,
    /// Whether moves are looked at before they are made.
    pub teach: bool,
    /// What moves have set off so far: the rounds that are over.
    pub rounds: Vec<RoundView>,
}

/// Something that a move set off, and what it came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RoundView {
    /// Which move, from 0.
    pub ply: usize,
    /// What was over with it.
    pub title: String,
    /// Who won and lost how much.
    pub text: String,
}

/// A player as the page shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatView {
    /// What the game calls the seat.
    pub seat: String,
    /// What the player is called.
    pub name: String,
    /// Whether it is to move.
    pub active: bool,
    /// Whether it has won, alone or with others.
    pub winner: bool,
    /// Points at the end, where points count.
    pub score: Option<i32>,
    /// Milliseconds left.
    pub left_ms: Option<u64>,
    /// Whether the reader may sit down here.
    pub free: bool,
}

/// A move as the page shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveView {
    /// By whom, counted from 1; 0 for chance.
    pub seat: usize,
    /// The move.
    pub text: String,
}

/// What was thought about a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ThoughtView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Chance to win from 0 to 1, for whoever moved.
    pub win: f64,
    /// In points of the game.
    pub score: f64,
    /// Whether it is proved.
    pub exact: bool,
    /// Plies.
    pub depth: u32,
    /// Positions.
    pub nodes: u64,
}

impl ThoughtView {
    /// What of a thought the page shows.
    pub fn of(thought: &Thought) -> ThoughtView {
        let Thought { mv, win, score, exact, depth, nodes, .. } = thought;
        ThoughtView { mv: mv.clone(), win: *win, score: *score, exact: *exact, depth: *depth, nodes: *nodes }
    }
}

/// The board of a game as a visitor sees it; it can be touched if `open`.
pub fn board_view(board: &dyn Match, visitor: Visitor, view: View, open: Open) -> BoardView {
    let Some(mut picture) = board.picture_in(visitor.frame(board)) else {
        return BoardView { svg: String::new(), paths: Vec::new(), text: String::new(), turns: false };
    };
    let phrases = visitor.phrases(board);
    translate(&mut picture.scene, &phrases);
    picture.text.translate(&|text| phrases.say(text).into_owned());
    let paths = if open == Open::Yes { &picture.paths[..] } else { &[] };
    let mut legal: Vec<Spot> = paths.iter().filter_map(|(_, path)| path.first().copied()).collect();
    legal.sort_unstable();
    legal.dedup();
    let look = Look {
        view,
        hotspots: Hotspots::Legal,
        title: visitor.words().board.to_string(),
        last: picture.last.clone(),
        legal,
        ..Look::default()
    };
    BoardView {
        svg: draw::svg(&picture.scene, &look),
        paths: numbered(paths),
        text: picture.text.to_string(),
        turns: turns(&picture.scene),
    }
}

/// Puts what a picture says into the reader's language.
pub fn translate(scene: &mut Scene, phrases: &Phrases) {
    for item in &mut scene.items {
        if let Item::Label { text, .. } = item {
            *text = phrases.say(text).into_owned();
        }
    }
    for hotspot in &mut scene.hotspots {
        hotspot.label = phrases.say(&hotspot.label).into_owned();
    }
    for card in &mut scene.cards {
        card.label = phrases.say(&card.label).into_owned();
    }
}

/// Whether a board can be touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Open {
    /// It can.
    Yes,
    /// It is only looked at.
    No,
}

/// Paths as plain numbers.
pub fn numbered(paths: &[(String, Vec<Spot>)]) -> Vec<(String, Vec<u16>)> {
    paths.iter().map(|(text, path)| (text.clone(), path.iter().map(|spot| spot.0).collect())).collect()
}

/// Players sit around one board; where everybody has one of their own, there is no other side.
fn turns(scene: &Scene) -> bool {
    let boards = scene
        .items
        .iter()
        .filter(|item| matches!(item, Item::Place { ground: Ground::Board | Ground::ActiveBoard, .. }));
    boards.count() <= 1
}

/// A game as a page shows it to a visitor with these seats.
pub fn game_view(inner: &Inner, visitor: Visitor, view: View, hand: &Hand) -> GameView {
    let (words, session) = (visitor.words(), &inner.session);
    let board = session.board();
    let to_move = session.to_move();
    let names = visitor.seat_names(board);
    let own = inner.seats_of(hand);
    let human = to_move.is_some_and(|seat| inner.is_human(seat));
    let open = if to_move.is_some_and(|seat| own.contains(&seat)) { Open::Yes } else { Open::No };
    let ending = session.ending();
    let left = inner.left_ms();
    let seats = names.iter().enumerate().map(|(seat, name)| SeatView {
        seat: name.clone(),
        name: player_name(inner, seat, hand, words),
        active: to_move == Some(seat),
        winner: ending.as_ref().is_some_and(|ending| ending.winners.contains(&(seat + 1))),
        score: ending.as_ref().filter(|ending| counts_points(ending)).map(|ending| ending.scores[seat]),
        left_ms: left.as_ref().map(|left| left[seat]),
        free: inner.is_free(seat, hand),
    });
    let moves = board.moves();
    let movers = board.movers();
    let last = movers.iter().zip(&moves).rev().find_map(|(mover, text)| mover.map(|seat| (seat, text)));
    let last = last.map(|(seat, text)| fill(words.played, &[("seat", &names[seat]), ("move", text)]));
    GameView {
        version: inner.version(),
        ply: moves.len(),
        board: board_view(board, visitor.at_seat(only(&own)), view, open),
        position: board.position(),
        status: status(inner, hand, visitor),
        last: last.unwrap_or_default(),
        seats: seats.collect(),
        moves: movers
            .iter()
            .zip(moves)
            .map(|(m, text)| MoveView { seat: m.map_or(0, |seat| seat + 1), text })
            .collect(),
        over: session.over(),
        thinking: to_move.is_some() && !human && inner.failure.is_none(),
        failed: to_move.is_some() && inner.failure.is_some(),
        can_undo: can_undo(inner, hand),
        can_resign: !session.over() && !own.is_empty(),
        thought: inner.last_thought.as_deref().map(ThoughtView::of),
        lesson: inner.lesson.as_ref().map(|lesson| lesson.view(visitor.lang)),
        warning: inner.warning.clone().filter(|_| open == Open::Yes),
        teach: inner.extra.teach,
        rounds: rounds(inner, hand, visitor),
    }
}

/// The seat of whoever has one and no other.
pub fn only(own: &[usize]) -> Option<usize> {
    if let [seat] = own { Some(*seat) } else { None }
}

/// What moves have set off so far, put into words.
fn rounds(inner: &Inner, hand: &Hand, visitor: Visitor) -> Vec<RoundView> {
    let board = inner.session.board();
    let summaries = board.summaries();
    if summaries.is_empty() {
        return Vec::new();
    }
    let (words, phrases) = (visitor.words(), visitor.phrases(board));
    let names: Vec<String> = (0..inner.who.len()).map(|seat| player_name(inner, seat, hand, words)).collect();
    let view = |summary: table::Summary| RoundView {
        ply: summary.ply,
        title: phrases.say(&summary.title).into_owned(),
        text: named_gains(&names, &summary.sums),
    };
    summaries.into_iter().map(view).collect()
}

/// Who won and lost how much: `You +5 −2, Miro +7`.
pub fn named_gains(names: &[String], sums: &[[i32; 2]]) -> String {
    let one = |(name, &[won, lost]): (&String, &[i32; 2])| match lost {
        0 => format!("{name} +{won}"),
        _ => format!("{name} +{won} \u{2212}{}", -lost),
    };
    names.iter().zip(sums).map(one).collect::<Vec<_>>().join(", ")
}

/// Whether the scores of an ending say more than who won.
fn counts_points(ending: &Ending) -> bool {
    ending.scores.iter().any(|&score| score > 1)
}

/// What a seat's player is called: `You` for whoever has this seat and no other.
pub fn player_name(inner: &Inner, seat: usize, hand: &Hand, words: &Words) -> String {
    if inner.seats_of(hand) == [seat] {
        return words.you.to_string();
    }
    if inner.is_free(seat, hand) {
        return words.seat_free.to_string();
    }
    opponents::name(&inner.who[seat], words)
}

/// What is going on.
pub fn status(inner: &Inner, hand: &Hand, visitor: Visitor) -> String {
    let (session, words) = (&inner.session, visitor.words());
    let names = visitor.seat_names(session.board());
    if let Some(ending) = session.ending() {
        return result(inner, &ending, hand, visitor);
    }
    let Some(seat) = session.to_move() else { return String::new() };
    let (seat_name, name) = (&names[seat], player_name(inner, seat, hand, words));
    let line = match (&inner.failure, inner.is_human(seat)) {
        (Some(reason), false) => return fill(words.failed, &[("name", &name), ("reason", reason)]),
        (None, false) => words.thinking,
        (_, true) if inner.seats_of(hand) == [seat] => words.your_move,
        (_, true) if inner.is_free(seat, hand) => words.to_move_free,
        (_, true) => words.to_move,
    };
    fill(line, &[("seat", seat_name), ("name", &name)])
}

fn result(inner: &Inner, ending: &Ending, hand: &Hand, visitor: Visitor) -> String {
    let (words, board) = (visitor.words(), inner.session.board());
    let names = visitor.seat_names(board);
    let winners: Vec<usize> = ending.winners.iter().map(|number| number - 1).collect();
    let joined = winners.iter().map(|&seat| names[seat].as_str()).collect::<Vec<_>>().join(", ");
    let own = inner.seats_of(hand);
    let who = match winners.as_slice() {
        all if all.len() == names.len() => words.draw.to_string(),
        [seat] if own == [*seat] => words.you_win.to_string(),
        [seat] if own.len() == 1 && !inner.is_human(*seat) => {
            fill(words.you_lose, &[("name", &player_name(inner, *seat, hand, words))])
        }
        [_] => fill(words.wins, &[("seat", &joined)]),
        _ => fill(words.shared, &[("seat", &joined)]),
    };
    let phrases = visitor.phrases(board);
    let why = match ending.ending.as_str() {
        "resignation" => words.by_resignation.into(),
        "time" => words.by_time.into(),
        other => phrases.say(other),
    };
    match counts_points(ending) {
        true => {
            let scores: Vec<String> = ending.scores.iter().map(i32::to_string).collect();
            format!("{who} ({}): {why}", scores.join(" : "))
        }
        false => format!("{who}: {why}"),
    }
}

/// The hotspots of a move on a picture.
pub fn path_of(picture: &Picture, text: &str) -> Vec<u16> {
    let found = picture.paths.iter().find(|(move_text, _)| move_text == text);
    found.map(|(_, path)| path.iter().map(|spot| spot.0).collect()).unwrap_or_default()
}
