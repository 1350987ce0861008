//! Rules, scores and vetoes, and what they say.

use game::facts::{Role, SortKind};

use super::scope::{Scope, atom_vars};
use super::{Dropped, Lowerer};
use crate::ast::{self, Expr, ExprKind, Item, Lit, LitKind, Name, RuleKind};
use crate::diagnostic::nearest;
use crate::message::Pattern;
use crate::program::*;

impl Lowerer<'_> {
    pub(super) fn rule(&mut self, rule: &ast::Rule) -> Result<(), Dropped> {
        if let Some(other) = self.rules.iter().find(|r| r.name == rule.name.text) {
            let line = self.diagnostics.source().place(other.span).line;
            let message = format!("a rule called `{}` is already in line {line}", rule.name.text);
            return Err(self.report("redefined", rule.name.span, message));
        }
        let mut scope = Scope::new();
        let mut body = Vec::new();
        for param in &rule.params {
            scope.declare(&param.name.text, param.name.span);
        }
        if let Some(movement) = &rule.movement {
            atom_vars(movement, &mut |name, span| {
                scope.declare(name, span);
            });
        }
        scope.declare_body(&rule.body);
        let table = self.table(rule, &mut scope, &mut body)?;
        if let Some(movement) = &rule.movement {
            let call = self.call(movement, &mut scope, &mut body)?;
            if self.preds[call.pred].origin != Origin::Given(Role::Move) {
                let message = format!("`{}` is not a fact of a move", movement.name.text);
                return Err(self.report("not-a-move", movement.span, message));
            }
            body.push(Literal::Holds(call));
        }
        let counts = self.rule_body(rule, &mut scope, &mut body)?;
        let weight = match &rule.weight {
            None => None,
            Some(Expr { kind: ExprKind::Int(n), span })
                if !self.weight_by_name.contains_key(&rule.name.text) =>
            {
                Some(Value::Weight(self.add_weight(&rule.name.text, *n, *span)))
            }
            Some(expr) => Some(self.value(expr, &mut scope, &mut body)?),
        };
        let group = match &rule.group {
            None => None,
            Some(name) => Some(self.groups.iter().position(|g| g.name == name.text).ok_or_else(|| {
                let near = nearest(&name.text, self.groups.iter().map(|g| g.name.as_str()));
                let help = near.map(|n| format!("did you mean `{n}`?"));
                self.diagnostics
                    .error("unknown-group", name.span, format!("no group is called `{}`", name.text))
                    .help = help;
                Dropped
            })?),
        };
        let counted = (0..scope.vars.len())
            .filter(|&v| scope.vars[v].counts() && scope.levels[0].values().any(|&w| w == v))
            .collect();
        let claim = match &rule.claim {
            None => None,
            Some(claim) => Some(self.claim(claim, &mut scope)?),
        };
        let mut lowered = Rule {
            name: rule.name.text.clone(),
            layer: Layer::Forward,
            group,
            body,
            vars: scope.vars,
            counted,
            weight,
            of_move: false,
            table,
            messages: Vec::new(),
            claim,
            counts,
            span: rule.span,
        };
        if let Some(text) = &rule.message {
            let pattern = self.pattern(text, &lowered)?;
            lowered.messages.push(("en".into(), pattern));
        }
        self.rules.push(lowered);
        Ok(())
    }

    /// The conditions of a rule; for a `score` on a bare predicate, all its arguments.
    fn rule_body(
        &mut self,
        rule: &ast::Rule,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Result<Option<Pred>, Dropped> {
        if rule.kind != RuleKind::Score {
            self.body(&rule.body, scope, body)?;
            return Ok(None);
        }
        let [Lit { kind: LitKind::Atom(atom), .. }] = rule.body.as_slice() else { return Ok(None) };
        let call = if atom.bare {
            let pred = self.resolve(&atom.name, None, atom.span)?;
            self.refuse_event(pred, atom.span)?;
            let arity = self.preds[pred].sorts.len();
            let args = (1..=arity).map(|i| Term::Var(scope.declare(&format!("X{i}"), atom.span))).collect();
            Call { pred, args, span: atom.span }
        } else {
            self.call(atom, scope, body)?
        };
        let pred = call.pred;
        // Only then is the number of firings the number of facts.
        let whole = call.args.iter().enumerate().all(|(i, t)| match t {
            Term::Var(v) => scope.vars[*v].counts() && !call.args[..i].contains(t),
            Term::Const(_) | Term::Any => false,
        });
        body.push(Literal::Holds(call));
        Ok(whole.then_some(pred))
    }

    fn pattern(&mut self, text: &Name, rule: &Rule) -> Result<Pattern, Dropped> {
        let pattern =
            Pattern::parse(&text.text).map_err(|message| self.report("message", text.span, message))?;
        let known = || rule.vars.iter().filter(|v| !v.symbol && v.name != "_").map(|v| v.name.as_str());
        for var in pattern.vars() {
            if known().any(|name| name == var) {
                continue;
            }
            let help = match nearest(var, known()) {
                Some(near) => format!("did you mean `{{{near}}}`?"),
                None => format!("the variables of the rule are {}", known().collect::<Vec<_>>().join(", ")),
            };
            let message =
                format!("the message asks for `{{{var}}}`, which rule `{}` does not bind", rule.name);
            self.report("message-argument", text.span, message);
            self.help(Some(help));
            return Err(Dropped);
        }
        Ok(pattern)
    }

    pub(super) fn message(&mut self, lang: &Name, rule: &Name, text: &Name) -> Result<(), Dropped> {
        let Some(index) = self.rules.iter().position(|r| r.name == rule.text) else {
            let help = nearest(&rule.text, self.rules.iter().map(|r| r.name.as_str()));
            let help = help.map(|n| format!("did you mean `{n}`?"));
            self.report("unknown-rule", rule.span, format!("no rule before this is called `{}`", rule.text));
            self.help(help);
            return Err(Dropped);
        };
        if lang.text.parse::<unic_langid::LanguageIdentifier>().is_err() {
            return Err(self.report("language", lang.span, format!("`{}` is not a language", lang.text)));
        }
        let owner = self.rules[index].clone();
        if owner.messages.iter().any(|(l, _)| *l == lang.text) {
            let message = format!("rule `{}` already has a message in `{}`", rule.text, lang.text);
            return Err(self.report("redefined", rule.span, message));
        }
        let pattern = self.pattern(text, &owner)?;
        self.rules[index].messages.push((lang.text.clone(), pattern));
        Ok(())
    }

    pub(super) fn words(&mut self, items: &[Item]) -> Vec<(String, String, String)> {
        let elements: Vec<&str> = self
            .schema
            .sorts()
            .iter()
            .filter_map(|s| match &s.kind {
                SortKind::Named(names) => Some(names.iter().map(String::as_str)),
                SortKind::Number(_) => None,
            })
            .flatten()
            .collect();
        let mut words = Vec::new();
        for item in items {
            let Item::Word { lang, element, text } = item else { continue };
            if elements.contains(&element.text.as_str()) {
                words.push((lang.text.clone(), element.text.clone(), text.text.clone()));
                continue;
            }
            let help =
                nearest(&element.text, elements.iter().copied()).map(|n| format!("did you mean `{n}`?"));
            self.report("unknown-element", element.span, format!("no element is called `{}`", element.text));
            self.help(help);
        }
        words
    }
}
