//! Why a move is good or bad: the verdict first, then at most three sentences, each with the line that shows it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use game::Event;
use infer::Filling;
use serde::{Deserialize, Serialize};
use table::Match;
use table::expert::Lang;

use crate::budget::{Budget, MEMORY};
use crate::examination::{Examination, Examiner};
use crate::reason::{Reason, Silence, Teller, Told};
use crate::relation::Relation;
use crate::ruling::{Ruling, rulings};
use crate::statement::{Statement, percent};
use crate::tale::Tale;
use crate::threat::Threats;
use crate::words::{Speaker, sentence};
use crate::{Class, CoachError, Judged, Verdict};

/// How many other moves are listed.
const ALTERNATIVES: usize = 3;

/// How many sentences follow the verdict.
const SENTENCES: usize = 3;

/// To how many plies a line is drawn out before its story is told, and for which share of the time.
const PLIES: usize = 12;
const DRAWING_OUT: f64 = 0.03;

/// What is to be explained, and for whom.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The move; without one, the best.
    pub mv: Option<&'a str>,
    /// What the answer may cost.
    pub budget: Budget,
    /// The language.
    pub lang: Lang,
    /// The seat of who reads; without one, whoever is to move.
    pub you: Option<usize>,
    /// What everything random follows from.
    pub seed: u64,
    /// About how many megabytes for the tables of whoever judges.
    pub memory: usize,
    /// Ends the work early; what is known by then is said.
    pub stop: Arc<AtomicBool>,
}

impl<'a> Question<'a> {
    /// A question about this move, or the best one, that may cost so much.
    pub fn new(mv: Option<&'a str>, budget: Budget) -> Question<'a> {
        Question { mv, budget, lang: Lang::En, you: None, seed: 1, memory: MEMORY, stop: Arc::default() }
    }
}

/// Why a move is good or bad.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Explanation {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Everything in a few sentences, the verdict first.
    pub text: String,
    /// The verdict alone, in one sentence.
    pub statement: String,
    /// What the move is worth.
    pub verdict: Verdict,
    /// The best move, and those that are proved to be worth the same.
    pub best: Vec<Judged>,
    /// What kind of move it is.
    pub class: Class,
    /// What is said beside the verdict.
    pub reasons: Vec<Reason>,
    /// Other moves, best first.
    pub alternatives: Vec<Alternative>,
    /// What was found and is not said; `None` for readers who did not ask.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub dropped: Option<Vec<Reason>>,
}

/// Another move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Alternative {
    /// The move and what it is worth.
    #[serde(flatten)]
    pub judged: Judged,
    /// How it compares with the move that is explained.
    pub relation: Relation,
    /// What it is answered with.
    pub answer: Option<String>,
    /// All that in words.
    pub text: String,
}

/// Explains a move of the position on the board.
///
/// # Errors
/// When nobody is to move, the move cannot be played, or nobody can judge.
pub fn explain(board: &dyn Match, question: &Question<'_>) -> Result<Explanation, CoachError> {
    Ok(explain_with(board, question)?.0)
}

/// The same with who spoke, and the event that is the idea of the move if one was told.
pub(crate) fn explain_with(
    board: &dyn Match,
    question: &Question<'_>,
) -> Result<(Explanation, Speaker, Option<Event>), CoachError> {
    let purse = question.budget.open(question.stop.clone());
    let asked = question.mv.map(|text| board.fork().play(text)).transpose()?;
    let mut examiner = Examiner::new(board, &purse, question.seed, question.memory)?;
    let speaker = Speaker::new(board, question.lang, question.you.or(Some(examiner.view.seat)))?;
    let examination = examiner.examine(asked.as_deref())?;
    let explainer = Explainer::new(board, &speaker, &mut examiner, &examination);
    let idea = explainer.idea().and_then(|told| told.event);
    let explanation = explainer.explanation();
    Ok((explanation, speaker, idea))
}

/// A move that is worth telling about, with its story.
struct Subject<'a> {
    judged: &'a Judged,
    tale: Option<Tale>,
}

pub(crate) struct Explainer<'a, 'b> {
    speaker: &'a Speaker,
    examination: &'a Examination,
    teller: Teller<'a>,
    asked: Subject<'a>,
    best: Subject<'a>,
    /// The other moves that are listed.
    others: Vec<Subject<'a>>,
    threats: Threats,
    /// What the rules say of the move asked about.
    rulings: Vec<Ruling>,
    class: Class,
    all: Vec<Judged>,
    examiner: &'a mut Examiner<'b>,
}

