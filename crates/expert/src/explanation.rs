//! Why a move, and why not the others.

use game::facts::Describe;
use game::{Line, Seat};
use serde::Serialize;

use crate::desk::{Desk, at_desk};
use crate::judge::{Found, judge};
use crate::proof::ProofLine;
use crate::{ExpertError, Knowledge, Lang};

/// What is to be explained.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question<'a> {
    /// The move; without one, the move that the rules choose.
    pub mv: Option<&'a str>,
    /// The knowledge to go by; without a name, the game's default.
    pub pack: Option<&'a str>,
    /// The language of the reasons.
    pub lang: Lang,
}

/// Why a move is good or bad, and why not the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Explanation {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// All reasons in a sentence or two.
    pub text: String,
    /// The sum of the points of the reasons.
    pub points: i32,
    /// Whether a rule forbids the move.
    pub vetoed: bool,
    /// The reasons, the weightiest first.
    pub reasons: Vec<Reason>,
    /// The best other moves, best first.
    pub alternatives: Vec<Alternative>,
    /// The name of the knowledge it goes by.
    pub pack: String,
    /// Why a file that should be in force is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

/// What one rule says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reason {
    /// The rule.
    pub rule: String,
    /// The part of the knowledge it belongs to: forward, template, backward or event.
    pub layer: &'static str,
    /// Its points; 0 for a veto.
    pub points: i32,
    /// Whether it forbids the move.
    pub veto: bool,
    /// What it says, in the language asked for.
    pub text: String,
    /// Where it is written, as `file:line`.
    pub at: String,
    /// The facts it rests on, each once.
    pub facts: Vec<String>,
    /// How it follows from them.
    pub proof: Vec<ProofLine>,
}

/// A move that was not chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Alternative {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its points.
    pub points: i32,
    /// What spoke against it, compared with the move explained.
    pub against: String,
}

/// How many other moves are mentioned.
const ALTERNATIVES: usize = 3;

/// Explains a move of the current position of a line.
///
/// # Errors
/// When nobody is to move, the move cannot be played, or there is no such pack.
pub fn explain<G: Describe>(
    knowledge: &Knowledge,
    line: &Line<G>,
    question: &Question<'_>,
) -> Result<Explanation, ExpertError> {
    let (game, state) = (line.game(), line.state());
    let seat = line.turn().seat().ok_or(ExpertError::NobodyToMove)?;
    let wanted = question.mv.map(|text| game.read_move(state, text)).transpose()?;
    let pack = knowledge.pack(game, question.pack)?;
    let mut judged = judge(&pack.kb, line, seat, line.legal());
    let at = wanted.map_or(0, |mv| judged.iter().position(|j| j.mv == mv).unwrap_or(0));
    let chosen = judged.remove(at);
    at_desk(&pack.kb, |desk| {
        desk.set(line, seat);
        let reasons = reasons(desk, line, seat, chosen.mv, question.lang);
        let others = judged.iter().take(ALTERNATIVES).map(|other| {
            let theirs = remarks(desk, line, seat, other.mv, question.lang);
            Alternative {
                mv: game.write_move(state, other.mv),
                points: other.found.points,
                against: against((chosen.found, &reasons), (other.found, &theirs), question.lang),
            }
        });
        let alternatives = others.collect();
        let mv = game.write_move(state, chosen.mv);
        let text = sentence(&mv, chosen.found, &reasons, question.lang);
        let points = chosen.found.points;
        let (pack, warning, vetoed) = (pack.name, pack.complaint, chosen.found.vetoed);
        Ok(Explanation { mv, text, points, vetoed, reasons, alternatives, pack, warning })
    })
}

/// The reasons that count for a move of the position on the desk, vetoes first, then by weight.
pub(crate) fn reasons<G: Describe>(
    desk: &mut Desk,
    line: &Line<G>,
    seat: Seat,
    mv: G::Move,
    lang: Lang,
) -> Vec<Reason> {
    desk.describe(line.game(), line.state(), seat, mv);
    let (_, found) = desk.engine.explain_move(&desk.movement, lang.code());
    plain(&found)
}

/// The same without what they rest on.
fn remarks<G: Describe>(desk: &mut Desk, line: &Line<G>, seat: Seat, mv: G::Move, lang: Lang) -> Vec<Reason> {
    desk.describe(line.game(), line.state(), seat, mv);
    let (_, found) = desk.engine.remark_move(&desk.movement, lang.code());
    plain(&found)
}

/// The reasons that count, as plain data.
pub(crate) fn plain(found: &[infer::Reason]) -> Vec<Reason> {
    let counting = found.iter().filter(|reason| reason.beaten_by.is_none());
    let mut reasons: Vec<Reason> = counting
        .map(|reason| Reason {
            rule: reason.rule.clone(),
            layer: reason.layer.name(),
            points: reason.points,
            veto: reason.veto,
            text: reason.text.clone(),
            at: reason.place.to_string(),
            facts: reason.facts(),
            proof: reason.proof.iter().map(ProofLine::from).collect(),
        })
        .collect();
    reasons.sort_by_key(|reason| (!reason.veto, -reason.points.abs(), reason.points < 0));
    reasons
}

