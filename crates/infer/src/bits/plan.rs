//! The bit-parallel machine: a short vector of word instructions, run for one position or for a group.

use std::collections::HashMap;

use game::bits::Word;
use game::facts::{Facts, PredId};

use crate::bits::compile::compile;
use crate::bits::graph::{Bits, Graph, Node, NodeId};
use crate::bits::register::{Group, Register};
use crate::kb::Kb;
use crate::program::{Pred, Value};

/// A register.
type Reg = u8;

/// The usual number of registers; plans that need more get [`MANY`].
const FEW: usize = 16;

/// The largest number of registers.
const MANY: usize = 256;

/// A rotation with its mask.
#[derive(Clone, Copy, Debug)]
struct Turn<B> {
    by: usize,
    mask: B,
}

impl<B: Word> Turn<B> {
    #[inline(always)]
    fn apply(&self, board: B) -> B {
        board.rotated(self.by) & self.mask
    }
}

/// One way a fill grows.
#[derive(Clone, Debug)]
struct Growth<B> {
    within: Option<Reg>,
    from: Option<Reg>,
    turns: Box<[Turn<B>]>,
}

/// One instruction; the first register receives the result.
#[derive(Clone, Debug)]
enum Op<B> {
    Const(Reg, B),
    And(Reg, Reg, Reg),
    AndNot(Reg, Reg, Reg),
    Or(Reg, Reg, Reg),
    AndTurn(Reg, Reg, Reg, Turn<B>),
    AndNotTurn(Reg, Reg, Reg, Turn<B>),
    /// `a & !b & !rotate(c) & mask`.
    AndNotBoth(Reg, Reg, Reg, Reg, Turn<B>),
    Turn(Reg, Reg, Turn<B>),
    TurnTwo(Reg, Reg, Turn<B>, Turn<B>),
    OrTurn(Reg, Reg, Reg, Turn<B>),
    Any(Reg, Reg),
    Fill(Reg, Reg, Box<[Growth<B>]>),
}

/// A plan for boards of the width of `B`: from the words of the position's predicates to a score.
#[derive(Clone, Debug)]
pub struct BitPlan<B: Word> {
    inputs: Vec<PredId>,
    ops: Box<[Op<B>]>,
    counts: Box<[(Reg, i32)]>,
    outputs: Vec<(Pred, Reg)>,
    registers: usize,
    /// The processor counts bits and has wide registers, whatever the build was told to expect.
    modern: bool,
}

#[cfg(target_arch = "x86_64")]
fn modern() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt")
}

#[cfg(not(target_arch = "x86_64"))]
fn modern() -> bool {
    false
}

impl Kb {
    /// The plan that computes the score of a position with words: the sum of all `score` statements.
    ///
    /// `None` when a score, or a rule about positions, needs the tuple engine, or the boards are wider than `B`.
    pub fn bit_plan<B: Word>(&self) -> Option<BitPlan<B>> {
        let (compiled, _) = compile(&self.program, &self.strata);
        let mut counts: Vec<(NodeId, i32)> = Vec::new();
        for rule in self.program.rules.iter().filter(|r| !r.of_move) {
            let pred = rule.counts?;
            if rule.group.is_some() {
                return None;
            }
            let weight = match rule.weight.as_ref()? {
                Value::Const(n) => *n,
                value => {
                    let mut constant = true;
                    value.vars(&mut |_| constant = false);
                    if !constant {
                        return None;
                    }
                    value.eval(&[], &self.weights)?
                }
            };
            counts.push((*compiled.nodes.get(&pred)?, weight));
        }
        BitPlan::new(&compiled.graph, &compiled.inputs, &counts, &[])
    }

    /// The plan that computes every set that fits, for comparing the back ends.
    pub fn bit_sets<B: Word>(&self) -> Option<BitPlan<B>> {
        let (compiled, _) = compile(&self.program, &self.strata);
        let outputs: Vec<(Pred, NodeId)> = compiled.nodes.iter().map(|(p, n)| (*p, *n)).collect();
        BitPlan::new(&compiled.graph, &compiled.inputs, &[], &outputs)
    }
}

