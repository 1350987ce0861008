//! A puzzle: a position in which few moves are right.

use infer::Filling;
use serde::{Deserialize, Serialize};
use table::expert::Lang;
use table::{Family, Match};

use crate::SchoolError;
use crate::words::{say, sentence};

/// A position in which few moves are right. Written as one line of JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Its name, made from its content: the same position is the same puzzle everywhere.
    pub id: String,
    /// The game.
    pub game: String,
    /// Where it begins.
    pub position: String,
    /// Moves that are played first, where the position alone does not say everything (repetition).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// What is to be found.
    pub aim: Aim,
    /// The moves that are right, the best first.
    pub answers: Vec<String>,
    /// Whether every right move is proved to be right and listed, and every other move proved to be wrong.
    pub complete: bool,
    /// Whether the answers are proved.
    pub exact: bool,
    /// What the answers are worth to the mover, in points of the game or as 1, 0, -1.
    pub value: f64,
    /// The mover's chance to win after them.
    pub win: f64,
    /// How the game goes on after the first answer, the answer included.
    pub line: Vec<String>,
    /// What kinds of things happen in it: kinds of the game's story. See [`crate::School::theme`] for their names.
    pub themes: Vec<String>,
    /// How hard it is before anybody has tried it, on the scale of [`crate::Rating`].
    pub rating: f64,
}

/// What is to be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aim {
    /// A move that wins.
    Win,
    /// A move that does not lose.
    Draw,
    /// A move that ends with as many points as possible.
    Most,
    /// The best move, where nothing is proved.
    Best,
}

impl Aim {
    fn key(self) -> &'static str {
        match self {
            Aim::Win => "aim-win",
            Aim::Draw => "aim-draw",
            Aim::Most => "aim-most",
            Aim::Best => "aim-best",
        }
    }
}

impl Puzzle {
    /// The puzzle's name for a position and the moves before it.
    pub fn name(game: &str, position: &str, moves: &[String]) -> String {
        // FNV-1a: short, stable, and the same on every machine.
        let text = format!("{game}\n{position}\n{}", moves.join(" "));
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        format!("{:012x}", hash >> 16)
    }

    /// Reads puzzles, one a line; empty lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// Names the line that is not a puzzle.
    pub fn read_all(text: &str) -> Result<Vec<Puzzle>, SchoolError> {
        let lines =
            text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        lines
            .map(|(at, line)| {
                serde_json::from_str(line)
                    .map_err(|error| SchoolError::Data(format!("line {} is not a puzzle: {error}", at + 1)))
            })
            .collect()
    }

    /// The puzzle as one line, without a line end.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("a puzzle is plain data")
    }

    /// The board, ready for an answer.
    ///
    /// # Errors
    /// When the position or a move before it is not legal in this game.
    pub fn board(&self, family: &Family) -> Result<Box<dyn Match>, SchoolError> {
        let mut board = family.open_at(&game::Options::none(), &self.position)?;
        for mv in &self.moves {
            board.play(mv)?;
        }
        Ok(board)
    }

    /// What is to be found, in one sentence: `X to move: find the only move that wins.`
    pub fn aim_text(&self, board: &dyn Match, lang: Lang) -> String {
        let seat = board.to_move().map_or("", |seat| board.seat_names()[seat]);
        let name = board.phrases(lang).say(seat).into_owned();
        let count = if self.complete && self.answers.len() == 1 { "only" } else { "some" };
        let count = Filling::Word { key: count.to_string(), text: String::new() };
        sentence(&say(lang, self.aim.key(), &[("Who", Filling::word(name)), ("Count", count)]))
    }

    /// Whether a move, in its proper text, is among the answers.
    pub fn lists(&self, mv: &str) -> bool {
        self.answers.iter().any(|answer| answer == mv)
    }
}
