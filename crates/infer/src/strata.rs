//! Stratification: which clauses depend on which, in what order they run, and cycles through negation.

use crate::diagnostic::Diagnostics;
use crate::program::*;

/// Predicates that depend on each other and their clauses; earlier strata are complete before it runs.
#[derive(Clone, Debug)]
pub(crate) struct Stratum {
    pub(crate) preds: Vec<Pred>,
    pub(crate) clauses: Vec<usize>,
    pub(crate) recursive: bool,
    pub(crate) of_move: bool,
}

/// Orders the clauses of derived predicates; reports negation in a cycle. Goals are proved on demand and
/// take no part.
pub(crate) fn stratify(program: &Program, diagnostics: &mut Diagnostics) -> Vec<Stratum> {
    let count = program.preds.len();
    let mut edges: Vec<Vec<Pred>> = vec![Vec::new(); count];
    for clause in program.clauses.iter().filter(|c| !program.is_goal(c.head.pred)) {
        for literal in &clause.body {
            literal.calls(&mut |call, _| edges[clause.head.pred].push(call.pred));
        }
    }
    let components = components(&edges);
    let mut home = vec![0; count];
    for (i, component) in components.iter().enumerate() {
        component.iter().for_each(|&p| home[p] = i);
    }
    check_negation(program, &home, &edges, diagnostics);
    let mut strata: Vec<Stratum> = components
        .into_iter()
        .map(|preds| {
            let clauses: Vec<usize> = (0..program.clauses.len())
                .filter(|&c| preds.contains(&program.clauses[c].head.pred))
                .filter(|&c| !program.is_goal(program.clauses[c].head.pred))
                .collect();
            let recursive = preds.len() > 1 || edges[preds[0]].contains(&preds[0]);
            let of_move = preds.iter().any(|&p| program.preds[p].of_move);
            Stratum { preds, clauses, recursive, of_move }
        })
        .filter(|s| !s.clauses.is_empty())
        .collect();
    // A stable sort keeps the order of dependence: nothing about positions depends on a move.
    strata.sort_by_key(|s| s.of_move);
    strata
}

fn check_negation(program: &Program, home: &[usize], edges: &[Vec<Pred>], diagnostics: &mut Diagnostics) {
    for clause in program.clauses.iter().filter(|c| !program.is_goal(c.head.pred)) {
        let head = clause.head.pred;
        for literal in &clause.body {
            literal.calls(&mut |call, complete| {
                if !complete || home[call.pred] != home[head] {
                    return;
                }
                let path: Vec<String> = path(edges, call.pred, head)
                    .iter()
                    .map(|&p| format!("`{}`", program.preds[p].name))
                    .collect();
                let message = format!(
                    "`{}` depends on the absence or the number of `{}`, which depends on `{}` again",
                    program.preds[head].name, program.preds[call.pred].name, program.preds[head].name
                );
                let diagnostic = diagnostics.error("negation-cycle", call.span, message);
                diagnostic.label = "this closes the circle".into();
                if path.len() > 1 {
                    diagnostic.help = Some(format!("the circle: {}", path.join(" needs ")));
                }
            });
        }
    }
}

/// A shortest way from one predicate to another along dependences.
fn path(edges: &[Vec<Pred>], from: Pred, to: Pred) -> Vec<Pred> {
    let mut previous = vec![None; edges.len()];
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        if at == to {
            let mut way = vec![to];
            let mut at = to;
            while at != from {
                match previous[at] {
                    Some(p) => at = p,
                    None => break,
                }
                way.push(at);
            }
            way.reverse();
            return way;
        }
        for &next in &edges[at] {
            if previous[next].is_none() && next != from {
                previous[next] = Some(at);
                queue.push_back(next);
            }
        }
    }
    Vec::new()
}

/// Strongly connected components, dependences first (Tarjan, with an explicit stack).
fn components(edges: &[Vec<Pred>]) -> Vec<Vec<Pred>> {
    const UNSEEN: usize = usize::MAX;
    let count = edges.len();
    let (mut index, mut low) = (vec![UNSEEN; count], vec![0; count]);
    let mut on_stack = vec![false; count];
    let (mut stack, mut result, mut next) = (Vec::new(), Vec::new(), 0);
    for root in 0..count {
        if index[root] != UNSEEN {
            continue;
        }
        let mut work: Vec<(Pred, usize)> = vec![(root, 0)];
        while let Some(&(at, child)) = work.last() {
            if child == 0 {
                index[at] = next;
                low[at] = next;
                next += 1;
                stack.push(at);
                on_stack[at] = true;
            }
            if let Some(&to) = edges[at].get(child) {
                work.last_mut().expect("just read").1 += 1;
                if index[to] == UNSEEN {
                    work.push((to, 0));
                } else if on_stack[to] {
                    low[at] = low[at].min(index[to]);
                }
                continue;
            }
            work.pop();
            if let Some(&(parent, _)) = work.last() {
                low[parent] = low[parent].min(low[at]);
            }
            if low[at] == index[at] {
                let mut component = Vec::new();
                loop {
                    let p = stack.pop().expect("the component is on the stack");
                    on_stack[p] = false;
                    component.push(p);
                    if p == at {
                        break;
                    }
                }
                component.sort_unstable();
                result.push(component);
            }
        }
    }
    result
}
