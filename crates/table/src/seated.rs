//! The typed side of the bridge: a line of play of one game, answering as a [`Match`].

use std::any::Any;
use std::ops::Range;
use std::time::{Duration, Instant};

use expert::{
    Bout, ClaimQuestion, ExpertError, Explanation, Finding, Inquiry, Lang, MoveClaims, Others, Plan,
    Question, Ranked, Ranking, Tuned, Watch,
};
use game::{Control, Frame, Game, Info, Line, Links, MoveError, Options, Rng, Scene, Seat, Turn};
use search::{Clock, Spec};

use learn::{Course, Lessons, Transcript};

use crate::bits::Tellers;
use crate::numbers::{Counter, Numbers};
use crate::training::Beginning;
use crate::{
    Best, Bot, BotError, Ending, Figures, House, Insight, Kit, Match, Means, Phrases, Picture, Prover, Setup,
    Solution, Stage, Standing, Summary, Told, Training, TrainingError, Wired, bot, insight, solution,
};

/// A game that has been given a seat at the table: the registry implements this for every width of every game.
pub trait Seated: Game {
    /// What it can do in a house.
    fn kit(house: &House) -> Kit<Self>;
}

/// A line of play of one game.
pub(crate) struct Table<G: Seated> {
    house: House,
    pub(crate) line: Line<G>,
    /// These two from the kit, which is too slow to be made for every move.
    numbers: Option<Counter<G>>,
    tellers: Option<Tellers<G>>,
}

impl<G: Seated> Table<G> {
    pub(crate) fn new(house: House, game: G, start: G::State) -> Table<G> {
        Table::of(house, Line::new(game, start))
    }

    pub(crate) fn of(house: House, line: Line<G>) -> Table<G> {
        let kit = G::kit(&house);
        Table { house, line, numbers: kit.numbers, tellers: kit.tellers }
    }

    pub(crate) fn kit(&self) -> Kit<G> {
        G::kit(&self.house)
    }

    fn game(&self) -> &G {
        self.line.game()
    }

    /// The same table with another line.
    fn with(&self, line: Line<G>) -> Box<dyn Match> {
        let (numbers, tellers) = (self.numbers, self.tellers);
        Box::new(Table { house: self.house.clone(), line, numbers, tellers })
    }

    fn write_moves(&self) -> Vec<String> {
        let pairs = self.line.states().iter().zip(self.line.moves());
        pairs.map(|(state, &mv)| self.game().write_move(state, mv)).collect()
    }
}

/// The picture of a state in a form, or in the only one that the game has.
fn drawn<G: Game>(kit: &Kit<G>, game: &G, state: &G::State, frame: Frame) -> Option<Scene> {
    let drawing = kit.draw.as_ref()?;
    Some(match (kit.tall, frame.front()) {
        (Some(near), Some(front)) if front.index() < game.seats() => near(game, state, frame),
        _ => (drawing.scene)(game, state),
    })
}

impl<G: Seated> Match for Table<G> {
    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn options(&self) -> Options {
        self.game().options()
    }

