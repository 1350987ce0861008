//! Does `master` win every board that can be won, from either side? `won SIDE` plays all boards up to SIDE x SIDE, 8 unless told otherwise.

use std::time::{Duration, Instant};

use game::{Control, Game, Limits, Line, Options, Seat, Solve, Solver, Turn};
use ludus_domineering::Domineering;
use search::{Ask, Roster};

/// Who plays the other side.
const OPPONENTS: [&str; 3] = ["random", "greedy", "master"];

/// What the boards came to.
#[derive(Default, Debug)]
pub struct Tally {
    /// Games played.
    pub games: usize,
    /// Games that should have been won and were not, as texts.
    pub lost: Vec<String>,
}

type Board = Domineering<u64>;

/// Plays every board up to `side` x `side`, each with both sides beginning; `master`, within these limits at each move, has the side that wins.
pub fn play_all(side: usize, limits: Limits) -> Tally {
    let mut tally = Tally::default();
    for (rows, columns) in (1..=side).flat_map(|rows| (1..=side).map(move |columns| (rows, columns))) {
        let game = Board::new(&Options::none().with("size", format!("{rows}x{columns}")))
            .expect("a board of at most 64 cells");
        let empty = vec![columns.to_string(); rows].join("/");
        for side in ["X", "O"] {
            let start = game.read(&format!("{empty} {side}")).expect("an empty board");
            let Turn::Player(mover) = game.turn(&start) else { continue };
            let solved = game.solver(64 << 20).solve(&game, &start, &Control::new(Limits::default()));
            let winner = if solved.expect("it was not stopped").value > 0 { mover } else { mover.other() };
            for opponent in OPPONENTS {
                tally.games += 1;
                if play(&game, Line::new(game.clone(), start), winner, opponent, limits) != winner {
                    tally.lost.push(format!("{rows}x{columns}, {side} begins, against {opponent}"));
                }
            }
        }
    }
    tally
}

/// Plays a game and gives its winner.
fn play(game: &Board, mut line: Line<Board>, master: Seat, opponent: &str, limits: Limits) -> Seat {
    let roster = Roster::rules().greedy().evaluate().solve();
    let player = |name: &str| {
        let spec = name.parse().expect("a player");
        roster.player(&spec, game, 1).expect("it can play this game")
    };
    let (mut master_player, mut other) = (player("master:memory=64"), player(opponent));
    while let Turn::Player(seat) = line.turn() {
        let control = Control::new(limits);
        let thinker = if seat == master { &mut master_player } else { &mut other };
        let mv = thinker.think(&line, &control, Ask::best()).best;
        line.play(mv).expect("a legal move");
    }
    let outcome = line.outcome().expect("nobody is to move");
    if outcome.winners.contains(Seat::FIRST) { Seat::FIRST } else { Seat::SECOND }
}

#[allow(dead_code, reason = "a test plays the small boards")]
fn main() {
    let side = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(8).clamp(1, 8);
    let started = Instant::now();
    let tally = play_all(side, Limits { time: Some(Duration::from_secs(1)), ..Limits::default() });
    println!(
        "{} games on won boards up to {side}x{side}, 1 s a move: {} lost, {:.0} s",
        tally.games,
        tally.lost.len(),
        started.elapsed().as_secs_f64()
    );
    tally.lost.iter().for_each(|game| println!("  {game}"));
}
