//! Sort inference: every variable and every argument of a derived predicate gets one sort, or an error.

use game::facts::{Schema, SortId, SortKind};

use crate::ast::Fold;
use crate::diagnostic::{Diagnostics, Span, nearest};
use crate::program::*;

/// Something that two places must agree on. Sorts spread along constraints from where they are known, the schema and the numbers, until nothing
/// changes; then every constraint is checked, so that a contradiction is reported at each place that has a part in it.
enum Constraint {
    /// A variable is an argument of a predicate.
    Arg(Var, Pred, usize, Span),
    /// A number is an argument of a predicate.
    Number(Pred, usize, Span),
    /// Two variables are compared.
    Same(Var, Var, Span),
    /// A variable is computed with.
    Int(Var, Span),
}

/// Infers all sorts, replaces elements by their numbers, and reports what does not fit.
pub(crate) fn infer(
    schema: &Schema,
    preds: &mut [PredInfo],
    clauses: &mut [Clause],
    rules: &mut [Rule],
    diagnostics: &mut Diagnostics,
) -> bool {
    let mut units: Vec<(Vec<Constraint>, &mut Vec<VarInfo>)> = Vec::new();
    for clause in clauses.iter_mut() {
        let mut found = Vec::new();
        constrain_call(&clause.head, &mut found);
        constrain_body(&clause.body, &mut found);
        units.push((found, &mut clause.vars));
    }
    for rule in rules.iter_mut() {
        let mut found = Vec::new();
        constrain_body(&rule.body, &mut found);
        if let Some(claim) = &rule.claim {
            constrain_body(&claim.pattern, &mut found);
            if let Some(amount) = &claim.amount {
                amount.vars(&mut |v| found.push(Constraint::Int(v, claim.span)));
            }
        }
        if let Some(weight) = &rule.weight {
            weight.vars(&mut |v| found.push(Constraint::Int(v, rule.span)));
        }
        units.push((found, &mut rule.vars));
    }
    let numeric = |sort: SortId| matches!(schema.sorts()[sort.0 as usize].kind, SortKind::Number(_));
    while units.iter_mut().fold(false, |changed, (found, vars)| spread(found, vars, preds) | changed) {}

    let mut sound = true;
    for (found, vars) in &mut units {
        for constraint in found.iter() {
            sound &= agree(constraint, vars, preds, schema, &numeric, diagnostics);
        }
    }
    drop(units);
    for clause in clauses {
        let constants = symbols(schema, &mut clause.vars, diagnostics, &mut sound);
        clause.body.iter_mut().for_each(|l| l.substitute(&constants));
        let mut head = [Literal::Holds(clause.head.clone())];
        head[0].substitute(&constants);
        if let [Literal::Holds(call)] = head {
            clause.head = call;
        }
    }
    for rule in rules {
        let constants = symbols(schema, &mut rule.vars, diagnostics, &mut sound);
        rule.body.iter_mut().for_each(|l| l.substitute(&constants));
        if let Some(weight) = &mut rule.weight {
            weight.substitute(&constants);
        }
        if let Some(claim) = &mut rule.claim {
            claim.pattern.iter_mut().for_each(|l| l.substitute(&constants));
            if let Some(amount) = &mut claim.amount {
                amount.substitute(&constants);
            }
        }
    }
    sound
}

fn constrain_call(call: &Call, found: &mut Vec<Constraint>) {
    for (i, arg) in call.args.iter().enumerate() {
        match arg {
            Term::Var(v) => found.push(Constraint::Arg(*v, call.pred, i, call.span)),
            Term::Const(_) => found.push(Constraint::Number(call.pred, i, call.span)),
            Term::Any => {}
        }
    }
}

fn constrain_body(body: &[Literal], found: &mut Vec<Constraint>) {
    for literal in body {
        match literal {
            Literal::Holds(call) | Literal::Absent(call) => constrain_call(call, found),
            Literal::Assume { facts, goal } => {
                facts.iter().for_each(|f| constrain_call(f, found));
                constrain_call(goal, found);
            }
            Literal::Compare { left, right, span, .. } => match (left, right) {
                (Value::Var(l), Value::Var(r)) => found.push(Constraint::Same(*l, *r, *span)),
                _ => {
                    for side in [left, right] {
                        side.vars(&mut |v| found.push(Constraint::Int(v, *span)));
                    }
                }
            },
            Literal::Fold { fold, result, value, body, span, .. } => {
                found.push(Constraint::Int(*result, *span));
                if let Some(value) = value.filter(|_| *fold != Fold::Count) {
                    found.push(Constraint::Int(value, *span));
                }
                constrain_body(body, found);
            }
        }
    }
}