/// The reasons in a sentence or two.
fn sentence(mv: &str, judged: Found, reasons: &[Reason], lang: Lang) -> String {
    let phrases = lang.phrases();
    let vetoes = reasons.iter().filter(|r| r.veto).map(|r| format!("{}: {}", phrases.forbidden, r.text));
    let good = reasons.iter().filter(|r| r.points > 0).map(weighed);
    let leads = judged.after.filter(|_| reasons.is_empty());
    let leads = leads.map(|points| format!("{} ({points:+})", phrases.leads));
    let mut said: Vec<String> = vetoes.chain(good).chain(leads).collect();
    let bad: Vec<String> = reasons.iter().filter(|r| r.points < 0).map(weighed).collect();
    if said.is_empty() && bad.is_empty() {
        said.push(phrases.silent.to_string());
    }
    let mut text = format!("{mv}: {}.", said.join("; "));
    if said.is_empty() {
        text = format!("{mv}.");
    }
    if !bad.is_empty() {
        text += &format!(" {}: {}.", phrases.against, bad.join("; "));
    }
    text
}

fn weighed(reason: &Reason) -> String {
    format!("{} ({:+})", reason.text, reason.points)
}

/// How many differences are named when a move is compared with the one explained.
const DIFFERENCES: usize = 3;

/// What spoke against a move compared with the one explained: rule by rule, what it does worse, does less well, or lacks. Moves that differ only in
/// which tile or cell a rule speaks of do not differ in that rule.
fn against(ours: (Found, &[Reason]), theirs: (Found, &[Reason]), lang: Lang) -> String {
    let phrases = lang.phrases();
    if let Some(veto) = theirs.1.iter().find(|r| r.veto) {
        return format!("{}: {}", phrases.forbidden, veto.text);
    }
    let rank = |judged: Found| (!judged.vetoed, judged.points);
    if rank(theirs.0) > rank(ours.0) {
        let (good, spared) = (ahead(theirs.1, ours.1), ahead_without(theirs.1, ours.1));
        let said: Vec<String> = good.iter().map(|r| weighed(r)).take(DIFFERENCES).collect();
        return match (said.is_empty(), spared.first()) {
            (false, _) => format!("{}: {}", phrases.better, said.join("; ")),
            (true, Some(bad)) => format!("{}: {} {}", phrases.better, phrases.spared, weighed(bad)),
            (true, None) => phrases.better.to_string(),
        };
    }
    if rank(theirs.0) == rank(ours.0) {
        return phrases.equal.to_string();
    }
    let mut said: Vec<String> = ahead_without(ours.1, theirs.1).iter().map(|r| weighed(r)).collect();
    let mut lacks = Vec::new();
    for reason in ahead(ours.1, theirs.1) {
        match theirs.1.iter().find(|r| r.rule == reason.rule) {
            Some(less) => said.push(format!("{} {}", phrases.only, weighed(less))),
            None => lacks.push(weighed(reason)),
        }
    }
    said.truncate(DIFFERENCES);
    lacks.truncate(DIFFERENCES - said.len());
    if !lacks.is_empty() {
        said.push(format!("{}: {}", phrases.misses, lacks.join("; ")));
    }
    if said.is_empty() { phrases.fewer.to_string() } else { said.join("; ") }
}

/// What speaks for the first move by rules that give it more than the second; the weightiest reason of each.
fn ahead<'a>(first: &'a [Reason], second: &[Reason]) -> Vec<&'a Reason> {
    let wins = |rule: &str| total(first, rule) > total(second, rule);
    let mut found: Vec<&Reason> = Vec::new();
    for reason in first.iter().filter(|r| r.points > 0 && wins(&r.rule)) {
        if !found.iter().any(|known| known.rule == reason.rule) {
            found.push(reason);
        }
    }
    found
}

/// What speaks against the second move by rules that cost it more than the first; the weightiest reason of each.
fn ahead_without<'a>(first: &[Reason], second: &'a [Reason]) -> Vec<&'a Reason> {
    let loses = |rule: &str| total(second, rule) < total(first, rule);
    let mut found: Vec<&Reason> = Vec::new();
    for reason in second.iter().filter(|r| r.points < 0 && loses(&r.rule)) {
        if !found.iter().any(|known| known.rule == reason.rule) {
            found.push(reason);
        }
    }
    found
}

fn total(reasons: &[Reason], rule: &str) -> i32 {
    reasons.iter().filter(|r| r.rule == rule).fold(0, |sum, r| sum.saturating_add(r.points))
}
