//! Simulations against expectations that can be computed.

use game::{Control, Game, Limits, Line, MAX_SEATS, Seat, Turn};
use ludus_search::mcts::{Judged, Keen, Mcts, Playouts, Settings, Uniform};
use ludus_search::{Ask, Player, Thought};

use crate::toys::{Coins, Dice, Lines, Nim, Noise, Shuttle, short_time};

fn simulations(nodes: u64) -> Control {
    Control::new(Limits { nodes: Some(nodes), ..Limits::default() })
}

fn think<G: Game>(line: &Line<G>, nodes: u64, seed: u64) -> Thought<G::Move> {
    let settings = Settings { seed, memory: 8 << 20, ..Settings::default() };
    Mcts::new(Playouts(Uniform), settings).think(line, &simulations(nodes), Ask::lines(99))
}

/// What every seat can expect when each chooses what is best for itself.
fn expected(game: &Dice, state: &<Dice as Game>::State) -> [f64; MAX_SEATS] {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after = |mv| {
        let mut next = *state;
        game.play(&mut next, mv);
        expected(game, &next)
    };
    match game.turn(state) {
        Turn::Over => {
            let outcome = game.outcome(state);
            std::array::from_fn(|i| if i < game.seats() { outcome.value(Seat::new(i)) } else { 0.0 })
        }
        Turn::Player(seat) => {
            let each = moves.into_iter().map(after);
            each.max_by(|a, b| a[seat.index()].total_cmp(&b[seat.index()])).unwrap()
        }
        Turn::Chance => {
            let mut sum = [0.0; MAX_SEATS];
            for mv in moves {
                let odds = game.odds(state, mv);
                for (sum, value) in sum.iter_mut().zip(after(mv)) {
                    *sum += odds * value;
                }
            }
            sum
        }
    }
}

#[test]
fn chance_is_weighed_by_its_odds() {
    for (seats, turns) in [(2, 2), (2, 4), (3, 3), (3, 4)] {
        let game = Dice { seats, turns };
        let line = Line::new(game.clone(), game.start());
        let chance = (expected(&game, line.state())[0] + 1.0) / 2.0;
        let thought = think(&line, 60_000, 7);
        assert!(
            (thought.win - chance).abs() < 0.03,
            "{seats} seats, {turns} turns: {} for {chance}",
            thought.win
        );
        let mut next = *line.state();
        game.play(&mut next, thought.best);
        let best = (expected(&game, &next)[0] + 1.0) / 2.0;
        assert!(chance - best < 0.02, "{:?} is not the best move", thought.best);
    }
}

#[test]
fn certain_results_are_carried_to_the_root() {
    for heaps in [[1, 2, 3], [2, 2, 1], [1, 3, 0], [3, 3, 0], [2, 3, 4]] {
        let game = Nim(heaps);
        let line = Line::new(game.clone(), game.start());
        let thought = think(&line, 100_000, 1);
        assert!(thought.exact, "{heaps:?} is small enough to be certain");
        assert_eq!(thought.win == 1.0, Nim::won(line.state()), "{heaps:?}");
        assert!(thought.nodes < 100_000, "certainty ends the search");
    }
    let thought = think(&Line::new(Lines, Lines.start()), 400_000, 1);
    assert!(thought.win > 0.4 && thought.win < 0.75, "a drawn game: {}", thought.win);
}

#[test]
fn the_best_coin_is_found_under_every_policy() {
    // Taking the 9 is right at once; the even coin keeps the turn.
    let game = Coins(vec![2, 1, 9, 1]);
    let line = Line::new(game.clone(), game.start());
    let settings = Settings { memory: 1 << 20, ..Settings::default() };
    let mut players: Vec<Box<dyn Player<Coins>>> = vec![
        Box::new(Mcts::new(Playouts(Uniform), settings)),
        Box::new(Mcts::new(Playouts(Keen::default()), settings)),
        Box::new(Mcts::new(Judged::new(Noise, Uniform, 0), settings)),
        Box::new(Mcts::new(Judged::new(Noise, Keen::default(), 3), settings)),
    ];
    let best: Vec<_> =
        players.iter_mut().map(|p| p.think(&line, &simulations(3_000), Ask::best()).best).collect();
    assert!(best.windows(2).all(|pair| pair[0] == pair[1]), "{best:?}");
}

#[test]
fn the_same_seed_gives_the_same_thought() {
    let game = Dice { seats: 3, turns: 9 };
    let line = Line::new(game.clone(), game.start());
    let run = |seed| {
        let Thought { time: _, ref best, ref win, ref lines, nodes, .. } = think(&line, 5_000, seed);
        (*best, *win, lines.clone(), nodes)
    };
    assert_eq!(run(3), run(3));
    assert_ne!(run(3).2, run(4).2, "another seed simulates other games");
    assert_eq!(run(3).3, 5_000);
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let game = Dice { seats: 2, turns: 10 };
    let mut line = Line::new(game.clone(), game.start());
    let mut player = Mcts::new(Playouts(Uniform), Settings { memory: 8 << 20, ..Settings::default() });
    let mut rng = game::Rng::new(5);
    let mut fresh = 0;
    while line.turn() != Turn::Over {
        match line.turn() {
            Turn::Chance => {
                let event = game.sample(line.state(), &mut rng, &mut Vec::new());
                line.play(event).unwrap();
            }
            _ => {
                let thought = player.think(&line, &simulations(2_000), Ask::lines(2));
                let chance = (expected(&game, line.state())[line.turn().seat().unwrap().index()] + 1.0) / 2.0;
                assert!(
                    (thought.win - chance).abs() < 0.12,
                    "{} for {chance} at {:?}",
                    thought.win,
                    line.state()
                );
                line.play(thought.best).unwrap();
                fresh += 1;
            }
        }
    }
    assert_eq!(fresh, 10);
}

#[test]
fn repetition_is_seen() {
    let game = Shuttle(4);
    let line = Line::new(game.clone(), game.start());
    let thought = think(&line, 5_000, 1);
    assert!(thought.win > 0.3 && thought.win < 0.7, "back and forth draws: {thought:?}");
}

#[test]
fn limits_and_memory_are_kept() {
    let game = Coins::random(60, 3);
    let line = Line::new(game.clone(), game.start());
    for threads in [1, 2] {
        let settings = Settings { threads, memory: 1 << 16, ..Settings::default() };
        let thought = Mcts::new(Playouts(Uniform), settings).think(&line, &short_time(), Ask::best());
        assert!(line.legal().contains(&thought.best), "its time is over, and it answers");
        let thought = Mcts::new(Playouts(Uniform), settings).think(&line, &simulations(20_000), Ask::best());
        assert!(thought.nodes >= 20_000, "it goes on simulating when the tree is full");
    }
    let stopped = Control::new(Limits::default());
    stopped.stop();
    let thought = Mcts::new(Playouts(Uniform), Settings::default()).think(&line, &stopped, Ask::best());
    assert!(line.legal().contains(&thought.best));
}
