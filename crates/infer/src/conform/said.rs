//! What rules should say, and where.

use game::Options;
use game::facts::{Describe, EventLog};

use super::Reader;
use crate::kb::Kb;

/// A position; the moves from there, of which the last is judged (none: the position is); and the rule that must fire, with its points and its
/// sentence.
pub type Case<'a> = (&'a str, &'a str, &'a str, i32, &'a str);

/// In every case the rule fires and says so.
pub fn says<G: Describe>(pack: &str, cases: &[Case<'_>]) {
    let mut last: Option<(Options, Reader<G>)> = None;
    for &(position, moves, rule, points, sentence) in cases {
        let options = G::options_of(position).unwrap_or_else(|problems| panic!("{position}: {problems}"));
        // Loading takes longer than judging, and most cases are on the same board as the one before.
        let (_, reader) = match &mut last {
            Some(known) if known.0 == options => known,
            other => {
                let game = G::new(&options).unwrap_or_else(|problem| panic!("{position}: {problem:?}"));
                other.insert((options, Reader::new(&game, pack)))
            }
        };
        let found: Vec<(String, i32, String)> = reasons(reader, position, moves);
        let expected = (rule.to_string(), points, sentence.to_string());
        assert!(found.contains(&expected), "{expected:?} is missing for {moves:?} in {position}: {found:#?}");
    }
}

fn reasons<G: Describe>(reader: &mut Reader<G>, position: &str, moves: &str) -> Vec<(String, i32, String)> {
    let game = reader.game().clone();
    let start = game.read(position).unwrap_or_else(|problems| panic!("{position}: {problems}"));
    let (mut state, mut played) = (start, Vec::new());
    let mut moves = moves.split_whitespace().peekable();
    let reasons = loop {
        let Some(text) = moves.next() else {
            reader.see_with(&state, &EventLog::default());
            break reader.engine.explain_position("en").1;
        };
        let mv = game.read_move(&state, text).unwrap_or_else(|problem| panic!("{position}: {problem}"));
        if moves.peek().is_none() {
            let log = reader.log(&start, &played);
            reader.see_with(&state, &log);
            break reader.reasons(&state, mv, "en");
        }
        game.play(&mut state, mv);
        played.push(mv);
    };
    reasons.into_iter().map(|reason| (reason.rule, reason.points, reason.text)).collect()
}

/// Every rule of the file is among those that some test has shown firing.
pub fn complete<'a>(kb: &Kb, shown: impl IntoIterator<Item = &'a str>) {
    let shown: Vec<&str> = shown.into_iter().collect();
    let silent: Vec<&str> = kb.rules().map(|(name, _)| name).filter(|name| !shown.contains(name)).collect();
    assert!(silent.is_empty(), "rules of {} without a case: {silent:?}", kb.name());
}
