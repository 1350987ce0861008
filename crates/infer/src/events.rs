//! Event patterns and run-time templates, reduced to clauses over the log and the clock.
//!
//! An event `e(..)` becomes a hidden predicate `e@(T, R, ..)`: recognised at tick T (after move number T) of
//! round R. In rules, `e(..)` means recognised now. `on e(..) .. add t(..) until ..` becomes a clause for the
//! instance table of the template `t`, whose condition is that the instance is still alive.

use std::collections::HashSet;

use game::facts::Role;

use crate::ast::{Atom, Cmp, ExprKind, Fold, Lit, LitKind, Op, Until, Window};
use crate::diagnostic::Span;
use crate::lower::{Dropped, Lowerer, Scope, at_name, direct_vars, template_name};
use crate::program::*;

/// The tick at which a pattern is matched, and how far it looks back.
#[derive(Clone, Debug)]
pub(crate) struct Tick {
    time: Var,
    round: Var,
    window: Limit,
    /// Variables that other conditions use; the rest of a count or absence only has to exist.
    shared: HashSet<String>,
}

#[derive(Clone, Debug)]
enum Limit {
    Moves(i32),
    Rounds(i32),
    Previous,
    All,
}

fn compare(op: Cmp, left: Value, right: Value, span: Span) -> Literal {
    Literal::Compare { op, left, right, span }
}

fn minus(var: Var, n: i32) -> Value {
    Value::Bin(Op::Sub, Box::new(Value::Var(var)), Box::new(Value::Const(n)))
}