impl<B: Word> BitPlan<B> {
    fn new(
        graph: &Graph,
        inputs: &[Pred],
        counts: &[(NodeId, i32)],
        outputs: &[(Pred, NodeId)],
    ) -> Option<Self> {
        let mut alive = vec![false; graph.nodes.len()];
        counts.iter().for_each(|c| alive[c.0] = true);
        outputs.iter().for_each(|o| alive[o.1] = true);
        for id in (0..graph.nodes.len()).rev() {
            if alive[id] {
                Graph::uses(&graph.nodes[id]).iter().for_each(|&u| alive[u] = true);
            }
        }
        let used: Vec<usize> = (0..inputs.len())
            .filter(|&i| graph.nodes.iter().zip(&alive).any(|(n, a)| *a && *n == Node::Input(i)))
            .collect();
        let mut emit = Emitter::<B>::new(graph, &alive);
        for &i in &used {
            let node = graph.nodes.iter().position(|n| *n == Node::Input(i))?;
            emit.reg(node)?;
        }
        counts.iter().for_each(|c| emit.last[c.0] = usize::MAX);
        outputs.iter().for_each(|o| emit.last[o.1] = usize::MAX);
        for (id, node) in graph.nodes.iter().enumerate() {
            if alive[id] && !matches!(node, Node::Input(_)) {
                emit.node(id, node)?;
            }
        }
        // Sets counted more than once are counted once, with the sum of their weights.
        let mut merged: Vec<(Reg, i32)> = Vec::new();
        for &(node, weight) in counts {
            let reg = emit.regs[&node];
            match merged.iter_mut().find(|(r, _)| *r == reg) {
                Some((_, w)) => *w = w.wrapping_add(weight),
                None => merged.push((reg, weight)),
            }
        }
        Some(BitPlan {
            inputs: used.iter().map(|&i| PredId(inputs[i] as u16)).collect(),
            counts: merged.into(),
            outputs: outputs.iter().map(|&(p, n)| (p, emit.regs[&n])).collect(),
            registers: emit.most,
            modern: modern(),
            ops: emit.ops.into(),
        })
    }

    /// The predicates whose words [`BitPlan::eval`] takes, in order.
    pub fn inputs(&self) -> &[PredId] {
        &self.inputs
    }

    /// How many instructions it takes, weighted counts not included.
    pub fn instructions(&self) -> usize {
        self.ops.len()
    }

