//! The expression graph of the bit-parallel back end; equal expressions are one node.

use std::collections::HashMap;

/// Index of a node.
pub(crate) type NodeId = usize;

/// A set of elements as limbs, trailing zero limbs dropped.
pub(crate) type Bits = Vec<u64>;

/// Sets computed from sets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    /// The facts of a predicate of the position, by its place among the inputs.
    Input(usize),
    Const(Bits),
    And(NodeId, NodeId),
    AndNot(NodeId, NodeId),
    Or(NodeId, NodeId),
    /// `a & rotate(b) & mask`.
    AndTurn(NodeId, NodeId, i32, Bits),
    /// `a & !rotate(b) & mask`.
    AndNotTurn(NodeId, NodeId, i32, Bits),
    /// The union of rotations, each masked.
    Turns(NodeId, Vec<(i32, Bits)>),
    /// Everything if the set is not empty.
    Any(NodeId),
    /// The least set that holds the seed and, for each arm `(a, b, turns)`, `a & turns(set & b)`.
    Fill(NodeId, Vec<Arm>),
}

/// One way a fill grows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Arm {
    pub(crate) within: Option<NodeId>,
    pub(crate) from: Option<NodeId>,
    pub(crate) turns: Vec<(i32, Bits)>,
}

/// Nodes in an order in which each comes after those it uses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    known: HashMap<Node, NodeId>,
}

impl Graph {
    pub(crate) fn add(&mut self, node: Node) -> NodeId {
        if let Some(&id) = self.known.get(&node) {
            return id;
        }
        self.nodes.push(node.clone());
        self.known.insert(node, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    pub(crate) fn and(&mut self, a: NodeId, b: NodeId) -> NodeId {
        if a == b {
            return a;
        }
        self.add(Node::And(a.min(b), a.max(b)))
    }

    pub(crate) fn or(&mut self, a: NodeId, b: NodeId) -> NodeId {
        if a == b {
            return a;
        }
        self.add(Node::Or(a.min(b), a.max(b)))
    }

    /// The nodes a node reads.
    pub(crate) fn uses(node: &Node) -> Vec<NodeId> {
        match node {
            Node::Input(_) | Node::Const(_) => Vec::new(),
            Node::And(a, b) | Node::AndNot(a, b) | Node::Or(a, b) => vec![*a, *b],
            Node::AndTurn(a, b, ..) | Node::AndNotTurn(a, b, ..) => vec![*a, *b],
            Node::Turns(a, _) | Node::Any(a) => vec![*a],
            Node::Fill(seed, arms) => {
                let inner = arms.iter().flat_map(|arm| [arm.within, arm.from]).flatten();
                std::iter::once(*seed).chain(inner).collect()
            }
        }
    }
}

/// A set with the bits of `elements`.
pub(crate) fn bits(elements: impl IntoIterator<Item = usize>) -> Bits {
    let mut limbs = Bits::new();
    for element in elements {
        if limbs.len() <= element / 64 {
            limbs.resize(element / 64 + 1, 0);
        }
        limbs[element / 64] |= 1 << (element % 64);
    }
    limbs
}
