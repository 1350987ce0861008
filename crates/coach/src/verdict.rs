//! What a move is worth: proved where a solver reaches, judged by the strongest player elsewhere.

use serde::{Deserialize, Serialize};
use table::{Ending, Idea, Thought};

use crate::relation::decided;

/// What a move is worth, as the player sees it who makes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// Whether it is proved to the end of the game.
    pub exact: bool,
    /// In points of the game: the margin at the end; 1, 0 or -1 for proved results where only winning counts.
    pub value: f64,
    /// The chance to win from 0 to 1, a draw counting one half.
    pub win: f64,
    /// Who wins, numbered from 1, if that is proved; `None` for a draw and where nothing is proved.
    pub winner: Option<usize>,
    /// The line of play expected, beginning with the move.
    pub pv: Vec<String>,
}

/// A move with its verdict.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Judged {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it is worth.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// Who looks at a position: the seat to move, from 0, of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct View {
    pub(crate) seat: usize,
    pub(crate) seats: usize,
}

impl View {
    /// The winner, numbered from 1, when a proved chance says so.
    fn winner(self, exact: bool, win: f64) -> Option<usize> {
        match (exact, win) {
            (true, win) if win >= 1.0 => Some(self.seat + 1),
            (true, win) if win <= 0.0 && self.seats == 2 => Some(2 - self.seat),
            _ => None,
        }
    }

    fn verdict(self, exact: bool, value: f64, win: f64, pv: Vec<String>) -> Verdict {
        // There is no negative nothing.
        Verdict { exact, value: value + 0.0, win, winner: self.winner(exact, win), pv }
    }

    /// What a thought about the position of this view says of one of its moves.
    pub(crate) fn of_idea(self, idea: &Idea) -> Judged {
        let pv = if idea.pv.is_empty() { vec![idea.mv.clone()] } else { idea.pv.clone() };
        Judged { mv: idea.mv.clone(), verdict: self.verdict(idea.exact, idea.score, idea.win, pv) }
    }

    /// What a thought after `line` says of its first move; `thinker` is the seat that was to move then.
    pub(crate) fn of_thought(self, line: Vec<String>, thought: &Thought, thinker: usize) -> Verdict {
        let same = thinker == self.seat;
        let (value, win) =
            if same { (thought.score, thought.win) } else { (-thought.score, 1.0 - thought.win) };
        let pv = line.into_iter().chain(thought.pv.iter().cloned()).collect();
        self.verdict(thought.exact, value, win, pv)
    }

    /// What a finished game says of the first move of `line`, which led there.
    pub(crate) fn of_ending(self, line: Vec<String>, ending: &Ending, points: bool) -> Verdict {
        let win = ending.points(self.seat);
        let own = ending.scores.get(self.seat).copied().unwrap_or(0);
        let others = ending.scores.iter().enumerate().filter(|(seat, _)| *seat != self.seat);
        let margin = f64::from(own - others.map(|(_, score)| *score).max().unwrap_or(0));
        let value = if points { margin } else { 2.0 * win - 1.0 };
        let winner = match ending.winners.as_slice() {
            [winner] => Some(*winner),
            _ => None,
        };
        Verdict { exact: true, value, win, winner, pv: line }
    }
}

impl Verdict {
    /// The mean of several verdicts on one move under different deals.
    pub(crate) fn mean(mut all: Vec<Verdict>) -> Option<Verdict> {
        let count = all.len() as f64;
        let value = all.iter().map(|verdict| verdict.value).sum::<f64>() / count;
        let win = all.iter().map(|verdict| verdict.win).sum::<f64>() / count;
        let first = if all.is_empty() { return None } else { all.swap_remove(0) };
        let pv = first.pv.into_iter().take(1).collect();
        Some(Verdict { exact: false, value, win, winner: None, pv })
    }

    /// Whether the mover is proved to win.
    pub fn wins(&self) -> bool {
        self.exact && self.win >= 1.0
    }

    /// Whether the mover is proved to lose.
    pub fn loses(&self) -> bool {
        self.exact && self.win <= 0.0
    }

    /// The order of better and worse: the chance to win first, points first where that is decided, and the length of proved games of equal worth: a
    /// win sooner, a loss later.
    pub(crate) fn rank(&self, points: bool) -> (i8, f64, f64, f64) {
        let length = self.pv.len() as f64;
        let (stage, patience) = match (self.exact, self.win) {
            (true, win) if win >= 1.0 => (3, -length),
            (true, win) if win <= 0.0 => (-1, length),
            (_, win) if decided(self) => (if win > 0.5 { 2 } else { 0 }, 0.0),
            _ => (1, 0.0),
        };
        if points && stage != 1 {
            (stage, self.value, self.win, patience)
        } else {
            (stage, self.win, self.value, patience)
        }
    }
}
