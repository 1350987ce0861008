//! Lost positions: `master` still wins most of them against `greedy`, and answers when its time is over. (The example `greedy` plays many games by the clock.)

use std::time::Duration;

use game::{Control, Game, Limits, Line, Options, Rng, Seat, Turn};
use ludus_domineering::Domineering;
use search::{Ask, Player, Roster};

type Board = Domineering<u64>;

fn board(size: &str) -> Board {
    Board::new(&Options::none().with("size", size)).expect("a board of at most 64 cells")
}

fn player(game: &Board, name: &str) -> Box<dyn Player<Board>> {
    let roster = Roster::rules().greedy().evaluate().solve();
    roster.player(&name.parse().expect("a player"), game, 1).expect("it can play this game")
}

/// The board after two random moves.
fn opening(game: &Board, seed: u64) -> Line<Board> {
    let mut rng = Rng::new(seed);
    let mut line = Line::new(game.clone(), game.start());
    for _ in 0..2 {
        let mv = rng.pick(&line.legal()).expect("room for a domino");
        line.play(mv).expect("a legal move");
    }
    line
}

/// Plays on; says whether `master` was lost at first, and whether it wins.
fn play(mut line: Line<Board>, master: Seat) -> (bool, bool) {
    let (mut player, mut greedy) = (player(line.game(), "master"), player(line.game(), "greedy"));
    let mut lost = None;
    while let Turn::Player(seat) = line.turn() {
        let control = Control::new(Limits { nodes: Some(30_000), ..Limits::default() });
        let thinker = if seat == master { &mut player } else { &mut greedy };
        let thought = thinker.think(&line, &control, Ask::best());
        if seat == master && lost.is_none() {
            lost = Some(thought.exact && thought.win <= 0.0);
        }
        line.play(thought.best).expect("a legal move");
    }
    let wins = line.outcome().is_some_and(|outcome| outcome.winners.contains(master));
    (lost == Some(true), wins)
}

#[test]
fn the_master_wins_lost_games_against_the_greedy() {
    let game = board("7x7");
    let games = (1..=20).flat_map(|seed| [Seat::FIRST, Seat::SECOND].map(|seat| (seed, seat)));
    let lost: Vec<bool> = games
        .filter_map(|(seed, seat)| {
            let (lost, wins) = play(opening(&game, seed), seat);
            assert!(lost || wins, "opening {seed}: a game that was won is lost");
            lost.then_some(wins)
        })
        .collect();
    let wins = lost.iter().filter(|&&wins| wins).count();
    assert!(lost.len() >= 10 && wins * 10 >= lost.len() * 7, "{wins} of {} lost games are won", lost.len());
}

#[test]
fn the_clock_ends_the_thinking_about_lost_positions() {
    let game = board("8x8");
    let mut line = opening(&game, 20);
    let mut greedy = player(&game, "greedy");
    let mv = greedy.think(&line, &Control::new(Limits::default()), Ask::best()).best;
    line.play(mv).expect("a legal move");
    let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
    let thought = player(&game, "master").think(&line, &Control::new(limits), Ask::best());
    assert!(line.legal().contains(&thought.best));
}
