//! The syntax tree: what was written, with spans, before any name is looked up.

use crate::diagnostic::Span;

/// A word with its place.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Atom {
    pub(crate) name: Name,
    pub(crate) args: Vec<Expr>,
    /// Written without brackets: stands for all arguments where that makes sense.
    pub(crate) bare: bool,
    pub(crate) span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cmp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Cmp {
    pub(crate) fn holds(self, l: i32, r: i32) -> bool {
        match self {
            Cmp::Eq => l == r,
            Cmp::Ne => l != r,
            Cmp::Lt => l < r,
            Cmp::Le => l <= r,
            Cmp::Gt => l > r,
            Cmp::Ge => l >= r,
        }
    }

    pub(crate) fn sign(self) -> &'static str {
        ["=", "!=", "<", "<=", ">", ">="][self as usize]
    }
}

/// What an aggregate makes of the bindings of its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fold {
    Count,
    Sum,
    Min,
    Max,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Int(i32),
    Var(String),
    /// A lower-case word: a constant, a weight or an element.
    Word(String),
    /// An element in quotes.
    Quoted(String),
    Neg(Box<Expr>),
    Bin(Op, Box<Expr>, Box<Expr>),
    Fold(Fold, Option<Name>, Vec<Lit>),
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum LitKind {
    Atom(Atom),
    Not(Atom),
    Compare(Cmp, Expr, Expr),
    /// Facts supposed to hold while a goal is proved.
    Assume(Vec<Atom>, Atom),
    /// `count e(..) >= n`, over the log.
    CountOf(Atom, Cmp, Expr),
    /// `no e(..)`, over the log.
    Absent(Atom),
    /// `a then no b then c`, over the log; `true` marks what must not happen in between.
    Sequence(Vec<(bool, Atom)>),
}

#[derive(Clone, Debug)]
pub(crate) struct Lit {
    pub(crate) kind: LitKind,
    pub(crate) span: Span,
}

/// Where a template's parameter takes its values.
#[derive(Clone, Debug)]
pub(crate) enum Domain {
    /// One value per row of the table.
    List(Vec<Expr>),
    /// Every element of a sort, crossed with the rows.
    Over(Name),
    /// Only given at run time.
    Open,
}

#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub(crate) name: Name,
    pub(crate) domain: Domain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RuleKind {
    Score,
    Rule,
    Veto,
    Template,
}

#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) kind: RuleKind,
    pub(crate) name: Name,
    pub(crate) group: Option<Name>,
    pub(crate) params: Vec<Param>,
    pub(crate) movement: Option<Atom>,
    pub(crate) body: Vec<Lit>,
    pub(crate) weight: Option<Expr>,
    pub(crate) message: Option<Name>,
    pub(crate) claim: Option<ClaimSaid>,
    pub(crate) span: Span,
}

/// The kinds of claims, in the order of their words in [`CLAIM_WORDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClaimKind {
    Wins,
    Loses,
    Keeps,
    Literal,
    Holds,
    Can,
    Cannot,
    Always,
    Gains,
}

/// How each claim is written.
pub(crate) const CLAIM_WORDS: [(&str, ClaimKind); 9] = [
    ("wins", ClaimKind::Wins),
    ("loses", ClaimKind::Loses),
    ("keeps", ClaimKind::Keeps),
    ("literal", ClaimKind::Literal),
    ("holds", ClaimKind::Holds),
    ("can", ClaimKind::Can),
    ("cannot", ClaimKind::Cannot),
    ("always", ClaimKind::Always),
    ("gains", ClaimKind::Gains),
];

/// How far a claim reaches.
#[derive(Clone, Debug)]
pub(crate) enum ClaimEnd {
    Plies(Expr),
    Round,
    Game,
}

/// What a rule promises, as it was written.
#[derive(Clone, Debug)]
pub(crate) struct ClaimSaid {
    pub(crate) kind: ClaimKind,
    /// Whether it is the mover of the rule who can or cannot; otherwise the opponents.
    pub(crate) me: bool,
    /// The conditions of its pattern; empty where the claim has none.
    pub(crate) pattern: Vec<Lit>,
    /// `holds F new`: and did not hold before.
    pub(crate) new: bool,
    pub(crate) end: Option<ClaimEnd>,
    pub(crate) amount: Option<Expr>,
    pub(crate) likely: Option<Expr>,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum Window {
    LastMoves(Expr),
    LastRounds(Expr),
    ThisRound,
    PreviousRound,
    Game,
}

#[derive(Clone, Debug)]
pub(crate) enum Until {
    EndOfRound,
    EndOfGame,
    Moves(Expr),
    Rounds(Expr),
    Event(Atom),
}

#[derive(Clone, Debug)]
pub(crate) enum Item {
    Clause { head: Atom, body: Vec<Lit>, goal: bool, span: Span },
    Rule(Box<Rule>),
    Group { name: Name, first: bool },
    Const { name: Name, value: Expr, tunable: bool },
    Event { head: Atom, window: Window, body: Vec<Lit>, span: Span },
    On { event: Atom, body: Vec<Lit>, template: Atom, until: Until, span: Span },
    Message { lang: Name, rule: Name, text: Name },
    Word { lang: Name, element: Name, text: Name },
}