    /// The score of one position, without allocating. `words` are the inputs, in order; missing ones are empty.
    #[inline]
    pub fn eval(&self, words: &[B]) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.modern {
            // SAFETY: `modern` is only set when the processor has these instructions.
            return unsafe { self.eval_modern(words) };
        }
        self.eval_any(words)
    }

    /// The scores of eight positions at once; `words[i]` are the eight boards of input `i`.
    #[inline]
    pub fn eval_group(&self, words: &[[B; 8]]) -> [i32; 8] {
        #[cfg(target_arch = "x86_64")]
        if self.modern {
            // SAFETY: `modern` is only set when the processor has these instructions.
            return unsafe { self.eval_group_modern(words) };
        }
        self.eval_group_any(words)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn eval_modern(&self, words: &[B]) -> i32 {
        self.eval_any(words)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn eval_group_modern(&self, words: &[[B; 8]]) -> [i32; 8] {
        self.eval_group_any(words)
    }

    #[inline(always)]
    fn eval_any(&self, words: &[B]) -> i32 {
        if self.registers <= FEW { self.score::<B, B, FEW>(words) } else { self.score::<B, B, MANY>(words) }
    }

    #[inline(always)]
    fn eval_group_any(&self, words: &[[B; 8]]) -> [i32; 8] {
        if self.registers <= FEW {
            self.score::<Group<B, 8>, [B; 8], FEW>(words)
        } else {
            self.score::<Group<B, 8>, [B; 8], MANY>(words)
        }
    }

    /// The score of a fact set.
    pub fn eval_facts(&self, facts: &Facts) -> i32 {
        let words: Vec<B> = self.words(facts);
        self.eval(&words)
    }

    /// The inputs as words.
    pub fn words(&self, facts: &Facts) -> Vec<B> {
        self.inputs.iter().map(|&p| B::from_limbs(facts.words(p).unwrap_or(&[]))).collect()
    }

    /// The elements of every set of a plan made by [`Kb::bit_sets`], by the predicate's name.
    pub fn sets(&self, kb: &Kb, facts: &Facts) -> Vec<(String, Vec<i32>)> {
        let mut regs = [B::EMPTY; MANY];
        let words = self.words(facts);
        regs[..words.len()].copy_from_slice(&words);
        self.run(&mut regs);
        let elements = |board: B| board.elements().map(|element| element as i32).collect();
        let name = |p: &Pred| kb.program.preds[*p].name.clone();
        self.outputs.iter().map(|(p, r)| (name(p), elements(regs[*r as usize]))).collect()
    }

    #[inline(always)]
    fn score<R: Register<B> + From<W>, W: Copy, const N: usize>(&self, words: &[W]) -> R::Sum {
        let mut regs = [R::ZERO; N];
        for (reg, word) in regs.iter_mut().zip(words) {
            *reg = R::from(*word);
        }
        self.run(&mut regs);
        self.tally(&regs)
    }

    #[inline(always)]
    fn tally<R: Register<B>, const N: usize>(&self, regs: &[R; N]) -> R::Sum {
        let mut sum = R::NOTHING;
        for &(reg, weight) in &self.counts {
            regs[reg as usize % N].tally(weight, &mut sum);
        }
        sum
    }

    #[inline(always)]
    fn run<R: Register<B>, const N: usize>(&self, regs: &mut [R; N]) {
        // The number of registers is a power of two, so that the remainder replaces a bounds check.
        let at = |reg: &Reg| *reg as usize % N;
        for op in &self.ops {
            match op {
                Op::And(to, a, b) => regs[at(to)] = regs[at(a)].zip(regs[at(b)], |a, b| a & b),
                Op::AndNot(to, a, b) => regs[at(to)] = regs[at(a)].zip(regs[at(b)], |a, b| a & !b),
                Op::Or(to, a, b) => regs[at(to)] = regs[at(a)].zip(regs[at(b)], |a, b| a | b),
                Op::AndTurn(to, a, b, turn) => {
                    regs[at(to)] = regs[at(a)].zip(regs[at(b)], |a, b| a & turn.apply(b));
                }
                Op::AndNotTurn(to, a, b, turn) => {
                    regs[at(to)] = regs[at(a)].zip(regs[at(b)], |a, b| a & turn.mask & !b.rotated(turn.by));
                }
                Op::AndNotBoth(to, a, b, c, turn) => {
                    let (b, c) = (regs[at(b)], regs[at(c)]);
                    let both = b.zip(c, |b, c| b | c.rotated(turn.by));
                    regs[at(to)] = regs[at(a)].zip(both, |a, both| a & turn.mask & !both);
                }
                Op::Turn(to, a, turn) => regs[at(to)] = regs[at(a)].map(|a| turn.apply(a)),
                Op::TurnTwo(to, a, one, two) => {
                    regs[at(to)] = regs[at(a)].map(|a| one.apply(a) | two.apply(a));
                }
                Op::OrTurn(to, a, b, turn) => {
                    regs[at(to)] = regs[at(a)].zip(regs[at(b)], |a, b| a | turn.apply(b));
                }
                Op::Const(to, board) => regs[at(to)] = R::splat(*board),
                Op::Any(to, a) => regs[at(to)] = regs[at(a)].map(|a| B::all_if(!a.is_empty())),
                Op::Fill(to, seed, growths) => regs[at(to)] = fill(regs, regs[at(seed)], growths),
            }
        }
    }
}

/// Grows a set until it no longer changes. Kept out of the dispatch loop, which is the faster for being small.
#[inline(never)]
fn fill<B: Word, R: Register<B>, const N: usize>(regs: &[R; N], seed: R, growths: &[Growth<B>]) -> R {
    let mut set = seed;
    loop {
        let mut next = set;
        for growth in growths {
            let from = match growth.from {
                Some(reg) => next.zip(regs[reg as usize % N], |a, b| a & b),
                None => next,
            };
            let mut new = from.map(|b| growth.turns.iter().fold(B::EMPTY, |all, turn| all | turn.apply(b)));
            if let Some(reg) = growth.within {
                new = new.zip(regs[reg as usize % N], |a, b| a & b);
            }
            next = next.zip(new, |a, b| a | b);
        }
        if next.same(set) {
            return set;
        }
        set = next;
    }
}

/// Turns nodes into instructions, reusing registers whose value is no longer needed. `None` on the way out of any of its functions means that the
/// plan needs more registers than there are, or a wider word.
struct Emitter<'a, B> {
    graph: &'a Graph,
    regs: HashMap<NodeId, Reg>,
    /// The last node that reads each node.
    last: Vec<usize>,
    readers: Vec<usize>,
    free: Vec<Reg>,
    next: usize,
    most: usize,
    ops: Vec<Op<B>>,
    /// Nodes computed as part of their only reader.
    inlined: Vec<bool>,
}

impl<'a, B: Word> Emitter<'a, B> {
    fn new(graph: &'a Graph, alive: &[bool]) -> Self {
        let count = graph.nodes.len();
        let (mut last, mut readers) = (vec![0; count], vec![0; count]);
        for (id, node) in graph.nodes.iter().enumerate().filter(|(id, _)| alive[*id]) {
            for used in Graph::uses(node) {
                last[used] = last[used].max(id);
                readers[used] += 1;
            }
        }
        Emitter {
            graph,
            regs: HashMap::new(),
            last,
            readers,
            free: Vec::new(),
            next: 0,
            most: 0,
            ops: Vec::new(),
            inlined: vec![false; count],
        }
    }

    fn reg(&mut self, node: NodeId) -> Option<Reg> {
        let reg = match self.free.pop() {
            Some(reg) => reg,
            None => {
                self.next += 1;
                self.most = self.most.max(self.next);
                Reg::try_from(self.next - 1).ok()?
            }
        };
        self.regs.insert(node, reg);
        Some(reg)
    }

