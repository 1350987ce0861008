//! A client of a game's wire protocol: one of our players on somebody else's server.

use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use game::{Control, Limits, News, Options, Status};
use table::{Ending, Family, Match, Session, Who, Wired};

use super::channel::{Broken, Channel};
use super::{Person, Played};
use crate::{Contestant, Fault, Lapse};

/// How long a server that refuses connections may still be starting.
const STARTING: Duration = Duration::from_secs(5);

/// What a server's clock may differ from ours.
const SLACK: Duration = Duration::from_millis(200);

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
    /// How a person is asked, if one may play.
    pub person: Option<Person>,
    /// Time that our player thinks about a move.
    pub time: Duration,
    /// Time that the server gives for a move; the protocol's when nothing is said.
    pub clock: Option<Duration>,
    /// Whether our player thinks on the opponent's time too.
    pub ponder: bool,
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
    /// Plays until the game is over, or broken off by the server: then it is a win on time if only that can be the reason, and otherwise unfinished,
    /// but nothing is lost. `tell` hears what happens.
    ///
    /// # Errors
    /// When the server cannot be reached, or says nothing that can be understood before the game has begun.
    pub fn play(&self, tell: &mut dyn FnMut(&str)) -> Result<Played, String> {
        let board = self.family.open(&Options::none()).map_err(|error| error.to_string())?;
        let protocol = wire(board.as_ref())?.protocol();
        let bot = super::contestant(board.as_ref(), &self.player, self.seed, self.person);
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
        let mut talk = Talk {
            join: self,
            clock: self.clock.unwrap_or(Duration::from_secs(protocol.seconds)),
            session: Session::new(board, names, self.seed),
            refused: Vec::new(),
            expected: Vec::new(),
            thought: None,
            heard: None,
            remarks: Vec::new(),
        };
        let mut ordered: Option<String> = None;
        loop {
            let news = match talk.listen(&mut channel, &mut bot, tell) {
                Ok(news) => news,
                Err(silence) => return talk.broken_off(silence),
            };
            talk.follow(&news, ordered.take(), tell)?;
            match news.status {
                Status::Over(winners) => {
                    let winners = winners.iter().map(|seat| seat.number()).collect();
                    return Ok(talk.decided(winners));
                }
                Status::ToMove(_) if talk.session.over() => {
                    tell("nobody can move any more: the game is over, though the server does not say so");
                    return Ok(talk.played(None));
                }
                Status::ToMove(seat) if seat.index() == self.seat => {
                    ordered = match talk.order(&mut channel, &mut bot) {
                        Ok(text) => Some(text),
                        Err(stuck) => return Ok(talk.given_up(stuck)),
                    };
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
    /// The server's time for a move.
    clock: Duration,
    session: Session,
    /// Moves in this position that the server did not take.
    refused: Vec<String>,
    /// How our player expects the game to go on after its move.
    expected: Vec<String>,
    /// What our player spent on the move that the server has not confirmed yet.
    thought: Option<Duration>,
    /// When the server last said something.
    heard: Option<Instant>,
    /// What the record cannot show.
    remarks: Vec<String>,
}

impl Talk<'_> {
    /// Waits for the server; our player thinks meanwhile if it may and the opponent is to move.
    fn listen(
        &self,
        channel: &mut Channel,
        bot: &mut Contestant,
        tell: &mut dyn FnMut(&str),
    ) -> Result<News, Silence> {
        let Some((board, mv)) = self.ahead(bot) else { return self.receive(channel) };
        let control = Control::new(Limits::default());
        let news = std::thread::scope(|scope| {
            scope.spawn(|| bot.think(board.as_ref(), &control));
            let news = self.receive(channel);
            control.stop();
            news
        });
        tell(&format!("thought ahead about {mv}: {} nodes", control.nodes()));
        news
    }

    /// The position to think about on the opponent's time: the one after the move that is expected of it.
    fn ahead(&self, bot: &Contestant) -> Option<(Box<dyn Match>, String)> {
        let waits = self.heard.is_some() && self.session.to_move().is_some_and(|seat| seat != self.join.seat);
        if !self.join.ponder || !waits || !matches!(bot, Contestant::Inside(..)) {
            return None;
        }
        let mut board = self.session.board().fork();
        let mv = board.play(self.expected.first()?).ok()?;
        (board.to_move() == Some(self.join.seat)).then_some((board, mv))
    }

    fn receive(&self, channel: &mut Channel) -> Result<News, Silence> {
        let foreign =
            |why: String| Silence { closed: false, why: format!("cannot understand the server: {why}") };
        let wire = wire(self.session.board()).map_err(foreign)?;
        let message = channel.receive(wire.as_ref(), Instant::now() + self.join.wait);
        let message = message.map_err(|broken| match broken {
            Broken::Closed => {
                Silence { closed: true, why: "the server closed the connection without a result".to_string() }
            }
            Broken::Late => {
                let wait = self.join.wait.as_secs_f64();
                Silence { closed: false, why: format!("the server said nothing for {wait} s") }
            }
            Broken::Malformed(why) => foreign(why),
        })?;
        wire.read_news(&message).map_err(foreign)
    }

    /// The game when the server says no more. A server that closes on the opponent's turn, when its time is over, has counted it out.
    fn broken_off(mut self, silence: Silence) -> Result<Played, String> {
        let (Some(heard), Some(mover)) = (self.heard, self.session.to_move()) else {
            return Err(silence.why);
        };
        let side = self.session.board().seat_names()[mover];
        let waited = heard.elapsed();
        let timed_out = waited + SLACK >= self.clock;
        // A move of ours that was sent and not confirmed is not on our board, and whose turn it was for the server is not known.
        if silence.closed && timed_out && mover != self.join.seat {
            self.remarks.push(format!(
                "{}, {:.1} s after {side} was to move: presumably its time was over",
                silence.why,
                waited.as_secs_f64()
            ));
            self.session.forfeit(mover, Fault::Timeout.name());
            return Ok(self.played(None));
        }
        let reason = format!(
            "{} while {side} was to move: a time-out, a lost connection, or a message that it did not understand",
            silence.why
        );
        self.remarks.push(reason.clone());
        Ok(self.played(Some(reason)))
    }

    /// Brings our board to where the server's is.
    fn follow(
        &mut self,
        news: &News,
        ordered: Option<String>,
        tell: &mut dyn FnMut(&str),
    ) -> Result<(), String> {
        let since = self.heard.replace(Instant::now()).map_or(Duration::ZERO, |before| before.elapsed());
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
                let spent = match mover {
                    Some(seat) if seat == self.join.seat => self.thought.take().unwrap_or(since),
                    _ => since,
                };
                let played = self.session.play(&text, spent.as_millis() as u64);
                let played = played.map_err(|error| error.to_string())?;
                let who = mover.map_or("?", |seat| self.session.board().seat_names()[seat]);
                tell(&format!("{who} plays {}", played.text));
                if mover != Some(self.join.seat) {
                    self.expected.clear();
                }
                self.refused.clear();
            }
            Some(None) if matches!(news.status, Status::ToMove(_)) => {
                tell("the server's position does not follow from ours by a legal move; going on from it");
                self.reopen(news)?;
            }
            Some(None) => {}
        }
        // By our rules the game may be over by its history when it is not by the server's. Where nobody can move in the position itself, it is over.
        if matches!(news.status, Status::ToMove(_)) && self.session.over() && !self.open_at(news)?.over() {
            self.reopen(news)?;
        }
        Ok(())
    }

    fn open_at(&self, news: &News) -> Result<Box<dyn Match>, String> {
        let opened = self.join.family.open_at(&Options::none(), &news.position);
        opened.map_err(|error| format!("cannot understand the server: {error}"))
    }

    /// Begins a new record at the server's position. What was played before stays as a remark.
    fn reopen(&mut self, news: &News) -> Result<(), String> {
        let before = self.session.record();
        if !before.moves.is_empty() {
            let (start, moves) = (&before.start, before.moves.join(" "));
            self.remarks
                .push(format!("the server went on by other rules; played before: {start} moves {moves}"));
        }
        let board = self.open_at(news)?;
        self.session = Session::new(board, self.session.players().to_vec(), self.join.seed);
        self.refused.clear();
        self.expected.clear();
        Ok(())
    }

    /// Thinks and sends the move.
    fn order(&mut self, channel: &mut Channel, bot: &mut Contestant) -> Result<String, Stuck> {
        let board = self.session.board();
        let control = Control::new(Limits { time: Some(self.join.time), ..Limits::default() });
        let thought = bot.think(board, &control).map_err(Stuck::Failed)?;
        self.thought = Some(control.elapsed());
        let mut text = thought.mv;
        self.expected = thought.pv.into_iter().skip(1).collect();
        if self.refused.contains(&text) {
            let mut others = board.legal().into_iter().filter(|mv| !self.refused.contains(mv));
            let none = || Stuck::Refused("the server took none of the legal moves".to_string());
            text = others.next().ok_or_else(none)?;
            self.expected.clear();
        }
        let wire = wire(board).map_err(Stuck::Refused)?;
        let message = wire.write_order(&text).map_err(|error| Stuck::Refused(error.to_string()))?;
        // A connection that is gone shows when the answer is awaited; the server's last words may still be on the way.
        let _ = channel.send(wire.as_ref(), &message);
        Ok(text)
    }

    /// The game when we can send no move: lost if our player failed, unfinished otherwise.
    fn given_up(mut self, stuck: Stuck) -> Played {
        match stuck {
            Stuck::Failed(lapse) => {
                let seat = self.join.seat;
                self.session.forfeit(seat, lapse.fault.name());
                Played { lapse: Some((seat, lapse)), ..self.played(None) }
            }
            Stuck::Refused(why) => self.played(Some(why)),
        }
    }

    /// The game as the server has decided it.
    fn decided(mut self, winners: Vec<usize>) -> Played {
        let seats = self.session.players().len();
        let agreed = self.session.ending().is_some_and(|ending| ending.winners == winners);
        if !agreed && !self.session.over() {
            let scores = (1..=seats).map(|seat| i32::from(winners.contains(&seat))).collect();
            let ending = "decided by the server".to_string();
            self.session.decide(Ending { winners, scores, ending });
        }
        self.played(None)
    }

    fn played(self, broken: Option<String>) -> Played {
        let mut record = self.session.record();
        record.remarks = self.remarks;
        Played { record, lapse: None, broken }
    }
}

/// Why we can send no move.
enum Stuck {
    /// Our player failed.
    Failed(Lapse),
    /// The server takes none.
    Refused(String),
}

/// Why the server says no more.
struct Silence {
    /// Whether it closed the connection.
    closed: bool,
    why: String,
}
