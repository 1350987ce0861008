//! Questions about a knowledge file: is it right, why does a fact hold, why not, what follows.

use std::collections::BTreeMap;

use game::facts::{Describe, SortKind};
use game::{Line, Seat};
use infer::{Attempt, Diagnostics, Kb, Severity};
use serde::Serialize;

use crate::desk::{Desk, at_desk};
use crate::explanation::{Reason, plain};
use crate::proof::ProofLine;
use crate::{Comparison, ExpertError, Knowledge, Lang, compare};

/// A question about the knowledge of a game, asked in a position.
#[derive(Clone, Copy, Debug)]
pub struct Inquiry<'a> {
    /// The pack; without a name, the game's default.
    pub pack: Option<&'a str>,
    /// The move whose facts are considered as well.
    pub mv: Option<&'a str>,
    /// The language of reasons.
    pub lang: Lang,
    /// What is asked.
    pub asked: Asked<'a>,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    /// Whether the pack in force is right, and how each rule is run.
    Check,
    /// The same of a text that is not in force.
    CheckText {
        /// What remarks call it.
        name: &'a str,
        /// The text.
        text: &'a str,
    },
    /// The names of all packs.
    Packs,
    /// Why a fact holds.
    Why(&'a str),
    /// Why a fact does not hold, or a rule does not fire.
    WhyNot(&'a str),
    /// Everything that follows from the position.
    Trace,
    /// Whether both back ends agree on random positions.
    Compare {
        /// How many.
        positions: usize,
        /// Which.
        seed: u64,
    },
}

/// The answer to an [`Inquiry`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Finding {
    /// To [`Asked::Check`] and [`Asked::CheckText`].
    Check(Check),
    /// To [`Asked::Packs`].
    Packs(Vec<String>),
    /// To [`Asked::Why`].
    Why(Why),
    /// To [`Asked::WhyNot`].
    WhyNot(WhyNot),
    /// To [`Asked::Trace`].
    Trace(Trace),
    /// To [`Asked::Compare`].
    Comparison(Comparison),
}

/// What there is to say about a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Check {
    /// What the text is called.
    pub file: String,
    /// Whether it is accepted.
    pub ok: bool,
    /// How many errors there are, also those that are too many to list.
    pub errors: usize,
    /// Errors first, then warnings.
    pub remarks: Vec<Remark>,
    /// Each predicate and rule with the back end it got.
    pub plan: Vec<Planned>,
    /// The rules that have no message in a language.
    pub untranslated: BTreeMap<&'static str, Vec<String>>,
    /// The remarks as they are drawn in a terminal.
    #[serde(skip)]
    pub drawn: String,
}

/// An error or a warning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Remark {
    /// `error` or `warning`.
    pub severity: &'static str,
    /// A stable short name of its kind.
    pub code: &'static str,
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
    /// One sentence.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
}

/// How a predicate or rule is run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Planned {
    /// Its name.
    pub name: String,
    /// Where it is written.
    pub at: String,
    /// `bits` or `tuples`.
    pub back_end: &'static str,
    /// Why.
    pub reason: String,
}

/// Why a fact holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Why {
    /// What was asked.
    pub fact: String,
    /// A proof for each fact that fits.
    pub proofs: Vec<ProofLine>,
}

/// Why a fact does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WhyNot {
    /// What was asked.
    pub fact: String,
    /// It holds after all.
    pub holds: bool,
    /// How far each clause came, the one that came furthest first.
    pub attempts: Vec<Tried>,
    /// The same as indented lines.
    #[serde(skip)]
    pub drawn: String,
}

/// How far one clause came.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tried {
    /// Where the clause is written.
    pub at: String,
    /// The conditions that could be met.
    pub met: Vec<String>,
    /// The first that could not.
    pub failed: String,
    /// Where it is written.
    pub failed_at: String,
    /// The values of the variables at that point.
    pub binding: BTreeMap<String, String>,
}

/// Everything that follows from a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Trace {
    /// The facts that follow, in order of derivation, each with the place of its predicate.
    pub facts: Vec<Followed>,
    /// The rules that fire: about the move when there is one, about the position otherwise.
    pub reasons: Vec<Reason>,
    /// The sum of their points.
    pub points: i32,
}

/// A fact that follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Followed {
    /// The fact.
    pub fact: String,
    /// Where its predicate is defined.
    pub at: String,
}

