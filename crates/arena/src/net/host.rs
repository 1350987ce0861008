//! A server of a game's wire protocol.
//!
//! It behaves as the known servers do: seats are filled in turn order, everybody hears the start and what comes of every order, an illegal move is
//! answered by the unchanged board with the winner, and a seat that is silent, gone or talks nonsense ends the game without another word.

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use game::{Control, Limits, Options};
use table::{Family, Match, Session, Who};

use super::channel::{Broken, Channel};
use super::{Person, Played};
use crate::fault::{plain, shortened};
use crate::{Contestant, Fault, Lapse};

/// Letters of a client's name that are kept.
const LONGEST_NAME: usize = 60;

/// How often a waiting host looks whether somebody has come.
const GLANCE: Duration = Duration::from_millis(10);

/// A server for one game.
pub struct Host<'a> {
    /// The game.
    pub family: &'a Family,
    /// Its options.
    pub options: Options,
    /// Time for a move.
    pub time: Duration,
    /// Time that a player of ours thinks about a move; the time for a move when nothing is said.
    pub think: Option<Duration>,
    /// Time for a client to come, and then to say its name.
    pub wait: Duration,
    /// Illegal moves that are forgiven each seat.
    pub errors: usize,
    /// Players of ours, by seat; the other seats are for clients.
    pub ours: Vec<Option<Who>>,
    /// How a person is asked who has a seat of ours.
    pub person: Option<Person>,
    /// What everything random follows from.
    pub seed: u64,
    listeners: Vec<TcpListener>,
}

/// Who sits in a seat.
enum Guest {
    Away(Channel),
    Ours(Contestant),
}

