//! What rules may know of Dots and Boxes: the open arcs, how arcs and boxes lie to each other, and who owns what.
//!
//! Facts are raw: chains, loops, safe arcs and what a move gives away is for the rules to find out. Boxes are numbered row by
//! row from the top left, so that their neighbour relations move all boxes by one distance and sets of boxes can be computed with
//! words.
//!
//! ## Facts
//!
//! | | fact | meaning |
//! |---|---|---|
//! | always | `side(A, B)` | arc A is a side of box B |
//! | | `below(B, D)` | box D is below box B |
//! | | `beside(B, D)` | box D is to the right of box B |
//! | | `number(B, N)` | box B has number N |
//! | | `seat(P, N)` | player P is the N-th to move, from 1 |
//! | | `rows`, `columns` | constants: the size of the board in boxes |
//! | position | `open(A)` | nobody has drawn A |
//! | | `open_top(B)`, `open_bottom(B)`, `open_left(B)`, `open_right(B)` | this side of B is not drawn |
//! | | `mine(B)`, `theirs(B)` | B belongs to the player whose view it is, or to the other |
//! | | `me(P)` | P is the player whose view it is |
//! | | `to_move(P)` | it is the turn of P |
//! | move | `draw(A)` | draws A |
//! | log | `drew(P, A)` | P drew A |
//! | | `closed(P, B)` | P closed B |

use game::facts::{Describe, EventLog, Facts, PredId, Schema, SortId};
use game::{Game, Seat};

use crate::{Arc, DotsAndBoxes, State, Word, text};

/// The predicates that change, in the order in which the schema declares them.
mod id {
    use super::PredId;

    pub(super) const OPEN: PredId = PredId(0);
    /// Top, bottom, left, right.
    pub(super) const OPEN_SIDES: [PredId; 4] = [PredId(1), PredId(2), PredId(3), PredId(4)];
    pub(super) const MINE: PredId = PredId(5);
    pub(super) const THEIRS: PredId = PredId(6);
    pub(super) const ME: PredId = PredId(7);
    pub(super) const TO_MOVE: PredId = PredId(8);
    pub(super) const DRAW: PredId = PredId(9);
    pub(super) const DREW: PredId = PredId(10);
    pub(super) const CLOSED: PredId = PredId(11);
}

impl<W: Word> DotsAndBoxes<W> {
    /// The arcs of a box: top, bottom, left, right.
    fn sides(&self, index: usize) -> [Arc; 4] {
        let board = self.board();
        let (row, column) = (index / board.size().columns, index % board.size().columns);
        [
            board.horizontal(row, column),
            board.horizontal(row + 1, column),
            board.vertical(row, column),
            board.vertical(row, column + 1),
        ]
    }
}

impl<W: Word> Describe for DotsAndBoxes<W> {
    const PACKS: &'static [(&'static str, &'static str)] =
        &[("dots-and-boxes", include_str!("../knowledge/dots-and-boxes.rules"))];
    const SPOKEN: &'static str = include_str!("../knowledge/spoken.txt");

    fn schema(&self) -> Schema {
        let board = self.board();
        let (rows, columns) = (board.size().rows, board.size().columns);
        let boxes = rows * columns;
        let mut schema = Schema::new();
        let arc = schema.named("arc", (0..board.arcs()).map(|arc| text::write_arc(board, Arc(arc as u8))));
        let names = (0..boxes).map(|index| format!("{}.{}", index / columns + 1, index % columns + 1));
        let square = schema.named("box", names);
        let player = schema.named("player", [Seat::FIRST, Seat::SECOND].map(|seat| self.seat_name(seat)));
        schema.constant("rows", rows as i32);
        schema.constant("columns", columns as i32);

        schema.position("open", &[arc], "nobody has drawn the arc");
        for side in ["top", "bottom", "left", "right"] {
            schema.position(&format!("open_{side}"), &[square], &format!("the {side} side is not drawn"));
        }
        schema.position("mine", &[square], "the box belongs to the player whose view it is");
        schema.position("theirs", &[square], "the box belongs to the other player");
        schema.position("me", &[player], "the player whose view it is");
        schema.position("to_move", &[player], "the player whose turn it is");
        schema.movement("draw", &[arc], "draws the arc");
        schema.event("drew", &[player, arc], "the player drew the arc");
        schema.event("closed", &[player, square], "the player closed the box");

        let all = 0..boxes as i32;
        let sides = all.clone().flat_map(|index| self.sides(index as usize).map(|arc| [arc.0.into(), index]));
        schema.relation("side", &[arc, square], "the arc is a side of the box", sides);
        let (width, last) = (columns as i32, boxes as i32);
        let below = all.clone().map(|index| [index, index + width]).filter(|pair| pair[1] < last);
        schema.relation("below", &[square, square], "the second box is below the first", below);
        let beside = all.clone().map(|index| [index, index + 1]).filter(|pair| pair[1] % width != 0);
        schema.relation("beside", &[square, square], "the second box is right of the first", beside);
        let doc = "the number of the box, row by row";
        schema.relation("number", &[square, SortId::INT], doc, all.map(|index| [index, index]));
        schema.relation("seat", &[player, SortId::INT], "when the player moves first", [[0, 1], [1, 2]]);
        schema
    }

    fn position_facts(&self, state: &State<W>, seat: Seat, facts: &mut Facts) {
        let board = self.board();
        let open = board.full() & !state.drawn();
        open.elements().for_each(|arc| facts.add(id::OPEN, &[arc as i32]));
        for index in 0..board.boxes().len() {
            for (side, predicate) in self.sides(index).into_iter().zip(id::OPEN_SIDES) {
                if open.has(side.index()) {
                    facts.add(predicate, &[index as i32]);
                }
            }
            if let Some(owner) = state.owner(board, index) {
                facts.add(if owner == seat { id::MINE } else { id::THEIRS }, &[index as i32]);
            }
        }
        facts.set(id::ME, &[1 << seat.index()]);
        facts.set(id::TO_MOVE, &[1 << state.side().index()]);
    }

    fn move_facts(&self, _state: &State<W>, _seat: Seat, mv: Arc, facts: &mut Facts) {
        facts.add(id::DRAW, &[mv.0.into()]);
    }

    fn event_log(&self, start: &State<W>, moves: &[Arc], log: &mut EventLog) {
        let mut state = *start;
        log.round = 1;
        for (number, &mv) in (1..).zip(moves) {
            let player = state.side().index() as i32;
            log.push(id::DREW, &[player, mv.0.into()], number, 1);
            let before = self.board().closed(state.drawn());
            self.play(&mut state, mv);
            for index in (self.board().closed(state.drawn()) & !before).elements() {
                log.push(id::CLOSED, &[player, index as i32], number, 1);
            }
        }
    }
}
