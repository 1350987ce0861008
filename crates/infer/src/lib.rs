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
//! # The two back ends
//!
//! A predicate over one named sort of at most 256 elements is computed with words when its clauses only join
//! such sets through static relations of two arguments, without circles, comparisons or counts, and recursion
//! has the form of a flood. Everything else, and everything about moves, runs on tuples. [`Kb::plan`] says which
//! got what, and why. Explanations always replay on tuples.

mod ast;
mod bits;
mod check;
mod claim;
mod claim_parser;
pub mod conform;
mod diagnostic;
mod engine;
mod events;
mod exec;
mod explain;
mod join;
mod kb;
mod lexer;
mod live;
mod lower;
mod message;
mod parser;
mod program;
mod prover;
mod relation;
mod sorts;
mod strata;

pub use bits::compile::BackEnd;
pub use bits::plan::BitPlan;
pub use bits::word::Board;
pub use claim::{Claim, Promise, Until, Who};
pub use diagnostic::{Diagnostic, Diagnostics, Place, Severity, Source, Span};
pub use engine::{Engine, Verdict};
pub use explain::{Attempt, Derived, Ground, Proof, Reason, WhyNot};
pub use kb::{Kb, Planned};
pub use live::{Live, Reload};
pub use program::{Layer, Weight};
