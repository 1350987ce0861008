//! Positions of games with what was thought of them and how the games ended.
//!
//! A chance is the chance to win when the strongest player plays on for everybody. Its own games alone would show few positions in which somebody
//! is far ahead, so half of the games are begun by others, a middling level against itself or against the strongest player, and handed over at a
//! phase drawn by lot. Only what comes after that counts, and of that a few positions of each game. Some of these are judged again with more nodes,
//! so that what depth is worth can be seen, and how much judgements move.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use game::chances::Occasion;
use game::{Control, Limits, Options, Rng, Seat};
use serde::{Deserialize, Serialize};
use table::{Bot, BotError, Family, Match, Wanted};

/// Who judges, and plays to the end.
const STRONGEST: &str = "master:frank,memory=4,chances=usual";

/// Who begins the games of lesser players.
const MIDDLING: &str = "level5";

/// Games begin with up to so many random plies.
const RANDOM_PLIES: usize = 6;

/// Games are handed over at the latest at this phase.
const LATEST: f64 = 0.6;

/// A game that has not ended by then is left out.
const LONGEST: usize = 1_000;

/// The nodes with which some positions are judged again, the second time eight times as many as the first: about as many as are behind what a coach
/// says.
pub const LONGER: [u64; 2] = [30_000, 240_000];

/// So many moves that look best are judged twice where moves are.
const SIGHTED: usize = 2;

/// One position of every so manyth game is judged again.
const EVERY: usize = 8;

/// Which games are played.
#[derive(Clone, Debug)]
pub struct Games {
    /// The numbers of the games: everything random in a game follows from its number and the seed.
    pub numbers: std::ops::Range<usize>,
    /// Nodes a move: every game has its own number, by lot, each doubling as often as any other.
    pub nodes: RangeInclusive<u64>,
    /// Positions of a game that are kept, by lot.
    pub positions: usize,
    /// Who judges the positions, if not the strongest player as it played: a search and its evaluation.
    pub judge: Option<String>,
    /// What everything random follows from.
    pub seed: u64,
    /// Games at once.
    pub threads: usize,
}

/// A position that was judged in a game that has ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The number of the game.
    pub game: usize,
    /// Who began it.
    pub begun: Begun,
    /// The seat that moved and judged, from 0.
    pub mover: usize,
    /// How many played.
    pub seats: usize,
    /// The phase of the position.
    pub phase: f64,
    /// Nodes behind the judgement.
    pub nodes: u64,
    /// 0 for the judgement in the game, and for those with more nodes after it 1 and 2.
    #[serde(default, skip_serializing_if = "is_first")]
    pub again: usize,
    /// The chance to win by the usual link.
    pub usual: f64,
    /// What the mover made of it: 1 for a win, one half for a draw of two.
    pub result: f64,
    /// The position.
    pub position: String,
}

fn is_first(again: &usize) -> bool {
    *again == 0
}

impl Row {
    /// Whether its numbers are such as a game can have.
    pub fn is_sound(&self) -> bool {
        let open = self.usual > 0.0 && self.usual < 1.0;
        let shares = [self.phase, self.result].iter().all(|share| (0.0..=1.0).contains(share));
        open && shares && self.mover < self.seats && (2..=game::MAX_SEATS).contains(&self.seats)
    }

    /// Where the judgement was made.
    pub fn occasion(&self) -> Occasion {
        let mover = Seat::new(self.mover % game::MAX_SEATS);
        Occasion { phase: self.phase, mover, seats: self.seats, nodes: self.nodes }
    }
}

/// Who began a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Begun {
    /// The strongest player in all seats.
    Strongest,
    /// A middling player in all seats.
    Middling,
    /// The strongest player in one seat, middling ones elsewhere.
    Mixed,
}

impl Begun {
    const ALL: [Begun; 4] = [Begun::Strongest, Begun::Middling, Begun::Strongest, Begun::Mixed];
}

