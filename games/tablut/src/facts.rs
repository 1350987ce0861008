//! The facts of positions and moves, for rules to reason about.
//!
//! # Facts
//! Guards are White's pawns, hunters are Black's. The elements of the sort `square` are named `a1` to `i9`, those of `way` are the four
//! directions.
//!
//! | given | predicate | meaning |
//! |---|---|---|
//! | always | `near(S, T)`, `next(S, D, T)` | T shares a side with S; in direction D |
//! | always | `up(S, T)`, `left(S, T)`, `right(S, T)`, `down(S, T)` | T is the next square in that direction |
//! | always | `between(S, M, T)` | M is in the middle of S and T |
//! | always | `castle(S)`, `camp(S)`, `escape(S)`, `plain(S)` | kinds of squares; plain is neither castle nor camp |
//! | always | `hostile(S)` | a camp against which White captures |
//! | always | `keep(S)` | the castle and the squares beside it, where two hunters do not capture the king |
//! | always | `gate(S)` | a choke point before a corner |
//! | always | `lane(S, D)` | going that way from S, the last square is an escape |
//! | always | `barred(F, S)` | a piece that stands on F can never enter or cross S |
//! | position | `my_king(S)`, `my_guard(S)`, `my_hunter(S)` | my pieces |
//! | position | `their_king(S)`, `their_guard(S)`, `their_hunter(S)` | the opponent's pieces |
//! | position | `empty(S)` | no piece stands there |
//! | position | `i_defend`, `i_hunt`, `me(P)` | I am White; I am Black; my side |
//! | move | `moves(F, T)`, `captured(S)` | the move, and the pawns it removes |
//! | move | `now_king(S)`, `now_guard(S)`, `now_hunter(S)`, `now_empty(S)` | the board after the move |
//! | move | `stuck` | after the move the opponent cannot move |
//! | event | `moved(P, F, T)`, `took(P, S)` | a side moved; it captured a pawn |

use game::facts::{Describe, EventLog, Facts, PredId, Schema};
use game::{Game, Seat};

use crate::board::{
    BOARD, CAMPS, CASTLE, ESCAPES, HOSTILE_CAMPS, KEEP, SQUARES, Set, Square, east, north, south, walls, west,
};
use crate::capture::pawns_taken;
use crate::judgement::CORNERS as GATES;
use crate::moves::Move;
use crate::rules::Tablut;
use crate::state::{Ending, Side, State};

/// The predicates that are filled, in the order in which they are declared, after those of the geometry.
#[derive(Clone, Copy)]
enum Told {
    MyKing = 16,
    MyGuard,
    MyHunter,
    TheirKing,
    TheirGuard,
    TheirHunter,
    Empty,
    IDefend,
    IHunt,
    Me,
    Moves,
    Captured,
    NowKing,
    NowGuard,
    NowHunter,
    NowEmpty,
    Stuck,
    Moved,
    Took,
}

impl Told {
    const fn id(self) -> PredId {
        PredId(self as u16)
    }
}

/// Moves every square of a set one step.
type Step = fn(Set) -> Set;

/// The directions with their names; opposite ones are as far from either end.
const WAYS: [(&str, Step); 4] = [("up", north), ("left", west), ("right", east), ("down", south)];

impl Describe for Tablut {
    const PACKS: &'static [(&'static str, &'static str)] =
        &[("tablut", include_str!("../knowledge/tablut.rules"))];
    const SPOKEN: &'static str = include_str!("../knowledge/spoken.txt");

