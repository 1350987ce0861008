//! What is said beside the verdict: the idea, why another move fails, what to watch for; each a fact with its line.

use game::Event;
use infer::Filling;
use serde::{Deserialize, Serialize};
use table::Match;

use crate::statement::percent;
use crate::tale::{Difference, Fact, Side, Tale, differences, horizon};
use crate::verdict::View;
use crate::words::Speaker;
use crate::{Judged, Scale, Verdict};

/// A fact that holds for more than this share of the legal moves is no reason for one of them.
const COMMON: f64 = 0.7;

/// The most moves of a line that are written out in a sentence.
const WRITTEN: usize = 3;

/// Why something may be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A claim that was proved.
    Confirmed,
    /// It can be seen on the board by playing the line.
    Literal,
}

/// Something that is said about a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reason {
    /// The sentence.
    pub text: String,
    /// The rule it comes from.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rule: Option<String>,
    /// The kind of event it tells.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub story: Option<String>,
    /// What the rule claims.
    pub claim: Option<String>,
    /// Why it may be said.
    pub status: Status,
    /// The line from this position that shows it.
    pub line: Vec<String>,
    /// What the places are called.
    pub places: Vec<String>,
    /// Where they are on the board, by the numbers of its hotspots.
    pub spots: Vec<u16>,
}

impl Reason {
    /// Something that a line shows.
    pub(crate) fn literal(text: String, event: Option<&Event>, line: &[String]) -> Reason {
        Reason {
            text,
            rule: None,
            story: event.map(|event| event.kind.to_string()),
            claim: None,
            status: Status::Literal,
            line: line.to_vec(),
            places: event.map(|event| event.names.clone()).unwrap_or_default(),
            spots: event.map(|event| event.places.iter().map(|spot| spot.0).collect()).unwrap_or_default(),
        }
    }
}

/// Something told along a line, not yet a sentence: the words, and what they rest on.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) text: String,
    pub(crate) event: Option<Event>,
    pub(crate) line: Vec<String>,
}

/// Finds things to say about the moves of one position.
pub(crate) struct Teller<'a> {
    pub(crate) speaker: &'a Speaker,
    pub(crate) view: View,
    pub(crate) scale: Scale,
    /// What each legal move does by itself.
    usual: Vec<Vec<Fact>>,
}

