//! Nothing that comes from outside makes the program panic or grow: conversations, wire messages, plans, records, positions, rules and nets, spoilt a fixed
//! number of times. The example `noise` spoils them for as long as it is told.

use std::io::Cursor;

use game::{Control, Limits, Options, Rng};
use ludus_arena::{Plan, Tournament};
use table::Family;
use table::expert::{By, Lang, Ranking, within};

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

/// Something from outside, spoilt and handed in once.
pub(crate) type Case = fn(&Family, &mut Rng);

/// All of them, by name.
pub(crate) const CASES: [(&str, Case); 7] = [
    ("conversations", conversation),
    ("wire messages", message),
    ("plans", plan),
    ("records", record),
    ("positions", position),
    ("rules", rules),
    ("nets", net),
];

/// Tries a case so many times with each game.
#[cfg(test)]
fn each_game(many: usize, seed: u64, name: &str) {
    let (_, case) = CASES.iter().find(|(known, _)| *known == name).expect("there is such a case");
    for (number, family) in GAMES.all().iter().enumerate() {
        let mut rng = Rng::derive(seed, number as u64);
        (0..many).for_each(|_| case(family, &mut rng));
    }
}

fn as_text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn conversation(family: &Family, rng: &mut Rng) {
    let board = family.open(&Options::none()).expect("the game opens");
    let start = board.start_position();
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
    let mut said = Vec::new();
    for _ in 0..12 {
        let line = &lines[rng.below(lines.len())];
        // A spoilt `go` may have lost its limits; what follows ends it.
        said.extend(if rng.below(3) == 0 { line.clone().into_bytes() } else { spoilt(line.as_bytes(), rng) });
        said.push(b'\n');
    }
    // What really takes that long is legal, so it is not let near this; `time_without_end` tries it.
    let said: Vec<u8> = said
        .split_inclusive(|&byte| byte == b'\n')
        .filter(|line| !lasts(&String::from_utf8_lossy(line)))
        .flatten()
        .copied()
        .collect();
    let player = "random".parse().expect("a player");
    ludus_arena::engine::serve(family.clone(), board, &player, 1, Cursor::new(said), Vec::new())
        .expect("a conversation");
}

/// Whether the engine may take a line for work of hours: read as it reads, in words.
fn lasts(line: &str) -> bool {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("perft") => words.next().is_some_and(|depth| !["0", "1", "2"].contains(&depth)),
        Some("go") => line.len() >= 22 || line.contains('9'),
        _ => false,
    }
}

#[test]
fn no_conversation_breaks_the_engine() {
    each_game(40, 11, "conversations");
}

fn message(family: &Family, rng: &mut Rng) {
    let board = family.open(&Options::none()).expect("the game opens");
    let Some(wire) = board.wire() else { return };
    let order = board.legal().first().and_then(|mv| wire.write_order(mv).ok()).unwrap_or_default();
    let messages = [wire.write_name("ana"), wire.write_news(None), order];
    for _ in 0..100 {
        let bytes = spoilt(messages[rng.below(messages.len())].as_bytes(), rng);
        let text = String::from_utf8_lossy(&bytes);
        let _ = wire.read_name(&text);
        let _ = wire.read_order(&text);
        if let Ok(news) = wire.read_news(&text) {
            let _ = wire.find_move(&news);
        }
        let _ = wire.length(&bytes[..bytes.len().min(8)]);
    }
}

#[test]
fn no_message_breaks_a_wire() {
    let spoken = |family: &&Family| family.open(&Options::none()).is_ok_and(|board| board.wire().is_some());
    assert!(GAMES.all().iter().any(|family| spoken(&family)), "some game has a wire");
    each_game(30, 12, "wire messages");
}

fn plan(family: &Family, rng: &mut Rng) {
    let mut text = Plan::template(family, None).expect("a template");
    if rng.below(2) == 0 {
        text += "pairs = 2\nrounds = 3\nseed = 5\nopening = 2\nclock_ms = 1000\ncores = 1\n";
    }
    // A program or a folder may be named by chance: nothing is started by reading.
    if let Ok(plan) = Plan::parse(&GAMES, &as_text(&spoilt(text.as_bytes(), rng))) {
        let _ = Tournament::new(&GAMES, plan);
    }
}

