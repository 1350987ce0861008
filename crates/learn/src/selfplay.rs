//! Games that the net plays against itself, and what it learns from them.

use game::{
    Evaluator, Features, Game, MAX_SEATS, MOST_FEATURES, Outcome, Rng, Seat, Symmetric, Turn, random_move,
};

use crate::batch::Sample;
use crate::evaluator::NetEvaluator;
use crate::net::{head, sigmoid};

/// Games without a bound on their length are drawn after so many plies.
pub(crate) const ENDLESS: usize = 300;

/// How a game is played and judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// How often any move is played instead of the best.
    pub(crate) explore: f64,
    /// How much of a position's worth is seen in the far future rather than in the next position.
    pub(crate) lambda: f32,
    /// Up to so many random plies begin the game.
    pub(crate) opening: usize,
    /// How far the evaluation is trusted, as the net has it.
    pub(crate) trust: f32,
}

/// A game that was played.
pub(crate) struct Played<G: Game> {
    /// Its moves.
    pub(crate) moves: Vec<G::Move>,
    /// Its positions with their targets.
    pub(crate) samples: Vec<Sample>,
}

/// Plays one game by looking one ply ahead.
pub(crate) fn play<G: Features + Symmetric, E: Evaluator<G> + Clone>(
    game: &G,
    evaluator: &NetEvaluator<G, E>,
    style: Style,
    rng: &mut Rng,
) -> Played<G> {
    let mut state = game.start();
    let mut played = Vec::new();
    let mut moves = Vec::new();
    let mut seen: Vec<u64> = Vec::new();
    // A game of two has one viewer, the first seat; a larger one as many as seats.
    let viewers = if game.seats() == 2 { 1 } else { game.seats() };
    let mut samples = Vec::new();
    let mut chances = Vec::new();
    let opening = rng.below(style.opening + 1);
    let longest = game.longest().unwrap_or(ENDLESS).min(ENDLESS * 4);
    let mut results = [1.0 / game.seats() as f32; MAX_SEATS];
    for ply in 0..=longest {
        let turn = game.turn(&state);
        if turn == Turn::Over {
            results = shares(&game.outcome(&state));
            break;
        }
        if let Some(outcome) = game.repetition() {
            if seen.contains(&game.key(&state)) {
                results = shares(&outcome);
                break;
            }
            seen.push(game.key(&state));
        }
        if ply >= opening {
            for viewer in Seat::all(viewers) {
                samples.push(sample(game, evaluator, &state, viewer, rng));
                chances.push(sigmoid(evaluator.logit(game, &state, viewer) * style.trust));
            }
        }
        let mv = match turn {
            Turn::Player(seat) if ply >= opening && rng.unit() >= style.explore => {
                best(game, evaluator, &state, seat, &seen, rng, &mut moves)
            }
            _ => random_move(game, &state, rng, &mut moves),
        };
        let Some(mv) = mv else { break };
        if game.repetition().is_some() && game.irreversible(&state, mv) {
            seen.clear();
        }
        game.play(&mut state, mv);
        played.push(mv);
    }
    // From the end: what comes next, partly as the net sees it, partly as it went on from there.
    let (mut next, mut beyond) = (results, results);
    let turns = samples.chunks_exact_mut(viewers).zip(chances.chunks_exact(viewers));
    for (samples, chances) in turns.rev() {
        for (viewer, (sample, chance)) in samples.iter_mut().zip(chances).enumerate() {
            let worth = (1.0 - style.lambda) * next[viewer] + style.lambda * beyond[viewer];
            sample.target = if sample.target < 0.0 { 1.0 - worth } else { worth };
            (next[viewer], beyond[viewer]) = (*chance, worth);
        }
    }
    Played { moves: played, samples }
}

/// A position, or an image of it, without its target yet; a negative one means that the image exchanges the seats.
pub(crate) fn sample<G: Features + Symmetric, E: Evaluator<G> + Clone>(
    game: &G,
    evaluator: &NetEvaluator<G, E>,
    state: &G::State,
    viewer: Seat,
    rng: &mut Rng,
) -> Sample {
    let map = rng.below(game.order());
    let image = game.image(map, state);
    // A game of two is seen by the first seat, whoever that was before; a larger one by the image of the viewer.
    let (viewer, exchanged) = match game.image_seat(map, viewer) {
        seat if game.seats() == 2 => (Seat::FIRST, seat != Seat::FIRST),
        seat => (seat, false),
    };
    let mut words = [0; MOST_FEATURES / 64];
    game.tell(&image, viewer, &mut words);
    let base = evaluator.base(game, &image, viewer);
    let target = if exchanged { -1.0 } else { 0.0 };
    Sample { words, head: head(game.turn(&image), viewer), base, target }
}

/// The move after which the position is judged best for its mover; by lot among equals.
fn best<G: Features, E: Evaluator<G> + Clone>(
    game: &G,
    evaluator: &NetEvaluator<G, E>,
    state: &G::State,
    seat: Seat,
    seen: &[u64],
    rng: &mut Rng,
    moves: &mut Vec<G::Move>,
) -> Option<G::Move> {
    game.moves(state, moves);
    let (mut best, mut most, mut equals) = (None, i32::MIN, 0);
    for &mv in moves.iter() {
        let worth = worth(game, evaluator, state, mv, seat, seen);
        if worth > most {
            (best, most, equals) = (Some(mv), worth, 1);
        } else if worth == most {
            equals += 1;
            if rng.below(equals) == 0 {
                best = Some(mv);
            }
        }
    }
    best
}

fn worth<G: Features, E: Evaluator<G> + Clone>(
    game: &G,
    evaluator: &NetEvaluator<G, E>,
    state: &G::State,
    mv: G::Move,
    seat: Seat,
    seen: &[u64],
) -> i32 {
    const RESULT: f64 = 2_000_000.0;
    const FINE: f32 = 1_000_000.0;
    let mut next = *state;
    game.play(&mut next, mv);
    let over = match game.repetition() {
        _ if game.turn(&next) == Turn::Over => Some(game.outcome(&next)),
        Some(outcome) if !game.irreversible(state, mv) && seen.contains(&game.key(&next)) => Some(outcome),
        _ => None,
    };
    if let Some(outcome) = over {
        // Among equal results, the larger margin.
        return (RESULT * outcome.value(seat)) as i32 + outcome.margin(seat, game.seats());
    }
    if game.seats() > 2 {
        return (FINE * evaluator.prospects(game, &next)[seat.index()]) as i32;
    }
    let value = evaluator.value(game, &next);
    if seat == Seat::FIRST { value } else { -value }
}

/// Each seat's share of a result.
pub(crate) fn shares(outcome: &Outcome) -> [f32; MAX_SEATS] {
    std::array::from_fn(|seat| (outcome.value(Seat::new(seat)) as f32 + 1.0) / 2.0)
}
