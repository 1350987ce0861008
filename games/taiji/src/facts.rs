//! The facts of positions and moves, for rules to reason about.
//!
//! # Facts
//! Everything is told as a seat sees it. The elements of the sort `cell` are named as in moves, `A1` to `K11`.
//!
//! | given | predicate | meaning |
//! |---|---|---|
//! | always | `near(C, D)` | the cells share a side |
//! | always | `centre(C, N)` | the cell is N half steps from the centre |
//! | always | `opposite(C, D)` | half a turn of the board takes one cell to the other |
//! | position | `mine(C)`, `theirs(C)`, `free(C)` | whose the cell is |
//! | position | `my_counted(C)`, `their_counted(C)` | the cell belongs to a group that counts towards the score now |
//! | position | `group(C, G)`, `size(G, N)` | the cell is in the group whose first cell is G, which has N cells |
//! | position | `my_score(N)`, `their_score(N)` | what the groups that count add up to |
//! | position | `my_gain(C, N)`, `their_gain(C, N)` | a half of that colour on the free cell would add N to its score |
//! | position | `my_tie` | equal scores are a win of mine |
//! | position | `even_board` | the board has even numbers of rows and of columns |
//! | position | `me(P)` | the colour of the seat |
//! | move | `place(A, B)` | puts the own half on A and the other one on B |
//! | event | `placed(P, A, B)` | a colour put its own half on A and the other one on B |
//!
//! The number `groups` is how many groups count. Groups of equal size count in the order of their first cells.

use game::facts::{Describe, EventLog, Facts, PredId, Schema, SortId};
use game::{Game, Seat};

use crate::board::MOST_GROUPS;
use crate::rules::{BLACK, WHITE};
use crate::text::cell_name;
use crate::{Board, State, Taiji, Taijitu, Word};

/// The predicates that are filled, in the order in which they are declared, after the three of the geometry.
#[derive(Clone, Copy)]
enum Told {
    Free = 3,
    Mine,
    Theirs,
    MyCounted,
    TheirCounted,
    Group,
    Size,
    MyScore,
    TheirScore,
    MyGain,
    TheirGain,
    MyTie,
    EvenBoard,
    Me,
    Place,
    Placed,
}

impl Told {
    const fn id(self) -> PredId {
        PredId(self as u16)
    }
}

impl<W: Word> Describe for Taiji<W> {
    const PACKS: &'static [(&'static str, &'static str)] =
        &[("taiji", include_str!("../knowledge/taiji.rules"))];
    const SPOKEN: &'static str = include_str!("../knowledge/spoken.txt");

    fn schema(&self) -> Schema {
        let size = self.board().size();
        let (rows, columns, cells) = (size.rows, size.columns, size.cells());
        let mut schema = Schema::new();
        let cell = schema.named("cell", (0..cells).map(|cell| cell_name(cell, columns)));
        let colour = schema.named("colour", ["white", "black"]);
        let number = SortId::INT;
        schema.constant("groups", self.groups() as i32);
        let pairs = (0..cells).flat_map(|a| {
            let mut near = Vec::new();
            self.board().neighbours(W::bit(a)).each(|b| near.push([a as i32, b as i32]));
            near
        });
        schema.relation("near", &[cell, cell], "the cells share a side", pairs);
        let steps = (0..cells).map(|cell| {
            let away = |at: usize, of: usize| (2 * at).abs_diff(of - 1);
            [cell as i32, (away(cell / columns, rows) + away(cell % columns, columns)) as i32]
        });
        schema.relation("centre", &[cell, number], "the cell is so many half steps from the centre", steps);
        let turned = (0..cells).map(|cell| [cell as i32, (cells - 1 - cell) as i32]);
        schema.relation("opposite", &[cell, cell], "half a turn of the board exchanges the cells", turned);
        schema.position("free", &[cell], "the cell is empty");
        schema.position("mine", &[cell], "the cell has my colour");
        schema.position("theirs", &[cell], "the cell has the opponent's colour");
        schema.position("my_counted", &[cell], "the cell is in a group of mine that counts");
        schema.position("their_counted", &[cell], "the cell is in a group of theirs that counts");
        schema.position("group", &[cell, cell], "the cell is in the group whose first cell is the second");
        schema.position("size", &[cell, number], "the group with this first cell has so many cells");
        schema.position("my_score", &[number], "what my groups that count add up to");
        schema.position("their_score", &[number], "what their groups that count add up to");
        schema.position(
            "my_gain",
            &[cell, number],
            "a half of mine on the free cell adds so much to my score",
        );
        schema.position(
            "their_gain",
            &[cell, number],
            "a half of theirs on the free cell adds so much to their score",
        );
        schema.position("my_tie", &[], "equal scores are a win of mine");
        schema.position("even_board", &[], "there are even numbers of rows and of columns");
        schema.position("me", &[colour], "the colour of the seat whose view it is");
        schema.movement("place", &[cell, cell], "puts my half on the first cell and theirs on the second");
        let placed = schema.event(
            "placed",
            &[colour, cell, cell],
            "a colour put its own half on the first cell and the other half on the second",
        );
        debug_assert_eq!(placed, Told::Placed.id(), "predicates are declared in the order of their list");
        schema
    }

