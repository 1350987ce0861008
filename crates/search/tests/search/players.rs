//! Players asked for as text.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use game::{Control, Game, Limits, Line, Seat, Solved, Solver, Turn};
use ludus_search::meanmax::Adviser;
use ludus_search::{Ask, Brute, Clock, Master, PLAYERS, Player, Random, Roster, Spec};

use crate::toys::{Cells, Coins, Dice, Lines, Nim, Noise, short_time};

fn roster() -> Roster<Coins> {
    Roster::rules().greedy().evaluate()
}

fn make(text: &str) -> Result<Box<dyn Player<Coins>>, String> {
    let spec: Spec = text.parse().map_err(|e| format!("{e}"))?;
    roster().player(&spec, &Coins::random(10, 1), 1).map_err(|e| e.to_string())
}

#[test]
fn every_player_of_the_list_can_be_made_and_moves() {
    let game = Coins::random(10, 1);
    let line = Line::new(game.clone(), game.start());
    for name in roster().names() {
        let control = Control::new(Limits { nodes: Some(2_000), ..Limits::default() });
        let thought =
            make(name).unwrap_or_else(|e| panic!("{name}: {e}")).think(&line, &control, Ask::best());
        assert!(line.legal().contains(&thought.best), "{name}");
        assert!(thought.pv.first() == Some(&thought.best) && thought.lines[0].mv == thought.best, "{name}");
        assert!((0.0..=1.0).contains(&thought.win), "{name}");
    }
    for info in PLAYERS {
        assert!(roster().names().contains(&info.name), "{} is listed but cannot be made", info.name);
    }
    assert_eq!(roster().names().len(), PLAYERS.len() + 9, "ten levels are one entry");
}

#[test]
fn parameters_are_read() {
    for text in [
        "alphabeta:depth=3",
        "AlphaBeta : depth = 3 , eval=noise",
        "alphabeta:threads=2,memory=1,time=50ms,nodes=100",
        "mcts:nodes=100,policy=greedy",
        "mcts:eval=purse,plies=4,nodes=10,explore=1.5",
        "meanmax:plain",
        "meanmax:plain=no,risk=10,depth=2,eval=noise",
        "master:time=1s,memory=2",
        "level10",
        "level5:temperature=12.5,depth=2",
    ] {
        assert!(make(text).is_ok(), "{text}: {:?}", make(text).err());
        let spec: Spec = text.parse().unwrap();
        assert_eq!(spec.to_string().parse(), Ok(spec), "{text} is written back");
    }
}

#[test]
fn wrong_specs_are_refused_in_one_sentence() {
    for (text, complaint) in [
        ("", "'' names no player; expected something like alphabeta:depth=6"),
        (":depth=3", "':depth=3' names no player; expected something like alphabeta:depth=6"),
        ("random:x=1", "unknown parameter 'x': random has none"),
        (
            "alphabeta:dept=3",
            "unknown parameter 'dept' of alphabeta; expected one of eval, depth, nodes, time, threads, memory, contempt, chances",
        ),
        (
            "alphabeta:depth=three",
            "the parameter depth cannot be 'three'; expected a whole number from 1 to 200",
        ),
        ("alphabeta:depth=0", "the parameter depth cannot be '0'; expected a whole number from 1 to 200"),
        ("alphabeta:depth=3,depth=4", "the parameter 'depth' is given twice"),
        ("alphabeta:eval=stars", "the parameter eval cannot be 'stars'; expected one of purse, noise"),
        ("mcts:policy=lazy", "the parameter policy cannot be 'lazy'; expected uniform or greedy"),
        ("mcts:time=soon", "the parameter time cannot be 'soon'; expected a time such as 500ms, 2s or 1m"),
        ("mcts:explore=nan", "the parameter explore cannot be 'nan'; expected a number from 0 to 100"),
        ("meanmax:net", "meanmax:net cannot play this game: its positions cannot be shown to a net"),
        ("meanmax:net,eval=noise", "the parameter eval cannot be 'noise'; expected nothing beside net"),
        ("meanmax:plain=maybe", "the parameter plain cannot be 'maybe'; expected yes or no"),
    ] {
        assert_eq!(make(text).err().as_deref(), Some(complaint), "{text}");
    }
    for text in ["level0", "level11", "level01", "levelx", "deepblue"] {
        let complaint = make(text).err().unwrap();
        assert!(
            complaint
                .starts_with(&format!("unknown player '{text}'; expected one of random, greedy, level1,"))
        );
    }
}

