//! Which players a game can have, and how they are made.
//!
//! A roster starts with what the bare rules allow and grows by the abilities of the game, each of which demands the trait behind it:
//!
//! | call | demands | gives |
//! |---|---|---|
//! | [`Roster::rules`] | [`Game`] | `random`, `mcts` by uniform playouts, a brute-force solver |
//! | [`Roster::greedy`] | [`Greedy`] | `greedy`, `mcts:policy=greedy` |
//! | [`Roster::evaluate`] | [`Greedy`] and [`Evaluate`] | `alphabeta`, `meanmax`, `mcts:eval=...`, `master`, `level1` to `level10`, a bench |
//! | [`Roster::chances`] | these and [`Chances`] | chances that were measured |
//! | [`Roster::solve`] | these and [`Solve`] | the game's own solver, also inside `master` |
//! | [`Roster::threaten`] | these and [`Threaten`] | the short cuts of `meanmax` |
//! | [`Roster::advise`] | [`Evaluate`] | `meanmax:net`, advised by a net made elsewhere |
//! | [`Roster::evaluator`] | [`Greedy`] and [`Evaluate`] | one more evaluation by name: learned or ruled |
//! | [`Roster::guest`] | [`Game`] | one more player, made elsewhere |
//!
//! Players are boxed because a match does not know who sits down, and so are the evaluations, leaves and solvers they are made around: inside each player
//! everything is compiled for its game, once.

use std::sync::Arc;

use game::{AnyEvaluator, Chances, Evaluate, Evaluator, Game, Greedy, Level, Links, Solve, Solver, Threaten};

use crate::alphabeta::AlphaBeta;
use crate::bench::{self, Clock, Figures};
use crate::brute::Brute;
use crate::calibrated::{Calibrated, Phase};
use crate::level::{self, Leveled};
use crate::master::Master;
use crate::mcts::{AnyLeaf, Judged, Keen, Leaf, Mcts, Playouts, Uniform};
use crate::meanmax::{Adviser, Anything, MeanMax, Suspect, Threats};
use crate::registry::{level, player_info};
use crate::simple::{Grabber, Random};
use crate::{Parameter, Player, PlayerInfo, Spec, SpecError, alphabeta, mcts, meanmax};

/// A player of whatever kind.
pub type AnyPlayer<G> = Box<dyn Player<G>>;

/// A solver of whatever kind.
pub type AnySolver<G> = Box<dyn Solver<G>>;

type Made<G> = Result<AnyPlayer<G>, SpecError>;

