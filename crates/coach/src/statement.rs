//! The verdict in words: the first thing that is said about a move.

use infer::Filling;

use crate::relation::Relation;
use crate::words::Speaker;
use crate::{Class, Judged, Scale, Verdict};

/// Everything the verdict on a move is said from.
pub(crate) struct Statement<'a> {
    pub(crate) speaker: &'a Speaker,
    pub(crate) scale: Scale,
    pub(crate) asked: &'a Judged,
    pub(crate) best: &'a Judged,
    pub(crate) class: Class,
    /// Every legal move; those looked at longer first, best first.
    pub(crate) all: &'a [Judged],
    /// The best of the others that were looked at longer and are no mirror image of the move.
    pub(crate) runner_up: Option<&'a Judged>,
    /// Whether the move was looked at longer.
    pub(crate) is_seen: bool,
    /// Whether any was.
    pub(crate) any_seen: bool,
}

/// A proved result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Result {
    Win,
    Draw,
    Loss,
}

fn result(verdict: &Verdict) -> Result {
    match verdict.win {
        win if win >= 1.0 => Result::Win,
        win if win <= 0.0 => Result::Loss,
        _ => Result::Draw,
    }
}

/// Chances that differ by this much look different.
const DIFFERENT: f64 = 0.05;

/// A chance in whole per cent. What is not proved is never certain.
pub(crate) fn percent(verdict: &Verdict) -> Filling {
    let rounded = (100.0 * verdict.win).round() as i32;
    Filling::Number(if verdict.exact { rounded } else { rounded.clamp(1, 99) })
}

impl Speaker {
    /// ` by 3 boxes`, or nothing where only winning counts or nobody is ahead.
    pub(crate) fn by(&self, verdict: &Verdict) -> Filling {
        let number = verdict.value.abs().round() as i32;
        let amount = if number == 0 { None } else { self.amount(number) };
        let by = amount.map(|amount| format!(" {}", self.say("by", &[("Amount", Filling::word(amount))])));
        Filling::word(by.unwrap_or_default())
    }

    /// `, about 3 points ahead at the end`, or nothing where only winning counts, and where points and chances point different ways: whoever breaks ties
    /// may well be behind and the favourite.
    fn margin(&self, verdict: &Verdict) -> Filling {
        let number = verdict.value.round() as i32;
        let lead = verdict.win * self.seats() as f64 - 1.0;
        let Some(amount) = self.amount(number.abs()).filter(|_| f64::from(number) * lead >= 0.0) else {
            return Filling::word("");
        };
        let key = match number.signum() {
            1 => "ahead",
            0 => "level",
            _ => "behind",
        };
        Filling::word(format!(", {}", self.say(key, &[("Amount", Filling::word(amount))])))
    }
}

