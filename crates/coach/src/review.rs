//! How a whole game went: every move's class and loss, accuracy, the moments that decided, and the luck of the deals.

mod players;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use game::{Rng, Turn};
use serde::{Deserialize, Serialize};
use table::Match;
use table::expert::Lang;

use crate::budget::{Budget, MEMORY};
use crate::examination::Examiner;
use crate::explanation::Explainer;
use crate::words::Speaker;
use crate::{Class, CoachError, Explanation, Loss};

pub use players::{Phase, PlayerReview, Remark};

/// The shares of the whole for the look at every move and for the luck; the rest is for moves that matter.
const QUICK: f64 = 0.4;
const LUCK: f64 = 0.1;

/// The loss of chances from which a move gets a second, longer look.
const DOUBTFUL: f64 = 0.05;

/// The difference of chances between the looks at a move and at the next one from which the move gets a longer look.
const DISCORD: f64 = 0.10;

/// The most moves that get a longer look.
const LONGER: usize = 24;

/// How many moments are named.
const MOMENTS: usize = 3;

/// How many other deals an actual one is compared with.
const DEALS: u64 = 6;

/// How a game is reviewed.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What the whole review may cost: time by the clock, or nodes in all.
    pub budget: Budget,
    /// The language.
    pub lang: Lang,
    /// The seat, from 0, that is spoken to; everybody is called by name when there is none.
    pub you: Option<usize>,
    /// What everything random follows from.
    pub seed: u64,
    /// How many moves are looked at at once. The verdicts do not depend on it when nodes are counted.
    pub threads: usize,
    /// About how many megabytes for the tables of each thread.
    pub memory: usize,
    /// Ends the work early; what is known by then is said.
    pub stop: Arc<AtomicBool>,
}

impl Plan {
    /// A review in English that may cost so much.
    pub fn new(budget: Budget) -> Plan {
        Plan { budget, lang: Lang::En, you: None, seed: 1, threads: 1, memory: MEMORY, stop: Arc::default() }
    }
}

/// What is known of a game so far. Kept, it lets a review go on where it stopped.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Notes {
    moves: Vec<Note>,
    /// The luck of each deal: its ply, the seat from 0 it is counted for, and what it changed of the chance to win.
    deals: Vec<(usize, usize, f64)>,
    /// Whether the moves that matter have had their longer look.
    #[serde(default)]
    settled: bool,
}

/// What is known of one move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Note {
    reviewed: Reviewed,
    /// Whether it has had its longer look.
    longer: bool,
    /// Whether there was no time to look at it: it says nothing of its player.
    #[serde(default)]
    unseen: bool,
    /// The kind of event that its first reason tells, empty where it tells none, with its sentence.
    story: Option<(String, String)>,
    /// Whether no other move was legal, so that there was nothing to find.
    #[serde(default)]
    forced: bool,
}

impl Note {
    /// How much it says of the game that this move was made: what it lost, or a little for the only good one among several.
    fn moment(&self) -> f64 {
        let Reviewed { class, ref loss, .. } = self.reviewed;
        match class {
            Class::OnlyMove if !self.forced => 0.08,
            class if class.is_error() => loss.win + 0.001 * loss.points.min(50.0),
            _ => 0.0,
        }
    }
}

/// One move of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reviewed {
    /// Its place among all moves and chance events of the game, from 1.
    pub ply: usize,
    /// Who made it, numbered from 1.
    pub seat: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What kind of move it was.
    pub class: Class,
    /// What it cost.
    pub loss: Loss,
    /// The best move.
    pub best: String,
    /// Whether move and best move are proved.
    pub exact: bool,
    /// The mover's chance to win after the best move.
    pub before: f64,
    /// The mover's chance to win after the move.
    pub win: f64,
    /// What there is to say.
    pub text: String,
    /// The line that shows it.
    pub line: Vec<String>,
}

