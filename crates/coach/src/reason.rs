//! What is said beside the verdict: the idea, why another move fails, what to watch for; each a fact with its line.

use game::Event;
use infer::Filling;
use serde::{Deserialize, Serialize};
use table::Match;

use crate::ruling::Ruling;
use crate::statement::percent;
use crate::tale::{Difference, Fact, Reach, Side, Tale, differences, horizon, standing_apart};
use crate::verdict::View;
use crate::words::Speaker;
use crate::{Judged, Scale, Verdict};

/// A fact that holds for more than this share of the legal moves is no reason for one of them.
const COMMON: f64 = 0.7;

/// The last turn, from 0, of which is told before anything that can be counted.
const SOON: u32 = 2;

/// The least that a count must differ by to be told, in hundredths of a point.
const COUNTED: i32 = 50;

/// The least worth of what a move brings only later to be its idea, in hundredths of a point.
const LATER: i32 = 100;

/// The last ply, from 0, of which everything is told; beyond it only what is worth so much, in hundredths of a point.
const NEARBY: usize = 6;
const GREAT: i32 = 300;

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
    /// A claim that is false; never said.
    Refuted,
    /// A claim that nobody could prove or refute within the time; never said.
    Open,
}

impl Status {
    /// The name that scripts read.
    pub fn name(self) -> &'static str {
        match self {
            Status::Confirmed => "confirmed",
            Status::Literal => "literal",
            Status::Refuted => "refuted",
            Status::Open => "open",
        }
    }
}

/// Why something that was found is not said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Silence {
    /// It is false.
    Refuted,
    /// Nobody could tell within the time.
    Open,
    /// It is true of most moves.
    Commonplace,
    /// The audit has not shown that the rule says more than a lot would.
    Unproven,
    /// It speaks for a move that throws something away, or against one that does not.
    Contrary,
    /// It has been said already.
    Repeated,
    /// Enough has been said.
    Enough,
}

impl Silence {
    /// The key of its words.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Silence::Refuted => "silence-refuted",
            Silence::Open => "silence-open",
            Silence::Commonplace => "silence-commonplace",
            Silence::Unproven => "silence-unproven",
            Silence::Contrary => "silence-contrary",
            Silence::Repeated => "silence-repeated",
            Silence::Enough => "silence-enough",
        }
    }
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
    /// The ply of the line, from 0, before which a side passes: what it would do if it could move twice in a row is a threat.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub pass: Option<usize>,
    /// What the places are called.
    pub places: Vec<String>,
    /// Where they are on the board, by the numbers of its hotspots.
    pub spots: Vec<u16>,
    /// Why it is not said, where it is not.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub silence: Option<Silence>,
}

impl Reason {
    /// Something that was told, as a sentence.
    pub(crate) fn new(text: String, told: &Told, silence: Option<Silence>) -> Reason {
        let (event, ruling) = (told.event.as_ref(), told.ruling.as_ref());
        Reason {
            text,
            rule: ruling.map(|ruling| ruling.rule.clone()),
            story: event.map(|event| event.kind.to_string()),
            claim: ruling.and_then(|ruling| ruling.claim.clone()),
            status: ruling.map_or(Status::Literal, |ruling| ruling.status),
            line: told.line.clone(),
            pass: told.pass,
            places: event.map(|event| event.names.clone()).unwrap_or_default(),
            spots: event.map(|event| event.places.iter().map(|spot| spot.0).collect()).unwrap_or_default(),
            silence,
        }
    }
}

/// Something told along a line, not yet a sentence: the words, and what they rest on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    pub(crate) text: String,
    pub(crate) event: Option<Event>,
    pub(crate) line: Vec<String>,
    /// As [`Reason::pass`].
    pub(crate) pass: Option<usize>,
    /// The rule that says it.
    pub(crate) ruling: Option<Ruling>,
    /// The kind of what the first move did to bring it about, where that is told too.
    pub(crate) cause: Option<&'static str>,
}

impl Told {
    /// What a rule says of this move; `key` is the coach's way to put it.
    pub(crate) fn ruled(speaker: &Speaker, key: &str, mv: &str, ruling: &Ruling) -> Told {
        let fill = [("M", Filling::word(mv)), ("Story", Filling::word(&ruling.text))];
        let (text, line) = (speaker.say(key, &fill), ruling.line.clone());
        Told { text, line, ruling: Some(ruling.clone()), ..Told::default() }
    }
}

/// Finds things to say about the moves of one position.
pub(crate) struct Teller<'a> {
    pub(crate) speaker: &'a Speaker,
    pub(crate) view: View,
    pub(crate) scale: Scale,
    /// What each legal move does by itself.
    usual: Vec<(String, Vec<Fact>)>,
}