    fn schema(&self) -> Schema {
        let mut schema = Schema::new();
        let all = || Square::all(BOARD);
        let square = schema.named("square", all().map(|s| s.to_string()));
        let way = schema.named("way", WAYS.map(|(name, _)| name));
        let side = schema.named("side", ["white", "black"]);
        let number = |s: Square| s.index() as i32;
        let step = |s: Square, way: usize| Square::all(WAYS[way].1(s.bit())).next();
        let next: Vec<[i32; 3]> = all()
            .flat_map(|s| {
                (0..WAYS.len()).filter_map(move |w| Some([number(s), w as i32, number(step(s, w)?)]))
            })
            .collect();
        let pairs = next.iter().map(|&[s, _, t]| [s, t]);
        schema.relation("near", &[square, square], "the squares share a side", pairs);
        schema.relation(
            "next",
            &[square, way, square],
            "the third square is the next one in that direction",
            &next,
        );
        for (w, (name, _)) in WAYS.iter().enumerate() {
            let pairs = next.iter().filter(|row| row[1] == w as i32).map(|&[s, _, t]| [s, t]);
            let doc = format!("the second square is the next one, going {name}");
            schema.relation(name, &[square, square], &doc, pairs);
        }
        let middles = all().flat_map(|m| {
            (0..WAYS.len()).filter_map(move |w| {
                let (s, t) = (step(m, w)?, step(m, WAYS.len() - 1 - w)?);
                Some([number(s), number(m), number(t)])
            })
        });
        schema.relation(
            "between",
            &[square, square, square],
            "the second is in the middle of the others",
            middles,
        );
        let plain = BOARD & !(CAMPS | CASTLE);
        let gates = GATES.iter().fold(0, |all, &set| all | set);
        for (name, doc, set) in [
            ("castle", "the king's castle in the middle", CASTLE),
            ("camp", "a camp", CAMPS),
            ("escape", "the king wins on this square of the rim", ESCAPES),
            ("plain", "neither castle nor camp", plain),
            ("hostile", "a camp against which White captures", HOSTILE_CAMPS),
            ("keep", "the castle, or beside it", KEEP),
            ("gate", "a choke point before a corner", gates),
        ] {
            schema.relation(name, &[square], doc, Square::all(set).map(|s| [number(s)]));
        }
        let barred = all().flat_map(|f| Square::all(walls(f)).map(move |s| [number(f), number(s)]));
        schema.relation(
            "barred",
            &[square, square],
            "who stands on the first can never enter or cross the second",
            barred,
        );
        let lanes = all().flat_map(|s| {
            (0..WAYS.len()).filter_map(move |w| {
                let rim = std::iter::successors(step(s, w), |&t| step(t, w)).last()?;
                rim.is_in(ESCAPES).then(|| [number(s), w as i32])
            })
        });
        schema.relation("lane", &[square, way], "going that way, the last square is an escape", lanes);
        schema.position("my_king", &[square], "my king is here");
        schema.position("my_guard", &[square], "a white pawn of mine is here");
        schema.position("my_hunter", &[square], "a black pawn of mine is here");
        schema.position("their_king", &[square], "the opponent's king is here");
        schema.position("their_guard", &[square], "a white pawn of the opponent's is here");
        schema.position("their_hunter", &[square], "a black pawn of the opponent's is here");
        schema.position("empty", &[square], "no piece is here");
        schema.position("i_defend", &[], "I am White");
        schema.position("i_hunt", &[], "I am Black");
        schema.position("me", &[side], "my side");
        schema.movement("moves", &[square, square], "moves a piece from the first square to the second");
        schema.movement("captured", &[square], "the move removes the pawn here");
        schema.movement("now_king", &[square], "after the move the king is here");
        schema.movement("now_guard", &[square], "after the move a white pawn is here");
        schema.movement("now_hunter", &[square], "after the move a black pawn is here");
        schema.movement("now_empty", &[square], "after the move no piece is here");
        schema.movement("stuck", &[], "after the move the opponent cannot move");
        schema.event("moved", &[side, square, square], "a side moved from the first square to the second");
        let took = schema.event("took", &[side, square], "a side captured the pawn here");
        debug_assert_eq!(took, Told::Took.id(), "predicates are declared in the order of their list");
        schema
    }

    fn position_facts(&self, state: &State, seat: Seat, facts: &mut Facts) {
        let defends = seat == Side::White.seat();
        let (king, guard, hunter, flag) = match defends {
            true => (Told::MyKing, Told::MyGuard, Told::TheirHunter, Told::IDefend),
            false => (Told::TheirKing, Told::TheirGuard, Told::MyHunter, Told::IHunt),
        };
        tell_board(facts, state, [king, guard, hunter, Told::Empty]);
        facts.add(flag.id(), &[]);
        facts.add(Told::Me.id(), &[i32::from(!defends)]);
    }

    fn move_facts(&self, state: &State, _seat: Seat, mv: Move, facts: &mut Facts) {
        facts.add(Told::Moves.id(), &[mv.from().index() as i32, mv.to().index() as i32]);
        tell(facts, Told::Captured, pawns_taken(state, mv));
        let mut next = *state;
        self.play(&mut next, mv);
        tell_board(facts, &next, [Told::NowKing, Told::NowGuard, Told::NowHunter, Told::NowEmpty]);
        if next.ending() == Some(Ending::Stuck) {
            facts.add(Told::Stuck.id(), &[]);
        }
    }

    fn event_log(&self, start: &State, moves: &[Move], log: &mut EventLog) {
        let mut state = *start;
        log.round = 1;
        for (number, &mv) in moves.iter().enumerate() {
            let side = i32::from(state.side() == Side::Black);
            let number = number as u32 + 1;
            log.push(Told::Moved.id(), &[side, mv.from().index() as i32, mv.to().index() as i32], number, 1);
            for pawn in Square::all(pawns_taken(&state, mv)) {
                log.push(Told::Took.id(), &[side, pawn.index() as i32], number, 1);
            }
            self.play(&mut state, mv);
        }
    }
}

fn tell(facts: &mut Facts, told: Told, set: Set) {
    const { assert!(SQUARES > 64 && SQUARES <= 128) };
    facts.set(told.id(), &[set as u64, (set >> 64) as u64]);
}

/// King, guards, hunters and empty squares.
fn tell_board(facts: &mut Facts, state: &State, [king, guard, hunter, empty]: [Told; 4]) {
    tell(facts, king, state.king().map_or(0, Square::bit));
    tell(facts, guard, state.white());
    tell(facts, hunter, state.black());
    tell(facts, empty, BOARD & !state.occupied());
}