impl Statement<'_> {
    /// The verdict in one sentence, without a full stop.
    pub(crate) fn text(&self) -> String {
        let (asked, best) = (&self.asked.verdict, &self.best.verdict);
        match (asked.exact, best.exact) {
            (true, _) if self.proved_best() => self.proved(),
            (true, true) => self.proved_worse(),
            (true, false) => self.proved_beside_judged(),
            (false, _) => self.judged(),
        }
    }

    fn say(&self, key: &str) -> String {
        let (asked, best) = (&self.asked.verdict, &self.best.verdict);
        let other = if self.asked.mv == self.best.mv { self.runner_up } else { Some(self.best) };
        let difference = (best.value - asked.value).round() as i32;
        self.speaker.say(
            key,
            &[
                ("M", Filling::word(&self.asked.mv)),
                ("B", Filling::word(other.map_or("", |other| &other.mv))),
                ("P", percent(asked)),
                ("Q", other.map_or(Filling::Number(0), |other| percent(&other.verdict))),
                ("By", self.speaker.by(asked)),
                ("Most", self.speaker.by(best)),
                ("Margin", self.speaker.margin(asked)),
                ("Comes", Filling::word(self.best_comes())),
                ("Amount", Filling::word(self.speaker.amount(difference).unwrap_or_default())),
            ],
        )
    }

    /// What the best move comes to, as the end of a sentence.
    fn best_comes(&self) -> String {
        let best = &self.best.verdict;
        let key = if best.wins() { "comes-wins" } else { "comes" };
        self.speaker.say(key, &[("Q", percent(best)), ("Most", self.speaker.by(best))])
    }

    fn proved_best(&self) -> bool {
        self.asked.mv == self.best.mv
            || self.scale.relation(&self.asked.verdict, &self.best.verdict) == Relation::Equal
    }

    /// The best move, its worth proved.
    fn proved(&self) -> String {
        if self.all.len() == 1 {
            return self.say(match result(&self.asked.verdict) {
                Result::Win => "forced-wins",
                Result::Draw => "forced-draws",
                Result::Loss => "forced-loses",
            });
        }
        let asked = &self.asked.verdict;
        let others = || self.all.iter().filter(|other| other.mv != self.asked.mv);
        let known = others().all(|other| other.verdict.exact);
        let shared = others().filter(|other| result(&other.verdict) == result(asked)).count();
        let equal =
            others().filter(|other| self.scale.relation(&other.verdict, asked) == Relation::Equal).count();
        let everyone = known && shared == self.all.len() - 1;
        let key = match result(asked) {
            Result::Win if known && shared == 0 => "wins-only",
            Result::Win if everyone && equal == shared => "wins-all",
            Result::Win if known && equal == 0 => "wins-most",
            Result::Win => "wins",
            Result::Draw if known && shared == 0 => "draws-only",
            Result::Draw if everyone => "draws-all",
            Result::Draw => "draws",
            Result::Loss if !known => "loses",
            Result::Loss if equal == shared => "loses-all",
            Result::Loss => "loses-least",
        };
        self.say(key)
    }

    /// Not the best move, both proved.
    fn proved_worse(&self) -> String {
        let key = match (result(&self.asked.verdict), result(&self.best.verdict)) {
            (Result::Win, _) => "wins-less",
            (Result::Draw, Result::Win) => "throws-win-draw",
            (Result::Loss, Result::Win) => "throws-win",
            (Result::Loss, Result::Draw) => "throws-draw",
            (Result::Loss, Result::Loss) => "loses-more",
            (Result::Draw, _) => "draws",
        };
        self.say(key)
    }

    /// Not the best move, proved to draw or to lose, while the best is only judged.
    fn proved_beside_judged(&self) -> String {
        self.say(if result(&self.asked.verdict) == Result::Loss { "loses-while" } else { "draws-while" })
    }

    fn judged(&self) -> String {
        if self.all.len() == 1 {
            return self.say("judged-forced");
        }
        if !self.is_seen {
            let guessed = self.asked.mv == self.best.mv || !self.any_seen;
            return self.say(if guessed { "unseen-all" } else { "unseen" });
        }
        // What is proved to lose is no better than anything.
        let tied = self.runner_up.filter(|other| !other.verdict.loses()).is_some_and(|other| {
            self.scale.relation(&other.verdict, &self.asked.verdict) == Relation::Unclear
        });
        let unclear = self.scale.relation(&self.asked.verdict, &self.best.verdict) == Relation::Unclear;
        let key = match self.class {
            // Of moves that had only a glance nobody can say that they come after one that is proved to lose.
            Class::OnlyMove
                if self
                    .runner_up
                    .is_some_and(|other| !other.verdict.loses() || self.is_all_proved(other)) =>
            {
                "judged-only"
            }
            Class::OnlyMove if self.runner_up.is_some() => "judged-only-found",
            Class::OnlyMove => "judged-best",
            Class::MissedWin => "judged-missed",
            Class::Blunder => "judged-blunder",
            Class::Mistake => "judged-mistake",
            Class::Inaccuracy
                if self.scale.loss(&self.asked.verdict, &self.best.verdict).win
                    < self.scale.thresholds.inaccuracy =>
            {
                "judged-points"
            }
            Class::Inaccuracy => "judged-inaccuracy",
            Class::Best | Class::Good if self.asked.mv == self.best.mv => {
                if tied {
                    self.tied(self.runner_up)
                } else {
                    "judged-best"
                }
            }
            Class::Best | Class::Good if self.best.verdict.wins() => "judged-less-wins",
            Class::Best | Class::Good if unclear => self.tied(Some(self.best)),
            Class::Best | Class::Good => "judged-less",
        };
        self.say(key)
    }

    /// Whether every move but the one asked about is proved to be worth no more than this one.
    fn is_all_proved(&self, other: &Judged) -> bool {
        let others = || self.all.iter().filter(|one| one.mv != self.asked.mv);
        others().all(|one| one.verdict.exact && one.verdict.win <= other.verdict.win)
    }

    /// How it is said that the move and another cannot be told apart: where their chances look different, that needs a word.
    fn tied(&self, other: Option<&Judged>) -> &'static str {
        let apart = other.map_or(0.0, |other| (other.verdict.win - self.asked.verdict.win).abs());
        if apart < DIFFERENT { "judged-tied" } else { "judged-rough" }
    }
}
