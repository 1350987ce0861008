//! Games that the net plays against itself by searching, and what it learns from them: to say at once what a search finds out.

use game::{Control, Copied, Evaluator, Features, Limits, Line, Rng, Seat, Symmetric, Turn, random_move};
use search::alphabeta::{AlphaBeta, Settings};
use search::{Ask, Player};

use crate::batch::Sample;
use crate::evaluator::NetEvaluator;
use crate::net::sigmoid;
use crate::selfplay::{ENDLESS, Played, Style, sample, shares};

/// Bytes of the table of a search. Small, because it is cleared for every game.
const MEMORY: usize = 1 << 19;

/// Plays one game between two by searching so many nodes a move.
pub(crate) fn play<G: Features + Symmetric, E: Evaluator<G> + Clone>(
    game: &G,
    evaluator: &NetEvaluator<G, E>,
    nodes: u64,
    style: Style,
    rng: &mut Rng,
) -> Played<G> {
    let settings = Settings { memory: MEMORY, ..Settings::default() };
    let mut player = AlphaBeta::new(evaluator.copied(), settings);
    let mut line = Line::new(game.clone(), game.start());
    let mut turns: Vec<Said> = Vec::new();
    let opening = rng.below(style.opening + 1);
    let longest = game.longest().unwrap_or(ENDLESS).min(ENDLESS * 4);
    let mut moves = Vec::new();
    loop {
        // A search judges positions before chance too, those that a move leads to: what comes of them is all there is to learn from.
        if line.turn() == Turn::Chance && line.moves().len() > opening {
            let sample = sample(game, evaluator, line.state(), Seat::FIRST, rng);
            turns.push(Said { sample: Some(sample), chance: None, strays: false });
        }
        let Some(seat) = player_to_move(game, &mut line, rng, &mut moves) else { break };
        if line.moves().len() > longest {
            break;
        }
        if line.moves().len() < opening {
            let Some(mv) = random_move(game, line.state(), rng, &mut moves) else { break };
            line.play(mv).expect("a listed move is legal");
            continue;
        }
        let control = Control::new(Limits { nodes: Some(nodes), ..Limits::default() });
        let thought = player.think(&line, &control, Ask::best());
        let spread = f64::from(evaluator.spread(game, line.state()));
        let logit = (100.0 * thought.score / spread) as f32 * style.trust;
        let chance = if thought.exact { thought.win as f32 } else { sigmoid(logit) };
        let strays = rng.unit() < style.explore;
        // What a capture is about to change is not for a net to foresee.
        let quiet = !thought.exact && !game.noisy(line.state(), thought.best);
        turns.push(Said {
            sample: quiet.then(|| sample(game, evaluator, line.state(), Seat::FIRST, rng)),
            chance: Some(if seat == Seat::FIRST { chance } else { 1.0 - chance }),
            strays,
        });
        let other = if strays { random_move(game, line.state(), rng, &mut moves) } else { None };
        line.play(other.unwrap_or(thought.best)).expect("a listed move is legal");
    }
    let mut beyond = line.outcome().map_or(0.5, |outcome| shares(&outcome)[0]);
    let mut samples = Vec::new();
    for turn in turns.into_iter().rev() {
        // What followed a stray move says nothing about the position before it.
        if let Some(chance) = turn.chance {
            let far = if turn.strays { chance } else { beyond };
            beyond = (1.0 - style.lambda) * chance + style.lambda * far;
        }
        if let Some(mut sample) = turn.sample {
            sample.target = if sample.target < 0.0 { 1.0 - beyond } else { beyond };
            samples.push(sample);
        }
    }
    Played { moves: line.moves().to_vec(), samples }
}

/// What the search said of a position.
struct Said {
    /// What is to be learned from it, if anything.
    sample: Option<Sample>,
    /// The first seat's chance to win; nothing is searched before chance.
    chance: Option<f32>,
    /// Whether another move was played than the best.
    strays: bool,
}

/// Goes on to the next position in which a player is to move; `None` at the end of the game.
fn player_to_move<G: Features>(
    game: &G,
    line: &mut Line<G>,
    rng: &mut Rng,
    moves: &mut Vec<G::Move>,
) -> Option<Seat> {
    loop {
        match line.turn() {
            Turn::Player(seat) => return Some(seat),
            Turn::Over => return None,
            Turn::Chance => {
                let mv = random_move(game, line.state(), rng, moves)?;
                line.play(mv).ok()?;
            }
        }
    }
}
