//! Whether chances mean what they say: measured in games that were played to the end, and put right.
//!
//! [`sample`] plays games and keeps positions of them with what was thought there, [`fit`] finds the link that says best how they ended, and
//! [`Reliability`] tells how far a link is from the truth, in games that it was not fitted to.

mod depth;
mod fit;
mod noise;
mod plot;
mod reliability;
pub mod sample;

use game::chances::step;
use game::{Link, Links};
use serde::Serialize;
use table::{BotError, Family, Match};

pub use depth::Depth;
pub use fit::fit;
pub use noise::Noise;
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
    /// What looking longer changes, in all of the games.
    pub depth: Option<Depth>,
    /// How fine judgements of moves are, if that was measured.
    pub noise: Option<Noise>,
    /// The link itself; `None` when the usual one has to do.
    #[serde(skip)]
    pub link: Option<Link>,
    /// The positions that it was checked in.
    #[serde(skip)]
    pub checked: Vec<Row>,
}

/// Fits a link to the games before number `fitted`, or takes the one that comes with the game when there are none, and checks it in the others.
/// `judge` is who judged the positions.
///
/// # Errors
/// When the game cannot be measured.
pub fn examine(match_: &dyn Match, judge: &str, rows: &[Row], fitted: usize) -> Result<Findings, BotError> {
    let standing = match_.standing().ok_or_else(sample::unmeasured)?;
    let (to_fit, checked): (Vec<Row>, Vec<Row>) = rows.iter().cloned().partition(|row| row.game < fitted);
    let link = if to_fit.is_empty() {
        standing.link(judge).cloned()
    } else {
        fit(&to_fit, &standing.board, judge).map(|link| as_written(&link))
    };
    let fitted = (to_fit.chunk_by(|a, b| a.game == b.game).count(), to_fit.len());
    let measured = Reliability::of(&checked, |row| shown(link.as_ref(), row));
    let usual = Reliability::of(&checked, |row| row.usual);
    let depth = Depth::of(rows, |row| shown(link.as_ref(), row));
    let (board, judge) = (standing.board, judge.to_string());
    Ok(Findings { board, judge, fitted, measured, usual, depth, noise: None, link, checked })
}

/// The chance of a position by a link, or by the usual one where there is none.
fn shown(link: Option<&Link>, row: &Row) -> f64 {
    link.map_or(row.usual, |link| link.chance(row.usual, &row.occasion()))
}

/// How chances do on several boards together, and how those by the usual link do: every game counts the same.
pub fn together(boards: &[Findings]) -> [Reliability; 2] {
    let numbered = |(index, found): (usize, &Findings), mend: fn(&Findings, &Row) -> f64| -> Vec<Row> {
        let apart = 1_000_000 * index;
        found
            .checked
            .iter()
            .map(|row| Row { game: apart + row.game, usual: mend(found, row), ..row.clone() })
            .collect()
    };
    let mended: [fn(&Findings, &Row) -> f64; 2] =
        [|found, row| shown(found.link.as_ref(), row), |_, row| row.usual];
    mended.map(|mend| {
        let rows: Vec<Row> = boards.iter().enumerate().flat_map(|board| numbered(board, mend)).collect();
        Reliability::of(&rows, |row| row.usual)
    })
}

/// The link as its text says it: what is checked is what is kept.
fn as_written(link: &Link) -> Link {
    let text = Links { all: vec![link.clone()] }.to_string();
    let read = Links::read(&text).ok().and_then(|mut links| links.all.pop());
    read.unwrap_or_else(|| link.clone())
}

impl Findings {
    /// Judges moves of one open position of each of so many games twice, and takes the noise of the link from that. Nothing changes where there are too
    /// few.
    ///
    /// # Errors
    /// When a position cannot be judged.
    pub fn measure(&mut self, family: &Family, rows: &[Row], games: usize) -> Result<(), BotError> {
        let chance = |row: &Row| shown(self.link.as_ref(), row);
        let open = |row: &Row| noise::OPEN.contains(&chance(row));
        let moves = sample::judge_moves(family, rows, games, open, chance)?;
        self.noise = Noise::of(&moves, step);
        if let Some((link, found)) = self.link.as_mut().zip(self.noise.as_ref()) {
            link.noise = (1000.0 * found.noise).round() / 1000.0;
            link.card.retain(|line| !line.contains("noise"));
            link.card.push(found.sentence());
        }
        Ok(())
    }

    /// The link with a card that says how it was made, by which command and on which day.
    pub fn carded(&self, command: &str, day: &str) -> Option<Link> {
        let mut card = vec![
            format!("made {day} by {command}"),
            format!("fitted to {} positions of {} games", self.fitted.1, self.fitted.0),
            self.sentence(),
        ];
        card.extend(self.noise.as_ref().map(Noise::sentence));
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

/// The findings as a table of Markdown, a line a board and one for all of them together.
pub fn markdown(boards: &[Findings]) -> String {
    let mut text = "| board | judged by | fitted to | checked in | calibration error | by luck | usual link | log-loss | best monotone | usual link | noise | log-loss by depth |\n".to_string();
    text += "|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    let figures = |measured: &Reliability, usual: &Reliability| {
        let counts = format!("{} positions of {} games", measured.positions, measured.games);
        let error = format!("**{:.3}** | {:.3} | {:.3}", measured.error, measured.luck, usual.error);
        format!(
            "{counts} | {error} | **{:.3}** | {:.3} | {:.3}",
            measured.loss, measured.best_loss, usual.loss
        )
    };
    for found in boards {
        let Findings { board, judge, fitted: (games, positions), measured, usual, link, depth, .. } = found;
        let noise = link.as_ref().map_or(String::new(), |link| format!("{:.1} %", 100.0 * link.noise));
        let board = if board == "-" { "the board" } else { board.as_str() };
        let figures = figures(measured, usual);
        let depth = depth.as_ref().map_or(String::new(), |depth| {
            let [few, more, most] = depth.losses;
            format!("{few:.3}, {more:.3}, {most:.3} in {}", depth.positions)
        });
        text += &format!(
            "| {board} | `{judge}` | {positions} positions of {games} games | {figures} | {noise} | {depth} |\n"
        );
    }
    if boards.len() > 1 {
        let [measured, usual] = together(boards);
        text += &format!("| together | | | {} | | |\n", figures(&measured, &usual));
    }
    text
}
