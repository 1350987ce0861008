//! What happens in Dots and Boxes: boxes that are taken, opened, left to the opponent; and what is still there to take.
//!
//! What a player "can take at once" is never computed by a formula: it is played out by the rules, closing any box that can be closed until none can.

use game::{Detail, Event, Game, Seat, Spot, Story, Turn};

use crate::{Arc, DotsAndBoxes, State, Word, text};

/// From how many boxes on a chain is long: its last two can be left to the opponent, and there is still something to take.
const LONG: usize = 3;

impl<W: Word> Story for DotsAndBoxes<W> {
    const TELLINGS: &'static str = include_str!("../story.txt");

    fn story(&self, state: &State<W>, mv: Arc) -> Vec<Event> {
        let mut after = *state;
        self.play(&mut after, mv);
        let closed = self.board().closed(after.drawn()) & !self.board().closed(state.drawn());
        if closed.is_empty() { self.quiet(state, &after, mv) } else { vec![self.taking(state, mv, closed)] }
    }

    /// Boxes of each seat and what it can take at once now; safe arcs and long chains, which are nobody's and told of the first seat.
    fn standing(&self, state: &State<W>) -> Vec<Event> {
        let haul = self.haul(state);
        let mut told = Vec::new();
        for who in [Seat::FIRST, Seat::SECOND] {
            let boxes = i32::from(state.scores()[who.index()]);
            told.push(Event::new("boxes", who).count(boxes).worth(100 * boxes));
        }
        for who in [Seat::FIRST, Seat::SECOND] {
            let ready = Event::new("ready", who);
            told.push(if who == state.side() { self.named(ready, &haul.taken) } else { ready });
        }
        let safe = self.safe_arcs(state, &haul);
        told.push(
            safe.elements().fold(Event::new("safe", Seat::FIRST).count(safe.count() as i32), |e, arc| {
                e.at(text::write_arc(self.board(), Arc(arc as u8)), Spot(arc as u16))
            }),
        );
        told.push(Event::new("chains", Seat::FIRST).count(self.long_chains(state, &haul)));
        told
    }

    fn passed(&self, state: &State<W>) -> Option<State<W>> {
        let side = state.side().other();
        let (arcs, boxes) = (state.arcs_of_second(), state.boxes_of_second());
        (self.turn(state) != Turn::Over).then(|| State::new(self.board(), state.drawn(), arcs, boxes, side))
    }
}

/// What the player to move gets by closing boxes as long as there is one to close.
struct Haul<W> {
    /// The boxes in the order of play, each with the arc that closes it.
    taken: Vec<(usize, Arc)>,
    /// The same as a set.
    boxes: W,
    /// How many arcs it takes.
    strokes: usize,
    /// The arcs that are open after it.
    rest: W,
}

impl<W: Word> DotsAndBoxes<W> {
    /// Plays it out. After an arc the boxes beside it come first, so that a chain is named from one end to the other.
    fn haul(&self, state: &State<W>) -> Haul<W> {
        let (board, mut state) = (self.board(), *state);
        let mut haul =
            Haul { taken: Vec::new(), boxes: W::EMPTY, strokes: 0, rest: board.full() & !state.drawn() };
        let mut beside = W::EMPTY;
        loop {
            let ready = self.grid().anatomy(haul.rest).one;
            if ready.is_empty() {
                return haul;
            }
            let next = if (ready & beside).is_empty() { ready } else { ready & beside };
            let first = next.lowest();
            let arc = Arc((board.boxes()[first] & haul.rest).lowest() as u8);
            let before = board.closed(state.drawn());
            self.play(&mut state, arc);
            let closed = board.closed(state.drawn()) & !before;
            haul.taken.push((first, arc));
            haul.taken.extend((closed & !W::bit(first)).elements().map(|second| (second, arc)));
            haul.boxes |= closed;
            haul.strokes += 1;
            haul.rest = board.full() & !state.drawn();
            beside = board.beside[arc.index()].iter().fold(W::EMPTY, |set, neighbour| set | neighbour.bit);
        }
    }

    /// A move that closes boxes.
    fn taking(&self, state: &State<W>, mv: Arc, closed: W) -> Event {
        let boxes: Vec<_> = closed.elements().map(|index| (index, mv)).collect();
        let told = self.named(Event::new("takes", state.side()), &boxes);
        let worth = 100 * told.count;
        told.worth(worth)
    }

