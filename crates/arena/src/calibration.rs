//! Whether chances mean what they say: measured in games that were played to the end, and put right.
//!
//! [`sample`] plays games and keeps positions of them with what was thought there, [`fit`] finds the link that says best how they ended, and
//! [`Reliability`] tells how far a link is from the truth, in games that it was not fitted to.

mod fit;
mod plot;
mod reliability;
pub mod sample;

use game::chances::board;
use game::{Link, Links};
use serde::Serialize;
use table::{BotError, Match};

pub use fit::fit;
pub use plot::plot;
pub use reliability::{Bin, Reliability};
pub use sample::Row;

/// What was found out about the chances of one board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Findings {
    /// The board, as links name it.
    pub board: String,
    /// Who judges.
    pub judge: String,
    /// Games and positions that the link was fitted to; none when it came with the game.
    pub fitted: (usize, usize),
    /// How chances by the link do in the other games.
    pub measured: Reliability,
    /// How chances by the usual link do in them.
    pub usual: Reliability,
    /// The link itself; `None` when the usual one has to do.
    #[serde(skip)]
    pub link: Option<Link>,
}

/// Fits a link to the games before number `fitted`, or takes the one that comes with the game when there are none, and checks it in the others.
///
/// # Errors
/// When the game cannot be measured.
pub fn examine(match_: &dyn Match, rows: &[Row], fitted: usize) -> Result<Findings, BotError> {
    let standing = match_.standing().ok_or_else(sample::unmeasured)?;
    let board = board(&match_.options());
    let (to_fit, to_check): (Vec<Row>, Vec<Row>) = rows.iter().cloned().partition(|row| row.game < fitted);
    let link = if to_fit.is_empty() {
        standing.link
    } else {
        fit(&to_fit, &board, &standing.judge).map(|link| as_written(&link))
    };
    let chance = |row: &Row| link.as_ref().map_or(row.usual, |link| link.chance(row.usual, &row.occasion()));
    let measured = Reliability::of(&to_check, chance);
    let usual = Reliability::of(&to_check, |row| row.usual);
    let games = to_fit.chunk_by(|a, b| a.game == b.game).count();
    Ok(Findings { board, judge: standing.judge, fitted: (games, to_fit.len()), measured, usual, link })
}

/// The link as its text says it: what is checked is what is kept.
fn as_written(link: &Link) -> Link {
    let text = Links { all: vec![link.clone()] }.to_string();
    let read = Links::read(&text).ok().and_then(|mut links| links.all.pop());
    read.unwrap_or_else(|| link.clone())
}

impl Findings {
    /// The link with a card that says how it was made, by which command and on which day.
    pub fn carded(&self, command: &str, day: &str) -> Option<Link> {
        let card = vec![
            format!("made {day} by {command}"),
            format!("fitted to {} positions of {} games", self.fitted.1, self.fitted.0),
            self.sentence(),
        ];
        self.link.clone().map(|link| Link { card, ..link })
    }

    /// How well the link holds, in one line.
    pub fn sentence(&self) -> String {
        let Findings { measured, usual, .. } = self;
        format!(
            "in {} positions of {} other games: calibration error {:.3} (by luck {:.3}, usual link {:.3}), log-loss {:.3} (best monotone fit {:.3}, usual link {:.3})",
            measured.positions,
            measured.games,
            measured.error,
            measured.luck,
            usual.error,
            measured.loss,
            measured.best_loss,
            usual.loss
        )
    }
}
