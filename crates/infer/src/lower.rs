//! From the syntax tree to the checked program: names are looked up, templates become tables.

use std::collections::HashMap;

use game::facts::{Role, Schema, SortId, SortKind};

use crate::ast::{self, Atom, Cmp, Domain, Expr, ExprKind, Item, Lit, LitKind, Name, RuleKind};
use crate::diagnostic::{Diagnostics, Span, nearest};
use crate::message::Pattern;
use crate::program::*;
use crate::sorts;

/// A statement could not be lowered; the reason has been reported.
pub(crate) struct Dropped;

/// Variables of the clause that is being lowered.
#[derive(Default)]
pub(crate) struct Scope {
    pub(crate) vars: Vec<VarInfo>,
    /// Names visible at each level: the clause itself, then each aggregate around the present place.
    levels: Vec<HashMap<String, Var>>,
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

fn atom_vars(atom: &Atom, visit: &mut impl FnMut(&str, Span)) {
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

pub(crate) struct Lowerer<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) diagnostics: &'a mut Diagnostics,
    pub(crate) preds: Vec<PredInfo>,
    by_name: HashMap<String, Pred>,
    consts: HashMap<String, i32>,
    weights: Vec<Weight>,
    weight_by_name: HashMap<String, usize>,
    groups: Vec<Group>,
    pub(crate) clauses: Vec<Clause>,
    rules: Vec<Rule>,
    pub(crate) rows: Vec<(Pred, Vec<i32>)>,
    pub(crate) horizon: Horizon,
    pub(crate) time: Pred,
    pub(crate) now: Pred,
    /// Templates that an event adds to.
    pub(crate) fed: Vec<Pred>,
    failed: bool,
}

/// Lowers a whole text. Statements with errors are left out; `None` is never returned for warnings.
pub(crate) fn lower(items: &[Item], schema: &Schema, diagnostics: &mut Diagnostics) -> (Program, bool) {
    let mut lowerer = Lowerer::new(schema, diagnostics);
    lowerer.declare(items);
    for item in items {
        if lowerer.item(item).is_err() {
            lowerer.failed = true;
        }
    }
    let words = lowerer.words(items);
    lowerer.finish(words)
}

impl<'a> Lowerer<'a> {
    fn new(schema: &'a Schema, diagnostics: &'a mut Diagnostics) -> Self {
        let mut preds: Vec<PredInfo> = Vec::new();
        for p in schema.predicates() {
            let stamp: &[SortId] = if p.role == Role::Event { &[SortId::INT, SortId::INT] } else { &[] };
            preds.push(PredInfo {
                name: p.name.clone(),
                sorts: stamp.iter().chain(&p.args).map(|&s| Some(s)).collect(),
                origin: Origin::Given(p.role),
                span: None,
                of_move: p.role == Role::Move,
            });
        }
        let by_name = preds.iter().enumerate().map(|(i, p)| (p.name.clone(), i)).collect();
        let time = preds.len();
        for name in ["time of the log", "now"] {
            preds.push(PredInfo {
                name: name.into(),
                sorts: vec![Some(SortId::INT); 2],
                origin: Origin::Clock,
                span: None,
                of_move: false,
            });
        }
        Lowerer {
            schema,
            diagnostics,
            preds,
            by_name,
            consts: schema.constants().iter().cloned().collect(),
            weights: Vec::new(),
            weight_by_name: HashMap::new(),
            groups: Vec::new(),
            clauses: Vec::new(),
            rules: Vec::new(),
            rows: Vec::new(),
            horizon: Horizon::Now,
            time,
            now: time + 1,
            fed: Vec::new(),
            failed: false,
        }
    }

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

