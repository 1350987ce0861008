//! Making puzzles from games between players that err.

use coach::Budget;
use game::{Rng, Turn};
use table::{Match, Wanted};

use crate::cut::{Posed, few, pose, unproved};
use crate::judge::{JUDGE, control, winner};
use crate::{Aim, Puzzle, SchoolError};

/// The levels that play the games: good enough to reach real positions, weak enough to err.
const PLAYERS: std::ops::RangeInclusive<u64> = 5..=8;

/// Random plies at the beginning, so that games differ.
const OPENING: u64 = 3;

/// The most puzzles from one game.
const MOST: usize = 3;

/// The longest game.
const PLIES: usize = 200;

/// How much a best move that is not proved must be ahead of the second, in chances to win, at a quick and at a long look.
const AHEAD: f64 = 0.15;

/// How much longer the long look is.
const LONG: f64 = 10.0;

/// The levels whose answers tell how hard a puzzle is, and how often each is asked.
const LEVELS: std::ops::RangeInclusive<u32> = 1..=10;
const ASKED: u64 = 4;

/// Level 3 must miss a puzzle more often than not, level 8 find it.
const MISSES: u32 = 3;
const FINDS: u32 = 8;

/// The rating of a puzzle that the first level finds half of the time, and what a level more adds.
const FIRST: f64 = 800.0;
const A_LEVEL: f64 = 150.0;

/// Makes puzzles on one board.
pub struct Maker {
    board: Box<dyn Match>,
    seed: u64,
    budget: Budget,
    proved: bool,
}

/// What one game gave.
#[derive(Clone, PartialEq, Debug)]
pub struct Made {
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
    /// How many positions were looked at.
    pub positions: usize,
}

impl Maker {
    /// Makes puzzles from games that begin like this board; everything random follows from the seed, and the proof of one position may cost so much.
    pub fn new(board: Box<dyn Match>, seed: u64, budget: Budget) -> Maker {
        Maker { board, seed, budget, proved: false }
    }

    /// The same, but only with puzzles whose answers are proved.
    #[must_use]
    pub fn proved(self) -> Maker {
        Maker { proved: true, ..self }
    }

