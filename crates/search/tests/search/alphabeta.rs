//! Alpha-beta with everything it leaves out must come to the same as plain minimax, and know when it knows.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::toys::{Coins, Lines, Noise, Push, Shuttle, minimax, short_time};
use game::{Control, Evaluate, Evaluator, Game, Limits, Line, Rng, Solver, Turn, random_move};
use ludus_search::alphabeta::{AlphaBeta, Pruning, Settings};
use ludus_search::{Ask, Brute, Player, Thought};

fn settings(pruning: Pruning) -> Settings {
    Settings { memory: 1 << 20, pruning, ..Settings::default() }
}

fn to_depth(depth: u32) -> Control {
    Control::new(Limits { depth: Some(depth), ..Limits::default() })
}

fn think<G: Evaluate, E: Evaluator<G> + Clone>(
    line: &Line<G>,
    eval: E,
    pruning: Pruning,
    depth: u32,
) -> Thought<G::Move> {
    AlphaBeta::new(eval, settings(pruning)).think(line, &to_depth(depth), Ask::best())
}

/// A line with some random moves made, and a player to move.
fn random_line<G: Game>(game: &G, plies: usize, seed: u64) -> Option<Line<G>> {
    let mut line = Line::new(game.clone(), game.start());
    let mut rng = Rng::new(seed);
    for _ in 0..plies {
        let mv = random_move(game, line.state(), &mut rng, &mut Vec::new())?;
        line.play(mv).ok()?;
    }
    line.turn().seat().map(|_| line)
}

fn same_as_minimax<G: Evaluate>(game: &G, depths: u32) {
    for seed in 0..12 {
        let Some(line) = random_line(game, seed as usize % 5, seed) else { continue };
        let mut player = AlphaBeta::new(Noise, settings(Pruning::Faithful));
        for depth in 1..=depths {
            let value = minimax(game, &Noise, line.state(), depth, 0);
            // The table keeps what shallower searches found; it must not leak into this one.
            let thought = player.think(&line, &to_depth(depth), Ask::best());
            let mut next = *line.state();
            let seat = game.turn(&next).seat().unwrap();
            game.play(&mut next, thought.best);
            let decided = value.abs() > 1_000_000;
            let points = matches!(G::INFO.objective, game::Objective::Points(_));
            let score = match (decided, points) {
                (false, _) => f64::from(value) / 100.0,
                (true, true) => {
                    f64::from(value % 4_000_000 - if value % 4_000_000 > 2_000_000 { 4_000_000 } else { 0 })
                        / 100.0
                }
                (true, false) => f64::from(value.signum()),
            };
            assert_eq!(thought.score, score, "{:?} depth {depth} seed {seed} seat {seat:?}", line.state());
        }
    }
}

#[test]
fn faithful_search_is_minimax_with_extra_turns() {
    for seed in 0..6 {
        same_as_minimax(&Coins::random(14, seed), 8);
    }
}

#[test]
fn faithful_search_is_minimax_with_transpositions() {
    same_as_minimax(&Lines, 6);
}

#[test]
fn selective_search_solves_what_brute_force_solves() {
    for seed in 0..40 {
        let game = Coins::random(13, seed);
        let line = Line::new(game.clone(), game.start());
        let solved =
            Brute::new(1 << 22).solve(&game, line.state(), &Control::new(Limits::default())).unwrap();
        let thought = think(&line, Noise, Pruning::Selective, 30);
        assert!(thought.exact, "a game of 13 moves searched 30 deep is known to its end");
        assert_eq!(thought.score, f64::from(solved.value), "{game:?}");
        assert!(thought.win == 0.0 || thought.win == 1.0, "one of both wins");
    }
}

#[test]
fn winning_counts_more_than_points() {
    // Equal coins are won by the second, so the first must not be content with a tie.
    let game = Coins(vec![1, 1]);
    let line = Line::new(game.clone(), game.start());
    let thought = think(&line, Noise, Pruning::Selective, 5);
    assert_eq!((thought.score, thought.win, thought.exact), (0.0, 0.0, true));
}

#[test]
fn a_drawn_game_is_known_to_be_drawn() {
    let line = Line::new(Lines, Lines.start());
    let thought = think(&line, Noise, Pruning::Selective, 30);
    assert_eq!((thought.score, thought.win, thought.exact), (0.0, 0.5, true));
    assert!(thought.alpha_cuts > 0 && thought.beta_cuts > 0 && thought.hash_hits > 0);
}

