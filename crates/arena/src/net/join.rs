//! A client of a game's wire protocol: one of our players on somebody else's server.

use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use game::{Control, Limits, News, Options, Status};
use table::{Ending, Family, Match, Session, Who, Wired};

use super::Played;
use super::channel::{Broken, Channel};
use crate::{Caps, Contestant};

/// How long a server that refuses connections may still be starting.
const STARTING: Duration = Duration::from_secs(5);

/// A seat to be taken on a server.
pub struct Join<'a> {
    /// The game.
    pub family: &'a Family,
    /// Our seat, from 0.
    pub seat: usize,
    /// The server's machine.
    pub host: String,
    /// Its port for our seat.
    pub port: u16,
    /// What we call ourselves.
    pub name: String,
    /// Who plays.
    pub player: Who,
    /// Time for a move of ours.
    pub time: Duration,
    /// Time after which a silent server is given up.
    pub wait: Duration,
    /// What everything random follows from.
    pub seed: u64,
}

/// The board's wire protocol, or a sentence that says that there is none.
pub(super) fn wire(board: &dyn Match) -> Result<Box<dyn Wired + '_>, String> {
    board.wire().ok_or_else(|| format!("the game '{}' has no wire protocol", board.info().name))
}

impl Join<'_> {
    /// Plays until the server says how the game ended. `tell` hears what happens.
    ///
    /// # Errors
    /// When the server cannot be reached or understood, or ends the game without a result.
    pub fn play(&self, tell: &mut dyn FnMut(&str)) -> Result<Played, String> {
        let board = self.family.open(&Options::none()).map_err(|error| error.to_string())?;
        wire(board.as_ref())?;
        let bot = Contestant::new(board.as_ref(), &self.player, self.seed, Caps::default());
        let mut bot = bot.map_err(|error| error.to_string())?;
        let mut channel = self.connect()?;
        let introduced = {
            let wire = wire(board.as_ref())?;
            channel.send(wire.as_ref(), &wire.write_name(&self.name))
        };
        introduced.map_err(|broken| format!("the server does not listen: {broken}"))?;
        tell(&format!("connected to {}:{} as {}", self.host, self.port, board.seat_names()[self.seat]));
        let mut names = vec!["?".to_string(); board.seat_names().len()];
        names[self.seat] = self.name.clone();
        let mut talk =
            Talk { join: self, session: Session::new(board, names, self.seed), refused: Vec::new() };
        let mut ordered: Option<String> = None;
        loop {
            let news = talk.listen(&mut channel)?;
            talk.follow(&news, ordered.take(), tell)?;
            match news.status {
                Status::Over(winners) => {
                    let winners = winners.iter().map(|seat| seat.number()).collect();
                    return Ok(Played { record: talk.finish(winners).record(), lapse: None });
                }
                Status::ToMove(seat) if seat.index() == self.seat => {
                    ordered = Some(talk.order(&mut channel, &mut bot)?);
                }
                Status::ToMove(_) => {}
            }
        }
    }

    fn connect(&self) -> Result<Channel, String> {
        let place = format!("{}:{}", self.host, self.port);
        let told = |error: &dyn std::fmt::Display| format!("cannot reach the server at {place}: {error}");
        let addresses: Vec<_> =
            (self.host.as_str(), self.port).to_socket_addrs().map_err(|e| told(&e))?.collect();
        let deadline = Instant::now() + STARTING;
        loop {
            let mut problem = String::from("it has no address");
            for address in &addresses {
                match TcpStream::connect_timeout(address, STARTING) {
                    Ok(stream) => return Channel::new(stream).map_err(|e| told(&e)),
                    Err(error) => problem = error.to_string(),
                }
            }
            if Instant::now() >= deadline || addresses.is_empty() {
                return Err(told(&problem));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

/// The game as far as the server has told it.
struct Talk<'a> {
    join: &'a Join<'a>,
    session: Session,
    /// Moves in this position that the server did not take.
    refused: Vec<String>,
}

impl Talk<'_> {
    fn listen(&self, channel: &mut Channel) -> Result<News, String> {
        let board = self.session.board();
        let wire = wire(board)?;
        let message = channel.receive(wire.as_ref(), Instant::now() + self.join.wait);
        let message = message.map_err(|broken| match broken {
            Broken::Closed => match board.side() {
                Some(side) => format!(
                    "the server closed the connection without a result while {} was to move: a time-out, a lost \
                     connection, or a message it did not understand",
                    side.name
                ),
                None => "the server closed the connection without a result".to_string(),
            },
            Broken::Late => format!("the server said nothing for {} s", self.join.wait.as_secs_f64()),
            Broken::Malformed(why) => format!("cannot understand the server: {why}"),
        })?;
        wire.read_news(&message).map_err(|why| format!("cannot understand the server: {why}"))
    }

    /// Brings our board to where the server's is.
    fn follow(
        &mut self,
        news: &News,
        ordered: Option<String>,
        tell: &mut dyn FnMut(&str),
    ) -> Result<(), String> {
        let found = {
            let wire = wire(self.session.board())?;
            let now = wire.read_news(&wire.write_news(None))?;
            if now.pieces == news.pieces { None } else { Some(wire.find_move(news)) }
        };
        let mover = self.session.to_move();
        match found {
            None => {
                if let (Some(text), Status::ToMove(_)) = (ordered, news.status) {
                    tell(&format!("the server did not take {text}"));
                    self.refused.push(text);
                }
            }
            Some(Some(text)) => {
                let played = self.session.play(&text, 0).map_err(|error| error.to_string())?;
                let who = mover.map_or("?", |seat| self.session.board().seat_names()[seat]);
                tell(&format!("{who} plays {}", played.text));
                self.refused.clear();
            }
            Some(None) if matches!(news.status, Status::ToMove(_)) => {
                tell("the server's position does not follow from ours by a legal move; going on from it");
                self.reopen(news)?;
            }
            Some(None) => {}
        }
        // By our rules the game may be over when it is not by the server's.
        if matches!(news.status, Status::ToMove(_)) && self.session.over() {
            self.reopen(news)?;
        }
        Ok(())
    }

    fn reopen(&mut self, news: &News) -> Result<(), String> {
        let opened = self.join.family.open_at(&Options::none(), &news.position);
        let board = opened.map_err(|error| format!("cannot understand the server: {error}"))?;
        self.session = Session::new(board, self.session.players().to_vec(), self.join.seed);
        self.refused.clear();
        Ok(())
    }

    /// Thinks and sends the move.
    fn order(&mut self, channel: &mut Channel, bot: &mut Contestant) -> Result<String, String> {
        let board = self.session.board();
        let control = Control::new(Limits { time: Some(self.join.time), ..Limits::default() });
        let thought = bot.think(board, &control).map_err(|lapse| format!("our player failed: {lapse}"))?;
        let mut text = thought.mv;
        if self.refused.contains(&text) {
            let mut others = board.legal().into_iter().filter(|mv| !self.refused.contains(mv));
            text = others.next().ok_or("the server took none of the legal moves")?;
        }
        let wire = wire(board)?;
        let message = wire.write_order(&text).map_err(|error| error.to_string())?;
        // A connection that is gone shows when the answer is awaited; the server's last words may still be on the way.
        let _ = channel.send(wire.as_ref(), &message);
        Ok(text)
    }

    fn finish(mut self, winners: Vec<usize>) -> Session {
        let seats = self.session.players().len();
        let agreed = self.session.ending().is_some_and(|ending| ending.winners == winners);
        if !agreed && !self.session.over() {
            let scores = (1..=seats).map(|seat| i32::from(winners.contains(&seat))).collect();
            let ending = "decided by the server".to_string();
            self.session.decide(Ending { winners, scores, ending });
        }
        self.session
    }
}
