//! Does `master` win against `greedy`, also where it should lose? `greedy [PAIRS] [SEED] [SIZE] [MILLISECONDS]` plays pairs of games, as `ludus match`
//! does: from the position after two random moves with either side, a second a move unless told otherwise. Prints the games that are not won, and the score.

use std::time::{Duration, Instant};

use game::{Control, Game, Limits, Line, Options, Rng, Seat, Turn};
use ludus_domineering::Domineering;
use search::{Ask, Roster};

type Board = Domineering<u64>;

/// How many random moves a game begins with.
const OPENING: usize = 2;

/// The usual time for a move, in milliseconds.
const TIME: u64 = 1000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |usual: u64| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (pairs, seed) = (number(50), number(1));
    let size = arguments.next().unwrap_or("8x8".to_string());
    let time = Duration::from_millis(arguments.next().and_then(|text| text.parse().ok()).unwrap_or(TIME));
    let Ok(game) = Board::new(&Options::none().with("size", &size)) else {
        return eprintln!("'{size}' is not a board of at most 64 cells, like 8x8");
    };
    let started = Instant::now();
    let mut won = 0;
    for pair in seed..seed + pairs {
        for master in [Seat::FIRST, Seat::SECOND] {
            let line = play(opening(&game, pair), master, pair, time);
            let wins = line.outcome().is_some_and(|outcome| outcome.winners.contains(master));
            won += u64::from(wins);
            if !wins {
                println!("pair {pair}, master is {}: {}", game.seat_name(master), moves(&line));
            }
        }
    }
    println!("{won} of {} games won, {:.0} s", 2 * pairs, started.elapsed().as_secs_f64());
}

/// The board after random moves.
fn opening(game: &Board, seed: u64) -> Line<Board> {
    let mut rng = Rng::new(seed);
    let mut line = Line::new(game.clone(), game.start());
    for _ in 0..OPENING {
        let legal = line.legal();
        if let Some(&mv) = legal.get(rng.below(legal.len().max(1))) {
            line.play(mv).expect("a legal move");
        }
    }
    line
}

/// Plays a game to its end.
fn play(mut line: Line<Board>, master: Seat, seed: u64, time: Duration) -> Line<Board> {
    let roster = Roster::rules().greedy().evaluate().solve();
    let player = |name: &str| {
        let spec = name.parse().expect("a player");
        roster.player(&spec, line.game(), seed).expect("it can play this game")
    };
    let (mut player, mut greedy) = (player("master"), player("greedy"));
    while let Turn::Player(seat) = line.turn() {
        let control = Control::new(Limits { time: Some(time), ..Limits::default() });
        let thinker = if seat == master { &mut player } else { &mut greedy };
        let mv = thinker.think(&line, &control, Ask::best()).best;
        line.play(mv).expect("a legal move");
    }
    line
}

fn moves(line: &Line<Board>) -> String {
    let moves = line.states().iter().zip(line.moves());
    moves.map(|(state, &mv)| line.game().write_move(state, mv)).collect::<Vec<_>>().join(" ")
}