/// Answers a question in the current position of a line, as its mover sees it (the first seat, when nobody is to move).
///
/// # Errors
/// When there is no such pack or predicate, the move cannot be played, or the fact asked about does not hold.
pub fn inquire<G: Describe>(
    knowledge: &Knowledge,
    line: &Line<G>,
    inquiry: &Inquiry<'_>,
) -> Result<Finding, ExpertError> {
    if let Asked::CheckText { name, text } = inquiry.asked {
        return Ok(Finding::Check(check_text(name, text, &line.game().schema())));
    }
    if let Asked::Packs = inquiry.asked {
        return Ok(Finding::Packs(knowledge.names::<G>()));
    }
    let pack = knowledge.pack(line.game(), inquiry.pack)?;
    if let Asked::Compare { positions, seed } = inquiry.asked {
        return Ok(Finding::Comparison(compare(line.game(), &pack.kb, positions, seed)));
    }
    if let Asked::Check = inquiry.asked {
        return match pack.complaint {
            Some(complaint) => Err(ExpertError::Broken(complaint)),
            None => Ok(Finding::Check(check(&pack.kb))),
        };
    }
    let seat = line.turn().seat().unwrap_or(Seat::FIRST);
    let mv = inquiry.mv.map(|text| line.game().read_move(line.state(), text)).transpose()?;
    at_desk(&pack.kb, |desk| {
        desk.set(line, seat);
        if let Some(mv) = mv {
            desk.describe(line.game(), line.state(), seat, mv);
            desk.engine.consider(&desk.movement);
        }
        answer(desk, &pack.kb, inquiry)
    })
}

/// Answers about the position on the desk, and the move if one is considered.
fn answer(desk: &mut Desk, kb: &Kb, inquiry: &Inquiry<'_>) -> Result<Finding, ExpertError> {
    let unasked = |asked: &str, d: &Diagnostics| {
        let problem = d.list().first().map_or_else(String::new, |first| {
            let help = first.help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default();
            format!("{}{help}", first.message)
        });
        ExpertError::Unasked { asked: asked.to_string(), problem }
    };
    let quoted = |fact: &str| quote(fact, kb.schema());
    match inquiry.asked {
        Asked::Why(fact) => {
            let proofs = desk.engine.why(&quoted(fact)).or_else(|_| desk.engine.why(fact));
            let proofs = proofs.map_err(|d| unasked(fact, &d))?;
            if proofs.is_empty() {
                return Err(ExpertError::DoesNotHold(fact.to_string()));
            }
            let proofs = proofs.iter().map(ProofLine::from).collect();
            Ok(Finding::Why(Why { fact: fact.to_string(), proofs }))
        }
        Asked::WhyNot(fact) => {
            let found = match desk.engine.why_not_rule(fact) {
                Some(found) => found,
                None => {
                    let found = desk.engine.why_not(&quoted(fact));
                    found.or_else(|_| desk.engine.why_not(fact)).map_err(|d| unasked(fact, &d))?
                }
            };
            Ok(Finding::WhyNot(why_not(fact, &found)))
        }
        _ => {
            let (verdict, reasons) = match inquiry.mv {
                Some(_) => desk.engine.explain_move(&desk.movement, inquiry.lang.code()),
                None => desk.engine.explain_position(inquiry.lang.code()),
            };
            let derived = desk.engine.trace().into_iter();
            let facts = derived.map(|d| Followed { fact: d.text, at: d.place.to_string() }).collect();
            Ok(Finding::Trace(Trace { facts, reasons: plain(&reasons), points: verdict.points }))
        }
    }
}

/// The fact with quotes around elements, so that it can be asked in the form in which it is shown. A name that is also a variable's is
/// taken for an element; where that makes no sense, the caller asks again without quotes.
fn quote(fact: &str, schema: &game::facts::Schema) -> String {
    let element = |text: &str| {
        text.parse::<i32>().is_err()
            && schema.sorts().iter().any(|sort| match &sort.kind {
                SortKind::Named(names) => names.iter().any(|name| name == text),
                SortKind::Number(_) => false,
            })
    };
    let Some((name, rest)) = fact.split_once('(') else { return fact.to_string() };
    let Some((inside, end)) = rest.rsplit_once(')') else { return fact.to_string() };
    let args = inside.split(',').map(str::trim);
    let args: Vec<String> =
        args.map(|arg| if element(arg) { format!("'{arg}'") } else { arg.to_string() }).collect();
    format!("{name}({}){end}", args.join(", "))
}

fn why_not(fact: &str, found: &infer::WhyNot) -> WhyNot {
    let tried = |attempt: &Attempt| Tried {
        at: attempt.place.to_string(),
        met: attempt.met.clone(),
        failed: attempt.failed.clone(),
        failed_at: attempt.failed_place.to_string(),
        binding: attempt.binding.iter().cloned().collect(),
    };
    WhyNot {
        fact: fact.to_string(),
        holds: found.holds,
        attempts: found.attempts.iter().map(tried).collect(),
        drawn: found.to_string(),
    }
}