/// Plays the games and returns the positions in the order of the games; fewer games when `stop` is set.
///
/// # Errors
/// When the game cannot be judged, or a player fails.
pub fn play(
    family: &Family,
    board: &dyn Match,
    games: &Games,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Row>, BotError> {
    let next = AtomicUsize::new(games.numbers.start);
    let rows = Mutex::new(Vec::<Row>::new());
    let work = |board: Box<dyn Match>| -> Result<(), BotError> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games.numbers.end || stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let played = play_one(board.fresh(), number, games)?;
            let played = judge_again(family, played, games)?;
            rows.lock().expect("no thread fails with it").extend(played);
        }
    };
    let helpers: Vec<Box<dyn Match>> = (1..games.threads).map(|_| board.fresh()).collect();
    thread::scope(|scope| {
        let helpers: Vec<_> = helpers.into_iter().map(|board| scope.spawn(|| work(board))).collect();
        let own = work(board.fresh());
        let others = helpers.into_iter().map(|helper| helper.join().expect("a playing thread does not fail"));
        others.chain([own]).collect::<Result<(), BotError>>()
    })?;
    let mut rows = rows.into_inner().expect("no thread fails with it");
    // Rows of one game are together already, in their order.
    rows.sort_by_key(|row| row.game);
    Ok(rows)
}

/// The positions of a game, judged by whoever is asked for, and some of them with more nodes after the others.
///
/// # Errors
/// When the game cannot be judged.
pub fn judge_again(family: &Family, rows: Vec<Row>, games: &Games) -> Result<Vec<Row>, BotError> {
    let Some(number) = rows.first().map(|row| row.game) else { return Ok(rows) };
    // The first lot of a game is that of its nodes.
    let nodes = nodes_by(Rng::derive(games.seed, number as u64).unit(), games);
    let usual =
        |judge: &String| format!("{judge}{}chances=usual", if judge.contains(':') { ',' } else { ':' });
    let judge = games.judge.as_ref().map_or(STRONGEST.to_string(), usual);
    let mut all = Vec::new();
    for row in &rows {
        match games.judge {
            Some(_) => all.extend(judge_anew(family, row, &judge, nodes)?),
            None => all.push(row.clone()),
        }
    }
    let longer = LONGER.iter().zip(1..).filter(|_| number % EVERY == EVERY - 1);
    for ((&nodes, again), row) in longer.zip(std::iter::repeat(&rows[0])) {
        all.extend(judge_anew(family, row, &judge, nodes)?.map(|row| Row { again, ..row }));
    }
    Ok(all)
}

/// A move judged twice, the second time with eight times the nodes, as [`LONGER`] says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Twice {
    /// The position of which it is a move, counted.
    pub of: usize,
    /// The chance of whoever makes it, by each judgement.
    pub chances: [f64; 2],
    /// Whether each is proved.
    pub proved: [bool; 2],
}

/// Some moves of one position of each of the first so many games that have one that is wanted, judged twice: the two that look best, and one by lot.
/// `shown` is the chance that a judgement is taken to mean.
///
/// # Errors
/// When a position cannot be judged.
pub fn judge_moves(
    family: &Family,
    rows: &[Row],
    games: usize,
    wanted: impl Fn(&Row) -> bool,
    shown: impl Fn(&Row) -> f64,
) -> Result<Vec<Twice>, BotError> {
    let mut all = Vec::new();
    let games_of = rows.chunk_by(|a, b| a.game == b.game);
    let places = games_of.filter_map(|game| game.iter().find(|row| row.again == 0 && wanted(row)));
    for (of, row) in places.take(games).enumerate() {
        let board = open(family, row)?;
        let lines = Wanted { lines: SIGHTED, report: None };
        let thought = board.named_bot(STRONGEST, 1)?.think(board.as_ref(), &nodes_of(LONGER[0]), lines)?;
        let mut moves: Vec<String> = thought.lines.into_iter().map(|idea| idea.mv).take(SIGHTED).collect();
        let mut others = board.legal();
        others.retain(|mv| !moves.contains(mv));
        let mut rng = Rng::derive(row.game as u64, of as u64);
        if !others.is_empty() {
            moves.push(others.swap_remove(rng.below(others.len())));
        }
        for mv in moves {
            let seed = rng.bits();
            let after = |nodes| after(board.as_ref(), &mv, nodes, seed, row, &shown);
            if let [Some((first, early)), Some((second, late))] = [after(LONGER[0])?, after(LONGER[1])?] {
                all.push(Twice { of, chances: [first, second], proved: [early, late] });
            }
        }
    }
    Ok(all)
}