/// Makes a player of one name.
type Maker<G> = fn(&Order<'_, G>) -> Made<G>;

/// Makes a player of another crate from its description and a seed.
pub type GuestMaker<G> = Arc<dyn Fn(&Spec, &G, u64) -> Result<AnyPlayer<G>, SpecError> + Send + Sync>;

/// Makes one evaluator, or says why there is none.
type EvaluatorMaker<G> = Arc<dyn Fn(&G) -> Result<AnyEvaluator<G>, String> + Send + Sync>;

/// Finds the net that advises `meanmax:net`: `None` when the game's evaluation has to do, an error when there never was one.
pub type AdviserMaker<G> = Arc<dyn Fn(&G) -> Result<Option<Adviser<G>>, String> + Send + Sync>;

/// Tells which moves could win at once, as well as the game can.
pub type SuspectMaker<G> = fn() -> Box<dyn Suspect<G>>;

/// The players of a game. Cheap to clone.
pub struct Roster<G: Game> {
    makers: Vec<(&'static str, Maker<G>)>,
    guests: Vec<(&'static PlayerInfo, GuestMaker<G>)>,
    evaluations: Vec<(String, EvaluatorMaker<G>)>,
    advice: Option<AdviserMaker<G>>,
    suspect: SuspectMaker<G>,
    chances: Option<(&'static str, Phase<G>)>,
    solver: fn(&G, usize) -> AnySolver<G>,
    bench: Option<Bench<G>>,
}

/// Fixed work on a game that can be judged.
struct Bench<G: Game> {
    signature: fn(&G) -> u64,
    figures: fn(&G, &dyn Fn() -> AnySolver<G>, Clock) -> Figures,
}

impl<G: Game> Clone for Bench<G> {
    fn clone(&self) -> Bench<G> {
        Bench { ..*self }
    }
}

/// Bytes for the tables of a solver that is measured.
const MEASURED_MEMORY: usize = 16 << 20;

/// A player that has been asked for.
struct Order<'a, G: Game> {
    spec: &'a Spec,
    game: &'a G,
    seed: u64,
    roster: &'a Roster<G>,
}

impl<G: Game> Clone for Roster<G> {
    fn clone(&self) -> Roster<G> {
        Roster {
            makers: self.makers.clone(),
            guests: self.guests.clone(),
            evaluations: self.evaluations.clone(),
            advice: self.advice.clone(),
            suspect: self.suspect,
            chances: self.chances,
            solver: self.solver,
            bench: self.bench.clone(),
        }
    }
}

impl<G: Game> Roster<G> {
    /// What the bare rules allow.
    pub fn rules() -> Roster<G> {
        let roster = Roster {
            makers: Vec::new(),
            guests: Vec::new(),
            evaluations: Vec::new(),
            advice: None,
            suspect: || Box::new(Anything),
            chances: None,
            solver: |_, memory| Box::new(Brute::new(memory)),
            bench: None,
        };
        roster.with("random", |order| Ok(Box::new(Random::new(order.seed)))).with("mcts", |order| {
            let settings = mcts::Settings::read(order.spec, order.seed)?;
            refuse_value(order.spec, "policy", &["uniform"])?;
            refuse_value(order.spec, "eval", &["none"])?;
            Ok(simulations(Playouts(Uniform), settings))
        })
    }

    /// Moves have an immediate worth.
    #[must_use]
    pub fn greedy(self) -> Roster<G>
    where
        G: Greedy,
    {
        self.with("greedy", grabber).with("mcts", |order| {
            refuse_value(order.spec, "eval", &["none"])?;
            playouts(order)
        })
    }

    /// Positions can be judged.
    #[must_use]
    pub fn evaluate(mut self) -> Roster<G>
    where
        G: Greedy + Evaluate,
    {
        self.bench = Some(Bench { signature: bench::signature, figures: bench::figures });
        let levels = (1..=10).map(|n| (LEVEL_NAMES[n - 1], shown as Maker<G>));
        let roster = levels.fold(self, |roster, (name, make)| roster.with(name, make));
        roster
            .with("alphabeta", shown)
            .with("meanmax", |order| match advised(order)? {
                Some(player) => Ok(player),
                None => judged(order),
            })
            .with("mcts", |order| match order.spec.get("eval") {
                None | Some("none") => playouts(order),
                Some(_) => shown(order),
            })
            .with("master", master)
    }

    /// What its judgements are worth has been measured.
    #[must_use]
    pub fn chances(mut self) -> Roster<G>
    where
        G: Greedy + Evaluate + Chances,
    {
        self.chances = Some((G::CHANCES, G::phase));
        self
    }

    /// The game brings its own solver.
    #[must_use]
    pub fn solve(mut self) -> Roster<G>
    where
        G: Greedy + Evaluate + Solve,
    {
        self.solver = |game, memory| Box::new(game.solver(memory));
        self
    }

    /// Moves that can win are told apart cheaply.
    #[must_use]
    pub fn threaten(mut self) -> Roster<G>
    where
        G: Greedy + Evaluate + Threaten,
    {
        self.suspect = || Box::new(Threats);
        self
    }

    /// One more evaluation, asked for as `eval=name`; `make` makes it for a game, or says why there is none.
    #[must_use]
    pub fn evaluator<E: Evaluator<G>>(
        mut self,
        name: &str,
        make: impl Fn(&G) -> Result<E, String> + Send + Sync + 'static,
    ) -> Roster<G>
    where
        G: Greedy + Evaluate,
    {
        let make = move |game: &G| make(game).map(|evaluator| -> AnyEvaluator<G> { Box::new(evaluator) });
        self.evaluations.insert(0, (name.to_lowercase(), Arc::new(make)));
        self
    }

    /// A net judges positions by itself and advises `meanmax:net`; `find` finds it for a game.
    #[must_use]
    pub fn advise(
        mut self,
        find: impl Fn(&G) -> Result<Option<Adviser<G>>, String> + Send + Sync + 'static,
    ) -> Roster<G> {
        self.advice = Some(Arc::new(find));
        self
    }

    /// What tells the moves that could win at once in this game.
    pub fn suspect(&self) -> SuspectMaker<G> {
        self.suspect
    }

    /// One more player, made elsewhere; the parameters of its entry are checked before it is made.
    #[must_use]
    pub fn guest(
        mut self,
        info: &'static PlayerInfo,
        make: impl Fn(&Spec, &G, u64) -> Made<G> + Send + Sync + 'static,
    ) -> Roster<G> {
        self.guests.push((info, Arc::new(make)));
        self
    }

    /// Names of the players, in the order of [`crate::PLAYERS`], guests last.
    pub fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.makers.iter().map(|&(name, _)| name).collect();
        in_order(&mut names);
        names.extend(self.guests.iter().map(|(info, _)| info.name));
        names
    }

    /// Makes the player that `spec` asks for. What is random about it follows from `seed`.
    pub fn player(&self, spec: &Spec, game: &G, seed: u64) -> Made<G> {
        let known = || self.names().into_iter().map(str::to_string).collect();
        let unknown = || SpecError::UnknownPlayer { name: spec.name().to_string(), known: known() };
        if let Some((info, make)) = self.guests.iter().find(|(info, _)| info.name == spec.name()) {
            check_parameters(spec, info.parameters)?;
            return make(spec, game, seed);
        }
        let (_, make) = self.makers.iter().find(|(name, _)| *name == spec.name()).ok_or_else(unknown)?;
        check_parameters(spec, player_info(spec.name()).map_or(&[][..], |info| info.parameters))?;
        make(&Order { spec, game, seed, roster: self })
    }

    /// The solver with the least need of luck: the game's own where it has one, brute force otherwise. Keeps its tables within about `memory` bytes.
    pub fn solver(&self, game: &G, memory: usize) -> AnySolver<G> {
        (self.solver)(game, memory)
    }

    /// Nodes of fixed work; `None` when the game cannot be judged.
    pub fn signature(&self, game: &G) -> Option<u64> {
        self.bench.as_ref().map(|bench| (bench.signature)(game))
    }

    /// Fixed work, counted and timed; `None` when the game cannot be judged. The solver begins with empty tables in every round.
    pub fn bench(&self, game: &G, clock: Clock) -> Option<Figures> {
        let figures = self.bench.as_ref()?.figures;
        Some(figures(game, &|| self.solver(game, MEASURED_MEMORY), clock))
    }

    /// The same roster with one maker added, replacing an earlier one of that name.
    fn with(mut self, name: &'static str, make: Maker<G>) -> Roster<G> {
        self.makers.retain(|&(known, _)| known != name);
        self.makers.push((name, make));
        self
    }
}

const LEVEL_NAMES: [&str; 10] =
    ["level1", "level2", "level3", "level4", "level5", "level6", "level7", "level8", "level9", "level10"];

/// Refuses parameters that the player's entry does not list.
fn check_parameters(spec: &Spec, known: &[Parameter]) -> Result<(), SpecError> {
    match spec.parameters().find(|(name, _)| known.iter().all(|parameter| parameter.name != *name)) {
        None => Ok(()),
        Some((name, _)) => Err(SpecError::UnknownParameter {
            player: spec.name().to_string(),
            name: name.to_string(),
            known: known.iter().map(|parameter| parameter.name.to_string()).collect(),
        }),
    }
}

/// Refuses a value that is not in the list.
fn refuse_value(spec: &Spec, name: &str, known: &[&str]) -> Result<(), SpecError> {
    match spec.get(name) {
        Some(value) if !known.contains(&value) => Err(spec.bad(name, known.join(" or "))),
        _ => Ok(()),
    }
}

/// The bytes that a player may use for tables and trees.
pub(crate) fn memory(spec: &Spec) -> Result<usize, SpecError> {
    Ok(game::memory::affordable(spec.number("memory", 1..=1 << 20, 64)?))
}

fn playouts<G: Greedy>(order: &Order<'_, G>) -> Made<G> {
    let settings = mcts::Settings::read(order.spec, order.seed)?;
    Ok(simulations(Playouts(policy(order.spec)?), settings))
}

/// Takes what it can get, or plays exactly first where that is asked for.
fn grabber<G: Greedy>(order: &Order<'_, G>) -> Made<G> {
    let player = Box::new(Grabber::new(order.seed));
    if !order.spec.flag("exact")? {
        return Ok(player);
    }
    let solver = order.roster.solver(order.game, memory(order.spec)?);
    Ok(Box::new(Master::new(solver, player, crate::limits::read(order.spec)?).modest()))
}

/// Tree search with this leaf.
fn simulations<G: Game>(leaf: impl Leaf<G>, settings: mcts::Settings) -> AnyPlayer<G> {
    let leaf: AnyLeaf<G> = Box::new(leaf);
    Box::new(Mcts::new(leaf, settings))
}

/// How playouts go.
fn policy(spec: &Spec) -> Result<Keen, SpecError> {
    refuse_value(spec, "policy", &["uniform", "greedy"])?;
    Ok(if spec.get("policy") == Some("greedy") { Keen::default() } else { Keen::UNIFORM })
}

/// The name of the evaluation asked for, or of the strongest.
fn evaluation<G: Evaluate>(spec: &Spec, _game: &G) -> Result<String, SpecError> {
    let strongest = G::EVALUATIONS.first().map(|&(name, _)| name);
    let reason = "it has no evaluation".into();
    let name = spec.get("eval").or(strongest);
    let unsuited = || SpecError::Unsuited { player: spec.name().to_string(), reason };
    name.map(str::to_string).ok_or_else(unsuited)
}

fn unknown_evaluation<G: Evaluate>(order: &Order<'_, G>, _name: &str) -> SpecError {
    let own = G::EVALUATIONS.iter().map(|&(name, _)| name);
    let added = order.roster.evaluations.iter().map(|(name, _)| name.as_str());
    let known: Vec<&str> = own.chain(added).collect();
    order.spec.bad("eval", format!("one of {}", known.join(", ")))
}

/// The evaluation that a spec asks for.
fn evaluator<G: Evaluate>(order: &Order<'_, G>) -> Result<AnyEvaluator<G>, SpecError> {
    let name = evaluation(order.spec, order.game)?;
    if let Some((_, make)) = order.roster.evaluations.iter().find(|(known, _)| *known == name) {
        return make(order.game).map_err(|reason| SpecError::Unsuited {
            player: order.spec.name().to_string(),
            reason: reason.into(),
        });
    }
    order.game.evaluator(&name).ok_or_else(|| unknown_evaluation(order, &name))
}

/// The player that a net advises, if that is what the spec asks for and there is a net to be used.
fn advised<G: Game>(order: &Order<'_, G>) -> Result<Option<AnyPlayer<G>>, SpecError> {
    let spec = order.spec;
    if !spec.flag("net")? {
        return Ok(None);
    }
    if spec.get("eval").is_some() {
        return Err(spec.bad("eval", "nothing beside net".to_string()));
    }
    let unsuited = |reason: String| SpecError::Unsuited {
        player: format!("{}:net", spec.name()),
        reason: reason.into(),
    };
    let none = || unsuited("its positions cannot be shown to a net".to_string());
    let find = order.roster.advice.as_ref().ok_or_else(none)?;
    match find(order.game).map_err(unsuited)? {
        Some(adviser) => mean_max(order, Box::new(adviser)).map(Some),
        None => Ok(None),
    }
}

fn two_seats<G: Game>(order: &Order<'_, G>) -> Result<(), SpecError> {
    let player = || order.spec.name().to_string();
    match order.game.seats() {
        2 => Ok(()),
        _ => Err(SpecError::Unsuited { player: player(), reason: "it needs exactly two seats".into() }),
    }
}

/// Makes a player around the evaluation that its spec asks for, whose chances mean what they say where that was measured.
fn shown<G: Greedy + Evaluate>(order: &Order<'_, G>) -> Made<G> {
    let player = judged(order)?;
    let (Some((text, phase)), Some(judge)) = (order.roster.chances, judge(order)?) else { return Ok(player) };
    let links = Links::read(text).map_err(|problem| SpecError::Unsuited {
        player: order.spec.name().to_string(),
        reason: problem.to_string().into(),
    })?;
    let link = links.nearest(&game::chances::board(&order.game.options()), &judge).cloned();
    Ok(match link {
        Some(link) => Box::new(Calibrated { player, link, phase }),
        None => player,
    })
}

/// The search and the evaluation behind the chances of a player, as links name them; `None` when the usual link is asked for, or parameters that
/// were never measured.
fn judge<G: Evaluate>(order: &Order<'_, G>) -> Result<Option<String>, SpecError> {
    let spec = order.spec;
    refuse_value(spec, "chances", &["measured", "usual"])?;
    let unmeasured = ["policy", "plies", "explore"].iter().any(|name| spec.get(name).is_some());
    if unmeasured || spec.get("chances") == Some("usual") {
        return Ok(None);
    }
    let search = match (level(spec.name()), order.game.seats()) {
        (Some(_), 2) => "alphabeta",
        (Some(_), _) => "mcts",
        (None, _) => spec.name(),
    };
    Ok(Some(format!("{search}:eval={}", evaluation(spec, order.game)?)))
}

/// The search and the evaluation by which the strongest player of a game judges where no solver reaches, as links name them.
pub fn strongest_judge<G: Evaluate>(game: &G) -> Result<String, SpecError> {
    let spec: Spec = game.master().parse()?;
    Ok(format!("{}:eval={}", spec.name(), evaluation(&spec, game)?))
}

/// Makes a player around the evaluation that its spec asks for.
fn judged<G: Greedy + Evaluate>(order: &Order<'_, G>) -> Made<G> {
    let Order { spec, seed, .. } = *order;
    let evaluator = evaluator(order)?;
    if let Some(number) = level(spec.name()) {
        let usual = G::LEVELS[number - 1];
        let strength = Level {
            depth: spec.number("depth", 1..=200, u64::from(usual.depth))? as u32,
            temperature: spec.real("temperature", 0.0..=1e6, usual.temperature)?,
            ..usual
        };
        let memory = 8 << 20;
        let search = if order.game.seats() == 2 {
            let settings = alphabeta::Settings { memory, ..alphabeta::Settings::default() };
            level::Search::Two(Box::new(AlphaBeta::new(evaluator, settings)))
        } else {
            let settings = mcts::Settings { memory, seed, ..mcts::Settings::default() };
            level::Search::More(simulations(Judged::new(evaluator, Keen::UNIFORM, 0), settings))
        };
        return Ok(Box::new(Leveled::new(number, strength, search, seed)));
    }
    match spec.name() {
        "mcts" => {
            let settings = mcts::Settings::read(spec, seed)?;
            let plies = spec.number("plies", 0..=10_000, 0)? as usize;
            Ok(simulations(Judged::new(evaluator, policy(spec)?, plies), settings))
        }
        "meanmax" => mean_max(order, evaluator),
        _ => {
            two_seats(order)?;
            Ok(Box::new(AlphaBeta::new(evaluator, alphabeta::Settings::read(spec)?)))
        }
    }
}

/// Makes the Mean-Max player, with the short cuts that the game has.
fn mean_max<G: Game>(order: &Order<'_, G>, evaluator: AnyEvaluator<G>) -> Made<G> {
    two_seats(order)?;
    let settings = meanmax::Settings::read(order.spec)?;
    Ok(Box::new(MeanMax::new(evaluator, (order.roster.suspect)(), settings, order.seed)))
}

/// Makes the strongest player around the game's solver: the search that the game names, given the same parameters.
fn master<G: Greedy + Evaluate>(order: &Order<'_, G>) -> Made<G> {
    let solver = order.roster.solver(order.game, memory(order.spec)? / 2);
    let half = memory(order.spec)? >> 21;
    let given = order.spec.parameters().filter(|&(name, _)| name == "threads" || name == "chances");
    let search =
        given.fold(order.game.master().parse()?, |search: Spec, (name, value)| search.with(name, value));
    let frank = order.spec.flag("frank")?;
    let search = if frank && search.takes("contempt") { search.with("contempt", 0) } else { search };
    let inner = order.roster.player(&search.with("memory", half.max(1)), order.game, order.seed)?;
    let master = Master::new(solver, inner, crate::limits::read(order.spec)?);
    Ok(Box::new(if frank { master.modest() } else { master }))
}

/// Sorts the names of players as [`crate::PLAYERS`] has them, levels by number.
fn in_order(names: &mut [&'static str]) {
    let place = |name: &str| {
        let listed = player_info(name).map_or("", |info| info.name);
        crate::PLAYERS.iter().position(|info| info.name == listed)
    };
    names.sort_by_key(|name| (place(name), level(name)));
}
