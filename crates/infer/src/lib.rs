//! A rule engine with two back ends; it knows no game.
//!
//! A game declares predicates and fills facts (`game::facts`); a knowledge file derives further predicates from
//! them, gives points for what holds, and says in words why. [`Kb::load`] checks and plans a text, [`Engine`]
//! runs it on positions and moves and explains what it found, [`BitPlan`] runs the scores of a position fast
//! enough for a search, [`Live`] follows a file that is being edited.
//!
//! ```
//! use game::facts::{EventLog, Schema};
//! use ludus_infer::{Engine, Kb};
//!
//! // What the game's folder does: declare predicates, then fill facts.
//! let mut schema = Schema::new();
//! let cell = schema.named("cell", ["a1", "b1", "c1", "d1"]);
//! let free = schema.position("free", &[cell], "the cell is free");
//! schema.relation("right", &[cell, cell], "the second is right of the first", [[0, 1], [1, 2], [2, 3]]);
//! let put = schema.movement("put", &[cell], "puts a domino on the cell and the one right of it");
//!
//! // What the knowledge file says.
//! let text = r#"
//!     fits(C) if free(C), right(C, D), free(D).
//!     score 10 per fits(C) "a domino fits on {C}".
//!     rule spoils: for move put(C) if right(B, C), fits(B) then -3 "takes the room of {B}".
//!     message sr spoils "zauzima mesto polja {B}".
//! "#;
//! let kb = Kb::load("domino.rules", text, &schema).unwrap();
//!
//! let mut facts = schema.facts();
//! facts.set(free, &[0b0111]);
//! let mut engine = Engine::new(kb.clone());
//! engine.position(&facts, &EventLog::default());
//! assert_eq!(engine.score(), 20);
//!
//! let mut movement = schema.facts();
//! movement.add(put, &[1]);
//! let (verdict, reasons) = engine.explain_move(&movement, "sr");
//! assert_eq!(verdict.points, -3);
//! assert_eq!(reasons[0].text, "zauzima mesto polja a1");
//! assert_eq!(engine.why("fits(a1)").unwrap()[0].facts(), ["free(a1)", "right(a1, b1)", "free(b1)"]);
//!
//! // The same score with words, as a search wants it.
//! let plan = kb.bit_plan::<u64>().unwrap();
//! assert_eq!(plan.eval(&[0b0111]), 20);
//! ```
//!
//! # The language
//!
//! A text is a list of statements, each ended by a full stop. `#` starts a comment. Lower-case words are
//! predicates, numbers and elements; upper-case words are variables; `'A1'` quotes an element that is not a
//! lower-case word.
//!
//! ```text
//! const many = 3.                        # a number with a name; const goal_depth = 4. limits goals
//! weight block = 8.                      # the same, but a tuner may change it
//!
//! vertical(C) if free(C), up(C, D), free(D).                 # derive a predicate; several clauses are "or"
//! reach(C) if mine(C).                                       # recursion
//! reach(C) if free(C), near(C, D), reach(D).
//! lonely(C) if mine(C), not touched(C).                      # negation (never in a circle)
//! lack(P, N) if player(P), N = 5 - count { placed(P, R, _C) }.   # count {..}, sum X {..}, min X {..}, max X {..}
//!
//! score 15 per vertical(C) "{C} is a place of mine".         # points for each fact, about positions
//! score safe: -15 per safe_horizontal "..".                  # with a name; a bare predicate needs no arguments
//!
//! rule overflow: for move take(S, Colour, N, Row)            # points for each binding of the variables
//!     if me(P), room(P, Row, Colour, K), Over = N - K, Over > 0
//!     then -10 * Over "spills {Over} {Over|one: tile|other: tiles} of {Colour}".
//! veto blunder: for move take(_, C, N, 5) if N > many "..".  # forbids the move
//! group filling: best.                                       # exclusive: one firing counts, the greatest;
//! rule fits in filling: ..  then 5 "..".                     #   `first` instead: those of the first rule that fires
//!
//! template completion(Row in 1..5, Points in [7, 9, 11, 13, 15]):   # one instance per row of the table;
//!     for move take(_, C, N, Row) if .. then Points "..".           #   `C over colour` crosses with a whole sort
//! template deny(P, C): for move take(_, C, _, _) then 4 "..".       # instances come from events
//!
//! goal complete(P, C, 0) if ..                               # proved on demand, backwards, to a depth
//! goal complete(P, C, N) if N > 0, room(P, R, C, _), not placed(P, R, C),
//!     assume placed(P, R, C) in complete(P, C, N - 1).       # suppose facts of the position
//!
//! event hoarding(P, C): within last 2 * players moves, count took(P, C) >= 2.
//! event quiet(P): within this round, player(P), no took(P, _).     # also: last N rounds, previous round, game
//! event copied(P, Q): within game, took(P, C) then no passed(_) then took(Q, C), P != Q.
//! on hoarding(P, C) if opponent(P): add deny(P, C) until end of round.  # or: N moves, N rounds, end of game, e(..)
//!
//! message sr overflow "prosipa {Over} {Over|one: pločicu|few: pločice|other: pločica}".
//! word sr red "crvena".                                      # how an element is called in a language
//! ```
//!
//! **Conditions** are predicates, `not` predicates, comparisons (`= != < <= > >=`) of numbers computed with
//! `+ - * / %`, and in goals `assume`. `X = ..` gives X a value when it has none. Order does not matter: the
//! planner finds one, or says which variable nothing gives a value. `_` is anything.
//!
//! **Firing.** A rule fires once for each different binding of its variables. A variable whose name starts
//! with `_` only has to exist and does not multiply firings; the checker warns of variables that are used
//! once. Points add up, so the order of rules never matters. Division by zero and 32-bit overflow never stop
//! a rule: the first makes the condition fail, the second saturates.
//!
//! **Claims.** A rule about moves may end with what it promises, so that it can be checked on the game tree: `claims` and one of `wins`, `loses`,
//! `keeps`, `literal`, `holds F [new]`, `can(WHO, F, within N)`, `cannot(WHO, F, within N)`, `always(F, until H)`, `gains(N, until H)`. F is one
//! condition, or several in braces; it speaks of positions, with the variables of the rule, and variables of its own begin with `_`. See [`Promise`].
//!
//! **Aggregates** look at the different bindings of the variables that occur only inside the braces (again
//! without those that start with `_`). `count` and `sum` of nothing are 0; `min` and `max` of nothing fail.
//!
//! **Events.** A pattern is matched after every move, looking back through its window; `count` counts moves,
//! `a then b` asks for a later move, `no` for absence (between the two neighbours, in a sequence). A recognised event
//! can be used like a predicate: it means recognised now. What `on` adds lives until its `until`; its other
//! conditions speak of the present position.
//!
//! **Messages.** `{X}` is the value of X, `{X|one: ..|few: ..|other: ..}` chooses by the plural form of the
//! language, by a number (`0:`) or by an element (`red:`); `other` is required. The message in the rule is English.
//!
//! # How it works
//!
//! A text goes through these stations once, when it is loaded. Each is a file, and what it hands on is the type in brackets:
//!
//! ```text
//! text ─lexer, parser→ [ast::Item]      what is written, with its place in the text; nothing is looked up yet
//!      ─lower, events→ [Program]        names become numbers; templates, events and `score` become clauses and rules
//!      ─sorts────────→ [Program]        every variable has one sort, and elements written in the text are numbers too
//!      ─strata───────→ [Stratum]        which predicates must be complete before which others
//!      ─join─────────→ [Steps]          in which order the conditions of a body are carried out, and with which index
//!      ─bits::compile→ [Graph]          those predicates that are sets of cells, as expressions over words
//!                       = [Kb]          all of it, shared by everybody who uses the text
//! ```
//!
//! Every station reports what it does not like and goes on with what is left, so that one look at the diagnostics shows all mistakes. `check` adds
//! what is legal but suspicious.
//!
//! **From here on there are only numbers.** A predicate is an index, an element of a sort is its place in the sort, a fact is a row of `i32`. A
//! *clause* is `head if body`; a *rule* has a body too, and gives points instead of deriving a head. A *binding* is a slice with a number for each
//! variable of the clause. Names come back only when somebody reads: in diagnostics, messages and proofs.
//!
//! **Running: positions.** [`Engine::position`] empties all relations (`relation`: rows without repetition, with hash indexes), puts the facts of
//! the game in, and goes through the strata. In a stratum without recursion each clause runs once. In a recursive one clauses run round after
//! round until a round derives nothing new; to avoid finding everything again, a round joins only what the last round has added with the rest
//! (`engine::derive`; the literature calls it semi-naive evaluation). Negation and counting ask for predicates of *earlier* strata alone, which are
//! complete: that is what strata are for.
//!
//! **Running: bodies.** `exec` carries out the steps of a body as nested loops: the first step binds its variables row by row, for each row the
//! second step does, and so on; the innermost has a binding of all of them. Which variables a step finds bound was settled by the planner
//! (`join`), so nothing is unbound when a loop goes on: the next row overwrites it. The order is greedy, by a guess of how many rows each step
//! will let through.
//!
//! **Running: moves.** Predicates that depend on the move are kept apart (`of_move`): [`Engine::judge`] empties only those, adds the facts of the
//! move and runs the strata about moves on top of the position, which stays. So a position is thought through once, and each of its moves costs
//! little.
//!
//! **Running: points.** A rule runs like a body. Each different binding of the variables that count is a *firing*; exclusive groups then decide which
//! firings count, and the points of those add up to the [`Verdict`].
//!
//! **Goals** are not derived but asked (`prover`): from the head backwards, to a depth, all answers at once, each question remembered. `assume` asks
//! a goal as if some facts held; what would follow from them is derived into relations of their own that lie over those of the position.
//!
//! **Events** are nothing new at run time. The log is a relation whose first two columns are the number of the move and the round; a pattern
//! becomes a clause that joins it with the clock (`events`).
//!
//! **Explanations** are replays (`explain`). Nothing is written down while rules run, but each row has a stamp, the number of the run of a clause
//! that derived it. A proof of a fact is a clause and a binding that give it from facts with *smaller* stamps, and proofs of those: since stamps
//! fall, it ends. Why something does *not* hold is found by running each clause and keeping the binding that got furthest.
//!
//! **Words.** Much of what is said about boards is about sets of cells. `bits::compile` turns such clauses into expressions (`bits::graph`): a
//! predicate is a word with one bit per cell, a condition is AND, `not` is AND NOT, several clauses are OR. The trick is joins. In
//! `fits(C) if free(C), right(C, D), free(D)` the relation `right` goes from every C to C + 1, except at the edge; so the C that have such a D are
//! `rotate(free, 1) & mask`, with the mask of the C that have a right neighbour at all. A fixed relation is as many masked rotations as it has
//! different offsets, and a tree of such joins is folded from its leaves to its root, the variable of the head. A recursion that spreads through a
//! relation is a fill. `bits::plan` gives the expressions registers and writes them as a short list of instructions, which it runs for one
//! position or for eight side by side ([`BitPlan`]). Sets that only tuples can compute make everything that uses them a matter for tuples, too.
//!
//! **What it may cost.** Every row that is looked at is a step, and steps, rows and time are limited (`budget`): by [`within`] where somebody waits,
//! by [`USUAL`] otherwise. Whoever exceeds them is named. Texts are limited before they are looked at (`extent`).
//!
//! # The two back ends
//!
//! A predicate over one named sort of at most 256 elements is computed with words when its clauses only join
//! such sets through static relations of two arguments, without circles, comparisons or counts, and recursion
//! has the form of a flood. Everything else, and everything about moves, runs on tuples. [`Kb::plan`] says which
//! got what, and why. Explanations always replay on tuples.

mod ast;
mod bits;
mod budget;
mod check;
mod claim;
mod claim_parser;
pub mod conform;
mod diagnostic;
mod engine;
mod events;
mod exec;
mod explain;
mod extent;
mod join;
mod kb;
mod lexer;
mod live;
mod lower;
mod message;
mod parser;
mod parts;
mod program;
mod prover;
mod relation;
mod size;
mod sorts;
mod strata;

pub use bits::compile::BackEnd;
pub use bits::plan::BitPlan;
pub use budget::{Cause, Exceeded, USUAL, within};
pub use claim::{Claim, Promise, Until, Who};
pub use diagnostic::{Diagnostic, Diagnostics, Place, Severity, Source, Span};
pub use engine::{Engine, Verdict};
pub use explain::{Attempt, Derived, Ground, Proof, Reason, WhyNot};
pub use kb::{Kb, Planned};
pub use live::{Live, Reload};
pub use message::{Filling, Message};
pub use program::{Layer, Weight};