impl Lowerer<'_> {
    pub(crate) fn event(
        &mut self,
        head: &Atom,
        window: &Window,
        body: &[Lit],
        span: Span,
    ) -> Result<(), Dropped> {
        let window = match window {
            Window::LastMoves(n) => Limit::Moves(self.constant_value(n)?),
            Window::LastRounds(n) => Limit::Rounds(self.constant_value(n)?),
            Window::ThisRound => Limit::Rounds(1),
            Window::PreviousRound => Limit::Previous,
            Window::Game => Limit::All,
        };
        let now = self.resolve(&head.name, Some(head.args.len()), head.span)?;
        let Some(at) = self.named(&at_name(&head.name.text)) else { return Err(Dropped) };
        let mut scope = Scope::new();
        let (time, round) = (scope.fresh("_T", head.span), scope.fresh("_R", head.span));
        let shared = shared_vars(head, body);
        for arg in &head.args {
            if let ExprKind::Var(name) = &arg.kind {
                scope.declare(name, arg.span);
            }
        }
        scope.declare_body(body);
        scope.tick = Some(Tick { time, round, window, shared });
        let clock = vec![Term::Var(time), Term::Var(round)];
        let mut literals =
            vec![Literal::Holds(Call { pred: self.time, args: clock.clone(), span: head.span })];
        self.body(body, &mut scope, &mut literals)?;
        let args = self.args(&head.args, &mut scope, &mut literals)?;
        let stamped = clock.iter().copied().chain(args).collect();
        let head_at = Call { pred: at, args: stamped, span: head.span };
        self.clauses.push(Clause { head: head_at, body: literals, vars: scope.vars, span });
        self.present(now, at, head.args.len(), span);
        Ok(())
    }

    /// `e(..) if now(T, R), e@(T, R, ..)`.
    fn present(&mut self, now: Pred, at: Pred, arity: usize, span: Span) {
        if self.clauses.iter().any(|c| c.head.pred == now) {
            return;
        }
        let mut scope = Scope::new();
        let vars: Vec<Term> =
            (0..arity + 2).map(|i| Term::Var(scope.fresh(&format!("_{i}"), span))).collect();
        let body = vec![
            Literal::Holds(Call { pred: self.now, args: vars[..2].to_vec(), span }),
            Literal::Holds(Call { pred: at, args: vars.clone(), span }),
        ];
        let head = Call { pred: now, args: vars[2..].to_vec(), span };
        self.clauses.push(Clause { head, body, vars: scope.vars, span });
    }

    /// A log entry inside the window; returns the variable of its move number.
    fn entry(
        &mut self,
        atom: &Atom,
        scope: &mut Scope,
        out: &mut Vec<Literal>,
        local: impl Fn(&str) -> bool,
    ) -> Result<Var, Dropped> {
        let tick = scope.tick.clone().expect("only called while an event is lowered");
        let pred = self.resolve(&atom.name, Some(atom.args.len()), atom.span)?;
        if self.preds[pred].origin != Origin::Given(Role::Event) {
            let message = format!("`{}` is not an entry of the log", atom.name.text);
            return Err(self.report("log", atom.span, message));
        }
        let number = scope.fresh("_I", atom.span);
        let round = scope.fresh("_J", atom.span);
        let mut args = vec![Term::Var(number), Term::Var(round)];
        for arg in &atom.args {
            match &arg.kind {
                ExprKind::Var(name) if local(name) => args.push(Term::Any),
                _ => args.extend(self.args(std::slice::from_ref(arg), scope, out)?),
            }
        }
        let span = atom.span;
        out.push(Literal::Holds(Call { pred, args, span }));
        out.push(compare(Cmp::Le, Value::Var(number), Value::Var(tick.time), span));
        match tick.window {
            Limit::Moves(n) => out.push(compare(Cmp::Gt, Value::Var(number), minus(tick.time, n), span)),
            Limit::Rounds(n) => out.push(compare(Cmp::Gt, Value::Var(round), minus(tick.round, n), span)),
            Limit::Previous => out.push(compare(Cmp::Eq, Value::Var(round), minus(tick.round, 1), span)),
            Limit::All => {}
        }
        Ok(number)
    }

    pub(crate) fn log_event(
        &mut self,
        atom: &Atom,
        scope: &mut Scope,
        out: &mut Vec<Literal>,
    ) -> Result<(), Dropped> {
        self.entry(atom, scope, out, |_| false).map(|_| ())
    }

    /// How often an entry occurs in the window, as a number; `between` narrows it further.
    fn occurrences(
        &mut self,
        atom: &Atom,
        scope: &mut Scope,
        out: &mut Vec<Literal>,
        after: Option<Var>,
        before: Option<Var>,
    ) -> Result<Value, Dropped> {
        let shared = scope.tick.as_ref().map(|t| t.shared.clone()).unwrap_or_default();
        let result = scope.fresh("_", atom.span);
        let (body, _, number) = self.inner(scope, |lowerer, scope| {
            let mut body = Vec::new();
            let number = lowerer.entry(atom, scope, &mut body, |name| !shared.contains(name))?;
            for (op, bound) in [(Cmp::Gt, after), (Cmp::Lt, before)] {
                body.extend(bound.map(|b| compare(op, Value::Var(number), Value::Var(b), atom.span)));
            }
            Ok((body, Some(number)))
        })?;
        let counted = number.into_iter().collect();
        out.push(Literal::Fold { fold: Fold::Count, result, value: None, body, counted, span: atom.span });
        Ok(Value::Var(result))
    }

    /// `count e(..) >= n`, `no e(..)` and `a then b`.
    pub(crate) fn log_condition(
        &mut self,
        lit: &Lit,
        scope: &mut Scope,
        out: &mut Vec<Literal>,
    ) -> Result<(), Dropped> {
        match &lit.kind {
            LitKind::CountOf(atom, op, bound) => {
                let bound = self.value(bound, scope, out)?;
                let none_suffices = matches!(op, Cmp::Lt | Cmp::Le | Cmp::Ne)
                    || matches!((op, &bound), (Cmp::Eq | Cmp::Ge, Value::Const(n)) if *n <= 0);
                if !none_suffices {
                    // Whoever is counted has at least one entry: that binds the variables.
                    let shared = scope.tick.as_ref().map(|t| t.shared.clone()).unwrap_or_default();
                    self.entry(atom, scope, out, |name| !shared.contains(name))?;
                }
                let count = self.occurrences(atom, scope, out, None, None)?;
                out.push(compare(*op, count, bound, lit.span));
            }
            LitKind::Absent(atom) => {
                let count = self.occurrences(atom, scope, out, None, None)?;
                out.push(compare(Cmp::Eq, count, Value::Const(0), lit.span));
            }
            LitKind::Sequence(steps) => {
                let mut last = None;
                let mut gaps: Vec<(&Atom, Option<Var>)> = Vec::new();
                for (absent, atom) in steps {
                    if *absent {
                        gaps.push((atom, last));
                        continue;
                    }
                    let number = self.entry(atom, scope, out, |_| false)?;
                    if let Some(before) = last {
                        out.push(compare(Cmp::Gt, Value::Var(number), Value::Var(before), atom.span));
                    }
                    for (gap, after) in gaps.drain(..) {
                        let count = self.occurrences(gap, scope, out, after, Some(number))?;
                        out.push(compare(Cmp::Eq, count, Value::Const(0), gap.span));
                    }
                    last = Some(number);
                }
                for (gap, after) in gaps {
                    let count = self.occurrences(gap, scope, out, after, None)?;
                    out.push(compare(Cmp::Eq, count, Value::Const(0), gap.span));
                }
            }
            _ => {}
        }
        Ok(())
    }

    pub(crate) fn on(
        &mut self,
        event: &Atom,
        body: &[Lit],
        template: &Atom,
        until: &Until,
        span: Span,
    ) -> Result<(), Dropped> {
        let Some(table) = self.named(&template_name(&template.name.text)) else {
            let message = format!("no template is called `{}`", template.name.text);
            return Err(self.report("unknown-template", template.name.span, message));
        };
        if self.preds[table].sorts.len() != template.args.len() {
            let message = format!(
                "template `{}` has {} parameters, {} given",
                template.name.text,
                self.preds[table].sorts.len(),
                template.args.len()
            );
            return Err(self.report("arity", template.span, message));
        }
        let mut scope = Scope::new();
        let (time, round) = (scope.fresh("_T", event.span), scope.fresh("_R", event.span));
        let (now, this_round) = (scope.fresh("_N", event.span), scope.fresh("_S", event.span));
        for arg in event.args.iter().chain(&template.args) {
            if let ExprKind::Var(name) = &arg.kind {
                scope.declare(name, arg.span);
            }
        }
        scope.declare_body(body);
        let mut literals = Vec::new();
        self.recognised(event, [time, round], &mut scope, &mut literals)?;
        let args = vec![Term::Var(now), Term::Var(this_round)];
        literals.push(Literal::Holds(Call { pred: self.now, args, span: event.span }));
        self.alive(until, [time, round, now, this_round], &mut scope, &mut literals, span)?;
        self.body(body, &mut scope, &mut literals)?;
        let args = self.args(&template.args, &mut scope, &mut literals)?;
        let head = Call { pred: table, args, span: template.span };
        self.clauses.push(Clause { head, body: literals, vars: scope.vars, span });
        self.fed.push(table);
        Ok(())
    }

    fn recognised(
        &mut self,
        event: &Atom,
        clock: [Var; 2],
        scope: &mut Scope,
        out: &mut Vec<Literal>,
    ) -> Result<(), Dropped> {
        let raw = self.is_log_event(event);
        let mut pred = self.resolve(&event.name, Some(event.args.len()), event.span)?;
        if !raw {
            pred = self.named(&at_name(&event.name.text)).ok_or_else(|| {
                self.report("log", event.name.span, format!("`{}` is not an event", event.name.text))
            })?;
        }
        let mut args: Vec<Term> = clock.into_iter().map(Term::Var).collect();
        args.extend(self.args(&event.args, scope, out)?);
        out.push(Literal::Holds(Call { pred, args, span: event.span }));
        Ok(())
    }

    /// The condition that what was added at `[time, round]` still counts at `[now, this_round]`.
    fn alive(
        &mut self,
        until: &Until,
        [time, round, now, this_round]: [Var; 4],
        scope: &mut Scope,
        out: &mut Vec<Literal>,
        span: Span,
    ) -> Result<(), Dropped> {
        let horizon = if matches!(until, Until::EndOfRound) { Horizon::Round } else { Horizon::Game };
        self.horizon = self.horizon.max(horizon);
        let age =
            |from: Var, to: Var| Value::Bin(Op::Sub, Box::new(Value::Var(to)), Box::new(Value::Var(from)));
        match until {
            Until::EndOfGame => {}
            Until::EndOfRound => out.push(compare(Cmp::Eq, Value::Var(round), Value::Var(this_round), span)),
            Until::Moves(n) => {
                let n = self.constant_value(n)?;
                out.push(compare(Cmp::Lt, age(time, now), Value::Const(n), span));
            }
            Until::Rounds(n) => {
                let n = self.constant_value(n)?;
                out.push(compare(Cmp::Lt, age(round, this_round), Value::Const(n), span));
            }
            Until::Event(atom) => {
                let shared = (0..scope.vars.len()).map(|v| scope.vars[v].name.clone()).collect();
                let window = Limit::All;
                scope.tick = Some(Tick { time: now, round: this_round, window, shared });
                let count = self.occurrences(atom, scope, out, Some(time), None)?;
                scope.tick = None;
                out.push(compare(Cmp::Eq, count, Value::Const(0), atom.span));
            }
        }
        Ok(())
    }
}

