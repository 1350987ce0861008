//! Training a net to its end: rounds and checkpoints, how strong it is on the way, and the match that decides whether it is kept.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game::{Limits, Options};
use serde_json::json;
use table::learn::{Place, Shelf, curve};
use table::{Family, Leg, OpenError, Spec, Training, TrainingError, Who};
use thiserror::Error;

use crate::duel::{Duel, DuelError, Report};
use crate::round::Round;
use crate::stats::{Estimate, Sprt, Verdict};
use crate::{Crew, Openings, Terms};

/// The part of the time that goes to quick games where deep ones follow.
pub const QUICK: f64 = 0.25;

/// Rounds that are timed before the number of rounds of a stage is settled.
const TIMED: [u64; 2] = [10, 3];

/// How often the strength is measured, in how many pairs of games, with how many nodes a move.
const MEASURED: Duration = Duration::from_secs(60);
const MEASURING_PAIRS: usize = 20;
const MEASURING_NODES: u64 = 1_000;

/// How much work at most is lost when the program is killed, besides the round that it was at. Keeping it takes a few milliseconds.
const KEPT: Duration = Duration::from_secs(1);

/// Why a net could not be trained.
#[derive(Debug, Error)]
pub enum LearningError {
    /// The game cannot be opened.
    #[error("{0}")]
    Open(#[from] OpenError),
    /// The game cannot be learned.
    #[error("{0}")]
    Training(#[from] TrainingError),
    /// What was kept of an earlier training is of no use.
    #[error("cannot go on from '{}': {source}", .path.display())]
    Stale {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: TrainingError,
    },
    /// A file cannot be read or written.
    #[error("cannot {what} '{}': {source}", .path.display())]
    File {
        /// What was tried: `write`.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Whoever plays the games of rounds says so.
    #[error("{0}")]
    Crew(String),
    /// The match on the way or at the end cannot be played.
    #[error("{0}")]
    Duel(#[from] DuelError),
}

impl LearningError {
    /// A file that cannot be read, written, or otherwise used.
    pub fn file(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> LearningError {
        let path = path.to_path_buf();
        move |source| LearningError::File { what, path, source }
    }
}

/// Begins a training, afresh or from a checkpoint.
pub type Begin<'a> = dyn Fn(Option<&[u8]>) -> Result<Box<dyn Training>, TrainingError> + 'a;

/// A training, and the file that it is kept in while it is unfinished.
pub struct Unfinished {
    /// The training.
    pub training: Box<dyn Training>,
    /// The file.
    pub file: PathBuf,
    /// Whether it was in the file.
    pub resumed: bool,
}

impl Unfinished {
    /// What `begin` begins afresh, or from the checkpoint that an earlier training with the same seed has left in the folder.
    ///
    /// # Errors
    /// When the game cannot be learned, or the checkpoint is of no use.
    pub fn find(folder: &Path, seed: u64, begin: &Begin<'_>) -> Result<Unfinished, LearningError> {
        let fresh = begin(None)?;
        let file = folder.join(format!("{}-{seed}.training", fresh.layout().replace(' ', "-")));
        let Ok(bytes) = std::fs::read(&file) else {
            return Ok(Unfinished { training: fresh, file, resumed: false });
        };
        match begin(Some(&bytes)) {
            Ok(training) => Ok(Unfinished { training, file, resumed: true }),
            Err(source) => Err(LearningError::Stale { path: file, source }),
        }
    }
}

/// How a training goes on.
pub struct Conduct<'a> {
    /// Where nets are kept.
    pub folder: &'a Path,
    /// How long it is to take where the number of rounds is not settled.
    pub minutes: f64,
    /// The part of that time that goes to quick games where deep ones follow.
    pub quick: f64,
    /// Who plays the games.
    pub crew: &'a Crew,
    /// The game and its options, as others are told.
    pub game: (&'a Family, &'a Options),
    /// The games that it plays are added to this file, under the name of the game.
    pub record: Option<(&'a Path, &'a str)>,
}

/// What happens in a training.
pub enum News {
    /// A round is done.
    Round {
        /// Its number, from 1.
        round: u64,
        /// How many there will be.
        rounds: u64,
        /// Games a second.
        pace: f64,
        /// The loss, smoothed.
        loss: f32,
        /// How it goes besides, in a few words, or nothing.
        remark: String,
    },
    /// The candidate was measured.
    Strength {
        /// After this round.
        round: u64,
        /// How much stronger it is.
        elo: Estimate,
    },
}

impl Conduct<'_> {
    /// Trains to the end, asking `gauge` now and then how strong the candidate is, and telling how it goes. `false` when `stop` was set before; the
    /// same training can be taken up again.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn run(
        &self,
        unfinished: Unfinished,
        stop: &AtomicBool,
        gauge: &dyn Fn() -> Option<Estimate>,
        tell: &mut dyn FnMut(News),
    ) -> Result<bool, LearningError> {
        let Unfinished { training, file: kept, .. } = unfinished;
        let (family, options) = (self.game.0.clone(), self.game.1.clone());
        let mut learner = Round { training, family, options };
        let training = &learner.training;
        let candidate = Shelf::file(self.folder, &training.layout(), Place::Candidate);
        let mut book = self.open_book()?;
        let mut measured = Instant::now();
        let mut gains = Vec::new();
        let (started, first) = (Instant::now(), training.round());
        let (mut stage, mut entered) = (training.stage(), (started, first));
        let (mut saved, mut games) = (None::<Instant>, 0);
        let (mut losses, mut loss) = (Vec::new(), 0.0);
        while learner.training.round() < learner.training.rounds() {
            let training = &learner.training;
            if training.stage().place != stage.place {
                entered = (Instant::now(), training.round());
            }
            stage = training.stage();
            let mut lines = String::new();
            let Some(played) = learner.play(self.crew, stop).map_err(LearningError::Crew)? else {
                keep(&kept, &learner.training.checkpoint())?;
                return Ok(false);
            };
            let training = &mut learner.training;
            games += training.games();
            let progress = training.learn(&played, &mut |moves| {
                if let Some((_, game)) = self.record {
                    lines += &format!("{}\n", json!({ "game": game, "moves": moves }));
                }
            })?;
            if let (Some(book), Some((path, _))) = (&mut book, self.record) {
                book.write_all(lines.as_bytes()).map_err(LearningError::file("write", path))?;
            }
            loss = if loss == 0.0 { progress.loss } else { 0.98 * loss + 0.02 * progress.loss };
            losses.push(loss);
            if stage.rounds == u64::MAX && progress.round >= entered.1 + TIMED[stage.place] {
                // From here on only rounds count, so that the rest can be repeated exactly.
                let pace = entered.0.elapsed().as_secs_f64() / TIMED[stage.place] as f64;
                training.set_rounds((self.minutes_of(stage) * 60.0 / pace) as u64);
            }
            if saved.is_none_or(|saved| saved.elapsed() > KEPT) {
                keep(&kept, &training.checkpoint())?;
                saved = Some(Instant::now());
            }
            tell(News::Round {
                round: progress.round,
                rounds: training.rounds(),
                pace: games as f64 / started.elapsed().as_secs_f64(),
                loss,
                remark: training.remark(),
            });
            if measured.elapsed() > MEASURED {
                keep(&candidate, &training.weights())?;
                if let Some(elo) = gauge() {
                    tell(News::Strength { round: progress.round, elo });
                    gains.push((progress.round, elo.value));
                }
                measured = Instant::now();
            }
        }
        let training = &learner.training;
        // Whoever is stopped in the match that decides goes on there: the training is kept until that is over.
        keep(&kept, &training.checkpoint())?;
        keep(&candidate, &training.weights())?;
        if !losses.is_empty() {
            keep(&candidate.with_extension("svg"), curve(first, &losses, &gains).as_bytes())?;
        }
        Ok(true)
    }

    fn open_book(&self) -> Result<Option<File>, LearningError> {
        let Some((path, _)) = self.record else { return Ok(None) };
        let file = File::options().create(true).append(true).open(path);
        file.map(Some).map_err(LearningError::file("write", path))
    }

    /// How many minutes a stage is to take whose rounds are not settled.
    fn minutes_of(&self, stage: Leg) -> f64 {
        let share = match (stage.place, stage.last) {
            (0, true) => 1.0,
            (0, false) => self.quick,
            _ => 1.0 - self.quick,
        };
        share * self.minutes
    }
}

/// Matches of the candidate.
pub struct Gauge<'a> {
    /// The game.
    pub family: &'a Family,
    /// Its options.
    pub options: &'a Options,
    /// What everything random follows from.
    pub seed: u64,
    /// Who plays.
    pub crew: &'a Crew,
}

/// What the match came to that decides whether a net is kept.
pub struct Trial {
    /// The results.
    pub report: Report,
    /// Whether the candidate is proved better.
    pub better: bool,
    /// Whom it played.
    pub rival: Spec,
}

impl Gauge<'_> {
    /// How much stronger the candidate is than the game's own evaluation in a short match of equally many nodes. `None` when there is no telling.
    pub fn elo(&self, stop: &AtomicBool) -> Option<Estimate> {
        let (searcher, unaided) = self.searchers().ok()?;
        let players = [searcher.with("eval", "candidate"), unaided];
        let limits = Limits { nodes: Some(MEASURING_NODES), ..Limits::default() };
        let duel = self.duel(players, MEASURING_PAIRS, None, limits);
        let elo = duel.run(self.crew, None, stop, &|_| {}).ok()?.pentanomial.elo();
        elo.value.is_finite().then_some(elo)
    }

