//! What a review says of each player: accuracy, one strength, one thing to practise.

use infer::Filling;
use serde::{Deserialize, Serialize};

use super::Note;
use crate::words::{Speaker, sentence};
use crate::{Class, accuracy};

/// The fewest moves by which a part of the game is judged.
const FEWEST: usize = 2;

/// What a review says of one player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayerReview {
    /// The seat, numbered from 1.
    pub seat: usize,
    /// From 0 to 100; `None` without a move.
    pub accuracy: Option<f64>,
    /// The same for each third of the game.
    pub phases: Vec<Phase>,
    /// How many moves of each class.
    pub classes: Vec<(Class, usize)>,
    /// What went well.
    pub strength: Option<Remark>,
    /// What to practise.
    pub practise: Option<Remark>,
}

/// A third of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Phase {
    /// `opening`, `middle` or `end`.
    pub name: String,
    /// From 0 to 100; `None` without a move.
    pub accuracy: Option<f64>,
}

/// One sentence about a player's game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Remark {
    /// The sentence.
    pub text: String,
    /// The plies it is about.
    pub plies: Vec<usize>,
}

const PHASES: [&str; 3] = ["opening", "middle", "end"];

/// One move: which third of the game, what it kept, its weight.
struct Kept<'a> {
    note: &'a Note,
    phase: usize,
    kept: f64,
    weight: f64,
}

pub(super) fn review(notes: &[Note], seats: usize, plies: usize, speaker: &Speaker) -> Vec<PlayerReview> {
    let wins: Vec<f64> = notes.iter().map(first_seat).collect();
    let weights = accuracy::weights(&wins);
    let kept: Vec<Kept<'_>> = notes
        .iter()
        .zip(weights)
        .enumerate()
        .filter(|(_, (note, _))| !note.unseen)
        .map(|(index, (note, weight))| Kept {
            note,
            phase: (3 * index / plies.max(1)).min(2),
            kept: accuracy::of_move(note.reviewed.loss.win),
            weight,
        })
        .collect();
    (0..seats).map(|seat| of_seat(seat, &kept, speaker)).collect()
}

/// The chance of whoever moves first, as well as it is known, before a move.
fn first_seat(note: &Note) -> f64 {
    if note.reviewed.seat == 1 { note.reviewed.before } else { 1.0 - note.reviewed.before }
}

