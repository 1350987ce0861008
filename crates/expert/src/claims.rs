//! What the rules claim of a move, and whether it is so.
//!
//! A rule is a hunch; its claim is something that the game tree can answer. [`claims()`] lets the rules speak about a move, checks every claim by a bounded
//! search, and hands each back with its status and a line to replay. What is refuted or undecided is handed back too, so that whoever asks for it
//! can see why a rule is silent.

mod hunt;
mod replay;
mod tree;

use std::time::Instant;

use game::facts::{Describe, Facts};
use game::{Line, Rng, Seat};
use infer::{Claim, Engine, Promise, Reason, Until, Who};
use serde::Serialize;

use crate::desk::{Desk, at_desk};
use crate::{ExpertError, Knowledge, Lang};

use hunt::{Ask, Bounds, Hunt, Hunter, Truth};
pub use replay::Replay;
use replay::Replayer;
use tree::{Branch, Tree};

/// A rule that fires on more than this share of the legal moves says nothing about any of them.
pub const COMMONPLACE: f64 = 0.7;

/// Positions that may be looked at for one claim unless the asker says otherwise: about a fifth of a second.
pub const CLAIM_NODES: u64 = 2_000;

/// All claims of a move together may look at so many times as many positions as one of them; the deepest come last.
const TOGETHER: u64 = 3;

/// A rule whose claims were too deep for the budget on so many moves of a position is not asked about the others.
const TIRED: usize = 2;

/// A search for a win looks at no facts, so that it may look at so many times as many positions.
const BARE: u64 = 16;

/// What is asked about the claims of a position.
#[derive(Clone, Copy, Debug)]
pub struct ClaimQuestion<'a> {
    /// The move; without one, every legal move.
    pub mv: Option<&'a str>,
    /// The knowledge to go by; without a name, the game's default.
    pub pack: Option<&'a str>,
    /// The language of the sentences.
    pub lang: Lang,
    /// How many positions may be looked at for each claim.
    pub nodes: u64,
    /// What search and solver know of the moves, for claims about winning and points.
    pub known: &'a [Known],
    /// When the answer has to be there: claims that are not settled by then stay open.
    pub deadline: Option<Instant>,
    /// Replay every confirmed claim by other means; what is random in it follows from this seed.
    pub replay: Option<u64>,
}

impl Default for ClaimQuestion<'_> {
    fn default() -> Self {
        ClaimQuestion {
            mv: None,
            pack: None,
            lang: Lang::En,
            nodes: CLAIM_NODES,
            known: &[],
            deadline: None,
            replay: None,
        }
    }
}

/// What search and solver know of a move. `None` is for what they cannot prove.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The move.
    pub mv: String,
    /// Whether it wins with best play by all.
    pub wins: Option<bool>,
    /// Whether it loses with best play by all.
    pub loses: Option<bool>,
    /// Whether it keeps the value of the position.
    pub keeps: Option<bool>,
    /// Its points above those of the median legal move.
    pub gain: Option<f64>,
    /// The line after it.
    pub line: Vec<String>,
}

/// What became of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Proved on the game tree.
    Confirmed,
    /// Literally so on the board before and after the move.
    Literal,
    /// False; the line shows it.
    Refuted,
    /// The budget was spent first, or nobody knows.
    Undecided,
    /// The rule claims nothing.
    Unclaimed,
}

/// What a rule says of a move, with what became of its claim.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Claimed {
    /// The rule.
    pub rule: String,
    /// What it says, in the language asked for.
    pub text: String,
    /// Its points for the expert's choice.
    pub points: i32,
    /// Whether it forbids the move.
    pub veto: bool,
    /// Where it is written, as `file:line`.
    pub at: String,
    /// The values of its variables, by name; elements as the game writes them.
    pub binding: Vec<(String, String)>,
    /// What it claims, with its values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// What became of it.
    pub status: Status,
    /// The line that shows it, beginning with the move.
    pub line: Vec<String>,
    /// With what odds it comes true, where it depends on chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<f64>,
    /// On what share of the legal moves the rule fires here.
    pub share: f64,
    /// Whether the audit lets the rule speak; `None` where there has been none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audited: Option<bool>,
    /// Whether the rule is kept silent by hand, whatever the audit finds: it says more than it claims.
    #[serde(skip)]
    pub barred: bool,
    /// What an independent replay came to, if one was asked for; claims about the result are not replayed here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<Replay>,
    /// The kind of what it claims.
    #[serde(skip)]
    pub promise: Option<Promise>,
}

