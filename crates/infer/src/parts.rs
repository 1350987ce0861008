//! Parts of a body that do not depend on each other: what only has to exist is looked for once, and what is counted is counted part by part.
//!
//! Steps that share no variable with the others need not be tried anew for each binding of those. Where nobody asks for the values that such a part
//! finds, its first binding is as good as all; and the number of bindings of two parts together is the product of their numbers.

use crate::join::{Col, FoldStep, Probe, Step, Steps};
use crate::program::Var;

/// The same steps with every part that binds no wanted variable run for one binding only, as early as what it needs is known.
///
/// The order of the others stays, so the bindings that are found first are the same. Goals are proved as late as they were: they are dear.
pub(crate) fn arranged(steps: Steps, wanted: &[Var]) -> Steps {
    let (mut rest, mut made) = (steps, Steps::new());
    loop {
        let parts = split(std::mem::take(&mut rest));
        let free: Vec<bool> = parts.iter().map(|part| !binds_any(part, wanted)).collect();
        let only_free = free.iter().all(|free| *free);
        let mut kept: Vec<(usize, (usize, Step))> = Vec::new();
        for (part, free) in parts.into_iter().zip(free) {
            if free && (only_free || !part.iter().any(|(_, step)| is_goal(&step.1))) {
                made.push(once(part.into_iter().map(|(_, step)| step).collect()));
            } else {
                kept.extend(part);
            }
        }
        if kept.is_empty() {
            return made;
        }
        kept.sort_by_key(|(place, _)| *place);
        let mut kept = kept.into_iter().map(|(_, step)| step);
        made.extend(kept.next());
        rest = kept.collect();
    }
}

/// A part of which one binding is enough.
fn once(mut part: Steps) -> (usize, Step) {
    if let [(_, Step::Exists(_) | Step::Absent(_) | Step::Test { .. } | Step::Bind { .. } | Step::Fold(_))] =
        part.as_slice()
    {
        return part.remove(0);
    }
    let rest = part.split_off(1);
    part.extend(arranged(rest, &[]));
    (usize::MAX, Step::Once(part))
}

/// What an aggregate looks at, in parts: each with the variables that it is counted by.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) steps: Steps,
    pub(crate) counted: Vec<Var>,
    /// Bindings can agree on what is counted, so they have to be made distinct.
    pub(crate) repeats: bool,
}

/// The parts of an aggregate's steps.
pub(crate) fn counted(steps: Steps, counted: &[Var]) -> Vec<Part> {
    split(steps)
        .into_iter()
        .map(|part| {
            let mut own = Vec::new();
            part.iter().for_each(|(_, (_, step))| binds(step, &mut |v| own.push(v)));
            let counted: Vec<Var> = counted.iter().copied().filter(|v| own.contains(v)).collect();
            let steps = arranged(part.into_iter().map(|(_, step)| step).collect(), &counted);
            let repeats = steps.iter().any(|(_, step)| repeats(step, &counted));
            Part { steps, counted, repeats }
        })
        .collect()
}

/// Whether a step can have several bindings that agree on these variables.
fn repeats(step: &Step, counted: &[Var]) -> bool {
    let several = |col: &Col| match col {
        Col::Free(v) => !counted.contains(v),
        Col::Any => true,
        Col::Const(_) | Col::Bound(_) | Col::Same(_) => false,
    };
    match step {
        Step::Scan(Probe { cols, .. }) | Step::Goal { cols, negated: false, .. } => cols.iter().any(several),
        _ => false,
    }
}

/// Steps with their places, by part; steps are of one part when one uses what the other binds.
fn split(steps: Steps) -> Vec<Vec<(usize, (usize, Step))>> {
    let mut part: Vec<usize> = (0..steps.len()).collect();
    for (at, (_, step)) in steps.iter().enumerate() {
        binds(step, &mut |var| {
            for (user, (_, other)) in steps.iter().enumerate().skip(at + 1) {
                let mut used = false;
                uses(other, &mut |v| used |= v == var);
                let (a, b) = (part[at], part[user]);
                if used && a != b {
                    part.iter_mut().filter(|p| **p == b.max(a)).for_each(|p| *p = a.min(b));
                }
            }
        });
    }
    let mut parts: Vec<Vec<(usize, (usize, Step))>> = vec![Vec::new(); steps.len()];
    for (at, step) in steps.into_iter().enumerate() {
        parts[part[at]].push((at, step));
    }
    parts.retain(|part| !part.is_empty());
    parts
}

fn binds_any(part: &[(usize, (usize, Step))], wanted: &[Var]) -> bool {
    let mut any = false;
    part.iter().for_each(|(_, (_, step))| binds(step, &mut |v| any |= wanted.contains(&v)));
    any
}

const fn is_goal(step: &Step) -> bool {
    matches!(step, Step::Goal { .. })
}

/// Visits the variables that a step gives a value.
pub(crate) fn binds(step: &Step, visit: &mut dyn FnMut(Var)) {
    let mut columns = |cols: &[Col]| {
        for col in cols {
            if let Col::Free(v) = col {
                visit(*v);
            }
        }
    };
    match step {
        Step::Scan(probe) => columns(&probe.cols),
        Step::Goal { cols, .. } => columns(cols),
        Step::Bind { var, .. } => visit(*var),
        Step::Fold(fold) if !fold.compared => visit(fold.result),
        Step::Once(steps) => steps.iter().for_each(|(_, step)| binds(step, visit)),
        Step::Exists(_) | Step::Absent(_) | Step::Test { .. } | Step::Fold(_) => {}
    }
}

/// Visits the variables whose values a step looks at; those that it has bound itself may be among them.
fn uses(step: &Step, visit: &mut dyn FnMut(Var)) {
    let mut columns = |cols: &[Col]| {
        for col in cols {
            if let Col::Bound(v) = col {
                visit(*v);
            }
        }
    };
    match step {
        Step::Scan(probe) | Step::Exists(probe) | Step::Absent(probe) => columns(&probe.cols),
        Step::Goal { cols, assume, .. } => {
            columns(cols);
            assume.iter().for_each(|(_, cols)| columns(cols));
        }
        Step::Bind { value, .. } => value.vars(visit),
        Step::Test { left, right, .. } => {
            left.vars(visit);
            right.vars(visit);
        }
        Step::Fold(fold) => {
            if fold.compared {
                visit(fold.result);
            }
            each_step(fold, &mut |step| uses(step, visit));
        }
        Step::Once(steps) => steps.iter().for_each(|(_, step)| uses(step, visit)),
    }
}

fn each_step(fold: &FoldStep, visit: &mut dyn FnMut(&Step)) {
    fold.parts.iter().flat_map(|part| &part.steps).for_each(|(_, step)| visit(step));
}