fn of_seat(seat: usize, all: &[Kept<'_>], speaker: &Speaker) -> PlayerReview {
    let own: Vec<&Kept<'_>> = all.iter().filter(|kept| kept.note.reviewed.seat == seat + 1).collect();
    let figure = |phase: Option<usize>| {
        let moves = own.iter().filter(|kept| phase.is_none_or(|phase| kept.phase == phase));
        accuracy::of_moves(&moves.map(|kept| (kept.kept, kept.weight)).collect::<Vec<_>>())
    };
    let phases: Vec<Phase> = PHASES
        .iter()
        .enumerate()
        .map(|(at, name)| Phase { name: (*name).to_string(), accuracy: figure(Some(at)) })
        .collect();
    let order = [
        Class::OnlyMove,
        Class::Best,
        Class::Good,
        Class::Inaccuracy,
        Class::Mistake,
        Class::Blunder,
        Class::MissedWin,
    ];
    let classes = order
        .into_iter()
        .map(|class| (class, own.iter().filter(|kept| kept.note.reviewed.class == class).count()))
        .filter(|(_, count)| *count > 0)
        .collect();
    PlayerReview {
        seat: seat + 1,
        accuracy: figure(None),
        strength: strength(seat, &own, &phases, speaker),
        practise: practise(seat, &own, &phases, speaker),
        phases,
        classes,
    }
}

/// Only moves that were found, or the third of the game that was played best.
fn strength(seat: usize, own: &[&Kept<'_>], phases: &[Phase], speaker: &Speaker) -> Option<Remark> {
    let found = own.iter().filter(|kept| kept.note.reviewed.class == Class::OnlyMove && !kept.note.forced);
    let plies: Vec<usize> = found.map(|kept| kept.note.reviewed.ply).collect();
    if plies.len() >= 2 {
        let fill = [("Who", speaker.who(seat)), ("N", Filling::Number(plies.len() as i32))];
        return Some(Remark { text: sentence(&speaker.say("strength-only", &fill), &[]), plies });
    }
    let (at, best) = extreme(own, phases, |a, b| a > b)?;
    (best >= 70.0).then(|| about_phase("strength-phase", seat, at, best, own, speaker))
}

/// What cost most: errors of one kind, or the third of the game that was played worst.
fn practise(seat: usize, own: &[&Kept<'_>], phases: &[Phase], speaker: &Speaker) -> Option<Remark> {
    let errors = own.iter().map(|kept| kept.note).filter(|note| note.reviewed.class.is_error());
    let Some(notes) = costliest(errors) else {
        let (at, least) = extreme(own, phases, |a, b| a < b)?;
        return (least < 90.0).then(|| about_phase("practise-phase", seat, at, least, own, speaker));
    };
    let heaviest = notes.iter().rev().max_by(|a, b| cost(a).total_cmp(&cost(b)))?;
    let story = heaviest.story.as_ref().map_or("", |(_, text)| text.trim_end_matches('.'));
    let fill = [
        ("N", Filling::Number(notes.len() as i32)),
        ("Ply", Filling::Number(heaviest.reviewed.ply as i32)),
        ("M", Filling::word(&heaviest.reviewed.mv)),
        ("Story", Filling::word(speaker.lower(story))),
    ];
    let key = if notes.len() == 1 { "practise-story" } else { "practise-kind" };
    let plies = notes.iter().map(|note| note.reviewed.ply).collect();
    Some(Remark { text: sentence(&speaker.say(key, &fill), &[]), plies })
}

/// What an error counts; one that cost points alone counts a little.
fn cost(note: &Note) -> f64 {
    note.reviewed.loss.win.max(0.02)
}

/// The errors of the kind that cost most together; one of which no event is told is a kind of its own.
fn costliest<'a>(errors: impl Iterator<Item = &'a Note>) -> Option<Vec<&'a Note>> {
    let mut kinds: Vec<(&str, Vec<&Note>)> = Vec::new();
    for note in errors {
        let Some((kind, _)) = &note.story else { continue };
        match kinds.iter_mut().find(|(known, _)| !kind.is_empty() && known == kind) {
            Some((_, notes)) => notes.push(note),
            None => kinds.push((kind, vec![note])),
        }
    }
    let total = |notes: &[&Note]| notes.iter().map(|note| cost(note)).sum::<f64>();
    kinds.into_iter().rev().map(|(_, notes)| notes).max_by(|a, b| total(a).total_cmp(&total(b)))
}

/// The third of the game with the highest or lowest figure, of those with enough moves.
fn extreme(own: &[&Kept<'_>], phases: &[Phase], beats: impl Fn(f64, f64) -> bool) -> Option<(usize, f64)> {
    let mut found: Option<(usize, f64)> = None;
    for (at, phase) in phases.iter().enumerate() {
        let enough = own.iter().filter(|kept| kept.phase == at).count() >= FEWEST;
        let Some(figure) = phase.accuracy.filter(|_| enough) else { continue };
        if found.is_none_or(|(_, known)| beats(figure, known)) {
            found = Some((at, figure));
        }
    }
    found
}

fn about_phase(
    key: &str,
    seat: usize,
    phase: usize,
    figure: f64,
    own: &[&Kept<'_>],
    speaker: &Speaker,
) -> Remark {
    let fill = [
        ("Who", speaker.who(seat)),
        ("Phase", Filling::word(speaker.say(&format!("phase-{}", PHASES[phase]), &[]))),
        ("N", Filling::Number(figure.round() as i32)),
    ];
    let plies = own.iter().filter(|kept| kept.phase == phase).map(|kept| kept.note.reviewed.ply).collect();
    Remark { text: sentence(&speaker.say(key, &fill), &[]), plies }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::tests::note;

    #[test]
    fn what_cost_most_is_one_kind_or_the_costliest_move() {
        let error = |ply: usize, loss: f64, kind: &str| {
            let mut error = note(ply, 0.5);
            error.reviewed.loss.win = loss;
            error.story = Some((kind.to_string(), String::new()));
            error
        };
        let plies = |notes: &[Note]| -> Vec<usize> {
            costliest(notes.iter()).unwrap_or_default().iter().map(|note| note.reviewed.ply).collect()
        };
        let single = [error(1, 0.13, "floor"), error(3, 0.25, ""), error(5, 0.11, "")];
        assert_eq!(plies(&single), [3], "13 % are not what cost most, although they have a story");
        let repeated = [error(1, 0.13, "floor"), error(3, 0.25, ""), error(5, 0.14, "floor")];
        assert_eq!(plies(&repeated), [1, 5]);
        assert!(plies(&[note(1, 0.5)]).is_empty());
    }
}
