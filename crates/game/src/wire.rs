//! A game that is also played over a network, by the protocol of servers and clients that exist already.

use crate::{Game, Line, Seat, Seats};

/// What never changes about a protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Protocol {
    /// One sentence that says whose protocol it is.
    pub title: &'static str,
    /// Where a server listens for each seat, in turn order.
    pub ports: &'static [u16],
    /// Seconds for a move, as its server has them unless told otherwise.
    pub seconds: u64,
    /// Bytes before every message, which tell its length.
    pub header: usize,
}

/// What a server says about the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    /// Who stands where, in a form that is the same for the same pieces and says nothing about the turn.
    pub pieces: String,
    /// The position text, good for going on from here when somebody is to move.
    pub position: String,
    /// Who is to move, or who has won.
    pub status: Status,
}

/// How a game over the network stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// This seat is to move.
    ToMove(Seat),
    /// It is over, and these seats share the best result: all of them in a draw.
    Over(Seats),
}

/// A game with a wire protocol. Messages are texts behind a header: a client sends its name, then one order whenever it is its turn; a server sends
/// news to everybody at the start and after every order. Readers take any bytes and answer with one lower-case sentence when they make no sense.
pub trait Wire: Game {
    /// What never changes.
    const PROTOCOL: Protocol;

    /// The message with its header.
    fn pack(message: &str) -> Vec<u8>;

    /// The length of the message behind a header of [`Protocol::header`] bytes.
    fn length(header: &[u8]) -> Result<usize, String>;

    /// The message with which a client introduces itself.
    fn write_name(name: &str) -> String;

    /// Who introduces itself.
    fn read_name(message: &str) -> Result<String, String>;

    /// The news after the last move of the line. `winners` is given when the game is over for a reason that the line does not show.
    fn write_news(&self, line: &Line<Self>, winners: Option<Seats>) -> String;

    /// What the news are.
    fn read_news(&self, message: &str) -> Result<News, String>;

    /// The message that orders a legal move of the state.
    fn write_order(&self, state: &Self::State, mv: Self::Move) -> String;

    /// The text of the move that is ordered, as well as it can be made out; whether it is legal is for the rules to say. Fails only when the message
    /// is none of this protocol.
    fn read_order(&self, message: &str) -> Result<String, String>;
}