impl<'a> Teller<'a> {
    pub(crate) fn new(board: &dyn Match, speaker: &'a Speaker, view: View, scale: Scale) -> Teller<'a> {
        let first = |mv: String| {
            let facts = Tale::of(board, std::slice::from_ref(&mv))?.facts(0..1);
            Some((mv, facts))
        };
        let usual = board.legal().into_iter().filter_map(first).collect();
        Teller { speaker, view, scale, usual }
    }

    /// What a move brings at once, as somebody sees it who looks no further.
    pub(crate) fn bait(&self, mv: &str) -> i32 {
        let facts = self.usual.iter().find(|(known, _)| known == mv);
        facts.map_or(0, |(_, facts)| facts.iter().map(|fact| self.view.worth(&fact.event)).sum())
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
        let count = self.usual.iter().filter(|(_, facts)| facts.iter().any(alike)).count();
        count as f64 > COMMON * self.usual.len() as f64
    }

    /// What speaks for the move of `tale`: compared with a worse one if there is one, else by itself.
    pub(crate) fn idea(&self, tale: &Tale, worse: Option<&Tale>) -> Option<Told> {
        let differing = worse.and_then(|worse| {
            let plies = horizon(tale, worse, self.view, Reach::Near)?;
            let good = |difference: &Difference| {
                let Difference { side, worth, fact } = difference;
                *side == Side::First && *worth > 0 && fact.turn <= SOON && !self.vacuous(fact)
            };
            differences(tale, worse, plies, self.view, Reach::Near).into_iter().find(good)
        });
        let told = |difference: &Difference| self.told(tale, &difference.fact, 1);
        let now = differing.iter().find(|difference| difference.fact.turn == 0).map(told);
        let later = || differing.iter().find(|difference| difference.worth >= LATER).map(told);
        now.or_else(|| self.at_once(tale)).or_else(later).or_else(|| self.counted(tale, worse?, 1))
    }

    /// What can be counted after so many plies of a line, where it differs most in favour of the first line.
    fn counted(&self, tale: &Tale, other: &Tale, plies: usize) -> Option<Told> {
        let (kind, _) = standing_apart(tale.standing(plies), other.standing(plies), self.view)?;
        let of_kind = || tale.standing(plies).iter().filter(|event| event.kind == kind);
        let ahead = of_kind().map(|event| self.view.worth(event)).sum::<i32>() > 0;
        // Where both sides are counted, the count has to show who is better off.
        (ahead || of_kind().count() == 1).then(|| self.count(tale, kind, plies))?
    }

    /// What everybody has of this kind after so many plies of a line.
    fn count(&self, tale: &Tale, kind: &str, plies: usize) -> Option<Told> {
        let plies = plies.min(tale.plies());
        let of_kind = tale.standing(plies).iter().filter(|event| event.kind == kind);
        let mut events: Vec<&Event> = of_kind.collect();
        // Of several others, the one who has most.
        events.sort_by_key(|event| (event.who.index() != self.view.seat, -event.worth, event.who.index()));
        events.truncate(2);
        let texts: Vec<String> = events.iter().map(|event| self.speaker.event(event)).collect();
        let long = texts.iter().any(|text| text.contains(','));
        let joint = if long { "; ".to_string() } else { format!(" {} ", self.speaker.say("and", &[])) };
        let story = texts.join(&joint);
        let key = if plies == 1 { "right-after" } else { "after" };
        let line = tale.line[1..plies].join(", ");
        let text = self.speaker.say(key, &[("Line", Filling::word(line)), ("Story", Filling::word(story))]);
        Some(Told {
            text,
            event: events.first().map(|event| (*event).clone()),
            line: tale.line[..plies].to_vec(),
            ..Told::default()
        })
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
        let found = better.and_then(|(mv, good)| self.what_is_worse(bad, mv, good));
        found.or_else(|| self.answer(bad, verdict))
    }

    /// What is worse after the move of `bad` than after `mv` with its line `good`: what happens soon, what can be counted after the answer, what is
    /// missed at once, and last what happens later.
    fn what_is_worse(&self, bad: &Tale, mv: &str, good: &Tale) -> Option<Told> {
        let apart = |reach: Reach| {
            let plies = horizon(good, bad, self.view, reach).unwrap_or(0);
            differences(good, bad, plies, self.view, reach)
        };
        let (near, far) = (apart(Reach::Near), apart(Reach::Far));
        let missed = |difference: &Difference| {
            let told = self.told(good, &difference.fact, 1);
            let fill = [("B", Filling::word(mv)), ("Story", Filling::word(&told.text))];
            Told { text: self.speaker.say("missing", &fill), ..told }
        };
        let happens = |difference: &Difference| self.with_cause(bad, &difference.fact);
        // What happens far away must be worth the way.
        let worth_telling =
            |difference: &&Difference| difference.fact.first <= NEARBY || difference.worth >= GREAT;
        let soon = self.weightiest(&near, Side::Second, 0..=SOON).map(happens);
        soon.or_else(|| self.counted_worse(bad, good))
            .or_else(|| self.weightiest(&near, Side::First, 0..=0).map(missed))
            .or_else(|| self.weightiest(&far, Side::Second, 0..=u32::MAX).filter(worth_telling).map(happens))
    }

    /// The weightiest of the differences on this side in these turns that speak for the first line; on the second, only what its move does at once or
    /// what others do.
    fn weightiest<'d>(
        &self,
        all: &'d [Difference],
        side: Side,
        turns: std::ops::RangeInclusive<u32>,
    ) -> Option<&'d Difference> {
        let top = all.iter().map(|difference| difference.worth).max()?;
        all.iter().find(|difference| {
            let Difference { worth, fact, .. } = difference;
            let own = fact.event.who.index() == self.view.seat;
            let telling = side == Side::First || fact.turn == 0 || !own || *turns.end() == u32::MAX;
            let weighty = *worth > 0 && 2 * worth >= top && turns.contains(&fact.turn);
            difference.side == side && weighty && telling
        })
    }

    /// What can be counted after the answer to the move of `bad`, where it is worse than after `good` and its answer.
    fn counted_worse(&self, bad: &Tale, good: &Tale) -> Option<Told> {
        let plies = |tale: &Tale| tale.reply(self.view.seat).map(|reply| reply + 1);
        let (here, there) = (plies(bad)?, plies(good)?);
        let (kind, lead) = standing_apart(good.standing(there), bad.standing(here), self.view)?;
        let of_kind = || bad.standing(here).iter().filter(|event| event.kind == kind);
        let behind = of_kind().map(|event| self.view.worth(event)).sum::<i32>() < 0;
        // Where both sides are counted, the count has to show who is worse off.
        if lead < COUNTED || of_kind().count() > 1 && !behind {
            return None;
        }
        self.count(bad, kind, here)
    }

    /// A fact of a line, after what the first move itself did to bring it about.
    fn with_cause(&self, tale: &Tale, fact: &Fact) -> Told {
        let told = self.told(tale, fact, 1);
        // A cause costs something by itself, or is about the same places.
        let cause = tale.facts(0..1).into_iter().find(|cause| {
            let same = cause.event.names.iter().any(|name| fact.event.names.contains(name));
            let own = cause.event.who.index() == self.view.seat;
            let telling = cause.event.worth < 0 || cause.event.worth == 0 && same;
            fact.first > 0 && own && telling && !self.vacuous(cause)
        });
        let Some(cause) = cause else { return told };
        match self.speaker.event(&cause.event) {
            text if text.is_empty() => told,
            text => Told { text: format!("{text}; {}", told.text), cause: Some(cause.event.kind), ..told },
        }
    }

    /// The answer to a move, with the forced end if the line shows it.
    pub(crate) fn answer(&self, tale: &Tale, verdict: &Verdict) -> Option<Told> {
        let reply = tale.reply(self.view.seat)?;
        let answer = Filling::word(&tale.line[reply]);
        let winner = verdict.winner.filter(|_| verdict.exact && tale.over).map(|winner| winner - 1);
        let winner = winner.filter(|&winner| winner != self.view.seat);
        let text = match winner {
            Some(winner) => {
                let own = tale.movers[reply..].iter().filter(|mover| **mover == Some(winner)).count();
                let fill =
                    [("A", answer), ("Who", self.speaker.who(winner)), ("N", Filling::Number(own as i32))];
                self.speaker.say("answered-wins", &fill)
            }
            None => self.answered(tale, reply, answer),
        };
        Some(Told { text, line: tale.line.clone(), ..Told::default() })
    }

    /// The answer with the best thing that it does for whoever gives it.
    fn answered(&self, tale: &Tale, reply: usize, answer: Filling) -> String {
        let own = tale.movers[reply..].iter().take_while(|mover| **mover == tale.movers[reply]).count();
        let facts = tale.facts(reply..reply + own);
        let serves =
            |fact: &&Fact| tale.movers[reply].is_some_and(|seat| self.speaker.serves(&fact.event, seat));
        let best = facts.iter().filter(serves).rev().max_by_key(|fact| fact.event.worth.abs());
        match best.map(|fact| self.speaker.event(&fact.event)).filter(|text| !text.is_empty()) {
            Some(story) => {
                self.speaker.say("answered-story", &[("A", answer), ("Story", Filling::word(story))])
            }
            None => self.speaker.say("answered", &[("A", answer)]),
        }
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
        let (event, line) = (Some(fact.event.clone()), tale.line[..=fact.last].to_vec());
        Told { text, event, line, ..Told::default() }
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
