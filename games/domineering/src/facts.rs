//! What rules may know of Domineering: the free cells, how cells lie to each other, and who is who.
//!
//! Facts are raw: where a domino fits, what is safe and what a move spoils is for the rules to find out. Cells are numbered
//! along the rows from the bottom left corner, so that every neighbour relation moves all cells by one distance and sets of cells
//! can be computed with words.
//!
//! ## Facts
//!
//! | | fact | meaning |
//! |---|---|---|
//! | always | `above(C, D)` | D is the cell above C |
//! | | `right(C, D)` | D is the cell to the right of C |
//! | | `two_above(C, D)` | D is two cells above C |
//! | | `two_right(C, D)` | D is two cells to the right of C |
//! | | `next(W, C, D)` | D is the next cell from C in direction W (up, down, right, left) |
//! | | `rival(P, Q)` | P and Q play against each other |
//! | | `lies(P, B, F)` | dominoes of P reach from their first cell in direction F, and away from it in B |
//! | | `number(C, N)` | cell C has number N |
//! | position | `free(C)` | nobody has taken C |
//! | | `mine(C)`, `theirs(C)` | C is under a domino of the player whose view it is, or of the other |
//! | | `me(P)` | P is the player whose view it is |
//! | | `to_move(P)` | it is the turn of P |
//! | move | `put(C, D)` | covers C and D, the lower or left cell first |
//! | | `covers(C)` | covers C |
//! | log | `placed(P, C, D)` | P covered C and D |

use game::bits::Word;
use game::facts::{Describe, EventLog, Facts, PredId, Schema, SortId};
use game::{Game, Seat};

use crate::board::{Domineering, LONGEST_SIDE, O, Placement, State, X};
use crate::text;

/// The predicates that change, in the order in which [`Domineering::schema`] declares them.
mod id {
    use super::PredId;

    pub(super) const FREE: PredId = PredId(0);
    pub(super) const MINE: PredId = PredId(1);
    pub(super) const THEIRS: PredId = PredId(2);
    pub(super) const ME: PredId = PredId(3);
    pub(super) const TO_MOVE: PredId = PredId(4);
    pub(super) const PUT: PredId = PredId(5);
    pub(super) const COVERS: PredId = PredId(6);
    pub(super) const PLACED: PredId = PredId(7);
}

/// Directions with their steps in rows and columns, in the order of their sort.
const DIRECTIONS: [(&str, i32, i32); 4] = [("up", 1, 0), ("down", -1, 0), ("right", 0, 1), ("left", 0, -1)];

/// How dominoes lie: player, the direction away from the domino at its first cell, the direction towards its second.
const LIES: [[i32; 3]; 2] = [[0, 1, 0], [1, 3, 2]];

impl<W: Word> Domineering<W> {
    /// All pairs of cells of which the second is this many rows and columns away from the first.
    fn apart(&self, rows: i32, columns: i32) -> impl Iterator<Item = [i32; 2]> {
        let size = self.size;
        let inside = |place: i32, length: usize| (0..length as i32).contains(&place);
        (0..size.cells() as i32).filter_map(move |cell| {
            let (row, column) = (cell / size.columns as i32 + rows, cell % size.columns as i32 + columns);
            (inside(row, size.rows) && inside(column, size.columns))
                .then_some([cell, row * size.columns as i32 + column])
        })
    }

    /// Replaces a set of cells.
    fn fill(&self, facts: &mut Facts, predicate: PredId, cells: W) {
        const WORDS: usize = (LONGEST_SIDE * LONGEST_SIDE).div_ceil(64);
        let words: [u64; WORDS] = std::array::from_fn(|i| match 64 * i {
            first if first < W::BITS => cells.limb(i),
            _ => 0,
        });
        facts.set(predicate, &words[..self.size.cells().div_ceil(64)]);
    }
}

impl<W: Word> Describe for Domineering<W> {
    const PACKS: &'static [(&'static str, &'static str)] =
        &[("domineering", include_str!("../knowledge/domineering.rules"))];
    const SPOKEN: &'static str = include_str!("../knowledge/spoken.txt");

    fn schema(&self) -> Schema {
        let mut schema = Schema::new();
        let cell = schema.named("cell", (0..self.size.cells()).map(|cell| text::cell_name(self.size, cell)));
        let player = schema.named("player", [X, O].map(|seat| self.seat_name(seat)));
        let direction = schema.named("direction", DIRECTIONS.map(|(name, ..)| name));

        schema.position("free", &[cell], "nobody has taken the cell");
        schema.position("mine", &[cell], "a domino of the player whose view it is covers the cell");
        schema.position("theirs", &[cell], "a domino of the other player covers the cell");
        schema.position("me", &[player], "the player whose view it is");
        schema.position("to_move", &[player], "the player whose turn it is");
        schema.movement("put", &[cell, cell], "covers these cells, the lower or left one first");
        schema.movement("covers", &[cell], "covers the cell");
        schema.event("placed", &[player, cell, cell], "the player covered these cells");

        let pair = [cell, cell];
        schema.relation("above", &pair, "the second cell is above the first", self.apart(1, 0));
        schema.relation("right", &pair, "the second cell is right of the first", self.apart(0, 1));
        schema.relation("two_above", &pair, "the second cell is two above the first", self.apart(2, 0));
        schema.relation(
            "two_right",
            &pair,
            "the second cell is two to the right of the first",
            self.apart(0, 2),
        );
        let next = (0..).zip(DIRECTIONS).flat_map(|(way, (_, rows, columns))| {
            self.apart(rows, columns).map(move |[from, to]| [way, from, to])
        });
        let doc = "the last cell is the next one in this direction";
        schema.relation("next", &[direction, cell, cell], doc, next);
        schema.relation("rival", &[player, player], "they play against each other", [[0, 1], [1, 0]]);
        let doc = "the direction behind the first cell of the player's dominoes, and that towards the second";
        schema.relation("lies", &[player, direction, direction], doc, LIES);
        let numbers = (0..self.size.cells() as i32).map(|cell| [cell, cell]);
        schema.relation("number", &[cell, SortId::INT], "the number of the cell, row by row", numbers);
        schema
    }

    fn position_facts(&self, state: &State<W>, seat: Seat, facts: &mut Facts) {
        self.fill(facts, id::FREE, self.free(state));
        self.fill(facts, id::MINE, state.owned(seat));
        self.fill(facts, id::THEIRS, state.owned(seat.other()));
        facts.set(id::ME, &[1 << seat.index()]);
        facts.set(id::TO_MOVE, &[1 << state.side().index()]);
    }

    fn move_facts(&self, _state: &State<W>, seat: Seat, mv: Placement, facts: &mut Facts) {
        let cells = [mv.cell() as i32, mv.cell() as i32 + self.step(seat) as i32];
        facts.add(id::PUT, &cells);
        cells.iter().for_each(|&cell| facts.add(id::COVERS, &[cell]));
    }

    fn event_log(&self, start: &State<W>, moves: &[Placement], log: &mut EventLog) {
        let mut side = start.side();
        log.round = 1;
        for (number, mv) in (1..).zip(moves) {
            let first = mv.cell() as i32;
            log.push(id::PLACED, &[side.index() as i32, first, first + self.step(side) as i32], number, 1);
            side = side.other();
        }
    }
}
