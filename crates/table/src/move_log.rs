//! A file about the moves that computers chose: a line of JSON for each.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::Serialize;

use crate::{Match, Thought};

/// A file to which moves are appended. Threads may share it: every line is written whole.
pub struct MoveLog {
    path: PathBuf,
    /// The file, or why nothing more can be written to it.
    file: Mutex<Result<File, String>>,
}

/// A line of the file.
#[derive(Serialize)]
struct Entry<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<usize>,
    ply: usize,
    seat: Option<usize>,
    #[serde(rename = "move")]
    mv: &'a str,
    state: String,
    nodes: u64,
    alpha_cuts: u64,
    beta_cuts: u64,
    depth: u32,
    time_ms: u64,
}

impl MoveLog {
    /// Opens the file, behind whatever it holds.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn open(path: &Path) -> Result<MoveLog, String> {
        let opened = OpenOptions::new().create(true).append(true).open(path);
        let file = opened.map_err(|error| refusal(path, &error))?;
        Ok(MoveLog { path: path.to_path_buf(), file: Mutex::new(Ok(file)) })
    }

    /// Writes down a move that was chosen on this board, before it is played there; `game` is its number where several are played. What goes wrong
    /// is kept for [`MoveLog::problem`]: a game does not end because its log does.
    pub fn add(&self, game: Option<usize>, board: &dyn Match, thought: &Thought) {
        let mut after = board.fork();
        if after.play(&thought.mv).is_err() {
            return;
        }
        let entry = Entry {
            game,
            ply: board.moves().len() + 1,
            seat: board.to_move().map(|seat| seat + 1),
            mv: &thought.mv,
            state: after.position(),
            nodes: thought.nodes,
            alpha_cuts: thought.alpha_cuts,
            beta_cuts: thought.beta_cuts,
            depth: thought.depth,
            time_ms: thought.time_ms,
        };
        let line = serde_json::to_string(&entry).expect("a line is plain data") + "\n";
        let mut file = self.file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Ok(open) = &mut *file
            && let Err(error) = open.write_all(line.as_bytes())
        {
            *file = Err(refusal(&self.path, &error));
        }
    }

    /// Why lines are missing, if any are.
    pub fn problem(&self) -> Option<String> {
        self.file.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).as_ref().err().cloned()
    }
}

fn refusal(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write '{}': {error}", path.display())
}