#[test]
fn a_shallow_search_claims_nothing() {
    let line = Line::new(Lines, Lines.start());
    assert!(!think(&line, Noise, Pruning::Selective, 4).exact);
}

#[test]
fn lines_are_the_best_moves_in_order() {
    let mut line = Line::new(Lines, Lines.start());
    for cell in [0, 3, 1] {
        line.play(cell).unwrap();
    }
    // The second must block at 2; every other move loses.
    let thought =
        AlphaBeta::new(Noise, settings(Pruning::Selective)).think(&line, &to_depth(9), Ask::lines(9));
    assert_eq!(thought.best, 2);
    assert_eq!(thought.lines.len(), 6);
    assert!(thought.lines.windows(2).all(|pair| pair[0].win >= pair[1].win), "{:?}", thought.lines);
    assert!(thought.lines[1..].iter().all(|line| line.win == 0.0 && line.exact));
    let mut moves: Vec<_> = thought.lines.iter().map(|line| line.mv).collect();
    moves.sort_unstable();
    assert_eq!(moves, line.legal(), "each move once");
}

#[test]
fn all_lines_are_judged_as_each_alone() {
    for seed in 0..10 {
        let game = Coins::random(14, seed);
        let line = Line::new(game.clone(), game.start());
        let all =
            AlphaBeta::new(Noise, settings(Pruning::Faithful)).think(&line, &to_depth(6), Ask::lines(2));
        for idea in &all.lines {
            let mut ahead = line.clone();
            ahead.play(idea.mv).unwrap();
            let value = minimax(&game, &Noise, ahead.state(), 5, 1);
            let value = if ahead.turn() == line.turn() { value } else { -value };
            assert_eq!(idea.score, f64::from(value) / 100.0, "{:?} of {game:?}", idea.mv);
        }
    }
}

#[test]
fn expected_lines_can_be_played() {
    for seed in 0..20 {
        let game = Coins::random(16, seed);
        let line = Line::new(game.clone(), game.start());
        let thought = think(&line, Noise, Pruning::Selective, 7);
        let mut ahead = line.clone();
        for &mv in &thought.pv {
            ahead.play(mv).unwrap();
        }
        assert_eq!(thought.pv[0], thought.best);
    }
}

#[test]
fn repetition_is_seen_in_the_tree_and_in_the_match() {
    // On a long track nobody gets through: going back and forth draws.
    let game = Shuttle(8);
    let mut line = Line::new(game.clone(), game.start());
    let thought = think(&line, Noise, Pruning::Selective, 12);
    assert!(!thought.exact || thought.win == 0.5, "nobody wins by force: {thought:?}");
    line.play(thought.best).unwrap();
    // Next to the goal the mover wins at once, whatever happened before.
    let game = Shuttle(4);
    let mut line = Line::new(game.clone(), toys_state(3));
    assert_eq!(think(&line, Noise, Pruning::Selective, 4).win, 1.0);
    line = Line::new(game, toys_state(2));
    let thought = think(&line, Noise, Pruning::Selective, 6);
    assert!(thought.win > 0.0 && thought.win < 1.0, "stepping back and forth draws: {thought:?}");
}

/// Says the same of every position.
#[derive(Clone)]
struct Always(i32);

impl Evaluator<Shuttle> for Always {
    fn value(&self, _: &Shuttle, _: &<Shuttle as Game>::State) -> i32 {
        self.0
    }
}

/// Going back repeats the start; going forth is judged a little worse than a draw.
#[test]
fn contempt_chooses_moves_and_is_not_shown() {
    let game = Shuttle(20);
    let mut line = Line::new(game.clone(), game.start());
    line.play(Push::Forth).unwrap();
    let think = |contempt: i32, judgement: i32, lines: usize| {
        let settings = Settings { contempt, ..settings(Pruning::Selective) };
        AlphaBeta::new(Always(judgement), settings).think(&line, &to_depth(1), Ask::lines(lines))
    };
    // The second seat is to move; what is good for the first is bad for it.
    let drawn = think(0, 50, 1);
    assert_eq!((drawn.best, drawn.score), (Push::Back, 0.0));
    let played = think(200, 50, 1);
    assert_eq!((played.best, played.score), (Push::Forth, -0.5));
    let lost = think(200, 300, 1);
    assert_eq!((lost.best, lost.score), (Push::Back, 0.0), "a draw is shown as a draw");
    let compared = think(200, 50, 2);
    assert_eq!(
        (compared.best, compared.score),
        (Push::Back, 0.0),
        "who compares moves is told what they are worth"
    );
}

