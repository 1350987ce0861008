//! What rules may know of Clobber: whose stones are where, and which cells are neighbours.
//!
//! Facts are raw: which stones can move and which are stuck is for the rules to find out.
//!
//! ## Facts
//!
//! | | fact | meaning |
//! |---|---|---|
//! | always | `beside(C, D)` | C and D are neighbours |
//! | | `rival(P, Q)` | P and Q play against each other |
//! | position | `mine(C)`, `theirs(C)` | on C stands a stone of the player whose view it is, or of the other |
//! | | `me(P)` | P is the player whose view it is |
//! | | `to_move(P)` | it is the turn of P |
//! | move | `hop(C, D)` | the stone on C takes the one on D |
//! | | `leaves(C)`, `takes(D)` | its parts |
//! | log | `hopped(P, C, D)` | P took the stone on D with the one on C |

use game::bits::Word;
use game::facts::{Describe, EventLog, Facts, PredId, Schema};
use game::{Game, Seat};

use crate::board::{Cells, Clobber, Hop, O, State, X};
use crate::text;

/// The predicates that change, in the order in which [`Clobber::schema`] declares them.
mod id {
    use super::PredId;

    pub(super) const MINE: PredId = PredId(0);
    pub(super) const THEIRS: PredId = PredId(1);
    pub(super) const ME: PredId = PredId(2);
    pub(super) const TO_MOVE: PredId = PredId(3);
    pub(super) const HOP: PredId = PredId(4);
    pub(super) const LEAVES: PredId = PredId(5);
    pub(super) const TAKES: PredId = PredId(6);
    pub(super) const HOPPED: PredId = PredId(7);
}

impl Clobber {
    /// Replaces a set of cells.
    fn fill(&self, facts: &mut Facts, predicate: PredId, set: Cells) {
        let words = [set as u64, (set >> 64) as u64];
        facts.set(predicate, &words[..self.size.cells().div_ceil(64)]);
    }
}

impl Describe for Clobber {
    /// Nobody has audited its rules yet.
    const SPOKEN: &'static str = "";

    const PACKS: &'static [(&'static str, &'static str)] =
        &[("clobber", include_str!("../knowledge/clobber.rules"))];

    fn schema(&self) -> Schema {
        let mut schema = Schema::new();
        let cell = schema.named("cell", (0..self.size.cells()).map(|cell| text::cell_name(self.size, cell)));
        let player = schema.named("player", [X, O].map(|seat| self.seat_name(seat)));

        schema.position("mine", &[cell], "a stone of the player whose view it is stands on the cell");
        schema.position("theirs", &[cell], "a stone of the other player stands on the cell");
        schema.position("me", &[player], "the player whose view it is");
        schema.position("to_move", &[player], "the player whose turn it is");
        schema.movement("hop", &[cell, cell], "the stone on the first cell takes the one on the second");
        schema.movement("leaves", &[cell], "the stone that moves comes from the cell");
        schema.movement("takes", &[cell], "the stone on the cell is taken");
        let doc = "the player took the stone on the second cell with the one on the first";
        schema.event("hopped", &[player, cell, cell], doc);

        let pairs = (0..self.size.cells())
            .flat_map(|cell| self.around(1 << cell).elements().map(move |other| [cell as i32, other as i32]));
        schema.relation("beside", &[cell, cell], "the cells are neighbours", pairs);
        schema.relation("rival", &[player, player], "they play against each other", [[0, 1], [1, 0]]);
        schema
    }

    fn position_facts(&self, state: &State, seat: Seat, facts: &mut Facts) {
        self.fill(facts, id::MINE, state.stones(seat));
        self.fill(facts, id::THEIRS, state.stones(seat.other()));
        facts.set(id::ME, &[1 << seat.index()]);
        facts.set(id::TO_MOVE, &[1 << state.side().index()]);
    }

    fn move_facts(&self, _state: &State, _seat: Seat, mv: Hop, facts: &mut Facts) {
        let [from, to] = mv.ends().map(|cell| cell as i32);
        facts.add(id::HOP, &[from, to]);
        facts.add(id::LEAVES, &[from]);
        facts.add(id::TAKES, &[to]);
    }

    fn event_log(&self, start: &State, moves: &[Hop], log: &mut EventLog) {
        let mut side = start.side();
        log.round = 1;
        for (number, mv) in (1..).zip(moves) {
            let [from, to] = mv.ends().map(|cell| cell as i32);
            log.push(id::HOPPED, &[side.index() as i32, from, to], number, 1);
            side = side.other();
        }
    }
}