impl Claimed {
    /// Whether a coach may say it: the claim is so, the rule tells this move from most others, and the audit lets it speak.
    pub fn may_be_spoken(&self) -> bool {
        let so = matches!(self.status, Status::Confirmed | Status::Literal);
        so && !self.is_commonplace() && self.audited == Some(true)
    }

    /// Whether the rule fires on so many moves that it says nothing about this one.
    pub fn is_commonplace(&self) -> bool {
        self.share > COMMONPLACE
    }
}

/// What the rules claim of one move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveClaims {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What the rules say that count, vetoes first, then by weight.
    pub claims: Vec<Claimed>,
}

/// Lets the rules speak about a move of the current position, or about every move, and checks what they claim.
///
/// # Errors
/// When nobody is to move, the move cannot be played, or there is no such pack.
pub fn claims<G: Describe>(
    knowledge: &Knowledge,
    line: &Line<G>,
    question: &ClaimQuestion<'_>,
) -> Result<Vec<MoveClaims>, ExpertError> {
    let (game, state) = (line.game(), line.state());
    let seat = line.turn().seat().ok_or(ExpertError::NobodyToMove)?;
    let wanted = question.mv.map(|text| game.read_move(state, text)).transpose()?;
    let pack = knowledge.pack(game, question.pack)?;
    let legal = line.legal();
    let asked: Vec<usize> =
        (0..legal.len()).filter(|&index| wanted.is_none_or(|mv| legal[index] == mv)).collect();
    at_desk(&pack.kb, |desk| {
        desk.set(line, seat);
        let mut fired: Vec<usize> = vec![0; pack.kb.rules().count()];
        for &mv in &legal {
            desk.describe(game, state, seat, mv);
            let verdict = desk.engine.judge(&desk.movement);
            verdict.rules().into_iter().for_each(|rule| fired[rule] += 1);
        }
        let shares = fired.iter().map(|&count| count as f64 / legal.len().max(1) as f64).collect();
        let mut bench = Bench {
            tree: &mut Branch::new(line),
            prober: Engine::new(pack.kb.clone()),
            facts: [pack.kb.schema().facts(), pack.kb.schema().facts()],
            me: seat,
            question,
            purse: 0,
            tired: vec![0; fired.len()],
            shares,
            spoken: spoken(G::SPOKEN, &pack.name),
        };
        let mut found = Vec::new();
        for index in asked {
            desk.describe(game, state, seat, legal[index]);
            let mv = game.write_move(state, legal[index]);
            let claims = bench.of_move(desk, index, &mv);
            found.push(MoveClaims { mv, claims });
        }
        Ok(found)
    })
}

/// What is said of the rules of a pack: lines `pack rule yes` or `pack rule no` by the audit, `pack rule never` by hand.
fn spoken(text: &'static str, pack: &str) -> Vec<(&'static str, &'static str)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let (of, rule, speaks) = (words.next()?, words.next()?, words.next()?);
            (of == pack).then_some((rule, speaks))
        })
        .collect()
}

/// Where the claims of one position are checked. Nothing here depends on the type of the game.
struct Bench<'a> {
    tree: &'a mut dyn Tree,
    /// Looks at the positions of the tree; the desk's engine keeps the position with the move.
    prober: Engine,
    /// Room for the facts of the position before the move, and of one after it.
    facts: [Facts; 2],
    me: Seat,
    question: &'a ClaimQuestion<'a>,
    /// Positions that the claims of the present move may still look at.
    purse: u64,
    /// On how many moves the claim of each rule was too deep.
    tired: Vec<usize>,
    shares: Vec<f64>,
    spoken: Vec<(&'static str, &'static str)>,
}

/// What became of a claim, with the line after the move and the odds.
struct Checked {
    status: Status,
    line: Vec<String>,
    odds: Option<f64>,
}

impl Checked {
    fn plain(status: Status) -> Checked {
        Checked { status, line: Vec::new(), odds: None }
    }
}

