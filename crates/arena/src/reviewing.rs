//! A review as work: each look at a move or a deal is a job.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use coach::{Budget, CoachError, Eyes, Found, Look, Plan};
use fleet::{Craft, Crew, Next, Outcome, Source, Work};
use serde::{Deserialize, Serialize};
use table::expert::Lang;
use table::{Family, Games, Record};

use crate::baggage::Baggage;

/// A game to be reviewed, and how.
pub struct Reviewing {
    family: Family,
    record: Record,
    plan: Plan,
    /// Whether the plan's own flag stops looks, and not only that of a job.
    here: bool,
}

/// What another machine must know to look at moves of the game.
#[derive(Serialize, Deserialize)]
struct Brief {
    record: Record,
    lang: String,
    you: Option<usize>,
    seed: u64,
    memory: usize,
    house: Baggage,
}

/// The kind of work that a review is.
const REVIEW: &str = "review";

impl Reviewing {
    /// The review of this game.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn new(games: &Games, record: &Record, plan: &Plan) -> Result<Reviewing, String> {
        let family = games.find(&record.game).map_err(|error| error.to_string())?.clone();
        Ok(Reviewing { family, record: record.clone(), plan: plan.clone(), here: true })
    }

    /// The craft of looking at moves.
    pub fn craft(games: &Games) -> Craft {
        let games = games.clone();
        Craft::new(REVIEW, move |brief, files| {
            let brief: Brief = serde_json::from_str(brief).map_err(|error| error.to_string())?;
            let games = brief.house.unpack(&games, files)?;
            let lang = Lang::of_code(&brief.lang).ok_or("a language that nobody speaks here")?;
            // Each look brings its own budget.
            let plan = Plan {
                lang,
                you: brief.you,
                seed: brief.seed,
                memory: brief.memory,
                ..Plan::new(Budget::Nodes(1))
            };
            Ok(Reviewing { here: false, ..Reviewing::new(&games, &brief.record, &plan)? })
        })
    }

    /// How many looks a crew takes at once, for plans that share out time.
    pub fn at_once(crew: &Crew) -> usize {
        crew.at_once(REVIEW)
    }

    /// The eyes of a crew.
    pub fn by<'a>(&'a self, crew: &'a Crew) -> impl Eyes + 'a {
        Others { reviewing: self, crew }
    }
}

impl Work for Reviewing {
    type Input = Look;
    type Output = Found;
    type Bench = ();

    fn kind(&self) -> &'static str {
        REVIEW
    }

    fn brief(&self) -> String {
        let brief = Brief {
            record: self.record.clone(),
            lang: self.plan.lang.code().to_string(),
            you: self.plan.you,
            seed: self.plan.seed,
            memory: self.plan.memory,
            house: Baggage::of(&self.family),
        };
        serde_json::to_string(&brief).expect("plain data")
    }

    fn files(&self) -> Vec<Vec<u8>> {
        Baggage::contents(&self.family)
    }

    fn carry_out(&self, look: &Look, (): &mut (), stop: &Arc<AtomicBool>) -> Result<Found, String> {
        let board = self.record.replay_as(&self.family).map_err(|error| error.to_string())?;
        let stop = if self.here { &self.plan.stop } else { stop };
        let plan = Plan { stop: stop.clone(), ..self.plan.clone() };
        coach::look(board.as_ref(), &plan, look).map_err(|error| error.to_string())
    }
}

struct Others<'a> {
    reviewing: &'a Reviewing,
    crew: &'a Crew,
}

impl Eyes for Others<'_> {
    fn look(&self, looks: Vec<Look>, found: &mut dyn FnMut(Found)) -> Result<(), CoachError> {
        let title = format!("review of a game of {}", self.reviewing.family.info.name);
        let (finds, heard) = std::sync::mpsc::channel();
        let stop = &self.reviewing.plan.stop;
        let mut looks = Looks { waiting: looks.into_iter(), finds, stop };
        std::thread::scope(|scope| {
            let working = scope.spawn(move || self.crew.run(&title, self.reviewing, &mut looks));
            heard.into_iter().for_each(found);
            let ended = working.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            ended.map_err(|trouble| CoachError::Eyes(trouble.to_string()))
        })
    }
}

/// The looks that have to be taken.
struct Looks<'a> {
    waiting: std::vec::IntoIter<Look>,
    finds: std::sync::mpsc::Sender<Found>,
    stop: &'a AtomicBool,
}

impl Source<Reviewing> for Looks<'_> {
    fn next(&mut self) -> Next<Look> {
        let stopped = self.stop.load(Ordering::Relaxed);
        self.waiting.next().filter(|_| !stopped).map_or(Next::End, Next::Job)
    }

    fn take(&mut self, _: Look, outcome: Outcome<Found>) -> Result<(), String> {
        match outcome {
            // What was cut short is not worth keeping.
            Outcome::Done { .. } if self.stop.load(Ordering::Relaxed) => Ok(()),
            Outcome::Done { output, .. } => self.finds.send(output).map_err(|_| "nobody listens".to_string()),
            Outcome::Failed(sentence) | Outcome::GivenUp(sentence) => Err(sentence),
        }
    }

    fn waits(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }
}
