//! What scripts in the page are told about a game. `assets/wire.d.ts` says the same to the type checker.

use draw::{Hotspots, Look, View};
use game::{Ground, Ink, Item, MoveError, Point, Rect, Scene, Shape, Spot, Weight};
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
    /// Whether the reader is to move.
    pub yours: bool,
    /// How many thoughts of others come before that of the computer to move; nothing once it thinks.
    pub queue: Option<usize>,
    /// How computers that are watched go on.
    pub pace: &'static str,
    /// How the game ended.
    pub result: Option<ResultView>,
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

/// How a game ended, for the card at its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ResultView {
    /// `won`, `lost`, `drawn`, or `over` for those who have no seat or several.
    pub kind: &'static str,
    /// Who won.
    pub title: String,
    /// Why, and by how much.
    pub reason: String,
}

/// An earlier position of a game, or one that a move would lead to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PastView {
    /// How many moves have been made there.
    pub ply: usize,
    /// The board, not to be touched.
    pub board: BoardView,
    /// The move that led there, in words.
    pub title: String,
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
        last: covered(&picture.scene, &picture.last),
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

/// The hotspots of a move, and all others under the pieces that stand there: a domino covers two places, and one of them makes the move.
fn covered(scene: &Scene, path: &[Spot]) -> Vec<Spot> {
    let mut all = path.to_vec();
    let touched: Vec<_> = scene.hotspots.iter().filter(|h| path.contains(&h.spot)).map(|h| h.at).collect();
    for item in &scene.items {
        let Item::Piece { at, .. } = item else { continue };
        if touched.iter().any(|place| holds(*at, place.centre())) {
            let under = scene.hotspots.iter().filter(|hotspot| holds(*at, hotspot.at.centre()));
            all.extend(under.map(|hotspot| hotspot.spot));
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

fn holds(at: Rect, point: Point) -> bool {
    (at.x..at.x + at.w).contains(&point.x) && (at.y..at.y + at.h).contains(&point.y)
}

/// What a seat's pieces look like, by seat: what its first move in a game puts on the board. Nothing where pieces belong to nobody.
pub fn emblems(board: &dyn Match, words: &Words) -> Vec<Option<Emblem>> {
    let mut found: Vec<Option<Emblem>> = board.seat_names().iter().map(|_| None).collect();
    let mut line = board.restart();
    // A seat that captures moves again, so one round may not be enough for everybody.
    for _ in 0..4 * found.len() {
        let (Some(seat), Some(text)) = (line.to_move(), line.legal().into_iter().next()) else { break };
        if line.play(&text).is_err() {
            break;
        }
        if found[seat].is_none() {
            found[seat] = line.picture().and_then(|picture| emblem(&picture, words));
        }
        if found.iter().all(Option::is_some) {
            break;
        }
    }
    found
}

/// A piece of a seat, as a small picture.
pub struct Emblem {
    /// The picture.
    pub svg: String,
    /// How it lies, where that matters.
    pub about: Option<&'static str>,
}

/// The piece or the line that the last move of a picture put there.
fn emblem(picture: &Picture, words: &Words) -> Option<Emblem> {
    let touched: Vec<_> =
        picture.scene.hotspots.iter().filter(|h| picture.last.contains(&h.spot)).map(|h| h.at).collect();
    let own = |ink: Ink| matches!(ink, Ink::Seat(_) | Ink::Light | Ink::Dark);
    let on = |point: Point| touched.iter().any(|place| holds(*place, point));
    // The first place of the path names the mover's own half where a move puts down two pieces; of a move from place to place the last one is taken.
    let pieces = picture.last.iter().filter_map(|spot| {
        let place = picture.scene.hotspots.iter().find(|hotspot| hotspot.spot == *spot)?.at;
        picture.scene.items.iter().find_map(|item| match item {
            Item::Piece { at, shape, ink } if holds(*at, place.centre()) && own(*ink) => {
                Some((*at, *shape, *ink))
            }
            _ => None,
        })
    });
    let piece = pieces.map(|(at, shape, ink)| {
        let about = match (shape, at.h > at.w) {
            (Shape::Domino, true) => Some(words.lies_upright),
            (Shape::Domino, false) => Some(words.lies_flat),
            _ => None,
        };
        let (w, h) = (at.w.min(2.0), at.h.min(2.0));
        (Item::Piece { at: Rect::new(0.1, 0.1, w, h), shape, ink }, (w, h), about)
    });
    let line = picture.scene.items.iter().find_map(|item| match item {
        Item::Line { from, to, weight: Weight::Strong, ink } if own(*ink) => {
            let middle = Point { x: (from.x + to.x) / 2.0, y: (from.y + to.y) / 2.0 };
            let [from, to] = [Point { x: 0.2, y: 0.5 }, Point { x: 1.0, y: 0.5 }];
            let item = Item::Line { from, to, weight: Weight::Strong, ink: *ink };
            on(middle).then_some((item, (1.0, 0.8), None))
        }
        _ => None,
    });
    let mut pieces = piece;
    let (item, (w, h), about) = pieces.next().or(line)?;
    let scene = Scene { width: w + 0.2, height: h + 0.2, items: vec![item], ..Scene::default() };
    Some(Emblem { svg: draw::svg(&scene, &Look::default()), about })
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
pub fn game_view(inner: &Inner, visitor: Visitor, view: View, hand: &Hand, queue: Option<usize>) -> GameView {
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
    GameView {
        version: inner.version(),
        ply: moves.len(),
        board: board_view(board, visitor.at_seat(only(&own)), view, open),
        position: board.position(),
        status: status(inner, hand, visitor),
        last: last_move(board, visitor).unwrap_or_default(),
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
        yours: open == Open::Yes && own.len() == 1,
        queue: queue.filter(|_| to_move.is_some() && !human),
        pace: inner.extra.pace.name(),
        result: ending.as_ref().map(|ending| {
            let (title, reason) = result(inner, ending, hand, visitor);
            ResultView { kind: kind(inner, ending, hand), title, reason }
        }),
    }
}

/// How the game looks back from here: after so many moves.
pub fn past_view(board: &dyn Match, ply: usize, visitor: Visitor, view: View) -> PastView {
    let mut past = board.fork();
    while past.moves().len() > ply && past.undo().is_some() {}
    PastView {
        ply: past.moves().len(),
        title: last_move(past.as_ref(), visitor).unwrap_or_else(|| visitor.words().start_of.to_string()),
        board: board_view(past.as_ref(), visitor, view, Open::No),
    }
}

/// The board after a move that is only thought of.
pub fn after_view(
    board: &dyn Match,
    text: &str,
    visitor: Visitor,
    view: View,
) -> Result<PastView, MoveError> {
    let mut next = board.fork();
    next.play(text)?;
    Ok(past_view(next.as_ref(), usize::MAX, visitor, view))
}

/// The last move of a player, in words.
fn last_move(board: &dyn Match, visitor: Visitor) -> Option<String> {
    let (moves, movers, names) = (board.moves(), board.movers(), visitor.seat_names(board));
    let last = movers.iter().zip(&moves).rev().find_map(|(mover, text)| mover.map(|seat| (seat, text)));
    last.map(|(seat, text)| fill(visitor.words().played, &[("seat", &names[seat]), ("move", text)]))
}

/// What an ending is to whoever has one seat.
fn kind(inner: &Inner, ending: &Ending, hand: &Hand) -> &'static str {
    match inner.seats_of(hand).as_slice() {
        [seat] => verdict(ending, *seat),
        _ => "over",
    }
}

/// What an ending is to a seat.
pub fn verdict(ending: &Ending, seat: usize) -> &'static str {
    match (ending.winners.contains(&(seat + 1)), ending.winners.len() == 1) {
        (true, true) => "won",
        (true, false) => "drawn",
        (false, _) => "lost",
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
pub fn counts_points(ending: &Ending) -> bool {
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
    opponents::cast(&inner.who, words).swap_remove(seat).0
}

/// What is going on.
pub fn status(inner: &Inner, hand: &Hand, visitor: Visitor) -> String {
    let (session, words) = (&inner.session, visitor.words());
    let names = visitor.seat_names(session.board());
    if let Some(ending) = session.ending() {
        let (who, why) = result(inner, &ending, hand, visitor);
        return format!("{who}: {why}");
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

/// Who won, and why.
fn result(inner: &Inner, ending: &Ending, hand: &Hand, visitor: Visitor) -> (String, String) {
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
    (who, reason(ending, board, visitor))
}

/// Why a game ended as it did: its points, who gets a tie, and what ended it.
pub fn reason(ending: &Ending, board: &dyn Match, visitor: Visitor) -> String {
    let (words, phrases) = (visitor.words(), visitor.phrases(board));
    let given_up = ["resignation", "time"].contains(&ending.ending.as_str());
    let why = match ending.ending.as_str() {
        "resignation" => words.by_resignation.into(),
        "time" => words.by_time.into(),
        other => phrases.say(other),
    };
    if !counts_points(ending) {
        return why.into_owned();
    }
    let scores: Vec<String> = ending.scores.iter().map(i32::to_string).collect();
    let most = ending.scores.iter().max();
    let level = ending.scores.iter().filter(|&score| Some(score) == most).count();
    let tie = match ending.winners.as_slice() {
        [one] if level > 1 && !given_up => {
            let seat = &visitor.seat_names(board)[one - 1];
            format!(", {}", fill(words.tie_goes, &[("seat", seat)]))
        }
        _ => String::new(),
    };
    format!("{}{tie}, {why}", scores.join(" : "))
}

/// The hotspots of a move on a picture.
pub fn path_of(picture: &Picture, text: &str) -> Vec<u16> {
    let found = picture.paths.iter().find(|(move_text, _)| move_text == text);
    found.map(|(_, path)| path.iter().map(|spot| spot.0).collect()).unwrap_or_default()
}
