//! Moves as numbers and positions as a list of counts.

use game::{Numbered, Seat, View};

use crate::moves::Action;
use crate::{Azul, Colour, Move, Source, State};

/// Where a take can go: the five pattern lines and the floor.
const PLACES: usize = 6;
const COLOURS: usize = Colour::ALL.len();

/// A move is told by source (the factories, then the centre), colour, and pattern line or floor, in this order. An observation counts what lies on the
/// table, then what each player has, beginning with the viewer and going round in turn order.
impl<const N: usize> Numbered for Azul<N> {
    fn actions(&self) -> usize {
        (State::<N>::FACTORIES + 1) * COLOURS * PLACES
    }

    #[inline]
    fn action(&self, _state: &State<N>, mv: Move) -> usize {
        match mv.action() {
            Action::Take { source, colour, line } => {
                let source = source.index().min(State::<N>::FACTORIES);
                (source * COLOURS + colour.index()) * PLACES + line
            }
            Action::Deal(_) => 0,
        }
    }

    fn view(&self) -> View {
        let mut says = Vec::new();
        let mut of_each_colour = |place: &str| {
            says.extend(Colour::ALL.map(|colour| format!("{place}: {}", colour.name())));
        };
        (1..=State::<N>::FACTORIES).for_each(|number| of_each_colour(&format!("factory {number}")));
        ["centre", "bag", "lid"].into_iter().for_each(of_each_colour);
        says.extend(["first-player marker in the centre".to_string(), "round".to_string()]);
        for player in 0..N {
            let whose = match player {
                0 => "own".to_string(),
                1 => "next player's".to_string(),
                after => format!("{after} players on:"),
            };
            says.push(format!("{whose} score"));
            for row in 1..=5 {
                says.extend((1..=5).map(|column| format!("{whose} wall: row {row}, column {column}")));
            }
            for line in 1..=5 {
                says.extend(
                    Colour::ALL.map(|colour| format!("{whose} pattern line {line}: {}", colour.name())),
                );
            }
            let rest = ["things on the floor", "first-player marker", "first turn of the round"];
            says.extend(rest.map(|what| format!("{whose} {what}")));
        }
        View::list(says)
    }

    fn observe(&self, state: &State<N>, viewer: Seat, values: &mut [u8]) {
        let mut slots = values.iter_mut();
        let mut put = |count: usize| {
            if let Some(slot) = slots.next() {
                *slot = count.min(u8::MAX.into()) as u8;
            }
        };
        let heaps = [state.tiles(Source::CENTRE), state.bag(), state.lid()];
        for tiles in state.factories().iter().chain(&heaps) {
            Colour::ALL.into_iter().for_each(|colour| put(tiles.count(colour)));
        }
        put(usize::from(state.marker().is_none()));
        put(state.round());
        for player in (0..N).map(|after| Seat::new((viewer.index() + after) % N)) {
            let board = state.board(player);
            put(board.score().unsigned_abs() as usize);
            (0..25).for_each(|cell| put(usize::from(board.wall().taken(cell / 5, cell % 5))));
            for line in board.lines() {
                for colour in Colour::ALL {
                    put(if line.colour() == Some(colour) { line.count() } else { 0 });
                }
            }
            put(board.floor().len());
            put(usize::from(board.floor().has_marker()));
            put(usize::from(state.starter() == player));
        }
    }
}