#[test]
fn a_roster_knows_no_more_than_the_game() {
    let game = Dice { seats: 3, turns: 6 };
    let roster = Roster::<Dice>::rules();
    assert_eq!(roster.names(), ["random", "mcts"]);
    let refused = roster.player(&"mcts:eval=noise".parse().unwrap(), &game, 1).err().unwrap();
    assert_eq!(refused.to_string(), "the parameter eval cannot be 'noise'; expected none");
    assert!(roster.signature(&game).is_none());
    assert!(Roster::<Lines>::rules().greedy().evaluate().threaten().signature(&Lines).is_some());
}

#[test]
fn an_evaluation_can_be_added() {
    let game = Coins::random(10, 1);
    let roster = roster().evaluator("learned", |_| Ok(Noise));
    for text in ["alphabeta:eval=learned", "mcts:eval=learned", "meanmax:eval=learned"] {
        assert!(roster.player(&text.parse().unwrap(), &game, 1).is_ok(), "{text}");
    }
}

/// A net that is found advises, one that cannot be used leaves it to the game's evaluation, and without any there is no such player.
#[test]
fn a_net_can_advise() {
    let game = Coins::random(10, 1);
    let make = |roster: Roster<Coins>| {
        roster.player(&"meanmax:net".parse().unwrap(), &game, 1).map(|_| ()).map_err(|e| e.to_string())
    };
    assert_eq!(make(roster().advise(|_| Ok(Some(Adviser::new(|_, _| 0))))), Ok(()));
    assert_eq!(make(roster().advise(|_| Ok(None))), Ok(()));
    let complaint = "meanmax:net cannot play this game: there is none";
    assert_eq!(make(roster().advise(|_| Err("there is none".into()))), Err(complaint.into()));
}

/// Plays a game and says what the first seat got out of it: 1, 0 or -1.
fn play<G: Game>(game: &G, roster: &Roster<G>, names: [&str; 2], seed: u64) -> f64 {
    let mut players = names.map(|name| roster.player(&name.parse().unwrap(), game, seed).unwrap());
    let mut line = Line::new(game.clone(), game.start());
    while let Turn::Player(seat) = line.turn() {
        let control = Control::new(Limits { nodes: Some(3_000), ..Limits::default() });
        let mv = players[seat.index()].think(&line, &control, Ask::best()).best;
        line.play(mv).unwrap();
    }
    line.outcome().unwrap().value(Seat::FIRST)
}

/// What `a` scores on average against `b`, from 0 to 1, over pairs of games with both taking each seat.
fn score(a: &str, b: &str, pairs: u64) -> f64 {
    let total: f64 = (0..pairs)
        .map(|seed| {
            let game = Coins::random(18, seed);
            play(&game, &roster(), [a, b], seed) - play(&game, &roster(), [b, a], seed + 1_000)
        })
        .sum();
    0.5 + total / (4 * pairs) as f64
}

#[test]
fn the_stronger_player_wins() {
    for (strong, weak) in [
        ("greedy", "random"),
        ("master", "greedy"),
        ("alphabeta:eval=purse", "random"),
        ("mcts", "random"),
        ("level8", "level1"),
    ] {
        let got = score(strong, weak, 30);
        assert!(got > 0.55, "{strong} scores only {got} against {weak}");
    }
}