impl<'a> Teller<'a> {
    pub(crate) fn new(board: &dyn Match, speaker: &'a Speaker, view: View, scale: Scale) -> Teller<'a> {
        let first = |mv: String| Some(Tale::of(board, &[mv])?.facts(0..1));
        let usual = board.legal().into_iter().filter_map(first).collect();
        Teller { speaker, view, scale, usual }
    }

    /// Whether most moves of the position do the same at once.
    fn vacuous(&self, fact: &Fact) -> bool {
        if fact.first > 0 || self.usual.len() < 3 {
            return false;
        }
        let alike = |other: &Fact| {
            other.event.kind == fact.event.kind
                && other.event.who == fact.event.who
                && other.event.worth.abs() >= fact.event.worth.abs()
                && other.event.count >= fact.event.count
        };
        let count = self.usual.iter().filter(|facts| facts.iter().any(alike)).count();
        count as f64 > COMMON * self.usual.len() as f64
    }

    /// What speaks for the move of `tale`: compared with a worse one if there is one, else by itself.
    pub(crate) fn idea(&self, tale: &Tale, worse: Option<&Tale>) -> Option<Told> {
        let compared = worse.and_then(|worse| {
            let plies = horizon(tale, worse, self.view)?;
            let good = |difference: &Difference| {
                difference.side == Side::First && difference.worth > 0 && !self.vacuous(&difference.fact)
            };
            differences(tale, worse, plies, self.view).into_iter().find(good)
        });
        match compared {
            Some(difference) => Some(self.told(tale, &difference.fact, 1)),
            None => self.at_once(tale),
        }
    }

    /// The best thing that the first move of a line does for its mover by itself.
    fn at_once(&self, tale: &Tale) -> Option<Told> {
        let facts = tale.facts(0..1);
        let gains = facts.iter().filter(|fact| self.view.worth(&fact.event) > 0 && !self.vacuous(fact));
        let best = gains.max_by_key(|fact| self.view.worth(&fact.event))?;
        Some(self.told(tale, best, 1))
    }

    /// What is wrong with a move: what happens after it that does not happen after a better one, or what it misses; at least the answer.
    pub(crate) fn failure(
        &self,
        bad: &Tale,
        verdict: &Verdict,
        better: Option<(&str, &Tale)>,
    ) -> Option<Told> {
        let found = better.and_then(|(mv, good)| {
            let plies = horizon(good, bad, self.view)?;
            let weightiest = |difference: &Difference| difference.worth > 0;
            let difference = differences(good, bad, plies, self.view).into_iter().find(weightiest)?;
            Some(match difference.side {
                Side::Second => self.with_cause(bad, &difference.fact),
                Side::First => {
                    let told = self.told(good, &difference.fact, 1);
                    let fill = [("B", Filling::word(mv)), ("Story", Filling::word(&told.text))];
                    Told { text: self.speaker.say("missing", &fill), ..told }
                }
            })
        });
        found.or_else(|| self.answer(bad, verdict))
    }

    /// A fact of a line, after what the first move itself did to bring it about.
    fn with_cause(&self, tale: &Tale, fact: &Fact) -> Told {
        let told = self.told(tale, fact, 1);
        let cause = tale.facts(0..1).into_iter().find(|cause| {
            fact.first > 0
                && cause.event.who.index() == self.view.seat
                && cause.event.worth <= 0
                && !self.vacuous(cause)
        });
        let Some(cause) = cause.map(|cause| self.speaker.event(&cause.event)).filter(|text| !text.is_empty())
        else {
            return told;
        };
        Told { text: format!("{cause}; {}", told.text), ..told }
    }

    /// The answer to a move, with the forced end if the line shows it.
    fn answer(&self, tale: &Tale, verdict: &Verdict) -> Option<Told> {
        let reply =
            (1..tale.plies()).find(|&ply| tale.movers[ply].is_some_and(|mover| mover != self.view.seat))?;
        let answer = Filling::word(&tale.line[reply]);
        let winner = verdict.winner.filter(|_| verdict.exact && tale.over).map(|winner| winner - 1);
        let text = match winner {
            Some(winner) => {
                let own = tale.movers[reply..].iter().filter(|mover| **mover == Some(winner)).count();
                let fill =
                    [("A", answer), ("Who", self.speaker.who(winner)), ("N", Filling::Number(own as i32))];
                self.speaker.say("answered-wins", &fill)
            }
            None => self.speaker.say("answered", &[("A", answer)]),
        };
        Some(Told { text, event: None, line: tale.line.clone() })
    }

    /// A fact of a line in words, the moves before it counted from ply `from`.
    pub(crate) fn told(&self, tale: &Tale, fact: &Fact, from: usize) -> Told {
        let story = self.speaker.event(&fact.event);
        let begun = &tale.line[from.min(tale.plies())..(fact.first + 1).min(tale.plies()).max(from)];
        let text = match begun.len() {
            0 => story,
            length if length <= WRITTEN => {
                let fill = [("Line", Filling::word(begun.join(", "))), ("Story", Filling::word(story))];
                self.speaker.say("after", &fill)
            }
            length => {
                let fill = [
                    ("Line", Filling::word(begun[..WRITTEN - 1].join(", "))),
                    ("N", Filling::Number((length + 1 - WRITTEN) as i32)),
                    ("Story", Filling::word(story)),
                ];
                self.speaker.say("after-more", &fill)
            }
        };
        Told { text, event: Some(fact.event.clone()), line: tale.line[..=fact.last].to_vec() }
    }

    /// Why another move is not as good, with its verdict first.
    pub(crate) fn other_fails(&self, other: &Judged, asked: &Verdict, why: &Told) -> Told {
        let verdict = &other.verdict;
        let loss = self.scale.loss(verdict, asked);
        let key = match verdict.exact {
            true if verdict.win <= 0.0 && asked.win > 0.0 => "other-loses",
            true if verdict.win < 1.0 && asked.win >= 1.0 => "other-draws",
            _ if loss.win < self.scale.grain.step() && loss.points >= 1.0 => "other-less",
            _ => "other-worse",
        };
        let amount = self.speaker.amount(loss.points.round() as i32).unwrap_or_default();
        let fill = [
            ("M", Filling::word(&other.mv)),
            ("Q", percent(verdict)),
            ("Amount", Filling::word(amount)),
            ("Story", Filling::word(&why.text)),
        ];
        Told { text: self.speaker.say(key, &fill), ..why.clone() }
    }
}
