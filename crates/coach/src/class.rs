//! What kind of move it was.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::relation::{Grain, Relation, decided, relation};
use crate::{Judged, Verdict};

/// What kind of move it was. Where several apply, the first of this list that does is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Class {
    /// Every other move loses at least as much as a mistake does.
    #[serde(rename = "only move")]
    OnlyMove,
    /// A proved win was there.
    #[serde(rename = "missed win")]
    MissedWin,
    /// It costs very much.
    #[serde(rename = "blunder")]
    Blunder,
    /// It costs much.
    #[serde(rename = "mistake")]
    Mistake,
    /// It costs something.
    #[serde(rename = "inaccuracy")]
    Inaccuracy,
    /// Nothing is better.
    #[serde(rename = "best")]
    Best,
    /// It costs less than an inaccuracy.
    #[serde(rename = "good")]
    Good,
}

impl Class {
    /// The name that scripts read.
    pub fn name(self) -> &'static str {
        match self {
            Class::OnlyMove => "only move",
            Class::MissedWin => "missed win",
            Class::Blunder => "blunder",
            Class::Mistake => "mistake",
            Class::Inaccuracy => "inaccuracy",
            Class::Best => "best",
            Class::Good => "good",
        }
    }

    /// Whether something was thrown away.
    pub fn is_error(self) -> bool {
        matches!(self, Class::MissedWin | Class::Blunder | Class::Mistake | Class::Inaccuracy)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// From which loss of winning chances a move is an inaccuracy, a mistake, a blunder.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thresholds {
    /// An inaccuracy.
    pub inaccuracy: f64,
    /// A mistake.
    pub mistake: f64,
    /// A blunder.
    pub blunder: f64,
}

impl Default for Thresholds {
    fn default() -> Thresholds {
        Thresholds { inaccuracy: 0.10, mistake: 0.20, blunder: 0.30 }
    }
}

/// What a move costs compared with the best.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Loss {
    /// In chances to win, from 0 to 1.
    pub win: f64,
    /// In points of the game; 0 where only winning counts.
    pub points: f64,
}

/// How moves of a game are compared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// How fine verdicts are.
    pub grain: Grain,
    /// From where on a loss has a name.
    pub thresholds: Thresholds,
    /// Whether margins count.
    pub points: bool,
}

impl Scale {
    /// The scale of this match's game.
    pub fn of(board: &dyn table::Match) -> Scale {
        let points = matches!(board.info().objective, game::Objective::Points(_));
        Scale { grain: Grain::of(board), thresholds: Thresholds::default(), points }
    }

    /// How the first compares with the second.
    pub fn relation(&self, a: &Verdict, b: &Verdict) -> Relation {
        relation(a, b, self.grain, self.points)
    }

    /// What a move costs compared with the best.
    pub fn loss(&self, asked: &Verdict, best: &Verdict) -> Loss {
        let points = if self.points { (best.value - asked.value).max(0.0) } else { 0.0 };
        Loss { win: (best.win - asked.win).max(0.0), points }
    }

    /// What kind of move `asked` is, of all moves of the position with their verdicts.
    pub fn class(&self, asked: &Judged, best: &Judged, all: &[Judged]) -> Class {
        let relation = self.relation(&asked.verdict, &best.verdict);
        // What cannot be told apart costs nothing that anybody could name.
        let loss = match relation {
            Relation::Worse => self.loss(&asked.verdict, &best.verdict).win,
            _ => 0.0,
        };
        let is_best = asked.mv == best.mv || relation == Relation::Equal;
        let others = || all.iter().filter(|other| other.mv != asked.mv);
        if is_best && others().all(|other| self.loses_a_mistake(&other.verdict, &asked.verdict)) {
            return Class::OnlyMove;
        }
        if is_best {
            return Class::Best;
        }
        let missed = best.verdict.wins() && (asked.verdict.exact || loss >= self.thresholds.mistake);
        match loss {
            loss if missed && loss > 0.0 => Class::MissedWin,
            loss if loss >= self.thresholds.blunder => Class::Blunder,
            loss if loss >= self.thresholds.mistake => Class::Mistake,
            loss if loss >= self.thresholds.inaccuracy => Class::Inaccuracy,
            _ if self.wastes_points(asked, best, relation) => Class::Inaccuracy,
            _ => Class::Good,
        }
    }

    fn loses_a_mistake(&self, other: &Verdict, best: &Verdict) -> bool {
        best.win - other.win >= self.thresholds.mistake && self.relation(other, best) == Relation::Worse
    }

    /// Whether a game that is decided anyway is won by less, or lost by more, than it could be.
    fn wastes_points(&self, asked: &Judged, best: &Judged, relation: Relation) -> bool {
        let settled =
            decided(&asked.verdict) && decided(&best.verdict) || asked.verdict.exact && best.verdict.exact;
        self.points && settled && relation == Relation::Worse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(mv: &str, exact: bool, win: f64, value: f64) -> Judged {
        let verdict = Verdict { exact, value, win, winner: None, pv: vec![mv.to_string()] };
        Judged { mv: mv.to_string(), verdict }
    }

    #[test]
    fn classes_follow_the_loss_and_their_precedence() {
        let scale = Scale { grain: Grain::default(), thresholds: Thresholds::default(), points: true };
        let best = judged("a", false, 0.8, 2.0);
        for (win, expected) in
            [(0.79, Class::Good), (0.70, Class::Inaccuracy), (0.60, Class::Mistake), (0.50, Class::Blunder)]
        {
            let asked = judged("b", false, win, 0.0);
            let all = [best.clone(), asked.clone(), judged("c", false, 0.75, 1.0)];
            assert_eq!(scale.class(&asked, &best, &all), expected, "{win}");
        }
        let all = [best.clone(), judged("b", false, 0.6, 0.0)];
        assert_eq!(scale.class(&best, &best, &all), Class::OnlyMove);
        let coarse = Scale { grain: Grain { win: 0.15, points: 1.0 }, ..scale };
        assert_eq!(coarse.class(&best, &best, &all), Class::Best, "20 % cannot be told apart there");
        let won = judged("a", true, 1.0, 3.0);
        let equal = judged("b", true, 1.0, 3.0);
        let smaller = judged("c", true, 1.0, 1.0);
        let drawn = judged("d", true, 0.5, 0.0);
        let all = [won.clone(), equal.clone(), smaller.clone(), drawn.clone()];
        assert_eq!(scale.class(&equal, &won, &all), Class::Best);
        assert_eq!(scale.class(&smaller, &won, &all), Class::Inaccuracy);
        assert_eq!(scale.class(&drawn, &won, &all), Class::MissedWin);
    }
}
