//! What comes from outside never panics and is never believed: records and JSON positions, damaged at random.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::{Options, Rng};
use table::{Record, Session, position_json, position_text};

/// A finished random game.
fn sample(family: &table::Family, seed: u64) -> Record {
    let board = family.open(&Options::none()).unwrap();
    let players = vec!["random".to_string(); board.seat_names().len()];
    let mut session = Session::new(board, players, seed);
    let mut rng = Rng::new(seed);
    loop {
        session.settle();
        if session.over() {
            return session.record();
        }
        let legal = session.board().legal();
        session.play(&legal[rng.below(legal.len())], 1).unwrap();
    }
}

fn damage(text: &str, rng: &mut Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=rng.below(3) {
        let at = rng.below(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
        match rng.below(4) {
            0 if !bytes.is_empty() => bytes[at] = rng.bits() as u8,
            1 if !bytes.is_empty() => _ = bytes.remove(at),
            2 => bytes.insert(at, b"{}[]\",:0123456789 -/"[rng.below(20)]),
            _ if rng.below(8) == 0 => bytes.truncate(at),
            _ => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn records_survive_a_round_trip() {
    for family in &ludus_registry::games() {
        for seed in 0..5 {
            let record = sample(family, seed);
            let again = Record::read(&record.write()).unwrap();
            assert_eq!(again, record);
            let replayed = again.replay(&ludus_registry::games()).unwrap();
            assert_eq!(replayed.ending(), record.result);
            assert_eq!(Session::resume(&ludus_registry::games(), &again).unwrap().record(), record);
        }
    }
}

#[test]
fn damaged_records_are_refused_or_replay() {
    let cases = 100_000 / ludus_registry::games().all().len();
    for family in &ludus_registry::games() {
        let lines: Vec<String> = (0..4).map(|seed| cut(sample(family, seed)).write()).collect();
        let mut rng = Rng::new(7);
        for _ in 0..cases {
            let text = damage(&lines[rng.below(lines.len())], &mut rng);
            let Ok(record) = Record::read(&text) else { continue };
            if let Ok(board) = record.replay(&ludus_registry::games()) {
                assert_eq!(board.moves().len(), record.moves.len(), "{text}");
            }
        }
    }
}

/// The first moves of a record, so that replaying is quick.
fn cut(mut record: Record) -> Record {
    record.moves.truncate(8);
    record.times_ms.truncate(8);
    record.result = None;
    record
}

#[test]
fn damaged_json_positions_are_refused_or_hold() {
    let cases = 100_000 / ludus_registry::games().all().len();
    for family in &ludus_registry::games() {
        let record = sample(family, 3);
        let mut board = family.open_at(&Options::none(), &record.start).unwrap();
        let mut texts = Vec::new();
        for mv in record.moves.iter().take(10) {
            board.play(mv).unwrap();
            let json = position_json(family.info, &board.position()).to_string();
            assert_eq!(position_text(family.info, &json).unwrap(), board.position());
            texts.push(json);
        }
        let mut rng = Rng::new(9);
        for _ in 0..cases {
            let text = damage(&texts[rng.below(texts.len())], &mut rng);
            if let Ok(board) = family.open_at(&Options::none(), &text) {
                let again = family.open_at(&Options::none(), &board.position()).unwrap();
                assert_eq!(again.position(), board.position(), "{text}");
            }
        }
    }
}

/// A position read back from its second notation is worth the same, and damaged ones are refused or hold.
#[test]
fn second_notations_are_read_as_they_are_written() {
    let mut rng = Rng::new(4);
    for family in &ludus_registry::games() {
        let record = sample(family, 5);
        let mut board = family.open_at(&Options::none(), &record.start).unwrap();
        let mut texts = Vec::new();
        for mv in &record.moves {
            board.play(mv).unwrap();
            let Some(text) = board.notation() else { break };
            // A finished game may be over by its history, which no notation holds.
            if !board.over() {
                let again = family.open_at(&Options::none(), &text).unwrap_or_else(|e| panic!("{text}: {e}"));
                assert_eq!(again.notation().as_ref(), Some(&text));
                assert_eq!(again.options(), board.options(), "{text}");
                assert_eq!(again.legal(), board.legal(), "{text}");
            }
            texts.push(text);
        }
        for _ in 0..if texts.is_empty() { 0 } else { 2000 } {
            let text = damage(&texts[rng.below(texts.len())], &mut rng);
            if let Ok(board) = family.open_at(&Options::none(), &text) {
                let again = family.open_at(&Options::none(), &board.position()).unwrap();
                assert_eq!(again.position(), board.position(), "{text}");
            }
        }
    }
}

#[test]
fn every_start_can_be_asked_for_in_both_forms() {
    for family in &ludus_registry::games() {
        let board = family.open(&Options::none()).unwrap();
        let json = position_json(family.info, &board.position()).to_string();
        for text in [board.position(), json] {
            let again = family.open_at(&board.options(), &text).unwrap();
            assert_eq!(again.position(), board.position());
            assert_eq!(again.options(), board.options());
        }
    }
}

#[test]
fn the_same_seed_deals_the_same() {
    for family in &ludus_registry::games() {
        assert_eq!(sample(family, 11), sample(family, 11));
    }
}