impl<'a> Host<'a> {
    /// Opens the ports: `port` for the first seat and the next ones for the others, any free ones for 0, and the protocol's own without one.
    ///
    /// # Errors
    /// When the game has no wire protocol, or a port cannot be had.
    pub fn open(
        family: &'a Family,
        options: Options,
        address: IpAddr,
        port: Option<u16>,
    ) -> Result<Host<'a>, String> {
        let board = family.open(&options).map_err(|error| error.to_string())?;
        let protocol = super::join::wire(board.as_ref())?.protocol();
        let seats = board.seat_names().len();
        let mut listeners = Vec::new();
        for (seat, &usual) in protocol.ports.iter().enumerate().take(seats) {
            let port = match port {
                None => usual,
                Some(0) => 0,
                Some(first) => first
                    .checked_add(seat as u16)
                    .ok_or_else(|| format!("there is no port after {}; expected a smaller one", u16::MAX))?,
            };
            let address = SocketAddr::new(address, port);
            let listener = TcpListener::bind(address).and_then(|listener| {
                listener.set_nonblocking(true)?;
                Ok(listener)
            });
            listeners.push(listener.map_err(|error| format!("cannot listen at {address}: {error}"))?);
        }
        Ok(Host {
            family,
            options,
            time: Duration::from_secs(protocol.seconds),
            think: None,
            wait: Duration::from_secs(300),
            errors: 0,
            ours: vec![None; seats],
            person: None,
            seed: 0,
            listeners,
        })
    }

    /// Where it listens, by seat.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.listeners.iter().filter_map(|listener| listener.local_addr().ok()).collect()
    }

    /// Waits for everybody, plays the game, and closes the connections. `tell` hears what happens.
    ///
    /// # Errors
    /// When a client does not come, or does not say its name.
    pub fn play(&self, tell: &mut dyn FnMut(&str)) -> Result<Played, String> {
        let board = self.family.open(&self.options).map_err(|error| error.to_string())?;
        let seats = board.seat_names();
        let (mut guests, mut names) = (Vec::new(), Vec::new());
        for (seat, side) in seats.iter().enumerate() {
            let (guest, name) = self.welcome(board.as_ref(), seat)?;
            tell(&format!("{side} is {name}"));
            guests.push(guest);
            names.push(name);
        }
        let mut session = Session::new(board, names, self.seed);
        let lapse = self.run(&mut session, &mut guests, tell);
        Ok(Played { record: session.record(), lapse, broken: None })
    }

    fn welcome(&self, board: &dyn Match, seat: usize) -> Result<(Guest, String), String> {
        if let Some(player) = &self.ours[seat] {
            let ours = super::contestant(board, player, self.seed + seat as u64, self.person);
            return Ok((Guest::Ours(ours.map_err(|error| error.to_string())?), player.to_string()));
        }
        let side = board.seat_names()[seat];
        let deadline = Instant::now() + self.wait;
        let mut channel = loop {
            if let Ok((stream, _)) = self.listeners[seat].accept() {
                break Channel::new(stream).map_err(|error| format!("cannot talk to {side}: {error}"))?;
            }
            if Instant::now() >= deadline {
                return Err(format!("nobody came to play {side} within {} s", self.wait.as_secs_f64()));
            }
            std::thread::sleep(GLANCE);
        };
        let wire = super::join::wire(board)?;
        let message = channel.receive(wire.as_ref(), Instant::now() + self.wait);
        let message = message.map_err(|broken| format!("{side} did not say its name: {broken}"))?;
        let name = wire.read_name(&message).map_err(|why| format!("{side} did not say its name: {why}"))?;
        Ok((Guest::Away(channel), shortened(plain(&name), LONGEST_NAME)))
    }

    fn run(
        &self,
        session: &mut Session,
        guests: &mut [Guest],
        tell: &mut dyn FnMut(&str),
    ) -> Option<(usize, Lapse)> {
        let mut forgiven = vec![self.errors; guests.len()];
        session.settle();
        announce(session, guests, None);
        while let Some(seat) = session.to_move() {
            let started = Instant::now();
            let text = match guests[seat].order(session.board(), self.time, self.think.unwrap_or(self.time)) {
                Ok(text) => text,
                Err(lapse) => {
                    session.forfeit(seat, lapse.fault.name());
                    return Some((seat, lapse));
                }
            };
            match session.play(&text, started.elapsed().as_millis() as u64) {
                Ok(played) => {
                    tell(&format!("{} plays {}", session.board().seat_names()[seat], played.text));
                    session.settle();
                    announce(session, guests, None);
                }
                Err(error) if forgiven[seat] > 0 => {
                    forgiven[seat] -= 1;
                    tell(&format!("{} may try again: {error}", session.board().seat_names()[seat]));
                    announce(session, guests, None);
                }
                Err(error) => {
                    let lapse = Lapse::new(Fault::IllegalMove, error.to_string());
                    session.forfeit(seat, lapse.fault.name());
                    let winners: Vec<usize> = (0..guests.len()).filter(|&other| other != seat).collect();
                    announce(session, guests, Some(&winners));
                    return Some((seat, lapse));
                }
            }
        }
        None
    }
}

/// Tells everybody how things stand. Who does not hear it will be missed on its turn.
fn announce(session: &Session, guests: &mut [Guest], winners: Option<&[usize]>) {
    let Some(wire) = session.board().wire() else { return };
    let news = wire.write_news(winners);
    for guest in guests {
        if let Guest::Away(channel) = guest {
            let _ = channel.send(wire.as_ref(), &news);
        }
    }
}

impl Guest {
    /// The text of its move, legal or not: a client has `time`, a player of ours thinks for as long as `think`, but not longer than that.
    fn order(&mut self, board: &dyn Match, time: Duration, think: Duration) -> Result<String, Lapse> {
        let channel = match self {
            Guest::Ours(player) => {
                let control = Control::new(Limits { time: Some(think.min(time)), ..Limits::default() });
                return player.think(board, &control).map(|thought| thought.mv);
            }
            Guest::Away(channel) => channel,
        };
        let malformed = |why: String| Lapse::new(Fault::Malformed, why);
        let wire = super::join::wire(board).map_err(malformed)?;
        let message =
            channel.receive(wire.as_ref(), Instant::now() + time).map_err(|broken| match broken {
                Broken::Closed => Lapse::new(Fault::Disconnect, "it closed the connection on its turn"),
                Broken::Late => {
                    Lapse::new(Fault::Timeout, format!("no move within {} s", time.as_secs_f64()))
                }
                Broken::Malformed(why) => Lapse::new(Fault::Malformed, why),
            })?;
        wire.read_order(&message).map_err(malformed)
    }
}
