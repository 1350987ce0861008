//! A game in progress, as plain data.

use std::any::Any;
use std::ops::Range;
use std::time::Duration;

use expert::{
    Bout, ClaimQuestion, ExpertError, Explanation, Finding, Inquiry, Lang, MoveClaims, Others, Plan,
    Question, Ranked, Ranking, Tuned, Watch,
};
use game::{Control, Frame, Info, Link, Links, MoveError, Options, Rng, Turn};
use learn::{Course, Lessons, Transcript};
use search::{Clock, Spec};
use serde::{Deserialize, Serialize};

use crate::{
    Best, Bot, BotError, Insight, Means, Numbers, Phrases, Picture, Prover, Setup, Solution, Stage, Summary,
    Told, Training, TrainingError, Wired,
};

/// A game in progress. Texts are those of the public contract; nothing here reveals which game it is.
pub trait Match: Send + Sync {
    /// What the game says about itself.
    fn info(&self) -> &'static Info;

    /// Every option with its value.
    fn options(&self) -> Options;

    /// What the game calls the seats, in turn order.
    fn seat_names(&self) -> Vec<&'static str>;

    /// A copy with its own future.
    fn fork(&self) -> Box<dyn Match>;

    /// A new game with the same options, from its usual start.
    fn fresh(&self) -> Box<dyn Match>;

    /// The same game before its first recorded move.
    fn restart(&self) -> Box<dyn Match>;

    /// What the game says, in a language.
    fn phrases(&self, lang: Lang) -> Phrases;

    /// The position now.
    fn position(&self) -> String;

    /// The position in the notation of the program that the game goes back to, if there is one.
    fn notation(&self) -> Option<String>;

    /// The position before the first recorded move.
    fn start_position(&self) -> String;

    /// Who acts now, repetition considered.
    fn turn(&self) -> Turn;

    /// The result, once the game is over.
    fn ending(&self) -> Option<Ending>;

    /// Every legal move (or chance event) now, in the game's order.
    fn legal(&self) -> Vec<String>;

    /// The chance of each event of [`Match::legal`], when chance is to act; nothing otherwise.
    fn odds(&self) -> Vec<f64>;

    /// The moves made so far, chance events included.
    fn moves(&self) -> Vec<String>;

    /// Who made each of them; `None` for chance.
    fn movers(&self) -> Vec<Option<usize>>;

    /// Whether a position that comes again ends the game, so that a position alone does not say everything.
    fn has_repetition(&self) -> bool;

    /// Plays a move given in any accepted form and returns its proper text. Refused moves change nothing.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;

    /// Plays the move at this place of [`Match::legal`]; `None`, and nothing is changed, when there is no such place.
    fn play_nth(&mut self, place: usize) -> Option<()>;

    /// Plays a chance event drawn by the odds and returns its text; `None` when it is not chance's turn.
    fn deal(&mut self, rng: &mut Rng) -> Option<String>;

    /// Takes back the last move or event and returns it.
    fn undo(&mut self) -> Option<String>;

    /// Counts move sequences of this length.
    fn perft(&self, depth: usize, control: &Control) -> Option<u64>;

    /// The position as a picture, if the game can be drawn.
    fn picture(&self) -> Option<Picture> {
        self.picture_in(Frame::Wide)
    }

    /// The position as a picture of this form, if the game can be drawn; games with one form only are drawn in that.
    fn picture_in(&self, frame: Frame) -> Option<Picture>;

    /// What the moves so far have set off, in order; nothing in games in which moves are seen at once.
    fn summaries(&self) -> Vec<Summary>;

    /// What the move at this ply set off, step by step, in pictures of this form; nothing when it set off nothing.
    fn stages(&self, ply: usize, frame: Frame) -> Vec<Stage>;

    /// Positions of this game with its options set up by hand, if that can be done.
    fn setup(&self) -> Option<Box<dyn Setup + '_>>;

    /// The player that a description means here: a style of the game stands for another, over which the style's own parameters are laid.
    fn resolve(&self, player: &Spec) -> Spec;

    /// A player for this game, made from its description (`alphabeta:depth=6`); everything random in it follows from `seed`.
    fn bot(&self, player: &Spec, seed: u64) -> Result<Box<dyn Bot>, BotError>;

    /// A solver of this game with its options, for those who have several positions to solve.
    fn prover(&self, means: Means) -> Box<dyn Prover>;

    /// The proved result of the position. `None` when `control` ended the work first, or nobody is to move.
    fn solve(&self, means: Means, control: &Control, wanted: Best) -> Option<Solution>;

    /// Begins to train a net for this game with its options, or goes on from a checkpoint.
    ///
    /// # Errors
    /// When the game has nothing to tell a net, or the checkpoint is not one of such a training.
    fn train(&self, course: Course, checkpoint: Option<&[u8]>) -> Result<Box<dyn Training>, TrainingError>;

    /// Begins to train a net that learns from games, those given and its own, or goes on from a checkpoint of such a training.
    ///
    /// # Errors
    /// When the game cannot be shown to a net, or the checkpoint is not one of such a training.
    fn imitate(
        &self,
        lessons: Lessons,
        games: &[Transcript],
        checkpoint: Option<&[u8]>,
    ) -> Result<Box<dyn Training>, TrainingError>;

    /// What the net saw in this position by which the player, described as for [`Match::bot`], judges; `None` for players that judge otherwise.
    ///
    /// # Errors
    /// When the game is over, or there is no such net.
    fn insight(&self, player: &Spec) -> Result<Option<Insight>, String>;

