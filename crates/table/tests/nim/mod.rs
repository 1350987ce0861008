//! Nim: take any number of stones from one heap; who takes the last one wins.

use game::{
    Draw, Field, Game, Greedy, Ground, Hotspot, Info, Item, Misfit, MoveError, Objective, OptionSpec,
    Options, Outcome, Problems, Rect, Scene, Seat, Spot, TextBoard, Turn,
};

const HEAPS: OptionSpec = OptionSpec {
    name: "heaps",
    help: "stones in each of three heaps",
    default: "3.4.5",
    choices: &["3.4.5", "1.2.3"],
};

#[derive(Clone, Debug)]
pub struct Nim {
    heaps: [u8; 3],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    heaps: [u8; 3],
    side: Seat,
}

/// From which heap, and how many stones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Take(u8, u8);

fn read_heaps(text: &str) -> Option<[u8; 3]> {
    let heaps: Vec<u8> = text
        .split('.')
        .map(|n| n.parse().ok().filter(|&n: &u8| n <= 9 && text.len() == 5))
        .collect::<Option<_>>()?;
    heaps.try_into().ok()
}

fn write_heaps(heaps: [u8; 3]) -> String {
    heaps.map(|n| n.to_string()).join(".")
}

impl Game for Nim {
    type State = State;
    type Move = Take;
    const INFO: Info = Info {
        name: "nim",
        title: "Nim",
        tagline: "Take the last stone.",
        rules: "Take any number of stones from one heap. Who takes the last stone wins.",
        move_form: "heap and number, such as 2x3",
        options: &[HEAPS],
        fields: &[Field::Word("heaps"), Field::Number("side")],
        objective: Objective::Win,
    };

    fn new(options: &Options) -> Result<Nim, Misfit> {
        let text = options.get("heaps").unwrap_or(HEAPS.default);
        let heaps =
            read_heaps(text).ok_or_else(|| Problems::one(format!("heaps '{text}' are not like 3.4.5")))?;
        Ok(Nim { heaps })
    }

    fn options(&self) -> Options {
        Options::none().with("heaps", write_heaps(self.heaps))
    }

    fn options_of(_: &str) -> Result<Options, Problems> {
        Ok(Options::none().with("heaps", HEAPS.default))
    }

    fn seats(&self) -> usize {
        2
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        ["First", "Second"][seat.index()]
    }

    fn longest(&self) -> Option<usize> {
        Some(27)
    }

    fn start(&self) -> State {
        State { heaps: self.heaps, side: Seat::FIRST }
    }

    fn turn(&self, state: &State) -> Turn {
        if state.heaps == [0; 3] { Turn::Over } else { Turn::Player(state.side) }
    }

    fn moves(&self, state: &State, moves: &mut Vec<Take>) {
        moves.clear();
        for (heap, &stones) in state.heaps.iter().enumerate() {
            moves.extend((1..=stones).map(|count| Take(heap as u8, count)));
        }
    }

    fn play(&self, state: &mut State, mv: Take) {
        state.heaps[mv.0 as usize] -= mv.1;
        state.side = state.side.other();
    }

    fn key(&self, state: &State) -> u64 {
        self.key_from_scratch(state)
    }

    fn key_from_scratch(&self, state: &State) -> u64 {
        state.heaps.iter().fold(state.side.index() as u64 + 1, |key, &n| key * 16 + u64::from(n))
    }

    fn outcome(&self, state: &State) -> Outcome {
        Outcome::win(state.side.other(), "last stone taken")
    }

    fn write(&self, state: &State) -> String {
        format!("{} {}", write_heaps(state.heaps), state.side.number())
    }

    fn read(&self, text: &str) -> Result<State, Problems> {
        let wrong = || Problems::one(format!("'{text}' is not a position like 3.4.5 1"));
        let (heaps, side) = text.split_once(' ').ok_or_else(wrong)?;
        let side = ["1", "2"].iter().position(|&number| number == side).ok_or_else(wrong)?;
        Ok(State { heaps: read_heaps(heaps).ok_or_else(wrong)?, side: Seat::new(side) })
    }

    fn write_move(&self, _: &State, mv: Take) -> String {
        format!("{}x{}", mv.0 + 1, mv.1)
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Take, MoveError> {
        let numbers = text.split_once('x').and_then(|(heap, count)| {
            Some((heap.trim().parse::<u8>().ok()?.checked_sub(1)?, count.trim().parse::<u8>().ok()?))
        });
        let (heap, count) = numbers.ok_or_else(|| MoveError::unreadable(text, Nim::INFO.move_form))?;
        let there = state.heaps.get(heap as usize).copied().unwrap_or(0);
        if (1..=there).contains(&count) {
            Ok(Take(heap, count))
        } else {
            Err(MoveError::illegal(text, "no such stones"))
        }
    }
}

impl Greedy for Nim {
    fn gain(&self, _: &State, mv: Take) -> i32 {
        i32::from(mv.1)
    }
}

/// A stone and those above it are taken by touching it.
impl Draw for Nim {
    fn scene(&self, state: &State) -> Scene {
        let mut scene = Scene { width: 10.0, height: 3.0, ..Scene::default() };
        for (heap, &stones) in state.heaps.iter().enumerate() {
            for count in 1..=stones {
                let at = Rect::new(f32::from(count), heap as f32, 1.0, 1.0);
                let spot = Spot(heap as u16 * 10 + u16::from(count));
                scene.items.push(Item::Place { at, ground: Ground::Plain });
                scene.hotspots.push(Hotspot::new(spot, at, format!("{count} from heap {}", heap + 1)));
            }
        }
        scene
    }

    fn text(&self, state: &State) -> TextBoard {
        let mut board = TextBoard::new();
        for (heap, &stones) in state.heaps.iter().enumerate() {
            board.put(heap, 0, &format!("{}:", heap + 1));
            for count in 1..=stones {
                board.put(heap, 2 + count as usize, "o");
                board.spot(Spot(heap as u16 * 10 + u16::from(count)), heap, 2 + count as usize, 1);
            }
        }
        board
    }

    fn path(&self, _: &State, mv: Take) -> Vec<Spot> {
        vec![Spot(u16::from(mv.0) * 10 + u16::from(mv.1))]
    }
}