    fn position_facts(&self, state: &State<W>, seat: Seat, facts: &mut Facts) {
        let (mine, theirs) = (state.of(seat), state.of(seat.other()));
        let free = self.empty(state);
        let size = self.board().size();
        tell_set(facts, Told::Free, size.cells(), free);
        tell_set(facts, Told::Mine, size.cells(), mine);
        tell_set(facts, Told::Theirs, size.cells(), theirs);
        for (colour, counted, score, gain) in [
            (mine, Told::MyCounted, Told::MyScore, Told::MyGain),
            (theirs, Told::TheirCounted, Told::TheirScore, Told::TheirGain),
        ] {
            let groups = Groups::of(self.board(), colour, self.groups());
            tell_set(facts, counted, size.cells(), groups.counted());
            for &group in &groups.found {
                let first = group.lowest() as i32;
                group.each(|cell| facts.add(Told::Group.id(), &[cell as i32, first]));
                facts.add(Told::Size.id(), &[first, group.count() as i32]);
            }
            let now = groups.score();
            facts.add(score.id(), &[now]);
            free.each(|cell| {
                facts.add(gain.id(), &[cell as i32, groups.score_with(self.board(), cell) - now]);
            });
        }
        if seat == BLACK {
            facts.add(Told::MyTie.id(), &[]);
        }
        if size.rows.is_multiple_of(2) && size.columns.is_multiple_of(2) {
            facts.add(Told::EvenBoard.id(), &[]);
        }
        facts.add(Told::Me.id(), &[seat.index() as i32]);
    }

    fn move_facts(&self, _state: &State<W>, _seat: Seat, mv: Taijitu, facts: &mut Facts) {
        let (own, other) = self.cells(mv);
        facts.add(Told::Place.id(), &[own as i32, other as i32]);
    }

    fn event_log(&self, start: &State<W>, moves: &[Taijitu], log: &mut EventLog) {
        let mut state = *start;
        log.round = 1;
        for (number, &mv) in moves.iter().enumerate() {
            let (own, other) = self.cells(mv);
            let colour = if state.side() == WHITE { 0 } else { 1 };
            log.push(Told::Placed.id(), &[colour, own as i32, other as i32], number as u32 + 1, 1);
            self.play(&mut state, mv);
        }
    }
}

fn tell_set<W: Word>(facts: &mut Facts, told: Told, cells: usize, set: W) {
    let mut words = [0u64; 2];
    set.each(|cell| words[cell / 64] |= 1 << (cell % 64));
    facts.set(told.id(), &words[..cells.div_ceil(64)]);
}

/// The groups of a colour, the largest first, those of equal size by their first cells.
struct Groups<W> {
    found: Vec<W>,
    /// How many count.
    counting: usize,
}

impl<W: Word> Groups<W> {
    fn of(board: &Board<W>, colour: W, counting: usize) -> Groups<W> {
        let mut found = Vec::new();
        board.each_group(colour, |group| found.push(group));
        found.sort_by_key(|group| std::cmp::Reverse(group.count()));
        Groups { found, counting: counting.min(MOST_GROUPS) }
    }

    /// The cells of the groups that count.
    fn counted(&self) -> W {
        self.found.iter().take(self.counting).fold(W::EMPTY, |all, &group| all | group)
    }

    /// What they add up to.
    fn score(&self) -> i32 {
        self.found.iter().take(self.counting).map(|group| group.count() as i32).sum()
    }

    /// What they would add up to with one cell more, which joins every group it touches.
    fn score_with(&self, board: &Board<W>, cell: usize) -> i32 {
        let around = board.neighbours(W::bit(cell));
        let touches = |group: &W| !(*group & around).is_empty();
        let joined = 1 + self.found.iter().filter(|g| touches(g)).map(|g| g.count() as i32).sum::<i32>();
        let mut others = self.found.iter().filter(|g| !touches(g)).map(|g| g.count() as i32);
        // The others are sorted: the joined group takes the place of the last of them that is smaller.
        let most: Vec<i32> = others.by_ref().take(self.counting).collect();
        let sum: i32 = most.iter().sum();
        match most.get(self.counting - 1) {
            Some(&least) => sum + (joined - least).max(0),
            None => sum + joined,
        }
    }
}