impl Bench<'_> {
    /// The claims of a move, which is on the desk.
    fn of_move(&mut self, desk: &mut Desk, index: usize, mv: &str) -> Vec<Claimed> {
        let (verdict, reasons) = desk.engine.remark_move(&desk.movement, self.question.lang.code());
        let numbers = verdict.firing_rules();
        let counting = reasons.into_iter().zip(numbers).filter(|(reason, _)| reason.beaten_by.is_none());
        let mut counting: Vec<_> = counting.collect();
        counting.sort_by_key(|(reason, _)| reason.claim.as_ref().map_or(0, depth));
        self.purse = self.question.nodes * TOGETHER;
        let mut found: Vec<Claimed> = counting
            .into_iter()
            .map(|(reason, number)| {
                let checked = match &reason.claim {
                    None => Checked::plain(Status::Unclaimed),
                    Some(claim) if is_hunt(claim) && self.tired[number] >= TIRED => {
                        Checked::plain(Status::Undecided)
                    }
                    Some(claim) => self.check(&desk.engine, index, mv, claim),
                };
                let deep = reason.claim.as_ref().is_some_and(is_hunt);
                self.tired[number] += usize::from(deep && checked.status == Status::Undecided);
                let replay = match (&reason.claim, checked.status) {
                    (Some(claim), Status::Confirmed | Status::Literal) => {
                        self.replay(index, claim, &reason, &checked.line)
                    }
                    _ => None,
                };
                let promise = reason.claim.as_ref().map(|claim| claim.promise);
                let line = std::iter::once(mv.to_string()).chain(checked.line).collect();
                let audited =
                    self.spoken.iter().find(|(rule, _)| *rule == reason.rule).map(|(_, speaks)| *speaks);
                Claimed {
                    text: reason.text,
                    points: reason.points,
                    veto: reason.veto,
                    at: reason.place.to_string(),
                    binding: reason.binding,
                    claim: reason.claim.map(|claim| claim.text),
                    status: checked.status,
                    line,
                    odds: checked.odds,
                    share: self.shares[number],
                    audited: audited.map(|speaks| speaks == "yes"),
                    barred: audited == Some("never"),
                    replay,
                    promise,
                    rule: reason.rule,
                }
            })
            .collect();
        found.sort_by_key(|one| (!one.veto, -one.points.abs(), one.points < 0));
        found
    }

    fn check(&mut self, engine: &Engine, index: usize, mv: &str, claim: &Claim) -> Checked {
        let known = self.question.known.iter().find(|known| known.mv == mv);
        let side = |who| if who == Who::Me { Hunter::Seat(self.me) } else { Hunter::AllBut(self.me) };
        match claim.promise {
            Promise::Wins => self.result(index, known.and_then(|k| k.wins), known, 1.0),
            Promise::Loses => self.result(index, known.and_then(|k| k.loses), known, -1.0),
            Promise::Keeps => by_verdict(known.and_then(|k| k.keeps), known),
            Promise::Gains(points, _) => {
                by_verdict(known.and_then(|k| k.gain).map(|gain| gain >= f64::from(points)), known)
            }
            Promise::Literal => Checked::plain(self.literal(engine, index, claim)),
            Promise::Holds { new } => Checked::plain(self.holds(index, claim, new)),
            Promise::Can(who, until) => match claim.likely {
                None => self.hunt(index, claim, side(who), until, true, true),
                Some(percent) => self.likely(index, claim, side(who), until, percent),
            },
            Promise::Cannot(who, until) => self.hunt(index, claim, side(who), until, true, false),
            Promise::Always(until) => self.hunt(index, claim, Hunter::Anybody, until, false, false),
        }
    }

    /// Whether the mover wins (1) or loses (-1): by what is known, or by a search of its own where the game is nearly over.
    fn result(&mut self, index: usize, told: Option<bool>, known: Option<&Known>, sign: f64) -> Checked {
        if told.is_some() {
            return by_verdict(told, known);
        }
        let me = self.me;
        let hunter = if sign > 0.0 { Hunter::Seat(me) } else { Hunter::AllBut(me) };
        let mut ask = |tree: &dyn Tree| tree.outcome().is_some_and(|outcome| outcome.value(me) * sign > 0.0);
        let Bounds { nodes, deadline } = self.allowance();
        let bounds = Bounds { nodes: nodes * BARE, deadline };
        let (checked, spent) = search(self.tree, index, &mut ask, hunter, Until::Game, bounds, true);
        self.purse -= (spent / BARE).min(self.purse);
        checked
    }

    /// Whether one of the facts of the position that the rule rests on has changed with the move.
    fn literal(&mut self, engine: &Engine, index: usize, claim: &Claim) -> Status {
        let kb = self.prober.kb().clone();
        self.tree.facts(self.me, &mut self.facts[0]);
        self.tree.step(index);
        self.tree.facts(self.me, &mut self.facts[1]);
        self.tree.back();
        let [before, after] = [kb.position_facts(&self.facts[0]), kb.position_facts(&self.facts[1])];
        let changed = engine.grounds(claim).into_iter().any(|ground| match ground.strip_prefix("not ") {
            None => before.contains(&ground) && !after.contains(&ground),
            Some(absent) => !before.contains(absent) && after.contains(absent),
        });
        if changed { Status::Literal } else { Status::Refuted }
    }

    fn holds(&mut self, index: usize, claim: &Claim, new: bool) -> Status {
        let before = new && {
            self.tree.facts(self.me, &mut self.facts[0]);
            self.prober.glance(&self.facts[0], claim)
        };
        self.tree.step(index);
        self.tree.facts(self.me, &mut self.facts[1]);
        let after = self.prober.glance(&self.facts[1], claim);
        self.tree.back();
        if after && !before { Status::Literal } else { Status::Refuted }
    }

    /// Whether the hunter reaches a position where the pattern is `sought`; `expected` is what was claimed of that.
    fn hunt(
        &mut self,
        index: usize,
        claim: &Claim,
        hunter: Hunter,
        until: Until,
        sought: bool,
        expected: bool,
    ) -> Checked {
        let (me, bounds) = (self.me, self.allowance());
        let Bench { tree, prober, facts, .. } = self;
        let facts = &mut facts[1];
        let mut ask = |tree: &dyn Tree| {
            tree.facts(me, facts);
            prober.glance(facts, claim) == sought
        };
        let (checked, spent) = search(&mut **tree, index, &mut ask, hunter, until, bounds, expected);
        self.purse -= spent.min(self.purse);
        checked
    }

    /// What the next claim may cost.
    fn allowance(&self) -> Bounds {
        Bounds { nodes: self.question.nodes.min(self.purse), deadline: self.question.deadline }
    }

    fn likely(&mut self, index: usize, claim: &Claim, hunter: Hunter, until: Until, percent: u32) -> Checked {
        let (me, bounds) = (self.me, self.allowance());
        let Bench { tree, prober, facts, .. } = self;
        let facts = &mut facts[1];
        let mut ask = |tree: &dyn Tree| {
            tree.facts(me, facts);
            prober.glance(facts, claim)
        };
        tree.step(index);
        let mut hunt = Hunt::new(&mut **tree, &mut ask, hunter, until, bounds);
        let odds = hunt.odds();
        let spent = bounds.nodes - hunt.budget;
        tree.back();
        self.purse -= spent.min(self.purse);
        let status = match odds {
            None => Status::Undecided,
            Some(odds) if 100.0 * odds >= f64::from(percent) => Status::Confirmed,
            Some(_) => Status::Refuted,
        };
        Checked { status, line: Vec::new(), odds }
    }

    fn replay(&mut self, index: usize, claim: &Claim, reason: &Reason, line: &[String]) -> Option<Replay> {
        let seed = self.question.replay?;
        let kb = self.prober.kb().clone();
        let mut replayer = Replayer {
            tree: &mut *self.tree,
            engine: &mut self.prober,
            claim,
            reason,
            line,
            me: self.me,
            budget: self.question.nodes,
            facts: kb.schema().facts(),
        };
        replayer.run(index, &mut Rng::derive(seed, index as u64))
    }
}