    fn board(&self, bits: &Bits) -> Option<B> {
        (bits.len() * 64 <= B::BITS).then(|| B::from_limbs(bits))
    }

    fn turn(&self, by: i32, mask: &Bits) -> Option<Turn<B>> {
        Some(Turn { by: by.rem_euclid(B::BITS as i32) as usize, mask: self.board(mask)? })
    }

    fn node(&mut self, id: NodeId, node: &Node) -> Option<()> {
        // `a & !b` read only by `.. & !rotate(c)` becomes part of it.
        if let Node::AndNot(..) = node
            && self.readers[id] == 1
            && self.last[id] != usize::MAX
            && matches!(&self.graph.nodes[self.last[id]], Node::AndNotTurn(a, b, ..) if *a == id && *b != id)
        {
            self.inlined[id] = true;
            for used in Graph::uses(node) {
                self.last[used] = self.last[used].max(self.last[id]);
            }
            return Some(());
        }
        let mut uses = Graph::uses(node);
        let op: Box<dyn FnOnce(Reg) -> Vec<Op<B>>> = match node {
            Node::Input(_) => return Some(()),
            Node::Const(bits) => {
                let board = self.board(bits)?;
                Box::new(move |to| vec![Op::Const(to, board)])
            }
            Node::And(a, b) => {
                let (a, b) = (self.regs[a], self.regs[b]);
                Box::new(move |to| vec![Op::And(to, a, b)])
            }
            Node::AndNot(a, b) => {
                let (a, b) = (self.regs[a], self.regs[b]);
                Box::new(move |to| vec![Op::AndNot(to, a, b)])
            }
            Node::Or(a, b) => {
                let (a, b) = (self.regs[a], self.regs[b]);
                Box::new(move |to| vec![Op::Or(to, a, b)])
            }
            Node::AndTurn(a, b, by, mask) => {
                let (a, b, turn) = (self.regs[a], self.regs[b], self.turn(*by, mask)?);
                Box::new(move |to| vec![Op::AndTurn(to, a, b, turn)])
            }
            Node::AndNotTurn(a, c, by, mask) => {
                let turn = self.turn(*by, mask)?;
                let c_reg = self.regs[c];
                match (&self.graph.nodes[*a], self.inlined[*a]) {
                    (Node::AndNot(x, y), true) => {
                        uses = vec![*x, *y, *c];
                        let (x, y) = (self.regs[x], self.regs[y]);
                        Box::new(move |to| vec![Op::AndNotBoth(to, x, y, c_reg, turn)])
                    }
                    _ => {
                        let a = self.regs[a];
                        Box::new(move |to| vec![Op::AndNotTurn(to, a, c_reg, turn)])
                    }
                }
            }
            Node::Turns(a, turns) => {
                let a = self.regs[a];
                let turns: Option<Vec<Turn<B>>> =
                    turns.iter().map(|(by, mask)| self.turn(*by, mask)).collect();
                let turns = turns?;
                Box::new(move |to| emit_turns(to, a, &turns))
            }
            Node::Any(a) => {
                let a = self.regs[a];
                Box::new(move |to| vec![Op::Any(to, a)])
            }
            Node::Fill(seed, arms) => {
                let seed = self.regs[seed];
                let mut growths = Vec::new();
                for arm in arms {
                    let turns: Option<Vec<Turn<B>>> =
                        arm.turns.iter().map(|(by, mask)| self.turn(*by, mask)).collect();
                    growths.push(Growth {
                        within: arm.within.map(|n| self.regs[&n]),
                        from: arm.from.map(|n| self.regs[&n]),
                        turns: turns?.into(),
                    });
                }
                Box::new(move |to| vec![Op::Fill(to, seed, growths.into())])
            }
        };
        // The result of several instructions must not overwrite what the later ones read.
        let several = matches!(node, Node::Turns(_, turns) if turns.len() > 2);
        let mut to = None;
        if several {
            to = Some(self.reg(id)?);
        }
        uses.sort_unstable();
        uses.dedup();
        for used in uses {
            if self.last[used] <= id {
                self.free.push(self.regs[&used]);
            }
        }
        let to = match to {
            Some(to) => to,
            None => self.reg(id)?,
        };
        self.ops.extend(op(to));
        Some(())
    }
}

fn emit_turns<B: Word>(to: Reg, a: Reg, turns: &[Turn<B>]) -> Vec<Op<B>> {
    match turns {
        [] => vec![Op::Const(to, B::EMPTY)],
        [one] => vec![Op::Turn(to, a, *one)],
        [one, two, rest @ ..] => {
            let first = Op::TurnTwo(to, a, *one, *two);
            std::iter::once(first).chain(rest.iter().map(|turn| Op::OrTurn(to, to, a, *turn))).collect()
        }
    }
}
