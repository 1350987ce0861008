//! The wire protocol of a game, spoken about one board.

use game::{Game, Line, MoveError, News, Protocol, Seat, Seats, Wire};

/// A board whose game has a wire protocol. Seats are numbered from 0; see [`Wire`] for what the messages mean.
pub trait Wired {
    /// What never changes about the protocol.
    fn protocol(&self) -> &'static Protocol;

    /// The message with its header.
    fn pack(&self, message: &str) -> Vec<u8>;

    /// The length of the message behind this header.
    fn length(&self, header: &[u8]) -> Result<usize, String>;

    /// The message with which a client introduces itself.
    fn write_name(&self, name: &str) -> String;

    /// Who introduces itself.
    fn read_name(&self, message: &str) -> Result<String, String>;

    /// The news about the board; `winners` when the game is over for a reason that it does not show.
    fn write_news(&self, winners: Option<&[usize]>) -> String;

    /// What the news are.
    fn read_news(&self, message: &str) -> Result<News, String>;

    /// The legal move after which the news would be these, as text; `None` when no single move leads there.
    fn find_move(&self, news: &News) -> Option<String>;

    /// The message that orders a move.
    fn write_order(&self, text: &str) -> Result<String, MoveError>;

    /// The text of the move that is ordered.
    fn read_order(&self, message: &str) -> Result<String, String>;
}

/// A line of a game that has a protocol.
pub(crate) struct OnWire<'a, G: Game>(pub(crate) &'a Line<G>);

impl<G: Wire> Wired for OnWire<'_, G> {
    fn protocol(&self) -> &'static Protocol {
        const { &G::PROTOCOL }
    }

    fn pack(&self, message: &str) -> Vec<u8> {
        G::pack(message)
    }

    fn length(&self, header: &[u8]) -> Result<usize, String> {
        G::length(header)
    }

    fn write_name(&self, name: &str) -> String {
        G::write_name(name)
    }

    fn read_name(&self, message: &str) -> Result<String, String> {
        G::read_name(message)
    }

    fn write_news(&self, winners: Option<&[usize]>) -> String {
        let seats = |winners: &[usize]| winners.iter().map(|&seat| Seat::new(seat)).collect::<Seats>();
        self.0.game().write_news(self.0, winners.map(seats))
    }

    fn read_news(&self, message: &str) -> Result<News, String> {
        self.0.game().read_news(message)
    }

    fn find_move(&self, news: &News) -> Option<String> {
        let game = self.0.game();
        let leads_there = |mv: &G::Move| {
            let mut next = self.0.clone();
            let after = next.play(*mv).is_ok().then(|| game.read_news(&game.write_news(&next, None)));
            after.is_some_and(|after| after.is_ok_and(|after| after.pieces == news.pieces))
        };
        let mv = self.0.legal().into_iter().find(leads_there)?;
        Some(game.write_move(self.0.state(), mv))
    }

    fn write_order(&self, text: &str) -> Result<String, MoveError> {
        let (game, state) = (self.0.game(), self.0.state());
        Ok(game.write_order(state, game.read_move(state, text)?))
    }

    fn read_order(&self, message: &str) -> Result<String, String> {
        self.0.game().read_order(message)
    }
}