    /// Why a move, and why not the others, by the rules of the game's knowledge.
    fn explain(&self, question: &Question<'_>) -> Result<Explanation, ExpertError>;

    /// What the rules claim of a move, or of every legal move, each claim checked on the game tree.
    fn claims(&self, question: &ClaimQuestion<'_>) -> Result<Vec<MoveClaims>, ExpertError>;

    /// What the game's knowledge has to say about this position, or about itself.
    fn inquire(&self, inquiry: &Inquiry<'_>) -> Result<Finding, ExpertError>;

    /// Every legal move with what a text of rules says of it, best first.
    fn rank(&self, ranking: &Ranking<'_>) -> Result<Vec<Ranked>, ExpertError>;

    /// The text of a pack of the game's knowledge; without a name, of the default.
    fn knowledge(&self, pack: Option<&str>) -> Result<String, ExpertError>;

    /// Finds better weights for a pack by self-play from the start position, played in this process or by `others`; `None` when `watch` has stopped it.
    fn tune(
        &self,
        plan: &Plan<'_>,
        others: Option<&Others<'_>>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Tuned>, ExpertError>;

    /// What others do for a tuning: these pairs of a bout.
    fn shares(&self, bout: &Bout, pairs: Range<usize>) -> Result<Vec<f64>, ExpertError>;

    /// Random games a second from this position on one thread, measured for about `time`.
    fn playouts_per_second(&self, time: Duration, seed: u64) -> f64;

    /// Nodes of a fixed search in this game; `None` when its positions cannot be judged.
    fn signature(&self) -> Option<u64>;

    /// Fixed work on this game, counted and timed; `None` when its positions cannot be judged.
    fn bench(&self, clock: Clock) -> Option<Figures>;

    /// How far the game has come and who judges it, where judgements are compared with how games end; `None` where they are not.
    fn standing(&self) -> Option<Standing>;

    /// What the moves of this match did, if the game can tell.
    fn told(&self) -> Option<Box<dyn Told + '_>>;

    /// What the game's wire protocol has to say about this board, if the game has one.
    fn wire(&self) -> Option<Box<dyn Wired + '_>>;

    /// The moves as numbers and the position as an array, if the game has such numbers.
    fn numbers(&self) -> Option<Box<dyn Numbers + '_>>;

    /// The typed game behind this interface, for the code that made it.
    fn as_any(&self) -> &dyn Any;
}

impl dyn Match + '_ {
    /// The seat to move, from 0.
    pub fn to_move(&self) -> Option<usize> {
        self.turn().seat().map(|seat| seat.index())
    }

    /// A player by a description that the code itself gives.
    pub fn named_bot(&self, player: &str, seed: u64) -> Result<Box<dyn Bot>, BotError> {
        self.bot(&player.parse()?, seed)
    }

    /// Whether the game is over.
    pub fn over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// The seat to move as people and scripts see it.
    pub fn side(&self) -> Option<Side> {
        let seat = self.to_move()?;
        Some(Side { seat: seat + 1, name: self.seat_names()[seat].to_string() })
    }
}

/// A seat as people and scripts see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Side {
    /// Number in turn order, from 1.
    pub seat: usize,
    /// What the game calls it.
    pub name: String,
}

/// What a judgement of a position is compared by with how games end.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// How far the game has come, from 0 to 1.
    pub phase: f64,
    /// The search and evaluation by which the strongest player judges where nothing is proved: `alphabeta:eval=net`.
    pub judge: String,
    /// The board, as links name it.
    pub board: String,
    /// What judgements have been worth, on all boards and of all players that were measured.
    pub links: Links,
}

impl Standing {
    /// What the judgements of a player have been worth on this board or the most similar one; `None` when they were never measured.
    pub fn link(&self, judge: &str) -> Option<&Link> {
        self.links.nearest(&self.board, judge)
    }
}

/// What fixed work came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Figures {
    /// Nodes searched: the same on every machine, and changed exactly when what is searched changes.
    pub signature: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Random games a second.
    pub playouts_per_s: u64,
    /// Nodes that the solver looks at in fixed positions; `None` where it reaches none.
    pub solver_signature: Option<u64>,
    /// Nodes a second of the solver.
    pub solver_nps: Option<u64>,
}

/// The result of a finished game as people and scripts see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Every seat that shares the best result, numbered from 1; all seats in a draw.
    pub winners: Vec<usize>,
    /// Points per seat.
    pub scores: Vec<i32>,
    /// Why the game ended.
    pub ending: String,
}

impl Ending {
    /// One sentence that names the winner: `X wins: no move left`.
    pub fn sentence(&self, names: &[&str]) -> String {
        let named: Vec<&str> = self.winners.iter().map(|&seat| names[seat - 1]).collect();
        let scores: Vec<String> = self.scores.iter().map(i32::to_string).collect();
        let tally = match self.scores.iter().max() {
            Some(&best) if best > 1 => format!(" ({})", scores.join(" : ")),
            _ => String::new(),
        };
        match named.as_slice() {
            [winner] => format!("{winner} wins{tally}: {}", self.ending),
            all if all.len() == names.len() => format!("draw{tally}: {}", self.ending),
            several => format!("{} share the victory{tally}: {}", several.join(" and "), self.ending),
        }
    }

    /// What the result is worth to a seat (from 0) as match points: 1 for a win, one half for a draw of two, a share otherwise.
    pub fn points(&self, seat: usize) -> f64 {
        if self.winners.contains(&(seat + 1)) { 1.0 / self.winners.len() as f64 } else { 0.0 }
    }
}