/// Searches below a move; `expected` is whether the hunter was claimed to succeed. Also says how many positions it looked at.
fn search(
    tree: &mut dyn Tree,
    index: usize,
    ask: &mut Ask<'_>,
    hunter: Hunter,
    until: Until,
    bounds: Bounds,
    expected: bool,
) -> (Checked, u64) {
    tree.step(index);
    let mut hunt = Hunt::new(&mut *tree, ask, hunter, until, bounds);
    let truth = hunt.run();
    let (line, spent) = (hunt.line(), bounds.nodes - hunt.budget);
    tree.back();
    let status = match truth {
        Truth::Open => Status::Undecided,
        truth if (truth == Truth::Yes) == expected => Status::Confirmed,
        _ => Status::Refuted,
    };
    (Checked { status, line, odds: None }, spent)
}

/// Whether a claim asks facts all over the tree.
fn is_hunt(claim: &Claim) -> bool {
    matches!(claim.promise, Promise::Can(..) | Promise::Cannot(..) | Promise::Always(_))
}

/// How far a claim makes the search look, so that the deepest come last.
fn depth(claim: &Claim) -> u32 {
    match claim.promise {
        Promise::Can(_, until) | Promise::Cannot(_, until) | Promise::Always(until) => hunt::plies(until),
        Promise::Wins | Promise::Loses => hunt::plies(Until::Game),
        _ => 0,
    }
}

/// What search and solver say.
fn by_verdict(so: Option<bool>, known: Option<&Known>) -> Checked {
    let status = match so {
        None => Status::Undecided,
        Some(true) => Status::Confirmed,
        Some(false) => Status::Refuted,
    };
    // The line after the move; it may or may not begin with the move itself.
    let line = known.map_or(Vec::new(), |known| {
        known.line.iter().skip(usize::from(known.line.first() == Some(&known.mv))).cloned().collect()
    });
    Checked { status, line, odds: None }
}