/// The chance of whoever makes a move, and whether it is proved. Among more than two the others' replies are played first, for nobody's chances say what
/// another's are; chance acts by lot, the same for every number of nodes.
fn after(
    board: &dyn Match,
    mv: &str,
    nodes: u64,
    seed: u64,
    row: &Row,
    shown: impl Fn(&Row) -> f64,
) -> Result<Option<(f64, bool)>, BotError> {
    let failed = |error: game::MoveError| BotError::Failed(error.to_string());
    let (mut board, mut rng) = (board.fork(), Rng::new(seed));
    board.play(mv).map_err(failed)?;
    let mut dealt = false;
    loop {
        while board.deal(&mut rng).is_some() {
            dealt = true;
        }
        let Some(mover) = board.to_move() else {
            return Ok(board.ending().map(|ending| (ending.points(row.mover), !dealt)));
        };
        let thought =
            board.named_bot(STRONGEST, 1)?.think(board.as_ref(), &nodes_of(nodes), Wanted::best())?;
        if row.seats > 2 && mover != row.mover {
            board.play(&thought.mv).map_err(failed)?;
            continue;
        }
        let phase = board.standing().ok_or_else(unmeasured)?.phase;
        let judged = Row { mover, phase, nodes: thought.nodes, usual: thought.win, ..row.clone() };
        let chance = if is_open(&thought) { shown(&judged) } else { thought.win };
        let own = if mover == row.mover { chance } else { 1.0 - chance };
        return Ok(Some((own, thought.exact && !dealt)));
    }
}

fn open(family: &Family, row: &Row) -> Result<Box<dyn Match>, BotError> {
    let failed = |error: table::OpenError| BotError::Failed(error.to_string());
    family.open_at(&Options::none(), &row.position).map_err(failed)
}

fn nodes_of(nodes: u64) -> Control {
    Control::new(Limits { nodes: Some(nodes), ..Limits::default() })
}

/// The same position judged anew by the strongest player, with nothing remembered, after so many nodes; `None` when that proves the result.
///
/// # Errors
/// When the position cannot be judged.
pub fn judge_by_strongest(family: &Family, row: &Row, nodes: u64) -> Result<Option<Row>, BotError> {
    judge_anew(family, row, STRONGEST, nodes)
}

fn judge_anew(family: &Family, row: &Row, judge: &str, nodes: u64) -> Result<Option<Row>, BotError> {
    let board = open(family, row)?;
    let thought = board.named_bot(judge, 1)?.think(board.as_ref(), &nodes_of(nodes), Wanted::best())?;
    let standing = board.standing().ok_or_else(unmeasured)?;
    let row = Row { usual: thought.win, nodes: thought.nodes, phase: standing.phase, ..row.clone() };
    Ok(Some(row).filter(|_| is_open(&thought)))
}

/// Whether a thought is a judgement and not a result.
fn is_open(thought: &table::Thought) -> bool {
    !thought.exact && thought.win > 0.0 && thought.win < 1.0
}

/// A game in the making.
struct Playing {
    board: Box<dyn Match>,
    rng: Rng,
    strongest: Vec<Box<dyn Bot>>,
    /// Who sits in each seat before the game is handed over, if not the strongest.
    first: Vec<Option<Box<dyn Bot>>>,
}

