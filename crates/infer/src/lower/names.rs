//! Names: predicates, numbers and weights, declared once and looked up with suggestions.

use game::facts::Role;

use super::{Dropped, Lowerer, at_name, template_name};
use crate::ast::{Atom, Expr, ExprKind, Item, Name, RuleKind};
use crate::diagnostic::{Span, nearest};
use crate::program::*;

impl Lowerer<'_> {
    pub(crate) fn add_pred(&mut self, name: &str, arity: usize, origin: Origin, span: Span) -> Pred {
        let info = PredInfo {
            name: name.into(),
            sorts: vec![None; arity],
            origin,
            span: Some(span),
            of_move: false,
        };
        self.preds.push(info);
        self.preds.len() - 1
    }

    pub(super) fn declare(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Clause { head, goal, .. } => {
                    self.declare_head(head, if *goal { Origin::Goal } else { Origin::Derived }, None);
                }
                Item::Event { head, .. } => self.declare_event(head),
                Item::Rule(rule) if rule.kind == RuleKind::Template => {
                    let name = template_name(&rule.name.text);
                    if !self.by_name.contains_key(&name) {
                        let pred = self.add_pred(&name, rule.params.len(), Origin::Table, rule.name.span);
                        self.by_name.insert(name, pred);
                    }
                }
                Item::Const { name, value, tunable } => self.constant(name, value, *tunable),
                Item::Group { name, first } => {
                    self.groups.push(Group { name: name.text.clone(), first: *first });
                }
                _ => {}
            }
        }
    }

    /// An event is two predicates: recognised now, and recognised at a tick.
    fn declare_event(&mut self, head: &Atom) {
        let name = at_name(&head.name.text);
        let declared = self.declare_head(head, Origin::Derived, Some("an event"));
        if declared.is_some() && !self.by_name.contains_key(&name) {
            let pred = self.add_pred(&name, head.args.len() + 2, Origin::Derived, head.span);
            self.by_name.insert(name, pred);
        }
    }

    fn declare_head(&mut self, head: &Atom, origin: Origin, what: Option<&str>) -> Option<Pred> {
        let name = &head.name.text;
        if head.args.len() > game::facts::MAX_ARITY {
            self.report(
                "arity",
                head.span,
                format!("`{name}` has more than {} arguments", game::facts::MAX_ARITY),
            );
            return None;
        }
        let Some(&known) = self.by_name.get(name) else {
            let pred = self.add_pred(name, head.args.len(), origin, head.name.span);
            self.by_name.insert(name.clone(), pred);
            return Some(pred);
        };
        let info = &self.preds[known];
        if let Origin::Given(_) = info.origin {
            self.report(
                "given",
                head.name.span,
                format!("`{name}` is given by the game and cannot be derived"),
            );
            return None;
        }
        if info.origin != origin {
            let message = format!("`{name}` is already defined as {}", describe(info.origin));
            self.report("redefined", head.name.span, message);
            return None;
        }
        if info.sorts.len() != head.args.len() {
            let message = format!(
                "{} `{name}` is defined with {} here but with {} before",
                what.unwrap_or("predicate"),
                arguments(head.args.len()),
                arguments(info.sorts.len())
            );
            self.report("arity", head.span, message);
            return None;
        }
        Some(known)
    }

    fn constant(&mut self, name: &Name, value: &Expr, tunable: bool) {
        if self.consts.contains_key(&name.text) || self.weight_by_name.contains_key(&name.text) {
            self.report("redefined", name.span, format!("the number `{}` is already defined", name.text));
            return;
        }
        let Ok(number) = self.constant_value(value) else { return };
        if tunable {
            self.add_weight(&name.text, number, value.span);
        } else {
            self.consts.insert(name.text.clone(), number);
        }
    }

    pub(super) fn add_weight(&mut self, name: &str, value: i32, span: Span) -> usize {
        let line = self.diagnostics.source().place(span).line;
        self.weight_by_name.insert(name.into(), self.weights.len());
        self.weights.push(Weight { name: name.into(), value, line, for_moves: false, span });
        self.weights.len() - 1
    }

    /// A number known at load time.
    pub(crate) fn constant_value(&mut self, expr: &Expr) -> Result<i32, Dropped> {
        match &expr.kind {
            ExprKind::Int(n) => Ok(*n),
            ExprKind::Neg(inner) => Ok(self.constant_value(inner)?.saturating_neg()),
            ExprKind::Bin(op, left, right) => {
                let (left, right) = (self.constant_value(left)?, self.constant_value(right)?);
                apply(*op, left, right)
                    .ok_or_else(|| self.report("zero", expr.span, "division by zero".into()))
            }
            ExprKind::Word(word) => {
                if let Some(&n) = self.consts.get(word) {
                    return Ok(n);
                }
                if let Some(&w) = self.weight_by_name.get(word) {
                    return Ok(self.weights[w].value);
                }
                Err(self.unknown_number(word, expr.span))
            }
            _ => Err(self.report("constant", expr.span, "expected a number known in advance".into())),
        }
    }

    pub(super) fn unknown_number(&mut self, word: &str, span: Span) -> Dropped {
        let near = nearest(word, self.consts.keys().chain(self.weight_by_name.keys()).map(String::as_str));
        let help = near.map(|n| format!("did you mean `{n}`?"));
        self.report("unknown-number", span, format!("no number is called `{word}`"));
        self.help(help);
        Dropped
    }

    pub(crate) fn help(&mut self, help: Option<String>) {
        self.diagnostics.amend_last(help);
    }

    /// The predicate an atom speaks of, its number of arguments checked.
    pub(crate) fn resolve(&mut self, name: &Name, args: Option<usize>, span: Span) -> Result<Pred, Dropped> {
        let Some(&pred) = self.by_name.get(&name.text) else {
            let known = self.by_name.keys().map(String::as_str).filter(|n| !n.contains([' ', '@']));
            let help = nearest(&name.text, known).map(|n| format!("did you mean `{n}`?"));
            self.report("unknown-predicate", name.span, format!("no predicate is called `{}`", name.text));
            self.help(help);
            return Err(Dropped);
        };
        let hidden = if self.preds[pred].origin == Origin::Given(Role::Event) { 2 } else { 0 };
        let arity = self.preds[pred].sorts.len() - hidden;
        if let Some(found) = args
            && found != arity
        {
            let message = format!("`{}` takes {}, {found} given", name.text, arguments(arity));
            return Err(self.report("arity", span, message));
        }
        Ok(pred)
    }

    pub(crate) fn named(&self, name: &str) -> Option<Pred> {
        self.by_name.get(name).copied()
    }
}

fn describe(origin: Origin) -> &'static str {
    match origin {
        Origin::Goal => "a goal",
        Origin::Table => "a template",
        _ => "a predicate",
    }
}

fn arguments(n: usize) -> String {
    format!("{n} argument{}", if n == 1 { "" } else { "s" })
}
