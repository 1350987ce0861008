//! What is wrong or suspicious in a program that parses: goals in wrong places, rules that never fire, idle words.

use std::collections::{HashMap, HashSet};

use game::facts::{Role, SortKind};

use crate::ast::{Cmp, ExprKind, Item};
use crate::diagnostic::Diagnostics;
use crate::program::*;

/// The value of a plain constant of the text.
pub(crate) fn constant(items: &[Item], wanted: &str) -> Option<usize> {
    items.iter().find_map(|item| match item {
        Item::Const { name, value, .. } if name.text == wanted => match value.kind {
            ExprKind::Int(n) => usize::try_from(n).ok(),
            _ => None,
        },
        _ => None,
    })
}

/// Goals may be asked by rules and goals; what is derived forward may not depend on them.
pub(crate) fn goals(program: &Program, diagnostics: &mut Diagnostics) {
    for clause in &program.clauses {
        let in_goal = program.is_goal(clause.head.pred);
        for literal in &clause.body {
            if let (false, Literal::Assume { goal, .. }) = (in_goal, literal) {
                let message = format!(
                    "`{}` is not a goal: only goals may assume",
                    program.preds[clause.head.pred].name
                );
                diagnostics.error("assume", goal.span, message);
            }
            literal.calls(&mut |call, complete| {
                let name = &program.preds[call.pred].name;
                let is_goal = program.is_goal(call.pred);
                if is_goal && !in_goal {
                    let message = format!("the goal `{name}` can only be asked in rules and in goals");
                    diagnostics.error("goal", call.span, message);
                }
                if is_goal && in_goal && complete {
                    let message = format!("the goal `{name}` cannot be negated or counted in a goal");
                    diagnostics.error("goal", call.span, message);
                }
                if in_goal && program.preds[call.pred].of_move {
                    let message = format!("a goal speaks of the position, but `{name}` depends on the move");
                    diagnostics.error("goal", call.span, message);
                }
            });
        }
    }
}

/// Remarks on a text without errors.
pub(crate) fn warnings(program: &Program, diagnostics: &mut Diagnostics) {
    never(program, diagnostics);
    unused(program, diagnostics);
    lonely(program, diagnostics);
    claimless(program, diagnostics);
}

/// A sentence about a move that promises nothing cannot be checked, so no coach may say it.
fn claimless(program: &Program, diagnostics: &mut Diagnostics) {
    let about = |rule: &&Rule| rule.of_move && !rule.messages.is_empty() && rule.claim.is_none();
    for rule in program.rules.iter().filter(about) {
        let message = format!("rule `{}` claims nothing, so it is never spoken as a reason", rule.name);
        diagnostics.warning("claimless", rule.span, message).help =
            Some("end it with what it promises, such as `claims literal` or `claims wins`".into());
    }
}

fn unused(program: &Program, diagnostics: &mut Diagnostics) {
    let mut used: HashSet<Pred> = HashSet::new();
    for clause in &program.clauses {
        clause.body.iter().for_each(|l| {
            l.calls(&mut |call, _| {
                if call.pred != clause.head.pred {
                    used.insert(call.pred);
                }
            })
        });
    }
    for rule in &program.rules {
        rule.body.iter().chain(rule.claim.iter().flat_map(|claim| &claim.pattern)).for_each(|l| {
            l.calls(&mut |call, _| {
                used.insert(call.pred);
            })
        });
    }
    for (pred, info) in program.preds.iter().enumerate() {
        let own = matches!(info.origin, Origin::Derived | Origin::Goal);
        // An event may be used only through what it adds.
        let added = program.preds.iter().enumerate().any(|(p, i)| {
            i.name == format!("{}@", info.name) && used.contains(&p) && uses_at(program, p, pred)
        });
        if let (true, Some(span), false) =
            (own, info.span, used.contains(&pred) || added || info.name.ends_with('@'))
        {
            let message = format!("nothing uses `{}`", info.name);
            diagnostics.warning("unused", span, message).label = "defined here".into();
        }
    }
}

/// Whether the stamped form of an event is used by anything but the event itself.
fn uses_at(program: &Program, at: Pred, event: Pred) -> bool {
    program.clauses.iter().filter(|c| c.head.pred != event).any(|c| {
        let mut found = false;
        c.body.iter().for_each(|l| l.calls(&mut |call, _| found |= call.pred == at));
        found
    })
}

/// A variable that occurs once multiplies firings and says nothing.
fn lonely(program: &Program, diagnostics: &mut Diagnostics) {
    for rule in &program.rules {
        if rule.counts.is_some() {
            continue;
        }
        let mut times: HashMap<Var, usize> = HashMap::new();
        let mut see = |v: Var| *times.entry(v).or_default() += 1;
        let promised = rule.claim.iter().flat_map(|claim| &claim.pattern);
        rule.body.iter().chain(promised).for_each(|l| l.vars(&mut see));
        if let Some(weight) = &rule.weight {
            weight.vars(&mut see);
        }
        for (_, pattern) in &rule.messages {
            for name in pattern.vars() {
                if let Some(v) = rule.vars.iter().position(|i| i.name == name) {
                    see(v);
                }
            }
        }
        for &v in &rule.counted {
            let of_move = rule.body.iter().any(|l| match l {
                Literal::Holds(call) => {
                    program.preds[call.pred].origin == Origin::Given(Role::Move)
                        && call.args.contains(&Term::Var(v))
                }
                _ => false,
            });
            if times.get(&v) == Some(&1) && !of_move {
                let name = &rule.vars[v].name;
                let message = format!(
                    "variable `{name}` is used once, so `{}` fires once for each of its values",
                    rule.name
                );
                diagnostics.warning("lonely", rule.vars[v].span, message).help =
                    Some(format!("write `_{name}` if it only has to exist"));
            }
        }
    }
}