/// The nodes a move, by a lot from 0 to 1.
fn nodes_by(lot: f64, games: &Games) -> u64 {
    let (least, most) = (*games.nodes.start() as f64, *games.nodes.end() as f64);
    (least * (most / least).powf(lot)).round() as u64
}

fn play_one(board: Box<dyn Match>, number: usize, games: &Games) -> Result<Vec<Row>, BotError> {
    let begun = Begun::ALL[number % Begun::ALL.len()];
    let mut rng = Rng::derive(games.seed, number as u64);
    let nodes = nodes_by(rng.unit(), games);
    let random = rng.below(RANDOM_PLIES + 1);
    let handover = if begun == Begun::Strongest { 0.0 } else { LATEST * rng.unit() };
    let mut playing = Playing::new(board, rng, begun)?;
    let mut seen = Vec::new();
    let mut handed_over = false;
    for ply in 0.. {
        while playing.board.deal(&mut playing.rng).is_some() {}
        let Some(seat) = playing.board.to_move() else { break };
        if ply >= LONGEST {
            return Ok(Vec::new());
        }
        let Some(standing) = playing.board.standing() else { return Err(unmeasured()) };
        handed_over |= ply >= random && standing.phase >= handover;
        let thought = match (ply < random, handed_over) {
            (true, _) => None,
            (false, false) => playing.begin(seat, nodes)?,
            (false, true) => Some(playing.judge(seat, nodes)?),
        };
        let Some(thought) = thought else {
            playing.play_any()?;
            continue;
        };
        if handed_over && is_open(&thought) {
            seen.push(Row {
                game: number,
                begun,
                mover: seat,
                seats: playing.strongest.len(),
                phase: standing.phase,
                nodes: thought.nodes,
                again: 0,
                usual: thought.win,
                result: 0.0,
                position: playing.board.position(),
            });
        }
        playing.board.play(&thought.mv).map_err(|error| BotError::Failed(error.to_string()))?;
    }
    let Some(ending) = playing.board.ending() else { return Ok(Vec::new()) };
    playing.rng.shuffle(&mut seen);
    seen.truncate(games.positions);
    seen.iter_mut().for_each(|row| row.result = ending.points(row.mover));
    Ok(seen)
}

/// Why nothing can be measured.
pub fn unmeasured() -> BotError {
    BotError::Failed(
        "this game does not tell how far it has come, so its chances cannot be measured".to_string(),
    )
}

impl Playing {
    fn new(board: Box<dyn Match>, mut rng: Rng, begun: Begun) -> Result<Playing, BotError> {
        let seats = board.seat_names().len();
        let strong = rng.below(seats);
        let mut strongest = Vec::new();
        let mut first = Vec::new();
        for seat in 0..seats {
            strongest.push(board.named_bot(STRONGEST, rng.bits())?);
            let middling = begun == Begun::Middling || begun == Begun::Mixed && seat != strong;
            let bot = middling.then(|| board.named_bot(MIDDLING, rng.bits()));
            first.push(bot.transpose()?);
        }
        Ok(Playing { board, rng, strongest, first })
    }

    /// What whoever begins the game in a seat plays.
    fn begin(&mut self, seat: usize, nodes: u64) -> Result<Option<table::Thought>, BotError> {
        match &mut self.first[seat] {
            Some(bot) => {
                bot.think(self.board.as_ref(), &Control::new(Limits::default()), Wanted::best()).map(Some)
            }
            None => self.judge(seat, nodes).map(Some),
        }
    }

    /// What the strongest player thinks.
    fn judge(&mut self, seat: usize, nodes: u64) -> Result<table::Thought, BotError> {
        self.strongest[seat].think(self.board.as_ref(), &nodes_of(nodes), Wanted::best())
    }

    /// Plays any move.
    fn play_any(&mut self) -> Result<(), BotError> {
        let legal = self.board.legal();
        let text = &legal[self.rng.below(legal.len())];
        self.board.play(text).map(|_| ()).map_err(|error| BotError::Failed(error.to_string()))
    }
}