    /// The candidate against the net that plays now, or against the evaluation where there is none, with `limit` a move; tells `progress` how many
    /// pairs are done.
    ///
    /// # Errors
    /// When the game cannot be opened, or a player fails.
    pub fn trial(
        &self,
        pairs: usize,
        limit: Duration,
        stop: &AtomicBool,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<Trial, LearningError> {
        let (searcher, unaided) = self.searchers()?;
        let net = searcher.clone().with("eval", "net");
        let board = self.family.open(self.options)?;
        let rival = if board.bot(&net, 1).is_ok() { net } else { unaided };
        let players = [searcher.with("eval", "candidate"), rival.clone()];
        let sprt = Sprt { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };
        let limits = Limits { time: Some(limit), ..Limits::default() };
        let duel = self.duel(players, pairs, Some(sprt), limits);
        let report = duel.run(self.crew, None, stop, progress)?;
        let better = duel.verdict(&report) == Verdict::Accepted;
        Ok(Trial { report, better, rival })
    }

    /// The search that suits the number of players, and the player that searches in the same way by the game's own evaluation.
    fn searchers(&self) -> Result<(Spec, Spec), OpenError> {
        let (searcher, unaided) = match self.family.open(self.options)?.seat_names().len() {
            2 => ("alphabeta", "alphabeta"),
            _ => ("mcts", "master"),
        };
        Ok((Spec::of(searcher), Spec::of(unaided)))
    }

    fn duel(&self, players: [Spec; 2], pairs: usize, sprt: Option<Sprt>, limits: Limits) -> Duel {
        Duel {
            family: self.family.clone(),
            options: self.options.clone(),
            players: players.map(Who::Player),
            pairs,
            openings: Openings::Balanced(4),
            sprt,
            terms: Terms { limits, ..Terms::default() },
            seed: self.seed,
            log: None,
        }
    }
}

/// Writes a file whole or not at all.
fn keep(path: &Path, bytes: &[u8]) -> Result<(), LearningError> {
    let fresh = path.with_extension("new");
    std::fs::write(&fresh, bytes)
        .and_then(|()| std::fs::rename(&fresh, path))
        .map_err(LearningError::file("write", path))
}
