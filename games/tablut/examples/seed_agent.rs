//! Measures the seed's agent: `meanmax:net` against a random player, from both sides.
//!
//! `cargo run --release -p ludus-tablut --example seed_agent -- [GAMES] [SEED] [DEPTH] [FILE]`: so many games a side (200), with a tree of so many
//! plies (3; with 1 the net is alone but for a win at once), with the net in the file or with the one that comes with the game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use game::{Control, Game, Limits, Line, Planes, Rng, Seat, random_move};
use learn::Dense;
use ludus_tablut::{Side, Tablut};
use search::meanmax::{MeanMax, Settings, Threats};
use search::{Ask, Player};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = arguments.first().map_or(Ok(200), |text| text.parse())?;
    let seed: u64 = arguments.get(1).map_or(Ok(1), |text| text.parse())?;
    let depth: u32 = arguments.get(2).map_or(Ok(3), |text| text.parse())?;
    let settings =
        Settings { limits: Limits { depth: Some(depth), ..Limits::default() }, ..Settings::default() };
    let planes = Tablut.planes();
    let bytes = match arguments.get(3) {
        Some(path) => std::fs::read(path)?,
        None => planes.weights.ok_or("no net comes with the game; name a file")?.to_vec(),
    };
    let net = Arc::new(Dense::from_bytes(&bytes, &planes.layout, planes.inputs)?);
    for side in [Side::White, Side::Black] {
        let mut tally = Tally::default();
        for number in 0..games {
            tally.play(&net, settings, side.seat(), seed * 1_000_003 + number);
        }
        let Tally { wins, draws, losses, .. } = tally;
        let error = (wins * (games - wins)) as f64 / games as f64;
        println!(
            "{side:?}: {wins} of {games} won (+- {:.1}), {draws} drawn, {losses} lost; {:.1} +- {:.1} plies; a move takes {:.1} ms, at most {:.1}",
            1.96 * error.sqrt(),
            tally.mean(),
            tally.error(),
            1e3 * tally.spent.as_secs_f64() / tally.moves as f64,
            1e3 * tally.longest.as_secs_f64(),
        );
    }
    Ok(())
}

#[derive(Default)]
struct Tally {
    wins: u64,
    draws: u64,
    losses: u64,
    plies: Vec<f64>,
    moves: u32,
    spent: Duration,
    longest: Duration,
}

impl Tally {
    fn play(&mut self, net: &Arc<Dense>, settings: Settings, seat: Seat, seed: u64) {
        let mut rng = Rng::new(seed);
        let mut agent = MeanMax::new(learn::adviser(net.clone()), Threats, settings, seed);
        let mut line = Line::new(Tablut, Tablut.start());
        let mut moves = Vec::new();
        while let Some(mover) = line.turn().seat() {
            let mv = if mover == seat {
                let started = Instant::now();
                let mv = agent.think(&line, &Control::new(Limits::default()), Ask::best()).best;
                let spent = started.elapsed();
                self.moves += 1;
                self.spent += spent;
                self.longest = self.longest.max(spent);
                mv
            } else {
                random_move(&Tablut, line.state(), &mut rng, &mut moves).expect("the game is not over")
            };
            line.play(mv).expect("players play legal moves");
        }
        self.plies.push(line.moves().len() as f64);
        match line.outcome().map_or(0.0, |outcome| outcome.value(seat)) {
            value if value > 0.0 => self.wins += 1,
            value if value < 0.0 => self.losses += 1,
            _ => self.draws += 1,
        }
    }

    fn mean(&self) -> f64 {
        self.plies.iter().sum::<f64>() / self.plies.len() as f64
    }

    /// Half of the 95 % interval around the mean.
    fn error(&self) -> f64 {
        let mean = self.mean();
        let variance = self.plies.iter().map(|plies| (plies - mean).powi(2)).sum::<f64>();
        1.96 * variance.sqrt() / self.plies.len() as f64
    }
}