    fn declare(&mut self, items: &[Item]) {
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

    pub(crate) fn report(&mut self, code: &'static str, span: Span, message: String) -> Dropped {
        self.failed = true;
        self.diagnostics.error(code, span, message);
        Dropped
    }

    fn constant(&mut self, name: &Name, value: &Expr, tunable: bool) {
        if self.consts.contains_key(&name.text) || self.weight_by_name.contains_key(&name.text) {
            self.report("redefined", name.span, format!("the number `{}` is already defined", name.text));
            return;
        }
        let Ok(value) = self.constant_value(value) else { return };
        if tunable {
            self.add_weight(&name.text, value, name.span);
        } else {
            self.consts.insert(name.text.clone(), value);
        }
    }

    fn add_weight(&mut self, name: &str, value: i32, span: Span) -> usize {
        let line = self.diagnostics.source().place(span).line;
        self.weight_by_name.insert(name.into(), self.weights.len());
        self.weights.push(Weight { name: name.into(), value, line });
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

    fn unknown_number(&mut self, word: &str, span: Span) -> Dropped {
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

    fn item(&mut self, item: &Item) -> Result<(), Dropped> {
        match item {
            Item::Clause { head, body, span, .. } => {
                let pred = self.resolve(&head.name, Some(head.args.len()), head.span)?;
                let mut scope = Scope::new();
                atom_vars(head, &mut |name, span| {
                    scope.declare(name, span);
                });
                scope.declare_body(body);
                let mut literals = Vec::new();
                let args = self.args(&head.args, &mut scope, &mut literals)?;
                let late = std::mem::take(&mut literals);
                self.body(body, &mut scope, &mut literals)?;
                literals.extend(late);
                let head = Call { pred, args, span: head.span };
                self.clauses.push(Clause { head, body: literals, vars: scope.vars, span: *span });
                Ok(())
            }
            Item::Rule(rule) => self.rule(rule),
            Item::Event { head, window, body, span } => self.event(head, window, body, *span),
            Item::On { event, body, template, until, span } => self.on(event, body, template, until, *span),
            Item::Message { lang, rule, text } => self.message(lang, rule, text),
            Item::Group { .. } | Item::Const { .. } | Item::Word { .. } => Ok(()),
        }
    }

    fn rule(&mut self, rule: &ast::Rule) -> Result<(), Dropped> {
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
        let mut distinct: Vec<&Term> = call.args.iter().filter(|t| matches!(t, Term::Var(_))).collect();
        distinct.dedup();
        let whole = distinct.len() == call.args.len();
        body.push(Literal::Holds(call));
        Ok(whole.then_some(pred))
    }

    /// The instance table of a template, and the condition that its parameters are a row of it.
    fn table(
        &mut self,
        rule: &ast::Rule,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Result<Option<(Pred, Vec<Var>)>, Dropped> {
        if rule.kind != RuleKind::Template {
            return Ok(None);
        }
        let pred = self.named(&template_name(&rule.name.text)).expect("templates are declared first");
        if self.preds[pred].sorts.len() != rule.params.len() {
            return Err(self.report(
                "arity",
                rule.name.span,
                "a template of that name has other parameters".into(),
            ));
        }
        let vars: Vec<Var> = rule.params.iter().map(|p| scope.declare(&p.name.text, p.name.span)).collect();
        let args = vars.iter().map(|&v| Term::Var(v)).collect();
        body.push(Literal::Holds(Call { pred, args, span: rule.name.span }));
        self.fill_table(pred, &rule.params)?;
        Ok(Some((pred, vars)))
    }

    /// The rows: lists side by side, crossed with every `over`.
    fn fill_table(&mut self, pred: Pred, params: &[ast::Param]) -> Result<(), Dropped> {
        let mut length: Option<usize> = None;
        let mut columns: Vec<Option<Vec<i32>>> = Vec::new();
        let mut open = false;
        for (i, param) in params.iter().enumerate() {
            match &param.domain {
                Domain::List(values) => {
                    if *length.get_or_insert(values.len()) != values.len() {
                        let message = format!(
                            "the lists of a template must be equally long: `{}` has {}, not {}",
                            param.name.text,
                            values.len(),
                            length.unwrap_or_default()
                        );
                        return Err(self.report("table", param.name.span, message));
                    }
                    let column: Result<Vec<i32>, Dropped> =
                        values.iter().map(|value| self.table_value(value, pred, i)).collect();
                    columns.push(Some(column?));
                }
                Domain::Over(sort) => {
                    let Some(id) = self.schema.sorts().iter().position(|s| s.name == sort.text) else {
                        let near = nearest(&sort.text, self.schema.sorts().iter().map(|s| s.name.as_str()));
                        let help = near.map(|n| format!("did you mean `{n}`?"));
                        self.report("unknown-sort", sort.span, format!("no sort is called `{}`", sort.text));
                        self.help(help);
                        return Err(Dropped);
                    };
                    self.preds[pred].sorts[i] = Some(SortId(id as u16));
                    columns.push(None);
                }
                Domain::Open => open = true,
            }
        }
        if open {
            if columns.is_empty() {
                return Ok(());
            }
            let message = "either every parameter of a template has values or none".into();
            return Err(self.report("table", params[0].name.span, message));
        }
        let mut rows: Vec<Vec<i32>> = vec![Vec::new(); length.unwrap_or(1)];
        for (i, column) in columns.iter().enumerate() {
            match column {
                Some(values) => rows = cross_lists(rows, values, length.unwrap_or(1)),
                None => {
                    let sort = self.preds[pred].sorts[i].unwrap_or(SortId::INT);
                    let values: Vec<i32> = match &self.schema.sorts()[sort.0 as usize].kind {
                        SortKind::Named(names) => (0..names.len() as i32).collect(),
                        SortKind::Number(Some(range)) => range.clone().take(1000).collect(),
                        SortKind::Number(None) => {
                            let message = "integers are endless; give a list".into();
                            return Err(self.report("table", params[i].name.span, message));
                        }
                    };
                    // Row-major: the row of the lists varies fastest, so that `cross_lists` can find it.
                    rows = values
                        .iter()
                        .flat_map(|&v| rows.iter().map(move |row| row.iter().copied().chain([v]).collect()))
                        .take(10_000)
                        .collect();
                }
            }
        }
        self.rows.extend(rows.into_iter().map(|row| (pred, row)));
        Ok(())
    }

    fn table_value(&mut self, value: &Expr, pred: Pred, column: usize) -> Result<i32, Dropped> {
        let word = match &value.kind {
            ExprKind::Word(word)
                if !self.consts.contains_key(word) && !self.weight_by_name.contains_key(word) =>
            {
                word
            }
            ExprKind::Quoted(word) => word,
            _ => {
                let n = self.constant_value(value)?;
                self.preds[pred].sorts[column].get_or_insert(SortId::INT);
                return Ok(n);
            }
        };
        for (id, sort) in self.schema.sorts().iter().enumerate() {
            let id = SortId(id as u16);
            if let SortKind::Named(names) = &sort.kind
                && let Some(index) = names.iter().position(|n| n == word)
                && self.preds[pred].sorts[column].is_none_or(|known| known == id)
            {
                self.preds[pred].sorts[column] = Some(id);
                return Ok(index as i32);
            }
        }
        Err(self.unknown_number(word, value.span))
    }

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

    fn refuse_event(&mut self, pred: Pred, span: Span) -> Result<(), Dropped> {
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

    fn message(&mut self, lang: &Name, rule: &Name, text: &Name) -> Result<(), Dropped> {
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

    fn words(&mut self, items: &[Item]) -> Vec<(String, String, String)> {
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

    fn finish(mut self, words: Vec<(String, String, String)>) -> (Program, bool) {
        let sound =
            sorts::infer(self.schema, &mut self.preds, &mut self.clauses, &mut self.rules, self.diagnostics);
        self.failed |= !sound;
        mark_moves(&mut self.preds, &self.clauses);
        let fed = self.fed;
        for rule in &mut self.rules {
            let mut goal = false;
            let mut event = rule.table.as_ref().is_some_and(|(pred, _)| fed.contains(pred));
            for literal in &rule.body {
                literal.calls(&mut |call, _| {
                    let info = &self.preds[call.pred];
                    rule.of_move |= info.of_move;
                    goal |= info.origin == Origin::Goal;
                    event |= self.by_name.contains_key(&at_name(&info.name));
                });
            }
            rule.layer = match (event, goal, &rule.table) {
                (true, _, _) => Layer::Event,
                (_, true, _) => Layer::Backward,
                (_, _, Some(_)) => Layer::Template,
                _ => Layer::Forward,
            };
        }
        let program = Program {
            schema: self.schema.clone(),
            preds: self.preds,
            clauses: self.clauses,
            rules: self.rules,
            groups: self.groups,
            weights: self.weights,
            rows: self.rows,
            words,
            horizon: self.horizon,
            time: self.time,
            now: self.now,
        };
        (program, !self.failed)
    }
}

fn symbol(scope: &mut Scope, word: &str, span: Span) -> Value {
    scope.vars.push(VarInfo { name: word.into(), sort: None, span, symbol: true });
    Value::Var(scope.vars.len() - 1)
}

/// Marks the predicates that depend on the move that is judged.
fn mark_moves(preds: &mut [PredInfo], clauses: &[Clause]) {
    loop {
        let mut changed = false;
        for clause in clauses.iter().filter(|c| !preds[c.head.pred].of_move).collect::<Vec<_>>() {
            let mut of_move = false;
            clause.body.iter().for_each(|l| l.calls(&mut |call, _| of_move |= preds[call.pred].of_move));
            if of_move {
                preds[clause.head.pred].of_move = true;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// Appends the values of a list to rows whose number is a multiple of the list's length.
fn cross_lists(rows: Vec<Vec<i32>>, values: &[i32], length: usize) -> Vec<Vec<i32>> {
    rows.into_iter()
        .enumerate()
        .map(|(i, mut row)| {
            row.push(values[i % length.max(1)]);
            row
        })
        .collect()
}

/// The hidden predicate that says at which tick an event was recognised.
pub(crate) fn at_name(event: &str) -> String {
    format!("{event}@")
}

/// The hidden predicate that holds the instances of a template.
pub(crate) fn template_name(template: &str) -> String {
    format!("template {template}")
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
