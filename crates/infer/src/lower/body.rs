//! Conditions and the values in them.

use std::collections::HashMap;

use game::facts::Role;

use super::scope::Scope;
use super::{Dropped, Lowerer};
use crate::ast::{Atom, Cmp, Expr, ExprKind, Lit, LitKind};
use crate::diagnostic::Span;
use crate::program::*;

impl Lowerer<'_> {
    pub(crate) fn body(
        &mut self,
        body: &[Lit],
        scope: &mut Scope,
        out: &mut Vec<Literal>,
    ) -> Result<(), Dropped> {
        // Go on after a bad condition, so that one look at the list shows them all.
        let mut result = Ok(());
        for lit in body {
            if self.literal(lit, scope, out).is_err() {
                result = Err(Dropped);
            }
        }
        result
    }

    fn literal(&mut self, lit: &Lit, scope: &mut Scope, out: &mut Vec<Literal>) -> Result<(), Dropped> {
        match &lit.kind {
            LitKind::Atom(atom) if self.is_log_event(atom) && scope.tick.is_some() => {
                self.log_event(atom, scope, out)?;
            }
            LitKind::Atom(atom) => {
                let call = self.call(atom, scope, out)?;
                out.push(Literal::Holds(call));
            }
            LitKind::Not(atom) => {
                let call = self.call(atom, scope, out)?;
                out.push(Literal::Absent(call));
            }
            LitKind::Compare(op, left, right) => {
                let left = self.value(left, scope, out)?;
                let right = self.value(right, scope, out)?;
                out.push(Literal::Compare { op: *op, left, right, span: lit.span });
            }
            LitKind::Assume(facts, goal) => {
                let facts: Result<Vec<Call>, Dropped> =
                    facts.iter().map(|fact| self.supposition(fact, scope, out)).collect();
                let goal = self.call(goal, scope, out)?;
                if self.preds[goal.pred].origin != Origin::Goal {
                    return Err(self.report(
                        "assume",
                        goal.span,
                        "only a goal can follow `assume ... in`".into(),
                    ));
                }
                out.push(Literal::Assume { facts: facts?, goal });
            }
            LitKind::CountOf(..) | LitKind::Absent(_) | LitKind::Sequence(_) => {
                self.log_condition(lit, scope, out)?;
            }
        }
        Ok(())
    }

    fn supposition(
        &mut self,
        fact: &Atom,
        scope: &mut Scope,
        out: &mut Vec<Literal>,
    ) -> Result<Call, Dropped> {
        let call = self.call(fact, scope, out)?;
        match self.preds[call.pred].origin {
            Origin::Given(Role::Position) => Ok(call),
            _ => {
                let message = format!("only facts of the position can be assumed, not `{}`", fact.name.text);
                Err(self.report("assume", fact.span, message))
            }
        }
    }

    pub(crate) fn is_log_event(&self, atom: &Atom) -> bool {
        self.named(&atom.name.text).is_some_and(|p| self.preds[p].origin == Origin::Given(Role::Event))
    }

    pub(super) fn refuse_event(&mut self, pred: Pred, span: Span) -> Result<(), Dropped> {
        if self.preds[pred].origin != Origin::Given(Role::Event) {
            return Ok(());
        }
        let message =
            format!("`{}` is an entry of the log and can only be used in an event", self.preds[pred].name);
        Err(self.report("log", span, message))
    }

    pub(crate) fn call(
        &mut self,
        atom: &Atom,
        scope: &mut Scope,
        out: &mut Vec<Literal>,
    ) -> Result<Call, Dropped> {
        let pred = self.resolve(&atom.name, Some(atom.args.len()), atom.span)?;
        self.refuse_event(pred, atom.span)?;
        let args = self.args(&atom.args, scope, out)?;
        Ok(Call { pred, args, span: atom.span })
    }

    pub(crate) fn args(
        &mut self,
        args: &[Expr],
        scope: &mut Scope,
        out: &mut Vec<Literal>,
    ) -> Result<Vec<Term>, Dropped> {
        args.iter()
            .map(|arg| {
                if matches!(&arg.kind, ExprKind::Var(name) if name == "_") {
                    return Ok(Term::Any);
                }
                Ok(match self.value(arg, scope, out)? {
                    Value::Var(v) => Term::Var(v),
                    Value::Const(n) => Term::Const(n),
                    value => {
                        let var = scope.fresh("_", arg.span);
                        out.push(Literal::Compare {
                            op: Cmp::Eq,
                            left: Value::Var(var),
                            right: value,
                            span: arg.span,
                        });
                        Term::Var(var)
                    }
                })
            })
            .collect()
    }

    pub(crate) fn value(
        &mut self,
        expr: &Expr,
        scope: &mut Scope,
        out: &mut Vec<Literal>,
    ) -> Result<Value, Dropped> {
        Ok(match &expr.kind {
            ExprKind::Int(n) => Value::Const(*n),
            ExprKind::Var(name) if name == "_" => {
                return Err(self.report("unsafe", expr.span, "`_` has no value to compute with".into()));
            }
            ExprKind::Var(name) => Value::Var(scope.declare(name, expr.span)),
            ExprKind::Word(word) => {
                if let Some(&n) = self.consts.get(word) {
                    Value::Const(n)
                } else if let Some(&w) = self.weight_by_name.get(word) {
                    Value::Weight(w)
                } else {
                    symbol(scope, word, expr.span)
                }
            }
            ExprKind::Quoted(word) => symbol(scope, word, expr.span),
            ExprKind::Neg(inner) => Value::Neg(Box::new(self.value(inner, scope, out)?)),
            ExprKind::Bin(op, left, right) => {
                let left = self.value(left, scope, out)?;
                let right = self.value(right, scope, out)?;
                match (&left, &right) {
                    (Value::Const(l), Value::Const(r)) => match apply(*op, *l, *r) {
                        Some(n) => Value::Const(n),
                        None => return Err(self.report("zero", expr.span, "division by zero".into())),
                    },
                    _ => Value::Bin(*op, Box::new(left), Box::new(right)),
                }
            }
            ExprKind::Fold(fold, value, body) => {
                let result = scope.fresh("_", expr.span);
                let (body, counted, value) = self.inner(scope, |lowerer, scope| {
                    scope.declare_body(body);
                    let value = value.as_ref().map(|name| scope.declare(&name.text, name.span));
                    let mut literals = Vec::new();
                    lowerer.body(body, scope, &mut literals)?;
                    Ok((literals, value))
                })?;
                out.push(Literal::Fold { fold: *fold, result, value, body, counted, span: expr.span });
                Value::Var(result)
            }
        })
    }

    /// Lowers the inside of an aggregate: what is not known outside is local to it.
    #[allow(clippy::type_complexity)]
    pub(crate) fn inner(
        &mut self,
        scope: &mut Scope,
        fill: impl FnOnce(&mut Self, &mut Scope) -> Result<(Vec<Literal>, Option<Var>), Dropped>,
    ) -> Result<(Vec<Literal>, Vec<Var>, Option<Var>), Dropped> {
        scope.levels.push(HashMap::new());
        let filled = fill(self, scope);
        let local = scope.levels.pop().expect("pushed above");
        let (body, value) = filled?;
        let counts = |v: &Var| scope.vars[*v].counts() || value == Some(*v);
        let mut counted: Vec<Var> = local.into_values().filter(counts).collect();
        counted.sort_unstable();
        Ok((body, counted, value))
    }
}

fn symbol(scope: &mut Scope, word: &str, span: Span) -> Value {
    scope.vars.push(VarInfo { name: word.into(), sort: None, span, symbol: true });
    Value::Var(scope.vars.len() - 1)
}