impl<'a, 'b> Explainer<'a, 'b> {
    pub(crate) fn new(
        board: &dyn Match,
        speaker: &'a Speaker,
        examiner: &'a mut Examiner<'b>,
        examination: &'a Examination,
    ) -> Explainer<'a, 'b> {
        let (asked, best) = (examination.asked(), examination.best());
        let teller = Teller::new(board, speaker, examiner.view, examiner.scale);
        let mut subject = |judged: &'a Judged| {
            let line = examiner.lengthen(&judged.verdict.pv, PLIES, DRAWING_OUT);
            Subject { judged, tale: Tale::of(board, &line) }
        };
        let others = listed(examination, &teller).into_iter().map(&mut subject).collect();
        let (asked, best) = (subject(asked), subject(best));
        let all = examination.all();
        let class = match examination.is_seen() {
            true => examiner.scale.class(asked.judged, best.judged, &examination.compared()),
            false => Class::Good,
        };
        let threats = Threats::of(board, examiner, asked.tale.as_ref());
        let rulings = rulings(board, &asked.judged.mv, &all, speaker.lang(), examiner.purse());
        Explainer {
            speaker,
            examination,
            teller,
            asked,
            best,
            others,
            threats,
            rulings,
            class,
            all,
            examiner,
        }
    }

    pub(crate) fn explanation(self) -> Explanation {
        let statement = self.statement();
        let (said, dropped) = self.reasons();
        let moves: Vec<&str> = self.all.iter().map(|judged| judged.mv.as_str()).collect();
        let polish = |told: &Told, silence| Reason::new(sentence(&told.text, &moves), told, silence);
        let reasons: Vec<Reason> = said.iter().map(|told| polish(told, None)).collect();
        let dropped = dropped.iter().map(|(told, silence)| polish(told, Some(*silence))).collect();
        let first = sentence(&statement, &moves);
        let text: Vec<&str> =
            std::iter::once(&first).chain(reasons.iter().map(|r| &r.text)).map(String::as_str).collect();
        let text = text.join(" ");
        let best = &self.best.judged.verdict;
        let equal = |judged: &&Judged| {
            judged.mv == self.best.judged.mv
                || self.examiner.scale.relation(&judged.verdict, best) == Relation::Equal
        };
        Explanation {
            mv: self.asked.judged.mv.clone(),
            text,
            statement: first,
            verdict: self.asked.judged.verdict.clone(),
            best: self.all.iter().filter(equal).cloned().collect(),
            class: self.class,
            reasons,
            alternatives: self.others.iter().map(|other| self.alternative(other)).collect(),
            dropped: Some(dropped),
        }
    }

    pub(crate) fn statement(&self) -> String {
        let runner_up = self.examination.apart().find(|other| other.mv != self.asked.judged.mv);
        let statement = Statement {
            speaker: self.speaker,
            scale: self.examiner.scale,
            asked: self.asked.judged,
            best: self.best.judged,
            class: self.class,
            all: &self.all,
            runner_up,
            is_seen: self.examination.is_seen(),
            any_seen: self.examination.moves.iter().any(|looked| looked.deep),
        };
        statement.text()
    }

    fn relation(&self, other: &Judged) -> Relation {
        if !self.examination.is_seen() {
            return Relation::Unclear;
        }
        self.examiner.scale.relation(&other.verdict, &self.asked.judged.verdict)
    }

    /// What is said beside the verdict, and what is not.
    fn reasons(&self) -> (Vec<Told>, Vec<(Told, Silence)>) {
        // What is proved to lose is not praised, however little a move that is not has left.
        let lost = self.asked.judged.verdict.loses() && !self.best.judged.verdict.loses();
        let worse = lost || self.relation(self.best.judged) == Relation::Better;
        let mut found = if worse { self.against() } else { self.in_favour() };
        found.retain(|told| !told.text.is_empty());
        let (ruled, mut dropped) = self.ruled(worse, &found);
        if let Some(ruling) = ruled {
            // A rule speaks first where no story tells the idea, but after the answer to a bad move.
            let told =
                found.first().is_some_and(|told| told.event.is_some() && (worse || self.idea().is_some()));
            let at = (usize::from(worse) + usize::from(told)).min(2).min(found.len());
            let key = if at == 0 { "ruled" } else { "ruled-also" };
            found.insert(at, Told::ruled(self.speaker, key, &self.asked.judged.mv, ruling));
        }
        let mut said: Vec<Told> = Vec::new();
        for told in found {
            let again = said.iter().any(|known| known.text == told.text);
            match (again, said.len() < SENTENCES) {
                (false, true) => said.push(told),
                (true, _) => dropped.push((told, Silence::Repeated)),
                (false, false) => dropped.push((told, Silence::Enough)),
            }
        }
        (said, dropped)
    }

    /// The weightiest thing that a rule may say of the move beside what is told, and what the rules do not say.
    fn ruled(&self, worse: bool, found: &[Told]) -> (Option<&Ruling>, Vec<(Told, Silence)>) {
        let events = found.iter().filter_map(|told| Some(told.event.as_ref()?.kind));
        let kinds: Vec<&str> = events.chain(found.iter().filter_map(|told| told.cause)).collect();
        let (mut chosen, mut dropped) = (None, Vec::new());
        for ruling in &self.rulings {
            let repeats = kinds.iter().any(|kind| self.speaker.tells(kind, &ruling.rule));
            let silence = match ruling.silence {
                Some(silence) => Some(silence),
                None if ruling.favours == worse => Some(Silence::Contrary),
                None if repeats => Some(Silence::Repeated),
                None if chosen.is_some() => Some(Silence::Enough),
                None => None,
            };
            match silence {
                None => chosen = Some(ruling),
                Some(silence) => {
                    dropped
                        .push((Told::ruled(self.speaker, "ruled", &self.asked.judged.mv, ruling), silence));
                }
            }
        }
        (chosen, dropped)
    }

    /// What speaks for the move.
    fn idea(&self) -> Option<Told> {
        let worse = self.tempting().and_then(|other| other.tale.as_ref());
        self.teller.idea(self.asked.tale.as_ref()?, worse)
    }

    /// For a move that nothing is better than: its idea, why the tempting one fails, what it threatens or prevents.
    fn in_favour(&self) -> Vec<Told> {
        let tempting = self.tempting();
        if self.asked.tale.is_none() {
            return self.without_story();
        }
        let worse = tempting.and_then(|other| other.tale.as_ref());
        let idea = self.idea();
        let failing = tempting.and_then(|other| self.failing(other, idea.as_ref()));
        let told: Vec<&Told> = idea.iter().chain(&failing).collect();
        let threat =
            self.threats.in_favour(self.examiner.board, &self.teller, &told, worse, &self.asked.judged.mv);
        idea.into_iter().chain(failing).chain(threat).collect()
    }

    /// For a move that throws something away: what happens, what the best does instead, what it overlooks.
    fn against(&self) -> Vec<Told> {
        let (Some(bad), Some(good)) = (&self.asked.tale, &self.best.tale) else {
            return self.without_story();
        };
        let better = Some((self.best.judged.mv.as_str(), good));
        let failure = self.teller.failure(bad, &self.asked.judged.verdict, better);
        // The bare answer says nothing unless something was thrown away.
        let lost = self.asked.judged.verdict.loses();
        let failure = failure.filter(|told| told.event.is_some() || self.class.is_error() || lost);
        let mv = &self.asked.judged.mv;
        let elsewhere = failure.as_ref().is_some_and(|told| told.line.first() != Some(mv));
        // What a better move brings does not refute this one: its answer does.
        let answer = match elsewhere && self.class.is_error() {
            true => self.teller.answer(bad, &self.asked.judged.verdict),
            false => None,
        };
        let failure = failure.map(|told| self.answered(told, bad));
        let instead = self.teller.idea(good, Some(bad)).map(|told| {
            let fill = [("B", Filling::word(&self.best.judged.mv)), ("Story", Filling::word(&told.text))];
            Told { text: self.speaker.say("instead", &fill), ..told }
        });
        let missing = failure.as_ref().zip(instead.as_ref()).is_some_and(|(a, b)| a.event == b.event);
        let threat = self.threats.against(&self.teller, failure.as_ref(), bad);
        answer.into_iter().chain(failure).chain(instead.filter(|_| !missing)).chain(threat).collect()
    }

    /// What a bad move does by itself, with the answer in its line.
    fn answered(&self, told: Told, bad: &Tale) -> Told {
        let reply = bad.reply(self.examiner.view.seat).map_or(0, |reply| reply + 1);
        match bad.line.starts_with(&told.line) && told.line.len() < reply {
            true => Told { line: bad.line[..reply].to_vec(), ..told },
            false => told,
        }
    }

    /// What can be said of a game that tells no stories: the answer.
    fn without_story(&self) -> Vec<Told> {
        let pv = &self.asked.judged.verdict.pv;
        if self.relation(self.best.judged) != Relation::Better {
            return Vec::new();
        }
        let answer = pv.get(1).map(|answer| self.speaker.say("answered", &[("A", Filling::word(answer))]));
        answer.map(|text| Told { text, line: pv.clone(), ..Told::default() }).into_iter().collect()
    }

    /// The worse move that looks best at first sight: what it does at once is worth most.
    fn tempting(&self) -> Option<&Subject<'a>> {
        let worse = self.others.iter().filter(|other| self.relation(other.judged) == Relation::Worse);
        worse.rev().max_by_key(|other| self.teller.bait(&other.judged.mv))
    }

    /// Why another move is not as good; that it lacks the idea that was just told goes without saying.
    fn failing(&self, other: &Subject<'a>, idea: Option<&Told>) -> Option<Told> {
        let good = self.asked.tale.as_ref().map(|tale| (self.asked.judged.mv.as_str(), tale));
        let (tale, verdict) = (other.tale.as_ref()?, &other.judged.verdict);
        let why = self.teller.failure(tale, verdict, good)?;
        let known = idea.is_some_and(|idea| idea.event.is_some() && idea.event == why.event);
        let why = if known { self.teller.answer(tale, verdict)? } else { why };
        Some(self.teller.other_fails(other.judged, &self.asked.judged.verdict, &why))
    }

    fn alternative(&self, other: &Subject<'a>) -> Alternative {
        let relation = self.relation(other.judged);
        let verdict = &other.judged.verdict;
        let gain = self.examiner.scale.loss(&self.asked.judged.verdict, verdict);
        let amount = self.speaker.amount(gain.points.round() as i32).unwrap_or_default();
        let fill =
            [("Q", percent(verdict)), ("Most", self.speaker.by(verdict)), ("Amount", Filling::word(amount))];
        let by_points = !verdict.exact && gain.win <= self.examiner.scale.grain.step();
        let text = match relation {
            Relation::Equal if verdict.loses() => self.speaker.say("same-loses", &[]),
            Relation::Equal => self.speaker.say("same", &[]),
            Relation::Unclear if !self.examination.is_seen() => self.speaker.say("comes", &fill),
            Relation::Unclear if verdict.exact => self.speaker.say(comes(verdict), &fill),
            Relation::Unclear if self.asked.judged.verdict.exact => self.speaker.say("unproved", &fill),
            Relation::Unclear => self.speaker.say("unclear", &fill),
            Relation::Better if by_points => self.speaker.say("better-points", &fill),
            Relation::Better => self.speaker.say(better(verdict), &fill),
            Relation::Worse => self.failing(other, None).map(|told| told.text).unwrap_or_else(|| {
                let text =
                    self.teller.other_fails(other.judged, &self.asked.judged.verdict, &Told::default()).text;
                text.trim_end_matches([' ', ':']).to_string()
            }),
        };
        let prefix = format!("{} ", other.judged.mv);
        let text = text.strip_prefix(&prefix).map(str::to_string).unwrap_or(text);
        Alternative {
            judged: other.judged.clone(),
            relation,
            answer: other.answer(self.examiner.view.seat),
            text,
        }
    }
}

