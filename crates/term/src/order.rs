//! What a person types at the prompt: a move, or one of a few words.

use std::path::PathBuf;

/// A line typed at the prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Play this.
    Move(String),
    /// Show the legal moves.
    Moves,
    /// Take back.
    Undo,
    /// Give up.
    Resign,
    /// Suggest a move, in steps.
    Hint,
    /// Say what this move, or the last one played, is worth and why.
    Why(Option<String>),
    /// Draw the board again.
    Board,
    /// Print the position text.
    Position,
    /// Write the game to a file.
    Save(PathBuf),
    /// Go on with a game from a file.
    Load(PathBuf),
    /// Explain the rules of the game.
    Rules,
    /// List these words.
    Help,
    /// Leave.
    Quit,
    /// Nothing.
    Empty,
    /// A word that needs a file name and has none.
    NeedsFile(&'static str),
}

/// The words, for help.
pub const WORDS: &str = "  moves       list the legal moves        undo        take the last move back
  hint        a hint, more at each time   resign      give up
  why         about the last move         why MOVE    about this move
  board       draw the board again        position    print the position text
  save FILE   write the game to a file    load FILE   go on with a game from a file
  rules       how the game is played      quit        leave
";

impl Order {
    /// Reads a line.
    pub fn read(line: &str) -> Order {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let file = || PathBuf::from(rest.trim());
        match word.to_ascii_lowercase().as_str() {
            "" => Order::Empty,
            "moves" => Order::Moves,
            "undo" => Order::Undo,
            "resign" => Order::Resign,
            "hint" => Order::Hint,
            "why" if rest.trim().is_empty() => Order::Why(None),
            "why" => Order::Why(Some(rest.trim().to_string())),
            "board" => Order::Board,
            "position" => Order::Position,
            "rules" => Order::Rules,
            "help" | "?" => Order::Help,
            "quit" | "exit" => Order::Quit,
            "save" if rest.is_empty() => Order::NeedsFile("save"),
            "load" if rest.is_empty() => Order::NeedsFile("load"),
            "save" => Order::Save(file()),
            "load" => Order::Load(file()),
            _ => Order::Move(line.to_string()),
        }
    }
}