#[test]
fn the_master_never_loses_a_won_game() {
    for code in 0..40u8 {
        let game = Nim([1 + code % 4, code / 4 % 5, code / 7]);
        let won = Nim::won(&game.start());
        let line = Line::new(game.clone(), game.start());
        let mut solver = Roster::rules().solver(&game, 1 << 20);
        let solved = solver.solve(&game, line.state(), &Control::new(Limits::default())).unwrap();
        assert_eq!(solved.value > 0, won);
    }
    for seed in 0..10 {
        let game = Coins::random(16, seed);
        let line = Line::new(game.clone(), game.start());
        let solved = roster()
            .solver(&game, 1 << 22)
            .solve(&game, line.state(), &Control::new(Limits::default()))
            .unwrap();
        let mut master = make("master").unwrap();
        let thought = master.think(&line, &Control::new(Limits::default()), Ask::lines(2));
        assert!(thought.exact);
        assert_eq!(thought.score, f64::from(solved.value));
        assert_eq!(thought.lines.len(), 2);
        if thought.win == 1.0 {
            assert_eq!(play(&game, &roster(), ["master", "alphabeta"], seed), 1.0);
        }
    }
}

/// X wins on 1, 3 or 4, so everything loses. O on one of these could still win if X answered on 8; O on 8 gives X nothing to do wrong.
#[test]
fn the_master_sets_a_trap_where_everything_loses() {
    let state = Cells { marks: [0o105, 0o240], seat: Seat::SECOND };
    let line = Line::new(Lines, state);
    for seed in 0..5 {
        let search = Box::new(Random::new(seed));
        let mut master = Master::new(Box::new(Brute::new(1 << 20)), search, Limits::default());
        let thought = master.think(&line, &Control::new(Limits::default()), Ask::best());
        assert_ne!(thought.best, 8);
        assert_eq!((thought.win, thought.exact), (0.0, true));
    }
}

/// Reaches as far as two marks on the board, and says who wins.
struct Near(Brute<Lines>);

impl Solver<Lines> for Near {
    fn remember(&mut self, _past: &[Cells]) {}
    fn set_threads(&mut self, _threads: usize) {}
    fn in_range(&self, _game: &Lines, state: &Cells, _nodes: u64) -> bool {
        (state.marks[0] | state.marks[1]).count_ones() >= 2
    }
    fn solve(&mut self, game: &Lines, state: &Cells, control: &Control) -> Option<Solved<u8>> {
        self.0.solve(game, state, control)
    }
    fn wins(&mut self, game: &Lines, state: &Cells, control: &Control) -> Option<Option<u8>> {
        self.solve(game, state, control).map(|solved| (solved.value > 0).then_some(solved.best))
    }
    fn sounds(&self) -> bool {
        true
    }
}

/// On an empty board nothing is decided, but after a corner all answers lose except the one in the middle.
#[test]
fn the_master_sounds_what_it_cannot_solve() {
    let line = Line::new(Lines, Lines.start());
    let mut master =
        Master::new(Box::new(Near(Brute::new(1 << 20))), Box::new(Random::new(1)), Limits::default());
    let control = Control::new(Limits { nodes: Some(100_000), ..Limits::default() });
    let thought = master.think(&line, &control, Ask::best());
    assert!([0, 2, 6, 8].contains(&thought.best), "{}", thought.best);
    assert_eq!((thought.score, thought.win, thought.exact), (0.0, 0.5, false));
    assert!(thought.nodes < 110_000, "{} nodes", thought.nodes);
}

#[test]
fn the_clock_ends_the_thinking_of_every_player() {
    let game = Coins::random(150, 2);
    let line = Line::new(game.clone(), game.start());
    for name in roster().names() {
        let mut player = roster().player(&name.parse().unwrap(), &game, 1).unwrap();
        let thought = player.think(&line, &short_time(), Ask::best());
        assert!(line.legal().contains(&thought.best), "{name}");
    }
}

#[test]
fn the_signature_stays_the_same() {
    static TICKS: AtomicU64 = AtomicU64::new(0);
    let game = Coins::random(30, 1);
    let ticking = || Duration::from_nanos(TICKS.fetch_add(1, Ordering::Relaxed));
    let clock = Clock { now: ticking, least: Duration::from_nanos(3) };
    let bench = || roster().bench(&game, clock).unwrap();
    assert_eq!(bench().signature, bench().signature);
    assert_eq!(Some(bench().signature), roster().signature(&game));
    assert!(bench().nodes_per_second > 0.0 && bench().playouts_per_second > 0.0);
}
