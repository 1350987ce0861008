//! Chooses the back end of each predicate and turns those that fit into an expression graph.

use std::collections::{BTreeMap, HashMap};

use game::facts::{PredId, Role};

use crate::bits::graph::{Arm, Bits, Graph, Node, NodeId, bits};
use crate::diagnostic::Span;
use crate::kb::ClausePlan;
use crate::program::*;
use crate::strata::Stratum;

/// The largest board.
pub(crate) const MAX_BITS: usize = 256;

/// The largest number of different offsets a relation may have to be a few rotations.
const MAX_TURNS: usize = 16;

/// How a predicate or rule is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackEnd {
    /// As words, a bit per element.
    Bits,
    /// As rows of values.
    Tuples,
}

impl BackEnd {
    /// The name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            BackEnd::Bits => "bits",
            BackEnd::Tuples => "tuples",
        }
    }
}

/// The choice for one predicate or rule.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) back_end: BackEnd,
    pub(crate) reason: String,
}

/// The sets that can be computed with words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Compiled {
    pub(crate) graph: Graph,
    /// The predicates of the position that are read, in order.
    pub(crate) inputs: Vec<Pred>,
    /// The node of each predicate that has one.
    pub(crate) nodes: BTreeMap<Pred, NodeId>,
}

/// Why a clause cannot be computed with words, for the planner's report: nothing is wrong with such a clause.
type Refusal = String;

/// Decides for each predicate and rule, in the order of the text.
pub(crate) fn choose(program: &Program, strata: &[(Stratum, Vec<ClausePlan>)]) -> Vec<Choice> {
    let (compiled, refusals) = compile(program, strata);
    let mut choices: Vec<Choice> = Vec::new();
    for (stratum, _) in strata {
        for &pred in &stratum.preds {
            let info = &program.preds[pred];
            if info.name.contains(['@', ' ']) {
                continue;
            }
            let (back_end, reason) = match refusals.get(&pred) {
                None => {
                    (BackEnd::Bits, format!("{} elements, one bit each", program.set_size(pred).unwrap_or(0)))
                }
                Some(reason) => (BackEnd::Tuples, reason.clone()),
            };
            choices.push(Choice {
                name: info.name.clone(),
                span: info.span.unwrap_or_default(),
                back_end,
                reason,
            });
        }
    }
    for rule in &program.rules {
        let (back_end, reason) = match rule.counts {
            Some(pred) if compiled.nodes.contains_key(&pred) => {
                (BackEnd::Bits, "a weighted count of a set".into())
            }
            Some(pred) => {
                (BackEnd::Tuples, format!("`{}` is not computed with words", program.preds[pred].name))
            }
            None if rule.of_move => (BackEnd::Tuples, "it depends on the move".into()),
            None => (BackEnd::Tuples, "it is a rule with variables, not a count of one set".into()),
        };
        choices.push(Choice { name: rule.name.clone(), span: rule.span, back_end, reason });
    }
    choices.sort_by_key(|c| c.span.start);
    choices
}

/// Compiles what can be compiled; the rest comes with reasons.
pub(crate) fn compile(
    program: &Program,
    strata: &[(Stratum, Vec<ClausePlan>)],
) -> (Compiled, HashMap<Pred, Refusal>) {
    let mut compiler = Compiler { program, out: Compiled::default() };
    for (pred, info) in program.preds.iter().enumerate() {
        let fits = program.set_size(pred).is_some_and(|n| n <= MAX_BITS);
        match info.origin {
            Origin::Given(Role::Position) if fits => {
                let node = compiler.out.graph.add(Node::Input(compiler.out.inputs.len()));
                compiler.out.inputs.push(pred);
                compiler.out.nodes.insert(pred, node);
            }
            Origin::Given(Role::Static) if fits => {
                let limbs = program.schema.statics().words(PredId(pred as u16)).unwrap_or(&[]).to_vec();
                let node = compiler.out.graph.add(Node::Const(trim(limbs)));
                compiler.out.nodes.insert(pred, node);
            }
            _ => {}
        }
    }
    let mut refusals = HashMap::new();
    for (stratum, _) in strata {
        match compiler.stratum(stratum) {
            Ok((pred, node)) => {
                compiler.out.nodes.insert(pred, node);
            }
            Err(reason) => {
                stratum.preds.iter().for_each(|&p| {
                    refusals.insert(p, reason.clone());
                });
            }
        }
    }
    (compiler.out, refusals)
}