/// How a game went.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Review {
    /// Every move that has been looked at.
    pub moves: Vec<Reviewed>,
    /// Every player.
    pub players: Vec<PlayerReview>,
    /// The plies at which most was decided, in the order of the game.
    pub moments: Vec<usize>,
    /// What the deals did to each seat's chance to win, added up; `None` where nothing is dealt.
    pub luck: Option<Vec<Luck>>,
    /// Whether every move has been looked at as long as was planned.
    pub complete: bool,
}

/// What the deals did to one seat.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Luck {
    /// The seat, numbered from 1.
    pub seat: usize,
    /// What they added to its chance to win.
    pub win: f64,
}

/// How far a review is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress<'a> {
    /// Looks done.
    pub done: usize,
    /// Looks planned so far.
    pub of: usize,
    /// What the last one found.
    pub last: &'a Reviewed,
    /// All that is known by now, to be kept by whoever wants to go on after the worst.
    pub notes: &'a Notes,
}

/// A look that has to be taken. It says all that is needed besides the game and the plan, so that anybody can be asked for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Look {
    /// The ply, from 0.
    ply: usize,
    at: At,
    /// What it may cost; for a deal, what each judgement may.
    budget: Budget,
}

/// What is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum At {
    Move,
    /// A move that deserves more.
    Longer,
    Deal,
}

/// What a look has found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Found(Finding);

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum Finding {
    Move(Box<Note>),
    /// Its luck, as in [`Notes`]; `None` when it cannot be told.
    Deal(Option<(usize, usize, f64)>),
}

/// Whoever takes looks: threads of this process, or others.
pub trait Eyes {
    /// Takes these looks, several at once, and hands over what each has found, in any order. Ends early when the plan is stopped; what was cut
    /// short is not handed over.
    ///
    /// # Errors
    /// When a look cannot be taken.
    fn look(&self, looks: Vec<Look>, found: &mut dyn FnMut(Found)) -> Result<(), CoachError>;
}