/// Checks a text against a schema.
fn check_text(name: &str, text: &str, schema: &game::facts::Schema) -> Check {
    match Kb::load(name, text, schema) {
        Ok(kb) => Check { file: name.to_string(), ..check(&kb) },
        Err(diagnostics) => Check {
            file: name.to_string(),
            ok: false,
            errors: diagnostics.errors(),
            remarks: remarks(&diagnostics),
            plan: Vec::new(),
            untranslated: BTreeMap::new(),
            drawn: diagnostics.render(),
        },
    }
}

fn check(kb: &Kb) -> Check {
    let plan: Vec<Planned> = kb
        .plan()
        .into_iter()
        .map(|planned| Planned {
            at: planned.place.to_string(),
            name: planned.name,
            back_end: planned.back_end.name(),
            reason: planned.reason,
        })
        .collect();
    let owned = |lang| kb.untranslated(lang).into_iter().map(str::to_string).collect::<Vec<_>>();
    let untranslated = Lang::ALL.map(Lang::code).into_iter().map(|lang| (lang, owned(lang)));
    Check {
        file: kb.name().to_string(),
        ok: true,
        errors: 0,
        remarks: remarks(kb.warnings()),
        plan,
        untranslated: untranslated.filter(|(_, rules)| !rules.is_empty()).collect(),
        drawn: kb.warnings().render(),
    }
}

fn remarks(diagnostics: &Diagnostics) -> Vec<Remark> {
    let remark = |d: &infer::Diagnostic| Remark {
        severity: if d.severity == Severity::Error { "error" } else { "warning" },
        code: d.code,
        line: d.place.line,
        column: d.place.column,
        message: d.message.clone(),
        help: d.help.clone(),
    };
    diagnostics.list().iter().map(remark).collect()
}

impl Check {
    /// The first error in one sentence; `None` when the text is accepted.
    pub fn refusal(&self) -> Option<String> {
        let first = self.remarks.iter().find(|remark| remark.severity == "error")?;
        let more = match self.errors.saturating_sub(1) {
            0 => String::new(),
            1 => ", and 1 more error".to_string(),
            more => format!(", and {more} more errors"),
        };
        Some(format!("{}:{}:{}: {}{more}", self.file, first.line, first.column, first.message))
    }
}

impl Finding {
    /// The answer for people.
    pub fn text(&self) -> String {
        match self {
            Finding::Check(check) => check.text(),
            Finding::Packs(names) => names.join("\n") + "\n",
            Finding::Why(why) => {
                let mut text = String::new();
                why.proofs.iter().for_each(|proof| proof.draw(0, &mut text));
                text
            }
            Finding::WhyNot(why_not) => why_not.drawn.clone(),
            Finding::Trace(trace) => trace.text(),
            Finding::Comparison(comparison) => comparison.text(),
        }
    }
}

impl Check {
    fn text(&self) -> String {
        let mut text = self.drawn.clone();
        let count = |wanted: &str| self.remarks.iter().filter(|r| r.severity == wanted).count();
        let width = self.plan.iter().map(|p| p.name.chars().count()).max().unwrap_or(0);
        for planned in &self.plan {
            text += &format!(
                "{:<width$}  {:<6}  {}  {}\n",
                planned.name, planned.back_end, planned.at, planned.reason
            );
        }
        for (lang, rules) in &self.untranslated {
            text += &format!("without a message in {lang}: {}\n", rules.join(", "));
        }
        let on = |wanted: &str| self.plan.iter().filter(|p| p.back_end == wanted).count();
        text += &format!("{}: {} errors, {} warnings", self.file, count("error"), count("warning"));
        if self.ok {
            text += &format!("; {} run on bits, {} on tuples", on("bits"), on("tuples"));
        }
        text + "\n"
    }
}

impl Trace {
    fn text(&self) -> String {
        let mut text = String::new();
        let width = self.facts.iter().map(|f| f.fact.chars().count()).max().unwrap_or(0).min(60);
        for followed in &self.facts {
            text += &format!("{:<width$}  {}\n", followed.fact, followed.at);
        }
        for reason in &self.reasons {
            text += &format!("{:+}  {}: {}  {}\n", reason.points, reason.rule, reason.text, reason.at);
        }
        text + &format!(
            "{} facts follow, {} rules fire, {:+} points\n",
            self.facts.len(),
            self.reasons.len(),
            self.points
        )
    }
}