/// Clauses and rules that no facts can satisfy.
fn never(program: &Program, diagnostics: &mut Diagnostics) {
    let mut possible: Vec<bool> = (0..program.preds.len()).map(|p| given(program, p)).collect();
    loop {
        let mut changed = false;
        for clause in program.clauses.iter() {
            if !possible[clause.head.pred]
                && refuted(program, &possible, &clause.body, &clause.vars).is_none()
            {
                possible[clause.head.pred] = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let mut reported = HashSet::new();
    for clause in &program.clauses {
        if let Some((literal, why)) = refuted(program, &possible, &clause.body, &clause.vars)
            && reported.insert(clause.span)
        {
            let name = program.preds[clause.head.pred].name.trim_end_matches('@').to_string();
            let name = name.trim_start_matches("template ");
            let message = format!("this clause of `{name}` can never hold: {why}");
            diagnostics.warning("never", clause.body[literal].span(), message);
        }
    }
    for rule in &program.rules {
        if let Some((literal, why)) = refuted(program, &possible, &rule.body, &rule.vars) {
            let message = format!("rule `{}` can never fire: {why}", rule.name);
            diagnostics.warning("never", rule.body[literal].span(), message);
        }
    }
}

fn given(program: &Program, pred: Pred) -> bool {
    match program.preds[pred].origin {
        Origin::Given(Role::Static) => program.schema.statics().len(game::facts::PredId(pred as u16)) > 0,
        Origin::Given(_) | Origin::Clock => true,
        Origin::Table => program.rows.iter().any(|(p, _)| *p == pred),
        Origin::Derived | Origin::Goal => false,
    }
}

/// The condition that cannot be met, and why.
fn refuted(
    program: &Program,
    possible: &[bool],
    body: &[Literal],
    vars: &[VarInfo],
) -> Option<(usize, String)> {
    let mut range: Vec<(i64, i64)> = vars
        .iter()
        .map(|v| match v.sort.map(|s| &program.schema.sorts()[s.0 as usize].kind) {
            Some(SortKind::Number(Some(r))) => (i64::from(*r.start()), i64::from(*r.end())),
            _ => (i64::MIN / 4, i64::MAX / 4),
        })
        .collect();
    for (i, literal) in body.iter().enumerate() {
        match literal {
            Literal::Holds(call) | Literal::Assume { goal: call, .. } => {
                if !possible[call.pred] {
                    let name = program.preds[call.pred].name.replace("template ", "");
                    return Some((i, format!("`{name}` never holds")));
                }
                let denied = body.iter().any(
                    |l| matches!(l, Literal::Absent(c) if c.pred == call.pred && c.args == call.args && !c.args.contains(&Term::Any)),
                );
                if denied {
                    return Some((i, "it asks for a fact and for its absence".into()));
                }
            }
            Literal::Compare { op, left: Value::Const(l), right: Value::Const(r), .. }
                if !op.holds(*l, *r) =>
            {
                return Some((i, format!("{l} {} {r} is false", op.sign())));
            }
            Literal::Compare { op, left: Value::Var(v), right: Value::Const(n), .. } => {
                narrow(&mut range[*v], *op, i64::from(*n));
                if range[*v].0 > range[*v].1 {
                    return Some((i, format!("no value of `{}` satisfies this and the rest", vars[*v].name)));
                }
            }
            Literal::Compare { op, left: Value::Const(n), right: Value::Var(v), .. } => {
                let turned = match op {
                    Cmp::Lt => Cmp::Gt,
                    Cmp::Le => Cmp::Ge,
                    Cmp::Gt => Cmp::Lt,
                    Cmp::Ge => Cmp::Le,
                    same => *same,
                };
                narrow(&mut range[*v], turned, i64::from(*n));
                if range[*v].0 > range[*v].1 {
                    return Some((i, format!("no value of `{}` satisfies this and the rest", vars[*v].name)));
                }
            }
            _ => {}
        }
    }
    None
}

fn narrow((low, high): &mut (i64, i64), op: Cmp, n: i64) {
    match op {
        Cmp::Eq => {
            *low = (*low).max(n);
            *high = (*high).min(n);
        }
        Cmp::Lt => *high = (*high).min(n - 1),
        Cmp::Le => *high = (*high).min(n),
        Cmp::Gt => *low = (*low).max(n + 1),
        Cmp::Ge => *low = (*low).max(n),
        Cmp::Ne => {}
    }
}