/// The other moves that are listed, best first: those with the best verdicts, and the worse one that looks best at first sight.
fn listed<'a>(examination: &'a Examination, teller: &Teller<'_>) -> Vec<&'a Judged> {
    let asked = examination.asked();
    let mut others: Vec<&Judged> = examination.apart().filter(|other| other.mv != asked.mv).collect();
    let worse = |other: &&Judged| teller.scale.relation(&other.verdict, &asked.verdict) == Relation::Worse;
    let tempting = others.iter().copied().filter(worse).rev().max_by_key(|other| teller.bait(&other.mv));
    others.truncate(ALTERNATIVES);
    if let Some(tempting) = tempting.filter(|tempting| !others.iter().any(|other| other.mv == tempting.mv)) {
        others.truncate(ALTERNATIVES - 1);
        others.push(tempting);
    }
    others
}

impl Subject<'_> {
    /// What the move is answered with.
    fn answer(&self, seat: usize) -> Option<String> {
        let Some(tale) = &self.tale else { return self.judged.verdict.pv.get(1).cloned() };
        tale.reply(seat).map(|reply| tale.line[reply].clone())
    }
}

/// What a proved move comes to.
fn comes(verdict: &Verdict) -> &'static str {
    match verdict.win {
        win if win >= 1.0 => "comes-wins",
        win if win <= 0.0 => "comes-loses",
        _ => "comes-draws",
    }
}

/// How a better move is said to be better.
fn better(verdict: &Verdict) -> &'static str {
    match (verdict.exact, verdict.win) {
        (true, win) if win >= 1.0 => "better-wins",
        (true, win) if win <= 0.0 => "better-loses-less",
        (true, _) => "better-draws",
        (false, _) => "better",
    }
}