/// Variables of the head, and those that at least two conditions mention.
fn shared_vars(head: &Atom, body: &[Lit]) -> HashSet<String> {
    let mut seen: HashSet<String> = HashSet::new();
    let mut shared: HashSet<String> = head
        .args
        .iter()
        .filter_map(|arg| match &arg.kind {
            ExprKind::Var(name) => Some(name.clone()),
            _ => None,
        })
        .collect();
    for lit in body {
        let mut here: HashSet<String> = HashSet::new();
        direct_vars(lit, &mut |name, _| {
            here.insert(name.into());
        });
        let atoms: Vec<&Atom> = match &lit.kind {
            LitKind::CountOf(atom, _, _) | LitKind::Absent(atom) => vec![atom],
            LitKind::Sequence(steps) => steps.iter().map(|(_, atom)| atom).collect(),
            _ => Vec::new(),
        };
        for atom in atoms {
            let mut of_atom: HashSet<String> = HashSet::new();
            for arg in &atom.args {
                if let ExprKind::Var(name) = &arg.kind {
                    of_atom.insert(name.clone());
                }
            }
            for name in of_atom {
                if !here.insert(name.clone()) {
                    shared.insert(name);
                }
            }
        }
        for name in here {
            if !seen.insert(name.clone()) {
                shared.insert(name);
            }
        }
    }
    shared
}