#[test]
fn no_plan_breaks_a_tournament() {
    each_game(300, 13, "plans");
}

/// A game of a few random moves.
fn begun(family: &Family, rng: &mut Rng) -> table::Session {
    let board = family.open(&Options::none()).expect("the game opens");
    let names = board.seat_names().iter().map(|name| name.to_string()).collect();
    let mut session = table::Session::new(board, names, 5);
    for _ in 0..rng.below(13) {
        session.settle();
        let legal = session.board().legal();
        if legal.is_empty() {
            break;
        }
        session.play(&legal[rng.below(legal.len())], 3).expect("a legal move");
    }
    session
}

fn record(family: &Family, rng: &mut Rng) {
    let record = begun(family, rng).record().write();
    for _ in 0..10 {
        if let Ok(record) = table::Record::read(&as_text(&spoilt(record.as_bytes(), rng))) {
            let _ = record.replay(&GAMES);
        }
    }
}

#[test]
fn no_record_breaks_a_replay() {
    each_game(30, 14, "records");
}

fn position(family: &Family, rng: &mut Rng) {
    let session = begun(family, rng);
    let (text, legal) = (session.board().position(), session.board().legal());
    for _ in 0..10 {
        let spoilt_text = as_text(&spoilt(text.as_bytes(), rng));
        if let Ok(mut board) = family.open_at(&Options::none(), &spoilt_text) {
            let moves = board.legal();
            assert!(moves.len() < 100_000, "{spoilt_text}");
            let mv = moves.first().or(legal.first()).cloned().unwrap_or_default();
            let _ = board.play(&as_text(&spoilt(mv.as_bytes(), rng)));
            let _ = board.play(&mv);
            let _ = board.position();
        }
    }
}

#[test]
fn no_position_breaks_a_board() {
    each_game(10, 16, "positions");
}

fn rules(family: &Family, rng: &mut Rng) {
    let session = begun(family, rng);
    let Ok(pack) = session.board().knowledge(None) else { return };
    let statements: Vec<&str> = pack.split_inclusive(".\n").collect();
    let start = rng.below(statements.len());
    let some: String = statements.iter().skip(start).take(1 + rng.below(8)).copied().collect();
    let text = as_text(&spoilt(some.as_bytes(), rng));
    let by = By::Text { name: "noise", text: &text };
    let steps = Control::new(Limits { nodes: Some(100_000), ..Limits::default() });
    let _ =
        within(&steps, || session.board().rank(&Ranking { by, explained: 2, lang: Lang::default() }).is_ok());
}

#[test]
fn no_text_breaks_the_rules_of_a_game() {
    each_game(20, 17, "rules");
}

fn net(_: &Family, rng: &mut Rng) {
    // What is behind the head is numbers, of which any will do: the end is left out, for speed.
    static HEADS: std::sync::LazyLock<Vec<Vec<u8>>> = std::sync::LazyLock::new(|| {
        let games = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
        let folders = std::fs::read_dir(games).expect("the games").flatten();
        let files = folders.filter_map(|game| std::fs::read_dir(game.path().join("nets")).ok()).flatten();
        let paths = files.flatten().map(|file| file.path());
        let nets = paths.filter(|path| path.extension().is_some_and(|ending| ending == "net"));
        let head = |bytes: Vec<u8>| bytes[..bytes.len().min(2_000)].to_vec();
        nets.map(|path| head(std::fs::read(path).expect("a net"))).collect()
    });
    assert!(!HEADS.is_empty(), "some game has a net");
    let bytes = spoilt(&HEADS[rng.below(HEADS.len())], rng);
    let _ = table::learn::Quantised::from_bytes(&bytes, "pieces", 384);
    let _ = table::learn::Dense::from_bytes(&bytes, "pieces", 384);
    let _ = table::learn::Trainer::from_bytes(&bytes, "pieces");
}

#[test]
fn no_file_breaks_a_net() {
    each_game(200, 15, "nets");
}