#[test]
fn an_unfinished_depth_is_not_mixed_with_a_finished_one() {
    let game = Coins::random(40, 7);
    let line = Line::new(game.clone(), game.start());
    let all = |limits| {
        let mut player = AlphaBeta::new(Noise, settings(Pruning::Faithful));
        let thought = player.think(&line, &Control::new(limits), Ask::lines(usize::MAX));
        let lines = thought.lines.iter().map(|line| (line.mv, line.score)).collect::<Vec<_>>();
        (thought.depth, thought.nodes, lines)
    };
    let whole = |depth| all(Limits { depth: Some(depth), ..Limits::default() });
    let (_, nodes, _) = whole(5);
    for more in [1, 10, 100, 1000] {
        let (depth, _, lines) = all(Limits { nodes: Some(nodes + more), ..Limits::default() });
        assert_eq!(lines, whole(depth).2, "after {more} nodes more");
    }
}

fn toys_state(at: u8) -> <Shuttle as Game>::State {
    let mut state = Shuttle(4).start();
    state.at = at;
    state
}

#[test]
fn limits_are_kept() {
    let game = Coins::random(120, 3);
    let line = Line::new(game.clone(), game.start());
    let nodes = Control::new(Limits { nodes: Some(12_345), ..Limits::default() });
    let thought = AlphaBeta::new(Noise, settings(Pruning::Selective)).think(&line, &nodes, Ask::best());
    assert_eq!(thought.nodes, 12_345, "a limit on nodes is met exactly by one thread");
    for threads in [1, 2] {
        let mut player = AlphaBeta::new(Noise, Settings { threads, ..settings(Pruning::Selective) });
        let thought = player.think(&line, &short_time(), Ask::best());
        assert!(line.legal().contains(&thought.best), "its time is over, and it answers");
    }
    let stopped = Control::new(Limits::default());
    stopped.stop();
    let thought = AlphaBeta::new(Noise, settings(Pruning::Selective)).think(&line, &stopped, Ask::best());
    assert!(line.legal().contains(&thought.best), "even a player stopped before it began has a move");
}

/// Takes a millisecond for each position at least, as a learned judge does, and counts them.
#[derive(Clone, Default)]
struct Slow(Arc<AtomicU64>);

impl Evaluator<Coins> for Slow {
    fn value(&self, _: &Coins, _: &<Coins as Game>::State) -> i32 {
        self.0.fetch_add(1, Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(1));
        0
    }
}

/// Within 80 ms it is asked 80 times at most, however busy the machine is; the rest is what it was asked before the search looked at the clock again.
#[test]
fn slow_judges_do_not_overrun_the_clock() {
    let game = Coins::random(60, 1);
    let line = Line::new(game.clone(), game.start());
    let judge = Slow::default();
    let control = Control::new(Limits { time: Some(Duration::from_millis(80)), ..Limits::default() });
    AlphaBeta::new(judge.clone(), settings(Pruning::Selective)).think(&line, &control, Ask::best());
    let asked = judge.0.load(Ordering::Relaxed);
    assert!(asked <= 80 + 32, "asked {asked} times");
}

#[test]
fn the_same_search_twice_counts_the_same() {
    let game = Coins::random(40, 5);
    let line = Line::new(game.clone(), game.start());
    let run = || {
        let thought = think(&line, Noise, Pruning::Selective, 12);
        (thought.nodes, thought.best, thought.pv, thought.alpha_cuts, thought.beta_cuts)
    };
    assert_eq!(run(), run());
}

#[test]
fn reports_come_in_order_of_depth() {
    let line = Line::new(Lines, Lines.start());
    let mut depths = Vec::new();
    let mut listen = |thought: &Thought<u8>| depths.push(thought.depth);
    AlphaBeta::new(Noise, settings(Pruning::Selective)).think(
        &line,
        &to_depth(5),
        Ask::best().reporting(&mut listen),
    );
    assert_eq!(depths, [1, 2, 3, 4, 5]);
    assert_eq!(line.turn(), Turn::Player(game::Seat::FIRST));
}