/// One round of spreading known sorts; true when something was learnt.
fn spread(found: &[Constraint], vars: &mut [VarInfo], preds: &mut [PredInfo]) -> bool {
    let mut changed = false;
    let mut learn = |slot: &mut Option<SortId>, sort: Option<SortId>| {
        if slot.is_none() && sort.is_some() {
            *slot = sort;
            changed = true;
        }
    };
    for constraint in found {
        match constraint {
            Constraint::Arg(v, pred, i, _) => {
                learn(&mut vars[*v].sort, preds[*pred].sorts[*i]);
                learn(&mut preds[*pred].sorts[*i], vars[*v].sort);
            }
            Constraint::Number(pred, i, _) => learn(&mut preds[*pred].sorts[*i], Some(SortId::INT)),
            Constraint::Same(l, r, _) => {
                let (left, right) = (vars[*l].sort, vars[*r].sort);
                learn(&mut vars[*l].sort, right);
                learn(&mut vars[*r].sort, left);
            }
            Constraint::Int(v, _) => learn(&mut vars[*v].sort, Some(SortId::INT)),
        }
    }
    changed
}

fn agree(
    constraint: &Constraint,
    vars: &[VarInfo],
    preds: &[PredInfo],
    schema: &Schema,
    numeric: &impl Fn(SortId) -> bool,
    diagnostics: &mut Diagnostics,
) -> bool {
    let name = |sort: SortId| format!("`{}`", schema.sorts()[sort.0 as usize].name);
    let (span, message) = match *constraint {
        Constraint::Arg(v, pred, i, span) => match (vars[v].sort, preds[pred].sorts[i]) {
            (Some(is), Some(wants)) if is != wants && !(numeric(is) && numeric(wants)) => {
                let who = if vars[v].symbol { "element" } else { "variable" };
                let message = format!(
                    "argument {} of `{}` is a {}, but {who} `{}` is a {}",
                    i + 1,
                    preds[pred].name.trim_end_matches('@'),
                    name(wants),
                    vars[v].name,
                    name(is)
                );
                (span, message)
            }
            _ => return true,
        },
        Constraint::Number(pred, i, span) => match preds[pred].sorts[i] {
            Some(wants) if !numeric(wants) => {
                let message = format!(
                    "argument {} of `{}` is a {}, not a number",
                    i + 1,
                    preds[pred].name,
                    name(wants)
                );
                (span, message)
            }
            _ => return true,
        },
        Constraint::Same(l, r, span) => match (vars[l].sort, vars[r].sort) {
            (Some(a), Some(b)) if a != b && !(numeric(a) && numeric(b)) => {
                let message = format!(
                    "`{}` is a {} and `{}` is a {}: they cannot be compared",
                    vars[l].name,
                    name(a),
                    vars[r].name,
                    name(b)
                );
                (span, message)
            }
            _ => return true,
        },
        Constraint::Int(v, span) => match vars[v].sort {
            Some(sort) if !numeric(sort) => {
                (span, format!("`{}` is a {}: it cannot be computed with", vars[v].name, name(sort)))
            }
            _ => return true,
        },
    };
    diagnostics.error("sort", span, message).label = "the sorts do not fit".into();
    false
}

/// The number of each element written in the text, by the sort that its place asks for.
fn symbols(
    schema: &Schema,
    vars: &mut [VarInfo],
    diagnostics: &mut Diagnostics,
    sound: &mut bool,
) -> Vec<Option<i32>> {
    let index = |sort: SortId, word: &str| match &schema.sorts()[sort.0 as usize].kind {
        SortKind::Named(names) => names.iter().position(|n| n == word).map(|i| i as i32),
        SortKind::Number(_) => None,
    };
    let all = || (0..schema.sorts().len()).map(|i| SortId(i as u16));
    vars.iter_mut()
        .map(|var| {
            if !var.symbol {
                return None;
            }
            let candidates: Vec<SortId> = match var.sort {
                Some(sort) => vec![sort],
                None => all().collect(),
            };
            if let Some(n) = candidates.iter().find_map(|&sort| index(sort, &var.name)) {
                return Some(n);
            }
            let known: Vec<&str> = candidates
                .iter()
                .filter_map(|s| match &schema.sorts()[s.0 as usize].kind {
                    SortKind::Named(names) => Some(names.iter().map(String::as_str)),
                    SortKind::Number(_) => None,
                })
                .flatten()
                .collect();
            let message = match var.sort {
                Some(sort) => {
                    format!("`{}` is not a `{}`", var.name, schema.sorts()[sort.0 as usize].name)
                }
                None => format!("no number and no element is called `{}`", var.name),
            };
            diagnostics.error("unknown-element", var.span, message).help =
                nearest(&var.name, known).map(|n| format!("did you mean `{n}`?"));
            *sound = false;
            None
        })
        .collect()
}