    fn seat_names(&self) -> Vec<&'static str> {
        Seat::all(self.game().seats()).map(|seat| self.game().seat_name(seat)).collect()
    }

    fn fork(&self) -> Box<dyn Match> {
        self.with(self.line.clone())
    }

    fn fresh(&self) -> Box<dyn Match> {
        self.with(Line::new(self.game().clone(), self.game().start()))
    }

    fn restart(&self) -> Box<dyn Match> {
        self.with(Line::new(self.game().clone(), self.line.states()[0]))
    }

    fn phrases(&self, lang: Lang) -> Phrases {
        Phrases::read(self.kit().speech.words, lang)
    }

    fn position(&self) -> String {
        self.game().write(self.line.state())
    }

    fn notation(&self) -> Option<String> {
        self.kit().notation.map(|notation| (notation.write)(self.game(), self.line.state()))
    }

    fn start_position(&self) -> String {
        self.game().write(&self.line.states()[0])
    }

    fn turn(&self) -> Turn {
        self.line.turn()
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.line.outcome()?;
        Some(Ending {
            winners: outcome.winners.iter().map(Seat::number).collect(),
            scores: outcome.scores[..self.game().seats()].to_vec(),
            ending: outcome.ending.to_string(),
        })
    }

    fn legal(&self) -> Vec<String> {
        let state = self.line.state();
        self.line.legal().into_iter().map(|mv| self.game().write_move(state, mv)).collect()
    }

    fn odds(&self) -> Vec<f64> {
        match self.turn() {
            Turn::Chance => {
                self.line.legal().into_iter().map(|mv| self.game().odds(self.line.state(), mv)).collect()
            }
            Turn::Player(_) | Turn::Over => Vec::new(),
        }
    }

    fn moves(&self) -> Vec<String> {
        self.write_moves()
    }

    fn movers(&self) -> Vec<Option<usize>> {
        let before = &self.line.states()[..self.line.moves().len()];
        before.iter().map(|state| self.game().turn(state).seat().map(Seat::index)).collect()
    }

    fn has_repetition(&self) -> bool {
        self.game().repetition().is_some()
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        if self.turn() == Turn::Over {
            return Err(MoveError::illegal(text, "the game is over"));
        }
        let state = *self.line.state();
        let mv = self.game().read_move(&state, text)?;
        let written = self.game().write_move(&state, mv);
        self.line.play(mv).map_err(|_| MoveError::illegal(text, "it is not among the legal moves"))?;
        Ok(written)
    }

    fn play_nth(&mut self, place: usize) -> Option<()> {
        let mv = *self.line.legal().get(place)?;
        self.line.play(mv).ok()
    }

    fn deal(&mut self, rng: &mut Rng) -> Option<String> {
        if self.turn() != Turn::Chance {
            return None;
        }
        let state = *self.line.state();
        let event = self.game().sample(&state, rng, &mut Vec::new());
        let written = self.game().write_move(&state, event);
        self.line.play(event).expect("a sampled event can happen");
        Some(written)
    }

    fn undo(&mut self) -> Option<String> {
        let mv = self.line.undo()?;
        Some(self.game().write_move(self.line.state(), mv))
    }

    fn perft(&self, depth: usize, control: &Control) -> Option<u64> {
        game::perft_within(self.game(), self.line.state(), depth, control)
    }

    fn picture_in(&self, frame: Frame) -> Option<Picture> {
        let kit = self.kit();
        let drawing = kit.draw.as_ref()?;
        let (game, state) = (self.game(), self.line.state());
        let path = |state: &G::State, mv| (drawing.path)(game, state, mv);
        let paths = match self.turn() {
            Turn::Player(_) => self
                .line
                .legal()
                .into_iter()
                .map(|mv| (game.write_move(state, mv), path(state, mv)))
                .collect(),
            Turn::Chance | Turn::Over => Vec::new(),
        };
        let (states, moves) = (self.line.states(), self.line.moves());
        let by_player = |&ply: &usize| matches!(game.turn(&states[ply]), Turn::Player(_));
        let last_ply = (0..moves.len()).rev().find(by_player);
        let last = last_ply.map(|ply| path(&states[ply], moves[ply])).unwrap_or_default();
        let scene = drawn(&kit, game, state, frame)?;
        Some(Picture { scene, text: (drawing.text)(game, state), paths, last })
    }

    fn summaries(&self) -> Vec<Summary> {
        let Some(unfold) = self.kit().unfold else { return Vec::new() };
        let game = self.game();
        let plies = self.line.states().iter().zip(self.line.moves()).enumerate();
        plies
            .filter_map(|(ply, (state, &mv))| {
                let chapter = unfold(game, state, mv, Frame::Wide)?;
                let sums = Seat::all(game.seats()).map(|seat| chapter.sums(seat)).collect();
                Some(Summary { ply, title: chapter.title, sums })
            })
            .collect()
    }

    fn stages(&self, ply: usize, frame: Frame) -> Vec<Stage> {
        let (kit, game) = (self.kit(), self.game());
        let played = self.line.states().get(ply).zip(self.line.moves().get(ply));
        let chapter =
            kit.unfold.zip(played).and_then(|(unfold, (state, &mv))| unfold(game, state, mv, frame));
        let steps = chapter.map(|chapter| chapter.steps).unwrap_or_default();
        let stage = |step: game::Step<G::State>| {
            Some(Stage { scene: drawn(&kit, game, &step.state, frame)?, gains: step.gains })
        };
        steps.into_iter().filter_map(stage).collect()
    }

    fn setup(&self) -> Option<Box<dyn Setup + '_>> {
        self.kit().edit.map(|sit| sit(self.game()))
    }

    fn resolve(&self, player: &Spec) -> Spec {
        bot::resolve(&self.kit(), player)
    }

    fn bot(&self, player: &Spec, seed: u64) -> Result<Box<dyn Bot>, BotError> {
        bot::make(&self.kit(), self.game(), player, seed)
    }

    fn prover(&self, means: Means) -> Box<dyn Prover> {
        solution::prover(&self.kit(), self.game(), means)
    }

    fn solve(&self, means: Means, control: &Control, wanted: Best) -> Option<Solution> {
        self.prover(means).solve(self, control, wanted)
    }

    fn train(&self, course: Course, checkpoint: Option<&[u8]>) -> Result<Box<dyn Training>, TrainingError> {
        let begin = self.kit().training.ok_or(TrainingError::NoFeatures(G::INFO.title))?;
        let beginning = checkpoint.map_or(Beginning::Afresh(course), Beginning::From);
        Ok(begin(self.game(), beginning)?)
    }

    fn imitate(
        &self,
        lessons: Lessons,
        games: &[Transcript],
        checkpoint: Option<&[u8]>,
    ) -> Result<Box<dyn Training>, TrainingError> {
        let kit = self.kit();
        let begin = kit.imitation.ok_or(TrainingError::NoPlanes(G::INFO.title))?;
        Ok(begin(self.game(), kit.roster.suspect(), lessons, games, checkpoint)?)
    }

    fn insight(&self, player: &Spec) -> Result<Option<Insight>, String> {
        let Some(place) = insight::place_of(&self.resolve(player)) else { return Ok(None) };
        if self.turn() == Turn::Over {
            return Err("the game is over, so there is nothing for a net to judge".to_string());
        }
        let look =
            self.kit().insight.ok_or_else(|| format!("{} has nothing to tell a net", G::INFO.title))?;
        look(&self.house.shelf, self.game(), self.line.state(), place).map(Some)
    }

    fn explain(&self, question: &Question<'_>) -> Result<Explanation, ExpertError> {
        let expert = self.kit().expert.ok_or(ExpertError::NoKnowledge)?;
        (expert.explain)(&self.house.knowledge, &self.line, question)
    }

    fn claims(&self, question: &ClaimQuestion<'_>) -> Result<Vec<MoveClaims>, ExpertError> {
        let expert = self.kit().expert.ok_or(ExpertError::NoKnowledge)?;
        (expert.claims)(&self.house.knowledge, &self.line, question)
    }

    fn inquire(&self, inquiry: &Inquiry<'_>) -> Result<Finding, ExpertError> {
        let expert = self.kit().expert.ok_or(ExpertError::NoKnowledge)?;
        (expert.inquire)(&self.house.knowledge, &self.line, inquiry)
    }

    fn rank(&self, ranking: &Ranking<'_>) -> Result<Vec<Ranked>, ExpertError> {
        let expert = self.kit().expert.ok_or(ExpertError::NoKnowledge)?;
        (expert.rank)(&self.house.knowledge, &self.line, ranking)
    }

    fn knowledge(&self, pack: Option<&str>) -> Result<String, ExpertError> {
        let expert = self.kit().expert.ok_or(ExpertError::NoKnowledge)?;
        (expert.text)(&self.house.knowledge, pack)
    }

    fn tune(
        &self,
        plan: &Plan<'_>,
        others: Option<&Others<'_>>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Tuned>, ExpertError> {
        let expert = self.kit().expert.ok_or(ExpertError::NoKnowledge)?;
        (expert.tune)(&self.house.knowledge, self.game(), plan, others, watch)
    }

    fn shares(&self, bout: &Bout, pairs: Range<usize>) -> Result<Vec<f64>, ExpertError> {
        let expert = self.kit().expert.ok_or(ExpertError::NoKnowledge)?;
        (expert.shares)(self.game(), bout, pairs)
    }

    fn playouts_per_second(&self, time: Duration, seed: u64) -> f64 {
        const ENDLESS: usize = 10_000;
        let limit = self.game().longest().unwrap_or(ENDLESS);
        let (mut rng, mut moves) = (Rng::new(seed), Vec::new());
        let (mut games, started) = (0u64, Instant::now());
        while started.elapsed() < time {
            for _ in 0..100 {
                let mut state = *self.line.state();
                game::playout(self.game(), &mut state, &mut rng, &mut moves, limit);
            }
            games += 100;
        }
        games as f64 / started.elapsed().as_secs_f64()
    }

    fn signature(&self) -> Option<u64> {
        self.kit().roster.signature(self.game())
    }

    fn bench(&self, clock: Clock) -> Option<Figures> {
        let figures = self.kit().roster.bench(self.game(), clock)?;
        Some(Figures {
            signature: figures.signature,
            nps: figures.nodes_per_second as u64,
            playouts_per_s: figures.playouts_per_second as u64,
            solver_signature: figures.solver.map(|(nodes, _)| nodes),
            solver_nps: figures.solver.map(|(_, speed)| speed as u64),
        })
    }

    fn standing(&self) -> Option<Standing> {
        let measure = self.kit().measure?;
        let phase = (measure.phase)(self.game(), self.line.state());
        let judge = (measure.judge)(self.game())?;
        let links = Links::read(measure.links).unwrap_or_default();
        Some(Standing { phase, judge, board: game::chances::board(&self.options()), links })
    }

    fn told(&self) -> Option<Box<dyn Told + '_>> {
        self.kit().story.map(|tell| tell(&self.house, &self.line))
    }

    fn wire(&self) -> Option<Box<dyn Wired + '_>> {
        self.kit().wire.map(|speak| speak(&self.line))
    }

    fn numbers(&self) -> Option<Box<dyn Numbers + '_>> {
        self.numbers.map(|count| count(&self.house, &self.line, self.tellers))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
