//! The variables of the statement that is being lowered, and the names visible at each place.

use std::collections::HashMap;

use crate::ast::{Atom, Expr, ExprKind, Lit, LitKind};
use crate::diagnostic::Span;
use crate::program::*;

/// Variables of the clause that is being lowered.
#[derive(Default)]
pub(crate) struct Scope {
    pub(crate) vars: Vec<VarInfo>,
    /// Names visible at each level: the clause itself, then each aggregate around the present place.
    pub(super) levels: Vec<HashMap<String, Var>>,
    /// The tick at which an event is looked for, while an event is lowered.
    pub(crate) tick: Option<crate::events::Tick>,
}

impl Scope {
    pub(crate) fn new() -> Self {
        Scope { levels: vec![HashMap::new()], ..Scope::default() }
    }

    pub(crate) fn fresh(&mut self, name: &str, span: Span) -> Var {
        self.vars.push(VarInfo { name: name.into(), sort: None, span, symbol: false });
        self.vars.len() - 1
    }

    pub(crate) fn lookup(&self, name: &str) -> Option<Var> {
        self.levels.iter().rev().find_map(|level| level.get(name).copied())
    }

    pub(crate) fn declare(&mut self, name: &str, span: Span) -> Var {
        if let Some(var) = self.lookup(name) {
            return var;
        }
        let var = self.fresh(name, span);
        self.levels.last_mut().expect("a level is open").insert(name.into(), var);
        var
    }

    /// Declares the variables that a body mentions outside its aggregates, so that they are the same inside.
    pub(crate) fn declare_body(&mut self, body: &[Lit]) {
        for lit in body {
            direct_vars(lit, &mut |name, span| {
                self.declare(name, span);
            });
        }
    }
}

/// Visits the variables of an expression outside aggregates.
fn expr_vars(expr: &Expr, visit: &mut impl FnMut(&str, Span)) {
    match &expr.kind {
        ExprKind::Var(name) if name != "_" => visit(name, expr.span),
        ExprKind::Neg(inner) => expr_vars(inner, visit),
        ExprKind::Bin(_, left, right) => {
            expr_vars(left, visit);
            expr_vars(right, visit);
        }
        _ => {}
    }
}

pub(super) fn atom_vars(atom: &Atom, visit: &mut impl FnMut(&str, Span)) {
    atom.args.iter().for_each(|arg| expr_vars(arg, visit));
}

/// Visits the variables of a condition outside aggregates and outside counts over the log.
pub(crate) fn direct_vars(lit: &Lit, visit: &mut impl FnMut(&str, Span)) {
    match &lit.kind {
        LitKind::Atom(atom) | LitKind::Not(atom) => atom_vars(atom, visit),
        LitKind::Compare(_, left, right) => {
            expr_vars(left, visit);
            expr_vars(right, visit);
        }
        LitKind::Assume(facts, goal) => {
            facts.iter().for_each(|fact| atom_vars(fact, visit));
            atom_vars(goal, visit);
        }
        LitKind::CountOf(_, _, right) => expr_vars(right, visit),
        LitKind::Absent(_) => {}
        LitKind::Sequence(steps) => {
            steps.iter().filter(|(absent, _)| !absent).for_each(|(_, atom)| atom_vars(atom, visit));
        }
    }
}
