//! The rules, as the contract asks for them.

use game::{
    Field, Game, Info, Misfit, MoveError, Objective, OptionSpec, Options, Outcome, Problems, Rng, Seat,
    Seats, Turn,
};

use crate::moves::Action;
use crate::state::LAST_ROUND;
use crate::{Azul, Colour, Move, State, Tiles, text};

const PLAYERS: OptionSpec =
    OptionSpec { name: "players", help: "how many play, 2 to 4", default: "2", choices: &["2", "3", "4"] };

impl<const N: usize> Game for Azul<N> {
    type State = State<N>;
    type Move = Move;

    const INFO: Info = Info {
        name: "azul",
        title: "Azul",
        tagline: "Take tiles from the factories, complete your pattern lines and tile the wall of the palace.",
        rules: include_str!("../rules.md"),
        move_form: text::moves::FORM,
        options: &[PLAYERS],
        fields: &[
            Field::Word("wall"),
            Field::Number("round"),
            Field::Word("side"),
            Field::Number("starter"),
            Field::List("factories"),
            Field::Word("centre"),
            Field::Word("bag"),
            Field::Word("lid"),
            Field::Rest("players"),
        ],
        objective: Objective::Points("points"),
    };

    /// Takes exactly the options of `N` players; any other number of players is for another width.
    fn new(options: &Options) -> Result<Self, Misfit> {
        options.check_names(Self::INFO.options).or(())?;
        match options.number(&PLAYERS, 2..=4)? {
            players if players == N => Ok(Azul),
            _ => Err(Misfit::TooLarge),
        }
    }

    fn options(&self) -> Options {
        Options::none().with(PLAYERS.name, N)
    }

    fn options_of(position: &str) -> Result<Options, Problems> {
        match position.split_whitespace().count().checked_sub(text::FIELDS_BEFORE_PLAYERS) {
            Some(players @ 2..=4) => Ok(Options::none().with(PLAYERS.name, players)),
            _ => Err(text::wrong_number_of_fields(position)),
        }
    }

    fn seats(&self) -> usize {
        N
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        ["Player 1", "Player 2", "Player 3", "Player 4"][seat.index()]
    }

    /// Every take removes a tile, so a round has at most as many takes as tiles were dealt.
    fn longest(&self) -> Option<usize> {
        Some(usize::from(LAST_ROUND) * State::<N>::FACTORIES * 5)
    }

    fn start(&self) -> State<N> {
        State::start()
    }

    #[inline]
    fn turn(&self, state: &State<N>) -> Turn {
        state.turn
    }

    #[inline]
    fn moves(&self, state: &State<N>, moves: &mut Vec<Move>) {
        moves.clear();
        match state.turn {
            Turn::Player(seat) => state.groups.moves(state.boards[seat.index() % N].open, moves),
            Turn::Chance => deals(state, moves),
            Turn::Over => {}
        }
    }

    #[inline]
    fn play(&self, state: &mut State<N>, mv: Move) {
        match mv.action() {
            Action::Take { source, colour, line } => state.take(source, colour, line),
            Action::Deal(tiles) => state.deal(tiles),
        }
    }

    #[inline]
    fn key(&self, state: &State<N>) -> u64 {
        state.key
    }

    fn key_from_scratch(&self, state: &State<N>) -> u64 {
        state.fresh_key()
    }

    fn outcome(&self, state: &State<N>) -> Outcome {
        let mut scores = [0; game::MAX_SEATS];
        let mut ranks = [(0, 0); N];
        for (seat, board) in state.boards.iter().enumerate() {
            let bonus = board.wall.bonus();
            scores[seat] = board.score() + bonus.points();
            ranks[seat] = (scores[seat], bonus.rows);
        }
        let best = ranks.iter().max().copied().unwrap_or_default();
        let winners: Seats = Seat::all(N).filter(|seat| ranks[seat.index()] == best).collect();
        let ending = if state.has_row() {
            "a row is complete"
        } else if state.round > LAST_ROUND {
            "round limit"
        } else {
            "no tiles left to deal"
        };
        Outcome { scores, winners, ending }
    }

    fn write(&self, state: &State<N>) -> String {
        text::write(state)
    }

    fn read(&self, text: &str) -> Result<State<N>, Problems> {
        text::read(text)
    }

    fn write_move(&self, _state: &State<N>, mv: Move) -> String {
        text::moves::write(mv)
    }

    fn read_move(&self, state: &State<N>, text: &str) -> Result<Move, MoveError> {
        text::moves::read(state, text)
    }

    fn odds(&self, state: &State<N>, mv: Move) -> f64 {
        let Action::Deal(dealt) = mv.action() else { return 0.0 };
        let (certain, heap, drawn) = state.draw();
        if !dealt.holds(certain) || !heap.holds(dealt - certain) || (dealt - certain).total() != drawn {
            return 0.0;
        }
        let rest = dealt - certain;
        let ways: f64 = Colour::ALL.into_iter().map(|c| choose(heap.count(c), rest.count(c))).product();
        ways / choose(heap.total(), drawn)
    }

    fn sample(&self, state: &State<N>, rng: &mut Rng, _moves: &mut Vec<Move>) -> Move {
        state.sample_deal(rng)
    }
}

/// Every deal that can happen, in ascending order.
fn deals<const N: usize>(state: &State<N>, moves: &mut Vec<Move>) {
    let (certain, heap, drawn) = state.draw();
    add_deals(heap, certain, drawn, &Colour::ALL, moves);
}

/// Adds every way to complete `dealt` by `drawn` tiles of these colours; the last colour counts most in the order of moves.
fn add_deals(heap: Tiles, dealt: Tiles, drawn: usize, colours: &[Colour], moves: &mut Vec<Move>) {
    let Some((&colour, fewer)) = colours.split_last() else {
        if drawn == 0 {
            moves.push(Move::deal(dealt));
        }
        return;
    };
    for count in 0..=drawn.min(heap.count(colour)) {
        add_deals(heap, dealt + Tiles::of(colour, count), drawn - count, fewer, moves);
    }
}

/// In how many ways `k` of `n` can be chosen.
fn choose(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64)
}