    /// The puzzles of the game of this number. `known` says which ids there are already.
    ///
    /// # Errors
    /// When there are no players of several levels in this game.
    pub fn game(&self, number: u64, known: &dyn Fn(&str) -> bool) -> Result<Made, SchoolError> {
        let mut rng = Rng::derive(self.seed, number);
        let mut board = self.board.fork();
        let span = PLAYERS.end() - PLAYERS.start() + 1;
        let mut players = Vec::new();
        for seat in 0..board.seat_names().len() as u64 {
            let level = PLAYERS.start() + rng.bits() % span;
            players.push(board.named_bot(&format!("level{level}"), rng.bits().wrapping_add(seat))?);
        }
        let mut opening = rng.bits() % (OPENING + 1);
        let mut made = Made { puzzles: Vec::new(), positions: 0 };
        while board.moves().len() < PLIES && made.puzzles.len() < MOST {
            let seat = match board.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    board.deal(&mut rng);
                    continue;
                }
                Turn::Player(seat) => seat.index(),
            };
            if opening > 0 {
                opening -= 1;
                let legal = board.legal();
                let at = rng.below(legal.len());
                board.play(&legal[at])?;
                continue;
            }
            made.positions += 1;
            if let Some(puzzle) = self.pose(board.as_ref())?
                && !known(&puzzle.id)
            {
                made.puzzles.push(puzzle);
            }
            let thought = players[seat].think(board.as_ref(), &control(self.budget), Wanted::best())?;
            board.play(&thought.mv)?;
        }
        Ok(made)
    }

    /// The puzzle that a position makes, if it makes one that is neither too easy nor too hard.
    fn pose(&self, board: &dyn Match) -> Result<Option<Puzzle>, SchoolError> {
        let posed = match pose(board, self.budget, 0.0)? {
            Posed::Puzzle(puzzle) => Some(puzzle),
            Posed::None => None,
            Posed::Unproved if self.proved => self.forced(board)?,
            Posed::Unproved => self.clearly_best(board)?,
        };
        let Some(mut puzzle) = posed else { return Ok(None) };
        let Some(rating) = self.rating(board, &puzzle)? else { return Ok(None) };
        puzzle.rating = rating;
        Ok(Some(puzzle))
    }

    /// The puzzle of a position in which few moves are proved to win, and no other at a look ten times as long.
    fn forced(&self, board: &dyn Match) -> Result<Option<Puzzle>, SchoolError> {
        let Some(seat) = board.to_move().filter(|_| board.seat_names().len() == 2) else { return Ok(None) };
        if winner(board, self.budget) != Some(seat + 1) {
            return Ok(None);
        }
        let legal = board.legal();
        let mut answers: Vec<String> = Vec::new();
        for budget in [self.budget, self.budget.share(LONG)] {
            for mv in &legal {
                let mut after = board.fork();
                after.play(mv)?;
                if !answers.contains(mv) && winner(after.as_ref(), budget) == Some(seat + 1) {
                    answers.push(mv.clone());
                }
            }
            if answers.is_empty() || !few(answers.len(), legal.len()) {
                return Ok(None);
            }
        }
        let puzzle = unproved(board, &answers[0], 1.0, self.budget)?;
        Ok(Some(Puzzle { aim: Aim::Win, answers, exact: true, value: 1.0, ..puzzle }))
    }

    /// The puzzle of a position that nobody can prove as a whole: the best moves are proved to win, or clearly ahead of all others, at a quick look and at
    /// a long one alike.
    fn clearly_best(&self, board: &dyn Match) -> Result<Option<Puzzle>, SchoolError> {
        if board.seat_names().len() != 2 {
            return Ok(None);
        }
        let Some((answers, exact, _)) = self.leaders(board, self.budget)? else { return Ok(None) };
        let Some((again, still, win)) = self.leaders(board, self.budget.share(LONG))? else {
            return Ok(None);
        };
        if answers[0] != again[0] && !again.contains(&answers[0]) || exact && !still {
            return Ok(None);
        }
        let puzzle = unproved(board, &again[0], win, self.budget)?;
        let aim = if still { Aim::Win } else { Aim::Best };
        let value = if still { 1.0 } else { 0.0 };
        Ok(Some(Puzzle { aim, answers: again, exact: still, value, ..puzzle }))
    }

    /// The moves that are proved to win, or else the one that is clearly ahead; with whether that is proved, and the chance to win.
    fn leaders(
        &self,
        board: &dyn Match,
        budget: Budget,
    ) -> Result<Option<(Vec<String>, bool, f64)>, SchoolError> {
        let mut master = board.named_bot(JUDGE, self.seed)?;
        let legal = board.legal().len();
        let wanted = Wanted { lines: legal, report: None };
        let thought = master.think(board, &control(budget), wanted)?;
        let mut lines = thought.lines;
        lines.sort_by(|a, b| b.win.total_cmp(&a.win));
        let winning: Vec<String> =
            lines.iter().filter(|line| line.exact && line.win >= 1.0).map(|line| line.mv.clone()).collect();
        if !winning.is_empty() {
            let apart = lines.get(winning.len()).is_none_or(|next| next.win <= 1.0 - AHEAD);
            return Ok((few(winning.len(), legal) && apart).then_some((winning, true, 1.0)));
        }
        let [first, second, ..] = lines.as_slice() else { return Ok(None) };
        let clear = few(1, legal) && first.win - second.win >= AHEAD;
        Ok(clear.then(|| (vec![first.mv.clone()], false, first.win)))
    }

    /// How hard a puzzle is: the level from which on it is found half of the time. `None` when beginners find it or masters do not.
    fn rating(&self, board: &dyn Match, puzzle: &Puzzle) -> Result<Option<f64>, SchoolError> {
        let found = |level: u32| -> Result<u64, SchoolError> {
            let mut found = 0;
            for time in 0..ASKED {
                let mut bot = board.named_bot(&format!("level{level}"), self.seed.wrapping_add(time))?;
                let thought = bot.think(board, &control(self.budget), Wanted::best())?;
                found += u64::from(puzzle.lists(&thought.mv));
            }
            Ok(found)
        };
        if 2 * found(MISSES)? > ASKED || 2 * found(FINDS)? < ASKED {
            return Ok(None);
        }
        for level in LEVELS {
            let times = found(level)?;
            if 2 * times >= ASKED {
                let ease = 50.0 * (2 * times - ASKED) as f64 / ASKED as f64;
                return Ok(Some(FIRST + A_LEVEL * f64::from(level - 1) - ease));
            }
        }
        Ok(None)
    }
}