    /// A move that closes none, after which the other seat is to move.
    fn quiet(&self, state: &State<W>, after: &State<W>, mv: Arc) -> Vec<Event> {
        let who = state.side();
        let (before, then) = (self.haul(state), self.haul(after));
        let safe = |state: &State<W>, haul: &Haul<W>| self.safe_arcs(state, haul).count();
        let mut told = Vec::new();
        if !before.taken.is_empty() {
            let kind = if self.is_deal(&before, &then, mv) { "deals" } else { "leaves" };
            told.push(self.named(Event::new(kind, who), &before.taken));
        }
        let fresh: Vec<_> = then.taken.iter().filter(|taken| !before.boxes.has(taken.0)).copied().collect();
        match fresh.len() {
            0 if then.taken.is_empty()
                && !then.rest.is_empty()
                && safe(state, &before) > 0
                && safe(after, &then) == 0 =>
            {
                let arc = text::write_arc(self.board(), mv);
                told.push(Event::new("last-safe", who).count(1).at(arc, Spot(mv.0.into())));
            }
            0 => {}
            1 => told.push(self.named(Event::new("gives", who), &fresh)),
            _ => {
                let forced = before.taken.is_empty() && safe(state, &before) == 0;
                let kind = if forced { "must-open" } else { "opens" };
                let opened = then.boxes & !before.boxes;
                let event = Event::new(kind, who)
                    .with("Shape", Detail::Word(self.shape(state, opened)))
                    .with("Arc", Detail::Name(text::write_arc(self.board(), mv)));
                told.push(self.named(event, &fresh));
            }
        }
        told
    }

    /// Whether the arc leaves a pair (or two, of a loop) that one arc closes, so that whoever takes it has to move on.
    fn is_deal(&self, before: &Haul<W>, then: &Haul<W>, mv: Arc) -> bool {
        let touched =
            self.board().beside[mv.index()].iter().any(|beside| !(before.boxes & beside.bit).is_empty());
        let left = before.taken.len();
        before.boxes == then.boxes
            && touched
            && matches!(left, 2 | 4)
            && 2 * then.strokes == left
            && !then.rest.is_empty()
    }

    /// What the boxes that a move opens were before it: a `chain`, a `loop`, or `chains` that meet.
    fn shape(&self, state: &State<W>, opened: W) -> &'static str {
        let open = self.board().full() & !state.drawn();
        let anatomy = self.grid().anatomy(open);
        if !anatomy.two.covers(opened) {
            return "chains";
        }
        let run = self.grid().run(open, &anatomy, W::bit(opened.lowest()), opened);
        match run.boxes == opened {
            true if run.is_loop() => "loop",
            true => "chain",
            false => "chains",
        }
    }

    /// The open arcs after which nobody can take more boxes at once than before: both boxes beside them keep two open sides.
    fn safe_arcs(&self, state: &State<W>, haul: &Haul<W>) -> W {
        let open = self.board().full() & !state.drawn();
        let anatomy = self.grid().anatomy(open);
        let calm = open & !self.grid().arcs(anatomy.one | anatomy.two);
        if haul.taken.is_empty() {
            return calm;
        }
        // While there is something to take, an arc may lengthen it.
        let lengthens = |arc: &usize| {
            let mut after = *state;
            self.play(&mut after, Arc(*arc as u8));
            self.haul(&after).boxes != haul.boxes
        };
        calm.elements().filter(lengthens).fold(calm, |safe, arc| safe & !W::bit(arc))
    }

    /// How many long chains nobody has opened yet; loops are not among them.
    fn long_chains(&self, state: &State<W>, haul: &Haul<W>) -> i32 {
        let open = self.board().full() & !state.drawn();
        let anatomy = self.grid().anatomy(open);
        let inside = anatomy.two & !haul.boxes;
        let (mut left, mut chains) = (inside, 0);
        while !left.is_empty() {
            let run = self.grid().run(open, &anatomy, W::bit(left.lowest()), inside);
            left &= !run.boxes;
            chains += i32::from(run.length >= LONG && !run.is_loop());
        }
        chains
    }

    /// The event with these boxes, each seen where the arc is that closes it.
    fn named(&self, event: Event, boxes: &[(usize, Arc)]) -> Event {
        let columns = self.board().size().columns;
        boxes.iter().fold(event.count(boxes.len() as i32), |event, &(index, arc)| {
            event.at(format!("{}.{}", index / columns + 1, index % columns + 1), Spot(arc.0.into()))
        })
    }
}