fn trim(mut limbs: Bits) -> Bits {
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
    limbs
}

struct Compiler<'a> {
    program: &'a Program,
    out: Compiled,
}

/// A body as a graph of variables: what must hold of each, and how they hang together.
#[derive(Default)]
struct Shape {
    /// Sets a variable must be in.
    inside: HashMap<Var, Vec<NodeId>>,
    /// Sets it must not be in.
    outside: HashMap<Var, Vec<NodeId>>,
    /// Relations between two variables: the first argument, the second, the relation.
    edges: Vec<(Var, Var, Pred)>,
    vars: Vec<Var>,
    /// Conditions without variables.
    tests: Vec<NodeId>,
    /// Where the predicate itself occurs, in a recursive clause.
    itself: Option<Var>,
}

impl Compiler<'_> {
    fn stratum(&mut self, stratum: &Stratum) -> Result<(Pred, NodeId), Refusal> {
        let [pred] = stratum.preds[..] else {
            return Err("predicates that depend on each other in a circle".into());
        };
        if stratum.of_move {
            return Err("it depends on the move".into());
        }
        match self.program.set_size(pred) {
            None => return Err("it is not a set of elements of one sort".into()),
            Some(n) if n > MAX_BITS => {
                return Err(format!("its sort has {n} elements, more than {MAX_BITS}"));
            }
            Some(_) => {}
        }
        let mut seed: Option<NodeId> = None;
        let mut arms = Vec::new();
        for &c in &stratum.clauses {
            let clause = &self.program.clauses[c];
            let shape = self.shape(clause, pred)?;
            if let Some(var) = shape.itself {
                arms.push(self.arm(clause, &shape, var)?);
                continue;
            }
            let node = self.clause(clause, &shape)?;
            seed = Some(match seed {
                Some(other) => self.out.graph.or(other, node),
                None => node,
            });
        }
        let seed = seed.unwrap_or_else(|| self.out.graph.add(Node::Const(Bits::new())));
        let node = if arms.is_empty() { seed } else { self.out.graph.add(Node::Fill(seed, arms)) };
        Ok((pred, node))
    }

    fn shape(&mut self, clause: &Clause, itself: Pred) -> Result<Shape, Refusal> {
        let mut shape = Shape::default();
        if let [Term::Var(v)] = clause.head.args[..] {
            shape.vars.push(v);
        }
        for literal in &clause.body {
            let (call, negated) = match literal {
                Literal::Holds(call) => (call, false),
                Literal::Absent(call) => (call, true),
                Literal::Compare { .. } => return Err("it computes or compares".into()),
                Literal::Fold { .. } => return Err("it counts inside a clause".into()),
                Literal::Assume { .. } => return Err("it assumes".into()),
            };
            for arg in &call.args {
                if let Term::Var(v) = arg
                    && !shape.vars.contains(v)
                {
                    shape.vars.push(*v);
                }
            }
            if call.pred == itself {
                let ([Term::Var(v)], false, None) = (&call.args[..], negated, shape.itself) else {
                    return Err("its recursion is not a flood".into());
                };
                shape.itself = Some(*v);
                continue;
            }
            self.place(call, negated, &mut shape)?;
        }
        Ok(shape)
    }

    fn place(&mut self, call: &Call, negated: bool, shape: &mut Shape) -> Result<(), Refusal> {
        let name = &self.program.preds[call.pred].name;
        let is_static = self.program.preds[call.pred].origin == Origin::Given(Role::Static);
        match call.args[..] {
            [Term::Var(v)] => {
                let node = self.set(call.pred)?;
                let side = if negated { &mut shape.outside } else { &mut shape.inside };
                side.entry(v).or_default().push(node);
            }
            [Term::Const(c)] => {
                let set = self.set(call.pred)?;
                let one = self.out.graph.add(Node::Const(bits(usize::try_from(c).ok())));
                let hit = match negated {
                    false => self.out.graph.and(set, one),
                    true => self.out.graph.add(Node::AndNot(one, set)),
                };
                shape.tests.push(hit);
            }
            [Term::Var(a), Term::Var(b)] if is_static && a != b && !negated => {
                shape.edges.push((a, b, call.pred))
            }
            [Term::Var(v), other] | [other, Term::Var(v)] if is_static && !matches!(other, Term::Var(_)) => {
                // One end fixed or free: a constant set.
                let first = call.args[0] == Term::Var(v);
                let mut elements = Vec::new();
                self.program.schema.statics().each(PredId(call.pred as u16), |row| {
                    let (mine, its) = if first { (row[0], row[1]) } else { (row[1], row[0]) };
                    if other == Term::Any || other == Term::Const(its) {
                        elements.push(mine as usize);
                    }
                });
                self.sized(call.pred, usize::from(!first))?;
                let node = self.out.graph.add(Node::Const(bits(elements)));
                let side = if negated { &mut shape.outside } else { &mut shape.inside };
                side.entry(v).or_default().push(node);
            }
            _ if negated && is_static => return Err(format!("the absence of the relation `{name}`")),
            _ => return Err(format!("`{name}` is neither a set nor a fixed relation between two elements")),
        }
        Ok(())
    }

    fn set(&self, pred: Pred) -> Result<NodeId, Refusal> {
        let name = &self.program.preds[pred].name;
        self.out.nodes.get(&pred).copied().ok_or_else(|| format!("`{name}` is not computed with words"))
    }

    fn sized(&self, pred: Pred, arg: usize) -> Result<usize, Refusal> {
        let info = &self.program.preds[pred];
        match info.sorts[arg].and_then(|s| self.program.schema.size(s)) {
            Some(n) if n <= MAX_BITS => Ok(n),
            _ => Err(format!("`{}` does not relate elements of boards", info.name)),
        }
    }

    /// A relation as rotations: the elements that reach some element of a set through it. Each is an offset and the elements that have a row with
    /// this offset; the set turned by the offset and masked with them is what this part of the relation reaches.
    fn turns(&self, pred: Pred, forward: bool) -> Result<Vec<(i32, Bits)>, Refusal> {
        self.sized(pred, 0)?;
        self.sized(pred, 1)?;
        let mut by_offset: BTreeMap<i32, Vec<usize>> = BTreeMap::new();
        self.program.schema.statics().each(PredId(pred as u16), |row| {
            let (from, to) = if forward { (row[0], row[1]) } else { (row[1], row[0]) };
            by_offset.entry(to - from).or_default().push(from as usize);
        });
        if by_offset.len() > MAX_TURNS {
            let name = &self.program.preds[pred].name;
            return Err(format!("`{name}` has {} different offsets, more than {MAX_TURNS}", by_offset.len()));
        }
        Ok(by_offset.into_iter().map(|(offset, from)| (offset, bits(from))).collect())
    }

    fn clause(&mut self, clause: &Clause, shape: &Shape) -> Result<NodeId, Refusal> {
        let mut seen = Vec::new();
        let mut node = match clause.head.args[..] {
            [Term::Var(head)] => self.tree(head, None, shape, &mut seen, clause)?,
            [Term::Const(c)] => self.out.graph.add(Node::Const(bits(usize::try_from(c).ok()))),
            _ => return Err("its head is not one element".into()),
        };
        for &var in &shape.vars {
            if !seen.contains(&var) {
                let other = self.tree(var, None, shape, &mut seen, clause)?;
                let any = self.out.graph.add(Node::Any(other));
                node = self.out.graph.and(node, any);
            }
        }
        for &test in &shape.tests {
            let any = self.out.graph.add(Node::Any(test));
            node = self.out.graph.and(node, any);
        }
        Ok(node)
    }

    /// The elements that a variable can be, given all that hangs on it away from where we came from. Variables are the nodes of a graph whose edges
    /// are the relations between two of them; in a tree, what hangs on each edge can be worked out by itself and meets in the variable. In a circle
    /// it cannot: which D goes with C would matter later, and a set does not remember.
    fn tree(
        &mut self,
        var: Var,
        from: Option<usize>,
        shape: &Shape,
        seen: &mut Vec<Var>,
        clause: &Clause,
    ) -> Result<NodeId, Refusal> {
        if seen.contains(&var) {
            return Err("its join has a circle".into());
        }
        seen.push(var);
        let mut node: Option<NodeId> = None;
        for &set in shape.inside.get(&var).into_iter().flatten() {
            node = Some(node.map_or(set, |n| self.out.graph.and(n, set)));
        }
        for &set in shape.outside.get(&var).into_iter().flatten() {
            let base = match node {
                Some(node) => node,
                None => self.everything(var, clause)?,
            };
            node = Some(self.out.graph.add(Node::AndNot(base, set)));
        }
        for (i, &(a, b, relation)) in shape.edges.iter().enumerate() {
            if from == Some(i) || (a != var && b != var) {
                continue;
            }
            let (other, forward) = if a == var { (b, true) } else { (a, false) };
            let turns = self.turns(relation, forward)?;
            node = Some(self.branch(node, other, i, turns, shape, seen, clause)?);
        }
        match node {
            Some(node) => Ok(node),
            None => self.everything(var, clause),
        }
    }

    /// Narrows `node` to what reaches `other` through `turns`.
    #[allow(clippy::too_many_arguments)]
    fn branch(
        &mut self,
        node: Option<NodeId>,
        other: Var,
        edge: usize,
        turns: Vec<(i32, Bits)>,
        shape: &Shape,
        seen: &mut Vec<Var>,
        clause: &Clause,
    ) -> Result<NodeId, Refusal> {
        let leaf = shape.edges.iter().filter(|(a, b, _)| *a == other || *b == other).count() == 1;
        let outside = shape.outside.get(&other).map(Vec::as_slice).unwrap_or(&[]);
        // One step to an element that only must not be somewhere: turn the forbidden sets instead.
        if let (Some(mut node), true, [(by, mask)], false, false, false) = (
            node,
            leaf,
            &turns[..],
            outside.is_empty(),
            shape.inside.contains_key(&other),
            seen.contains(&other),
        ) {
            seen.push(other);
            for &set in outside {
                node = self.out.graph.add(Node::AndNotTurn(node, set, *by, mask.clone()));
            }
            return Ok(node);
        }
        let target = self.tree(other, Some(edge), shape, seen, clause)?;
        Ok(match (node, &turns[..]) {
            (Some(node), [(by, mask)]) => self.out.graph.add(Node::AndTurn(node, target, *by, mask.clone())),
            (Some(node), _) => {
                let image = self.out.graph.add(Node::Turns(target, turns));
                self.out.graph.and(node, image)
            }
            (None, _) => self.out.graph.add(Node::Turns(target, turns)),
        })
    }

    fn everything(&mut self, var: Var, clause: &Clause) -> Result<NodeId, Refusal> {
        let size = clause.vars[var].sort.and_then(|s| self.program.schema.size(s));
        match size {
            Some(n) if n <= MAX_BITS => Ok(self.out.graph.add(Node::Const(bits(0..n)))),
            _ => Err(format!("`{}` is not an element of a board", clause.vars[var].name)),
        }
    }

    /// `p(X) if .., r(X, Y), .., p(Y)`: a flood.
    fn arm(&mut self, clause: &Clause, shape: &Shape, var: Var) -> Result<Arm, Refusal> {
        let not_flood = || String::from("its recursion is not a flood");
        let ([Term::Var(head)], [(a, b, relation)]) = (&clause.head.args[..], &shape.edges[..]) else {
            return Err(not_flood());
        };
        let forward = (*a, *b) == (*head, var);
        if !(forward || (*b, *a) == (*head, var)) || shape.vars.len() != 2 || !shape.tests.is_empty() {
            return Err(not_flood());
        }
        let turns = self.turns(*relation, forward)?;
        let mut ends = [None, None];
        for (end, v) in ends.iter_mut().zip([*head, var]) {
            if shape.inside.contains_key(&v) || shape.outside.contains_key(&v) {
                let alone = Shape {
                    inside: shape
                        .inside
                        .iter()
                        .filter(|(k, _)| **k == v)
                        .map(|(k, n)| (*k, n.clone()))
                        .collect(),
                    outside: shape
                        .outside
                        .iter()
                        .filter(|(k, _)| **k == v)
                        .map(|(k, n)| (*k, n.clone()))
                        .collect(),
                    ..Shape::default()
                };
                *end = Some(self.tree(v, None, &alone, &mut Vec::new(), clause)?);
            }
        }
        Ok(Arm { within: ends[0], from: ends[1], turns })
    }
}