/// Reviews the game on the board, from its start to the current position. `notes` holds what is known from before and takes what is found; `report` hears
/// of every look.
///
/// # Errors
/// When nobody can judge the game.
pub fn review(
    board: &dyn Match,
    plan: &Plan,
    notes: &mut Notes,
    report: &mut dyn FnMut(&Progress<'_>),
) -> Result<Review, CoachError> {
    review_by(&Threads { board, plan }, board, plan, notes, report)
}

/// The same by somebody else's eyes.
///
/// # Errors
/// As [`review`], and when those who look say so.
pub fn review_by(
    eyes: &dyn Eyes,
    board: &dyn Match,
    plan: &Plan,
    notes: &mut Notes,
    report: &mut dyn FnMut(&Progress<'_>),
) -> Result<Review, CoachError> {
    let game = Game::of(board);
    let plies = game.by_players();
    let fits = |note: &Note| game.moves.get(note.reviewed.ply - 1) == Some(&note.reviewed.mv);
    if !notes.moves.iter().all(fits) {
        *notes = Notes::default();
    }
    let looks = |plies: Vec<usize>, at: At, budget: Budget| {
        plies.into_iter().map(|ply| Look { ply, at, budget }).collect::<Vec<_>>()
    };
    let known = |notes: &Notes, ply: usize| notes.moves.iter().any(|note| note.reviewed.ply == ply + 1);
    let fresh: Vec<usize> = plies.iter().copied().filter(|&ply| !known(notes, ply)).collect();
    let share = QUICK / plies.len().max(1) as f64;
    notes.fill(eyes, looks(fresh, At::Move, plan.for_one(share)), report)?;
    let doubtful = notes.doubtful(board.seat_names().len());
    if !notes.settled && !doubtful.is_empty() && !plan.stopped() {
        let share = (1.0 - QUICK - LUCK) / doubtful.len().max(8) as f64;
        notes.fill(eyes, looks(doubtful, At::Longer, plan.for_one(share)), report)?;
    }
    notes.settled |= !plan.stopped();
    let mut deals = game.deals();
    let share = LUCK / (deals.len().max(1) as f64 * (DEALS + 1) as f64);
    deals.retain(|ply| notes.deals.iter().all(|deal| deal.0 != *ply));
    notes.fill(eyes, looks(deals, At::Deal, plan.for_one(share)), report)?;
    notes.moves.sort_by_key(|note| note.reviewed.ply);
    // Sums do not depend on who was first.
    notes.deals.sort_by_key(|deal| deal.0);
    let speaker = Speaker::new(board, plan.lang, plan.you)?;
    Ok(notes.review(board, &speaker, plies.len()))
}

/// Takes one look at the game on the board.
///
/// # Errors
/// When nobody can judge the game.
pub fn look(board: &dyn Match, plan: &Plan, look: &Look) -> Result<Found, CoachError> {
    let game = Game::of(board);
    let &Look { ply, at, budget } = look;
    let mv = game.moves.get(ply).ok_or_else(|| CoachError::Eyes(format!("there is no ply {ply}")))?;
    let finding = match at {
        At::Deal => Finding::Deal(game.weigh(ply, plan, budget)?),
        _ => {
            let before = game.before(ply);
            Finding::Move(Box::new(note(before.as_ref(), ply, mv, plan, budget, at == At::Longer)?))
        }
    };
    Ok(Found(finding))
}

/// Threads of this process, as many as the plan says.
struct Threads<'a> {
    board: &'a dyn Match,
    plan: &'a Plan,
}

impl Eyes for Threads<'_> {
    fn look(&self, looks: Vec<Look>, found: &mut dyn FnMut(Found)) -> Result<(), CoachError> {
        let (plan, threads) = (self.plan, self.plan.threads.clamp(1, looks.len().max(1)));
        let boards: Vec<_> = (0..threads).map(|_| self.board.fork()).collect();
        let waiting = Mutex::new(VecDeque::from(looks));
        let next = || waiting.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop_front();
        let (sender, finds) = mpsc::channel();
        let next = &next;
        thread::scope(|scope| {
            for board in boards {
                let sender = sender.clone();
                scope.spawn(move || {
                    while let Some(wanted) = next().filter(|_| !plan.stopped()) {
                        let seen = look(board.as_ref(), plan, &wanted);
                        // What was cut short is not worth keeping.
                        if plan.stopped() || sender.send(seen).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            finds.into_iter().try_for_each(|seen| {
                found(seen?);
                Ok(())
            })
        })
    }
}

impl Plan {
    /// What one move may cost that is worth this share of the whole.
    fn for_one(&self, share: f64) -> Budget {
        match self.budget {
            Budget::Time(_) => self.budget.share(share * self.threads as f64),
            Budget::Nodes(_) => self.budget.share(share),
        }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A game to be reviewed.
struct Game<'a> {
    board: &'a dyn Match,
    moves: Vec<String>,
    movers: Vec<Option<usize>>,
}

impl<'a> Game<'a> {
    fn of(board: &'a dyn Match) -> Game<'a> {
        Game { board, moves: board.moves(), movers: board.movers() }
    }

    fn by_players(&self) -> Vec<usize> {
        (0..self.moves.len()).filter(|&ply| self.movers[ply].is_some()).collect()
    }

    /// The board as it was before this ply.
    fn before(&self, ply: usize) -> Box<dyn Match> {
        let mut board = self.board.fork();
        while board.moves().len() > ply {
            board.undo();
        }
        board
    }

    fn deals(&self) -> Vec<usize> {
        (0..self.moves.len()).filter(|&ply| self.movers[ply].is_none()).collect()
    }

    /// Compares a deal with others that might have been.
    fn weigh(
        &self,
        ply: usize,
        plan: &Plan,
        budget: Budget,
    ) -> Result<Option<(usize, usize, f64)>, CoachError> {
        let mut chances = Vec::new();
        let mut seat = None;
        for other in 0..=DEALS {
            let mut board = self.before(ply);
            if other == 0 {
                let _ = board.play(&self.moves[ply]);
            }
            for step in 0.. {
                if board.turn() != Turn::Chance
                    || board.deal(&mut Rng::derive(plan.seed + other, step)).is_none()
                {
                    break;
                }
            }
            let (Some(mover), true) = (board.to_move(), chances.len() == other as usize) else { break };
            seat = Some(mover);
            let purse = budget.open(plan.stop.clone());
            let mut examiner = Examiner::new(board.as_ref(), &purse, plan.seed, plan.memory)?;
            chances.push(examiner.think(board.as_ref(), 1.0)?.win);
        }
        let (Some(seat), Some((actual, others))) = (seat, chances.split_first()) else { return Ok(None) };
        let whole = others.len() == DEALS as usize && !plan.stopped();
        Ok(whole.then(|| (ply, seat, actual - others.iter().sum::<f64>() / others.len() as f64)))
    }
}

/// Looks at one move.
fn note(
    board: &dyn Match,
    ply: usize,
    mv: &str,
    plan: &Plan,
    budget: Budget,
    longer: bool,
) -> Result<Note, CoachError> {
    let purse = budget.open(plan.stop.clone());
    let mut examiner = Examiner::new(board, &purse, plan.seed, plan.memory)?;
    let (seat, scale) = (examiner.view.seat, examiner.scale);
    let speaker = Speaker::new(board, plan.lang, plan.you)?;
    let examination = examiner.examine(Some(mv))?;
    let told = Explainer::new(board, &speaker, &mut examiner, &examination).explanation();
    let best = &told.best[0];
    let reason = told.reasons.first().filter(|_| told.class.is_error());
    let text = match reason {
        Some(reason) => format!("{} {}", told.statement, reason.text),
        None => told.statement.clone(),
    };
    let line = reason.map_or_else(|| told.verdict.pv.clone(), |reason| reason.line.clone());
    let story = reason.map(|reason| (reason.story.clone().unwrap_or_default(), reason.text.clone()));
    let Explanation { class, ref verdict, .. } = told;
    let reviewed = Reviewed {
        ply: ply + 1,
        seat: seat + 1,
        mv: mv.to_string(),
        class,
        loss: scale.loss(verdict, &best.verdict),
        best: best.mv.clone(),
        exact: verdict.exact && best.verdict.exact,
        before: best.verdict.win,
        win: verdict.win,
        text,
        line,
    };
    let forced = board.legal().len() == 1;
    Ok(Note { reviewed, longer, unseen: !examination.is_seen(), story, forced })
}

impl Notes {
    /// Has looks taken and keeps what they find.
    fn fill(
        &mut self,
        eyes: &dyn Eyes,
        looks: Vec<Look>,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(), CoachError> {
        let (mut done, of) = (0, looks.len());
        if looks.is_empty() {
            return Ok(());
        }
        eyes.look(looks, &mut |Found(finding)| match finding {
            Finding::Deal(deal) => self.deals.extend(deal),
            Finding::Move(note) => {
                let last = note.reviewed.clone();
                self.moves.retain(|old| old.reviewed.ply != last.ply);
                self.moves.push(*note);
                done += 1;
                report(&Progress { done, of, last: &last, notes: self });
            }
        })
    }

    /// The plies, from 0, that deserve a longer look: what cost something and is not proved, and what the look at the next move thinks otherwise of;
    /// where most is at stake first.
    fn doubtful(&self, seats: usize) -> Vec<usize> {
        let stake = |note: &Note| note.reviewed.loss.win.max(self.discord(&note.reviewed, seats));
        let unsure = |note: &&Note| {
            let Reviewed { class, loss, exact, .. } = &note.reviewed;
            let costly = class.is_error() || *class == Class::OnlyMove || loss.win >= DOUBTFUL;
            !note.longer && !exact && (costly || self.discord(&note.reviewed, seats) >= DISCORD)
        };
        let mut notes: Vec<&Note> = self.moves.iter().filter(unsure).collect();
        notes.sort_by(|a, b| stake(b).total_cmp(&stake(a)).then(a.reviewed.ply.cmp(&b.reviewed.ply)));
        notes.truncate(LONGER);
        notes.iter().map(|note| note.reviewed.ply - 1).collect()
    }

    /// How far apart two looks are at the position after a move: the look at the move itself, and the one at the next move. Of more than two players
    /// nobody's chances say what another's are.
    fn discord(&self, reviewed: &Reviewed, seats: usize) -> f64 {
        let next = self.moves.iter().find(|note| note.reviewed.ply == reviewed.ply + 1);
        let Some(Note { reviewed: next, .. }) = next else { return 0.0 };
        match next.seat == reviewed.seat {
            true => (reviewed.win - next.before).abs(),
            false if seats == 2 => (reviewed.win - (1.0 - next.before)).abs(),
            false => 0.0,
        }
    }

    fn review(&self, board: &dyn Match, speaker: &Speaker, plies: usize) -> Review {
        let moves: Vec<Reviewed> = self.moves.iter().map(|note| note.reviewed.clone()).collect();
        let complete = moves.len() == plies && self.settled;
        let seats = board.seat_names().len();
        Review {
            players: players::review(&self.moves, seats, plies, speaker),
            moments: moments(&self.moves),
            luck: self.luck(seats),
            moves,
            complete,
        }
    }

    fn luck(&self, seats: usize) -> Option<Vec<Luck>> {
        if self.deals.is_empty() {
            return None;
        }
        let of = |seat: usize| {
            let own = |&(_, mover, luck): &(usize, usize, f64)| match (mover == seat, seats) {
                (true, _) => luck,
                (false, 2) => -luck,
                (false, _) => 0.0,
            };
            Luck { seat: seat + 1, win: self.deals.iter().map(own).sum() }
        };
        Some((0..seats).map(of).collect())
    }
}

/// The plies at which most was lost; where little was, those at which only one move was good.
fn moments(moves: &[Note]) -> Vec<usize> {
    let mut weighty: Vec<&Note> = moves.iter().filter(|note| note.moment() > 0.0).collect();
    weighty.sort_by(|a, b| b.moment().total_cmp(&a.moment()).then(a.reviewed.ply.cmp(&b.reviewed.ply)));
    let mut plies: Vec<usize> = weighty.iter().take(MOMENTS).map(|note| note.reviewed.ply).collect();
    plies.sort_unstable();
    plies
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A move that keeps its chance, as far as the look at it says.
    pub(super) fn note(ply: usize, chance: f64) -> Note {
        let reviewed = Reviewed {
            ply,
            seat: 2 - ply % 2,
            mv: "a".to_string(),
            class: Class::Good,
            loss: Loss::default(),
            best: "a".to_string(),
            exact: false,
            before: chance,
            win: chance,
            text: String::new(),
            line: Vec::new(),
        };
        Note { reviewed, longer: false, unseen: false, story: None, forced: false }
    }

    #[test]
    fn a_move_that_the_next_look_thinks_otherwise_of_is_looked_at_again() {
        let moves = vec![note(1, 0.60), note(2, 0.38), note(3, 0.95), note(4, 0.70), note(5, 0.28)];
        let notes = Notes { moves, ..Notes::default() };
        assert_eq!(notes.doubtful(2), [2, 1], "the third move said 95 %, and then the other side had 70 %");
        assert!(notes.doubtful(3).is_empty());
    }

    #[test]
    fn what_was_the_only_legal_move_is_no_moment() {
        let only = |ply, forced| {
            let mut note = note(ply, 0.5);
            note.reviewed.class = Class::OnlyMove;
            Note { forced, ..note }
        };
        assert_eq!(moments(&[only(1, true), only(2, false)]), [2]);
    }
}
