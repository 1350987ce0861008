//! Players made for one game, with their thoughts as plain data.

use game::{Control, Game, Line};
use search::{Ask, Player, Spec};
use serde::Serialize;
use thiserror::Error;

use crate::seated::{Seated, Table};
use crate::{Kit, Match, Who};

/// A player of one game, made by [`Match::bot`] or speaking for a process or a person.
pub trait Bot: Send {
    /// Thinks about the board, on which a player is to move, and chooses a legal move. `wanted.lines` moves are judged; `wanted.report` is told
    /// of progress.
    fn think(
        &mut self,
        board: &dyn Match,
        control: &Control,
        wanted: Wanted<'_>,
    ) -> Result<Thought, BotError>;
}

/// What is wanted of a thought beyond a move.
pub struct Wanted<'a> {
    /// How many of the best moves to judge properly; at least 1.
    pub lines: usize,
    /// Told of every improvement on the way.
    pub report: Option<&'a mut dyn FnMut(&Thought)>,
}

impl Wanted<'_> {
    /// A move and nothing else.
    pub fn best() -> Wanted<'static> {
        Wanted { lines: 1, report: None }
    }
}

/// What thinking came to. Scores and chances are those of the side to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thought {
    /// The move to play.
    #[serde(rename = "move")]
    pub mv: String,
    /// In points of the game.
    pub score: f64,
    /// Chance to win, from 0 to 1.
    pub win: f64,
    /// Whether the score is proved.
    pub exact: bool,
    /// The line of play expected, beginning with the move.
    pub pv: Vec<String>,
    /// Plies searched fully.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Positions looked at per second.
    pub nps: u64,
    /// Times a reply of the opponent was good enough to stop looking at the others.
    pub alpha_cuts: u64,
    /// Times a move of one's own was good enough to stop looking at the others.
    pub beta_cuts: u64,
    /// Time spent, in milliseconds.
    pub time_ms: u64,
    /// The best moves, as many as were asked for.
    pub lines: Vec<Idea>,
}

/// One move with what it leads to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Idea {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// As [`Thought::score`].
    pub score: f64,
    /// As [`Thought::win`].
    pub win: f64,
    /// As [`Thought::exact`].
    pub exact: bool,
    /// As [`Thought::pv`].
    pub pv: Vec<String>,
}

/// Why there is no player, or no move from it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BotError {
    /// The description of the player is wrong.
    #[error("{0}")]
    Spec(#[from] search::SpecError),
    /// Whoever this is, it is no player that can be asked here.
    #[error("'{0}' cannot be asked for a move here; expected a player such as alphabeta:depth=6")]
    Elsewhere(Who),
    /// The board is of another game than the player.
    #[error("the player was made for another game")]
    OtherGame,
    /// Nobody is to move.
    #[error("nobody is to move")]
    NobodyToMove,
    /// The player failed: a process that died, a move that is not legal.
    #[error("{0}")]
    Failed(String),
}

/// Names and one-sentence descriptions of the players that every game offers, weakest first; some need abilities that a game may lack.
pub fn players() -> impl Iterator<Item = (&'static str, &'static str)> {
    let (simple, others) = search::PLAYERS.split_at(2);
    let listed = simple.iter().chain([&expert::EXPERT]).chain(others);
    listed.map(|info| (info.name, info.help))
}

/// Makes a player, by its description or by the style that it has.
pub(crate) fn make<G: Seated>(
    kit: &Kit<G>,
    game: &G,
    player: &Spec,
    seed: u64,
) -> Result<Box<dyn Bot>, BotError> {
    let player = kit.roster.player(&resolve(kit, player), game, seed)?;
    Ok(Box::new(TypedBot::<G> { player }))
}

/// The description that a style stands for, with the parameters given; any other description as it is.
pub(crate) fn resolve<G: Seated>(kit: &Kit<G>, player: &Spec) -> Spec {
    match kit.styles.iter().find(|style| style.name == player.name()) {
        Some(style) => player.over(style.player.parse().expect("a game describes its styles well")),
        None => player.clone(),
    }
}

struct TypedBot<G: Game> {
    player: Box<dyn Player<G>>,
}

impl<G: Seated> Bot for TypedBot<G> {
    fn think(
        &mut self,
        board: &dyn Match,
        control: &Control,
        wanted: Wanted<'_>,
    ) -> Result<Thought, BotError> {
        let table = board.as_any().downcast_ref::<Table<G>>().ok_or(BotError::OtherGame)?;
        let line = &table.line;
        if line.turn().seat().is_none() {
            return Err(BotError::NobodyToMove);
        }
        let ask = Ask::lines(wanted.lines);
        let thought = match wanted.report {
            None => self.player.think(line, control, ask),
            Some(report) => {
                let mut pass_on = |thought: &search::Thought<G::Move>| report(&plain(line, thought));
                self.player.think(line, control, ask.reporting(&mut pass_on))
            }
        };
        Ok(plain(line, &thought))
    }
}

/// The thought with its moves as texts.
pub(crate) fn plain<G: Game>(line: &Line<G>, thought: &search::Thought<G::Move>) -> Thought {
    Thought {
        mv: line.game().write_move(line.state(), thought.best),
        score: thought.score,
        win: thought.win,
        exact: thought.exact,
        pv: write_line(line, &thought.pv),
        depth: thought.depth,
        nodes: thought.nodes,
        nps: thought.nodes_per_second() as u64,
        alpha_cuts: thought.alpha_cuts,
        beta_cuts: thought.beta_cuts,
        time_ms: thought.time.as_millis() as u64,
        lines: thought
            .lines
            .iter()
            .map(|idea| Idea {
                mv: line.game().write_move(line.state(), idea.mv),
                score: idea.score,
                win: idea.win,
                exact: idea.exact,
                pv: write_line(line, &idea.pv),
            })
            .collect(),
    }
}

/// The moves of a line of play as texts, as far as they are legal: a line found by hash keys may, once in a blue moon, go wrong.
pub(crate) fn write_line<G: Game>(line: &Line<G>, moves: &[G::Move]) -> Vec<String> {
    let mut ahead = line.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        let text = ahead.legal().contains(&mv).then(|| ahead.game().write_move(ahead.state(), mv));
        match (text, ahead.play(mv)) {
            (Some(text), Ok(())) => texts.push(text),
            _ => break,
        }
    }
    texts
}
