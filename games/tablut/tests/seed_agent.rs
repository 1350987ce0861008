//! The seed's agent: what its net sees, the net that comes with the game, and how it fares against a random player.

use std::sync::Arc;

use game::{Control, Game, Limits, Line, Planes, Rng, Seat, random_move};
use learn::Dense;
use ludus_tablut::{CAMPS, CASTLE, ESCAPES, SQUARES, Side, Tablut};
use search::meanmax::{MeanMax, Settings, Threats};
use search::{Ask, Player};

fn net() -> Dense {
    let planes = Tablut.planes();
    let bytes = planes.weights.expect("a net comes with the game");
    Dense::from_bytes(bytes, &planes.layout, planes.inputs).expect("it can be read")
}

#[test]
fn the_planes_show_the_board() {
    let planes = Tablut.planes();
    // Six planes, of which the last three are the same in every position.
    assert_eq!(planes.inputs, 3 * SQUARES);
    let fixed = [CASTLE, ESCAPES, CAMPS].map(u128::count_ones);
    assert_eq!(fixed.iter().sum::<u32>() as usize, planes.constant);
    let mut ones = Vec::new();
    for (text, expected) in [
        // White pawns on squares 0.., black ones on 81.., the king on 162...
        ("9/9/9/9/4K4/9/9/9/9 W", vec![162 + 40]),
        ("W8/9/9/9/4K4/9/9/9/8B B", vec![0, 81 + 80, 162 + 40]),
    ] {
        Tablut.show(&Tablut.read(text).expect("a position"), &mut ones);
        assert_eq!(ones, expected, "{text}");
    }
    Tablut.show(&Tablut.start(), &mut ones);
    assert_eq!(ones.len(), 8 + 16 + 1);
}

/// The name of the file ends in the beginning of its checksum, and the card beside it has the same name.
#[test]
fn the_net_is_the_one_that_its_name_says() {
    let bytes = Tablut.planes().weights.expect("a net comes with the game");
    assert!(bytes.len() < 1 << 20, "{} bytes", bytes.len());
    let sum: String = bytes[bytes.len() - 32..][..4].iter().map(|byte| format!("{byte:02x}")).collect();
    let stem = format!("{}/nets/seed-486x256x128x64x16-{sum}", env!("CARGO_MANIFEST_DIR"));
    let named = std::fs::read(format!("{stem}.net")).expect("a file of that name");
    assert!(named == bytes);
    let card = std::fs::read_to_string(format!("{stem}.md")).expect("a card beside it");
    assert!(card.contains(&sum), "the card names the net");
}

/// What the net said when it was made: inference must not drift.
#[test]
fn the_net_judges_as_it_did() {
    let net = net();
    let mut ones = Vec::new();
    for (text, expected) in [
        ("3BBB3/4B4/4W4/B3W3B/BBWWKWWBB/B3W3B/4W4/4B4/3BBB3 W", 0.0041),
        ("3BBB3/4B4/2K6/B7B/BB5BB/B3W3B/4W4/4B4/3BBB3 B", -0.6461),
        ("3BBB3/4B4/9/B7B/BB2K2BB/B7B/9/4B4/3BBB3 W", -0.6305),
    ] {
        Tablut.show(&Tablut.read(text).expect("a position"), &mut ones);
        let worth = net.worth(&ones);
        assert!((worth - expected).abs() < 1e-3, "{text}: {worth}, and it was {expected}");
    }
}

/// A short version of what `examples/seed_agent.rs` measures.
#[test]
fn the_agent_beats_a_random_player_from_both_sides() {
    const GAMES: u64 = 20;
    let net = Arc::new(net());
    for (side, most) in [(Side::White, 7.9), (Side::Black, 38.8)] {
        let (mut wins, mut plies) = (0, 0);
        for seed in 0..GAMES {
            let line = play(&net, side.seat(), seed);
            let won = line.outcome().is_some_and(|outcome| outcome.value(side.seat()) > 0.0);
            wins += u64::from(won);
            plies += line.moves().len();
        }
        assert!(wins >= GAMES - 1, "{wins} of {GAMES} won as {side:?}");
        let mean = plies as f64 / GAMES as f64;
        assert!(mean <= most, "{mean} plies as {side:?}; the seed's own agent needed {most}");
    }
}

fn play(net: &Arc<Dense>, seat: Seat, seed: u64) -> Line<Tablut> {
    let mut rng = Rng::new(seed);
    let mut agent = MeanMax::new(learn::adviser(net.clone()), Threats, Settings::default(), seed);
    let mut line = Line::new(Tablut, Tablut.start());
    let mut moves = Vec::new();
    while let Some(mover) = line.turn().seat() {
        let mv = if mover == seat {
            agent.think(&line, &Control::new(Limits::default()), Ask::best()).best
        } else {
            random_move(&Tablut, line.state(), &mut rng, &mut moves).expect("the game is not over")
        };
        line.play(mv).expect("players play legal moves");
    }
    line
}
