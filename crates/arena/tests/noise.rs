//! Nothing that comes from outside makes the program panic or grow: conversations, wire messages, plans, records and nets, spoilt a fixed number of times.

use std::io::Cursor;

use game::{Options, Rng};
use ludus_arena::{Plan, Tournament};

static GAMES: std::sync::LazyLock<table::Games> = std::sync::LazyLock::new(registry::games);

/// Bytes that mean something somewhere.
const TELLING: &[u8] = b"\"'{}[](),.:=-/\\#@ \n\t\0\x7f\xff\xc3\xbd0123456789aAzZ*?";

/// The bytes with some of them changed, left out, doubled, or moved.
fn spoilt(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + rng.below(6) {
        let at = rng.below(bytes.len().max(1)).min(bytes.len());
        match rng.below(6) {
            0 if at < bytes.len() => bytes[at] = TELLING[rng.below(TELLING.len())],
            1 => bytes.insert(at, TELLING[rng.below(TELLING.len())]),
            2 => bytes.truncate(at),
            3 if at < bytes.len() => drop(bytes.remove(at)),
            4 => {
                let end = (at + rng.below(40)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => {
                let number = [&b"99999999999999999999"[..], b"-1", b"1e308", b"0", b"18446744073709551615"]
                    [rng.below(5)];
                bytes.splice(at..at, number.iter().copied());
            }
        }
    }
    bytes
}

#[test]
fn no_conversation_breaks_the_engine() {
    for (number, family) in GAMES.all().iter().enumerate() {
        let mut rng = Rng::derive(11, number as u64);
        let start = family.open(&Options::none()).expect("the game opens").start_position();
        let lines = [
            "ugi".to_string(),
            "isready".to_string(),
            format!("newgame {}", family.info.name),
            "position start".to_string(),
            format!("position pos {start}"),
            "query legal".to_string(),
            "query turn".to_string(),
            "query result".to_string(),
            "go nodes 20 depth 2".to_string(),
            "go movetime 1".to_string(),
            "setoption name multipv value 3".to_string(),
            "setoption name lang value sr".to_string(),
            "d".to_string(),
            "perft 1".to_string(),
            "stop".to_string(),
        ];
        for _ in 0..40 {
            let mut said = Vec::new();
            for _ in 0..12 {
                let line = &lines[rng.below(lines.len())];
                // A spoilt `go` may have lost its limits; what follows ends it.
                said.extend(if rng.below(3) == 0 {
                    line.clone().into_bytes()
                } else {
                    spoilt(line.as_bytes(), &mut rng)
                });
                said.push(b'\n');
            }
            // Counts and times of any size are legal, so they are not let near this.
            let said: Vec<u8> = said
                .split_inclusive(|&byte| byte == b'\n')
                .filter(|line| {
                    !(line.starts_with(b"perft") || line.starts_with(b"go"))
                        || line.len() < 22 && !line.contains(&b'9')
                })
                .flatten()
                .copied()
                .collect();
            let board = family.open(&Options::none()).expect("the game opens");
            let player = "random".parse().expect("a player");
            ludus_arena::engine::serve(family.clone(), board, &player, 1, Cursor::new(said), Vec::new())
                .expect("a conversation");
        }
    }
}

#[test]
fn no_message_breaks_a_wire() {
    let mut spoken = 0;
    for family in GAMES.all() {
        let board = family.open(&Options::none()).expect("the game opens");
        let Some(wire) = board.wire() else { continue };
        spoken += 1;
        let order = board.legal().first().and_then(|mv| wire.write_order(mv).ok()).unwrap_or_default();
        let messages = [wire.write_name("ana"), wire.write_news(None), order];
        let mut rng = Rng::new(12);
        for _ in 0..3_000 {
            let bytes = spoilt(messages[rng.below(messages.len())].as_bytes(), &mut rng);
            let text = String::from_utf8_lossy(&bytes);
            let _ = wire.read_name(&text);
            let _ = wire.read_order(&text);
            if let Ok(news) = wire.read_news(&text) {
                let _ = wire.find_move(&news);
            }
            let _ = wire.length(&bytes[..bytes.len().min(8)]);
        }
    }
    assert!(spoken > 0, "some game has a wire");
}

#[test]
fn no_plan_breaks_a_tournament() {
    let mut rng = Rng::new(13);
    for family in GAMES.all() {
        let plan = Plan::template(family, None).expect("a template");
        let whole =
            plan.clone() + "pairs = 2\nrounds = 3\nseed = 5\nopening = 2\nclock_ms = 1000\ncores = 1\n";
        for text in [plan, whole] {
            for _ in 0..150 {
                let text = String::from_utf8_lossy(&spoilt(text.as_bytes(), &mut rng)).into_owned();
                // A program or a folder may be named by chance: nothing is started by reading.
                if let Ok(plan) = Plan::parse(&GAMES, &text) {
                    let _ = Tournament::new(&GAMES, plan);
                }
            }
        }
    }
}

#[test]
fn no_record_breaks_a_replay() {
    for (number, family) in GAMES.all().iter().enumerate() {
        let mut rng = Rng::derive(14, number as u64);
        let board = family.open(&Options::none()).expect("the game opens");
        let names = board.seat_names().iter().map(|name| name.to_string()).collect();
        let mut session = table::Session::new(board, names, 5);
        for _ in 0..12 {
            session.settle();
            let legal = session.board().legal();
            if legal.is_empty() {
                break;
            }
            session.play(&legal[rng.below(legal.len())], 3).expect("a legal move");
        }
        let record = session.record().write();
        for _ in 0..300 {
            let text = String::from_utf8_lossy(&spoilt(record.as_bytes(), &mut rng)).into_owned();
            if let Ok(record) = table::Record::read(&text) {
                let _ = record.replay(&GAMES);
            }
        }
    }
}

#[test]
fn no_file_breaks_a_net() {
    let games = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let folders = std::fs::read_dir(games).expect("the games").flatten();
    let files =
        folders.filter_map(|game| std::fs::read_dir(game.path().join("nets")).ok()).flatten().flatten();
    let nets =
        files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|ending| ending == "net"));
    let mut rng = Rng::new(15);
    let mut read = 0;
    for path in nets {
        // What is behind the head is numbers, of which any will do: the end is left out, for speed.
        let bytes = std::fs::read(&path).expect("a net");
        let head = &bytes[..bytes.len().min(2_000)];
        read += 1;
        for _ in 0..300 {
            let spoilt = spoilt(head, &mut rng);
            let _ = table::learn::Quantised::from_bytes(&spoilt, "pieces", 384);
            let _ = table::learn::Dense::from_bytes(&spoilt, "pieces", 384);
            let _ = table::learn::Trainer::from_bytes(&spoilt, "pieces");
        }
    }
    assert!(read > 0, "some game has a net");
}
