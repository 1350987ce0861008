//! Games over the network: whole games from either side, and every way in which one can break off.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use game::{Options, Status};
use ludus_arena::Fault;
use ludus_arena::net::{Host, Join, Played};
use table::{Family, Match, Session};

/// Nothing takes so long, however busy the machine is.
const LAST_RESORT: Duration = Duration::from_secs(120);

/// For what is waited for in vain.
const MOMENT: Duration = Duration::from_millis(400);

static GAMES: std::sync::LazyLock<table::Games> = std::sync::LazyLock::new(registry::games);

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

fn family() -> &'static Family {
    GAMES.all().iter().find(|family| start(family).wire().is_some()).expect("a game with a wire protocol")
}

fn start(family: &Family) -> Box<dyn Match> {
    family.open(&Options::none()).expect("the game opens")
}

fn host() -> Host<'static> {
    let mut host = Host::open(family(), Options::none(), HERE, Some(0)).expect("free ports");
    host.time = LAST_RESORT;
    host.wait = LAST_RESORT;
    host
}

fn join(host: &Host<'_>, seat: usize, player: &str) -> Join<'static> {
    Join {
        family: family(),
        seat,
        host: HERE.to_string(),
        port: host.addresses()[seat].port(),
        name: format!("{player} {seat}"),
        player: player.parse().expect("a player"),
        person: None,
        time: Duration::from_millis(50),
        clock: None,
        ponder: false,
        wait: LAST_RESORT,
        seed: 5,
    }
}

/// A client that says and hears raw messages.
struct Raw(TcpStream);

impl Raw {
    fn connect(address: SocketAddr) -> Raw {
        let stream = TcpStream::connect(address).expect("the host listens");
        stream.set_read_timeout(Some(LAST_RESORT)).expect("a timeout");
        Raw(stream)
    }

    fn say(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).expect("the host reads");
    }

    fn message(&mut self, text: &str) {
        let bytes = start(family()).wire().expect("a wire").pack(text);
        self.say(&bytes);
    }

    fn name(&mut self, name: &str) {
        let message = start(family()).wire().expect("a wire").write_name(name);
        self.message(&message);
    }

    /// The next message; `None` at the end.
    fn hear(&mut self) -> Option<String> {
        let board = start(family());
        let wire = board.wire().expect("a wire");
        let mut header = vec![0; wire.protocol().header];
        self.0.read_exact(&mut header).ok()?;
        let mut text = vec![0; wire.length(&header).expect("a length")];
        self.0.read_exact(&mut text).expect("a whole message");
        Some(String::from_utf8(text).expect("text"))
    }

    fn status(&mut self) -> Option<Status> {
        let message = self.hear()?;
        Some(start(family()).wire().expect("a wire").read_news(&message).expect("news").status)
    }
}

/// The first legal move, as a message.
fn first_move() -> String {
    let board = start(family());
    board.wire().expect("a wire").write_order(&board.legal()[0]).expect("a legal move")
}

fn play(host: &Host<'_>) -> Result<Played, String> {
    host.play(&mut |_| {})
}

/// Both sides by `join`: everybody agrees on every move and on the result.
#[test]
fn whole_games_between_clients() {
    for players in [["random", "greedy"], ["greedy", "random"], ["random", "random"]] {
        let host = host();
        let (hosted, joined) = std::thread::scope(|scope| {
            let clients: Vec<_> = (0..2)
                .map(|seat| {
                    let join = join(&host, seat, players[seat]);
                    scope.spawn(move || join.play(&mut |_| {}))
                })
                .collect();
            let hosted = play(&host).expect("a game");
            (
                hosted,
                clients
                    .into_iter()
                    .map(|client| client.join().expect("no panic").expect("a game"))
                    .collect::<Vec<_>>(),
            )
        });
        assert_eq!(hosted.lapse, None);
        assert!(hosted.record.replay(&registry::games()).is_ok());
        assert_eq!(hosted.record.players, [format!("{} 0", players[0]), format!("{} 1", players[1])]);
        for played in joined {
            assert_eq!(played.record.moves, hosted.record.moves);
            assert_eq!(played.record.result, hosted.record.result);
        }
    }
}

/// A player of ours in either seat of the host, a client in the other.
#[test]
fn whole_games_against_the_host() {
    for seat in 0..2 {
        let mut host = host();
        host.ours[1 - seat] = Some("random".parse().expect("a player"));
        let played = std::thread::scope(|scope| {
            let join = join(&host, seat, "random");
            let client = scope.spawn(move || join.play(&mut |_| {}));
            let played = play(&host).expect("a game");
            assert_eq!(client.join().expect("no panic").expect("a game").record.moves, played.record.moves);
            played
        });
        assert!(Session::resume(&registry::games(), &played.record).is_ok());
    }
}

/// A raw client in seat 0 does something; our player has seat 1. Returns the host's view and what the client heard after its name.
fn against_raw(errors: usize, time: Duration, act: impl Fn(&mut Raw) + Sync) -> (Played, Vec<Status>) {
    let mut host = host();
    host.errors = errors;
    host.time = time;
    host.ours[1] = Some("random".parse().expect("a player"));
    let address = host.addresses()[0];
    std::thread::scope(|scope| {
        let client = scope.spawn(|| {
            let mut raw = Raw::connect(address);
            raw.name("raw");
            act(&mut raw);
            std::iter::from_fn(|| raw.status()).collect::<Vec<_>>()
        });
        let played = play(&host).expect("a game");
        (played, client.join().expect("no panic"))
    })
}

fn fault(played: &Played) -> Option<(usize, Fault)> {
    played.lapse.as_ref().map(|(seat, lapse)| (*seat, lapse.fault))
}

/// The same order twice is illegal the second time: everybody hears who has won, then the end.
#[test]
fn an_illegal_move_loses() {
    let twice = |raw: &mut Raw| {
        raw.message(&first_move());
        raw.message(&first_move());
    };
    let (played, heard) = against_raw(0, LAST_RESORT, twice);
    assert_eq!(fault(&played), Some((0, Fault::IllegalMove)));
    assert_eq!(heard.len(), 4, "the start, two moves, the verdict: {heard:?}");
    let Some(Status::Over(winners)) = heard.last() else { panic!("{heard:?}") };
    assert_eq!(winners.iter().map(|seat| seat.number()).collect::<Vec<_>>(), [2]);
    let (played, heard) = against_raw(1, MOMENT, twice);
    assert_eq!(fault(&played), Some((0, Fault::Timeout)), "one illegal move is forgiven");
    assert!(heard.iter().all(|status| matches!(status, Status::ToMove(_))), "{heard:?}");
}

/// Silence, departure and nonsense end the game without another word.
#[test]
fn broken_clients_lose() {
    for (name, act, expected) in [
        ("silent", (|_| {}) as fn(&mut Raw), Fault::Timeout),
        ("slow", |raw| raw.say(&[0, 0]), Fault::Timeout),
        ("gone", |raw| raw.0.shutdown(std::net::Shutdown::Write).expect("closed"), Fault::Disconnect),
        ("negative", |raw| raw.say(&[0xff, 0, 0, 1, b'x']), Fault::Malformed),
        ("huge", |raw| raw.say(&[0x7f, 0xff, 0xff, 0xff, b'x']), Fault::Malformed),
        ("noise", |raw| raw.message("no such message"), Fault::Malformed),
        ("bytes", |raw| raw.say(&[0, 0, 0, 2, 0xff, 0xfe]), Fault::Malformed),
        (
            "cut",
            |raw| {
                raw.say(&[0, 0, 0, 90, b'{']);
                raw.0.shutdown(std::net::Shutdown::Write).expect("closed");
            },
            Fault::Malformed,
        ),
    ] {
        // Only those of whom nothing more comes are waited for in vain.
        let time = if expected == Fault::Timeout { MOMENT } else { LAST_RESORT };
        let (played, heard) = against_raw(0, time, act);
        assert_eq!(fault(&played), Some((0, expected)), "{name}: {:?}", played.lapse);
        assert_eq!(heard.len(), 1, "{name} hears the start and then the end: {heard:?}");
        let result = played.record.result.expect("a result");
        assert_eq!((result.winners, result.ending.as_str()), (vec![2], expected.name()), "{name}");
    }
}

/// The opponent of a client that is silent: a win on time if the time was over, an unfinished game otherwise.
#[test]
fn a_server_that_closes_without_a_word() {
    for (clock, over) in [(None, false), (Some(MOMENT), true)] {
        let mut host = host();
        host.time = MOMENT;
        let address = host.addresses()[0];
        let played = std::thread::scope(|scope| {
            let mut other = join(&host, 1, "random");
            other.clock = clock;
            let other = scope.spawn(move || other.play(&mut |_| {}));
            let mut raw = Raw::connect(address);
            raw.name("raw");
            raw.message(&first_move());
            let _ = play(&host).expect("a game");
            other.join().expect("no panic").expect("a game")
        });
        let first = start(family()).seat_names()[0];
        let told = "the server closed the connection without a result";
        assert_eq!(played.record.moves.len(), 2, "{:?}", played.record.moves);
        assert!(played.record.remarks[0].starts_with(told), "{:?}", played.record.remarks);
        match over {
            true => {
                let result = played.record.result.as_ref().expect("presumably won");
                assert_eq!((result.winners.as_slice(), result.ending.as_str()), (&[2][..], "timeout"));
                assert_eq!(played.broken, None);
            }
            false => {
                let broken = played.broken.expect("broken off");
                assert!(broken.starts_with(&format!("{told} while {first} was to move")), "{broken}");
                assert_eq!(played.record.result, None);
            }
        }
        assert!(played.record.replay(&registry::games()).is_ok());
    }
}

/// A server that says what it is told to, and then waits until the client leaves.
fn scripted(news: Vec<String>) -> (u16, std::thread::JoinHandle<()>) {
    let listener = TcpListener::bind((HERE, 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let server = std::thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a client");
        let mut raw = Raw(stream);
        raw.hear();
        news.iter().for_each(|text| raw.message(text));
        let _ = raw.0.read_to_end(&mut Vec::new());
    });
    (port, server)
}

/// The known server does not notice that somebody cannot move. The game is over all the same, whoever it is, and nothing of it is lost.
#[test]
fn a_side_without_a_move_ends_the_game() {
    let before = start(family());
    let begun = before.wire().expect("a wire").write_news(None);
    let stuck = |side: &str| {
        let position = format!("9/9/4B4/3BWB3/3BKB3/4B4/9/9/9 {side}");
        let board = family().open_at(&Options::none(), &position).expect("a position");
        board.wire().expect("a wire").write_news(None).replace("BLACKWIN", "WHITE")
    };
    for seat in 0..2 {
        let (port, server) = scripted(vec![begun.clone(), stuck("W")]);
        let mut join = join(&host(), seat, "random");
        join.port = port;
        let played = join.play(&mut |_| {}).expect("a game");
        let result = played.record.result.as_ref().expect("it is over");
        assert_eq!(result.winners, [2]);
        assert_eq!(played.broken, None);
        server.join().expect("no panic");
    }
}

/// Thinking on the opponent's time changes nothing else: a whole game, and everybody agrees on it.
#[test]
fn thinking_ahead() {
    let mut host = host();
    host.ours[1] = Some("random".parse().expect("a player"));
    let mut ahead = 0;
    let played = std::thread::scope(|scope| {
        let mut join = join(&host, 0, "alphabeta:depth=3");
        join.ponder = true;
        let client = scope.spawn(move || {
            let mut count = 0;
            let played =
                join.play(&mut |text| count += usize::from(text.starts_with("thought ahead about ")));
            (played.expect("a game"), count)
        });
        let hosted = play(&host).expect("a game");
        let (played, count) = client.join().expect("no panic");
        ahead += count;
        assert_eq!(hosted.record.moves, played.record.moves);
        played
    });
    assert!(ahead > 0, "it thought ahead");
    assert_eq!(played.record.times_ms.len(), played.record.moves.len());
}

/// A player of ours that fails loses, and the game is kept.
#[test]
fn a_player_that_leaves_has_lost() {
    struct Leaver;
    impl table::Bot for Leaver {
        fn think(
            &mut self,
            _: &dyn Match,
            _: &game::Control,
            _: table::Wanted<'_>,
        ) -> Result<table::Thought, table::BotError> {
            Err(table::BotError::Failed("the person has left".to_string()))
        }
    }
    let (port, server) = scripted(vec![start(family()).wire().expect("a wire").write_news(None)]);
    let mut join = join(&host(), 0, "random");
    join.player = table::Who::Person;
    join.person = Some(|| Box::new(Leaver));
    join.port = port;
    let played = join.play(&mut |_| {}).expect("a game");
    server.join().expect("no panic");
    assert_eq!(fault(&played), Some((0, Fault::Disconnect)));
    assert_eq!(played.record.result.expect("a result").winners, [2]);
}

/// A person is asked where somebody can ask it, and every time is a real one.
#[test]
fn a_person_may_have_a_seat() {
    const TYPING: Duration = Duration::from_millis(3);
    struct Typist;
    impl table::Bot for Typist {
        fn think(
            &mut self,
            board: &dyn Match,
            _: &game::Control,
            _: table::Wanted<'_>,
        ) -> Result<table::Thought, table::BotError> {
            std::thread::sleep(TYPING);
            let mut bot = board.named_bot("greedy", 1)?;
            bot.think(board, &game::Control::new(game::Limits::default()), table::Wanted::best())
        }
    }
    let mut host = host();
    host.ours[0] = Some(table::Who::Person);
    assert!(play(&host).is_err(), "nobody can ask here");
    host.ours.swap(0, 1);
    host.person = Some(|| Box::new(Typist));
    let played = std::thread::scope(|scope| {
        let mut join = join(&host, 0, "random");
        join.player = table::Who::Person;
        join.person = host.person;
        let client = scope.spawn(move || join.play(&mut |_| {}));
        let played = play(&host).expect("a game");
        let joined = client.join().expect("no panic").expect("a game");
        // Its own are every other one, the first included.
        let (typing, times) = (TYPING.as_millis() as u64, &joined.record.times_ms);
        assert!(times.iter().step_by(2).all(|&time| time >= typing), "{times:?}");
        played
    });
    assert!(played.record.result.is_some());
}

#[test]
fn clients_that_do_not_come_are_not_awaited_for_ever() {
    let mut host = host();
    host.wait = Duration::from_millis(200);
    let first = start(family()).seat_names()[0];
    assert_eq!(play(&host), Err(format!("nobody came to play {first} within 0.2 s")));
    let mut raw = Raw::connect(host.addresses()[0]);
    let error = play(&host).expect_err("it says no name");
    assert_eq!(error, format!("{first} did not say its name: no message came in time"));
    raw.name("too late");
}

/// A server that is no such server.
#[test]
fn wrong_servers_are_recognised() {
    type Serve = fn(TcpStream);
    let closed = "the server closed the connection without a result";
    let foreign = "cannot understand the server";
    for (name, serve, wait, expected) in [
        ("closes", (|_| {}) as Serve, LAST_RESORT, closed),
        ("web", |mut s| drop(s.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")), LAST_RESORT, foreign),
        ("noise", |mut s| drop(s.write_all(&[0, 0, 0, 2, b'{', b'}'])), LAST_RESORT, foreign),
        // It stays until the client has left.
        ("silent", |mut s| drop(s.read_to_end(&mut Vec::new())), MOMENT, "the server said nothing for 0.4 s"),
    ] {
        let listener = TcpListener::bind((HERE, 0)).expect("a port");
        let mut join = join(&host(), 0, "random");
        join.port = listener.local_addr().expect("an address").port();
        join.wait = wait;
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            let mut name = [0; 8];
            let _ = stream.read(&mut name);
            serve(stream);
        });
        let error = join.play(&mut |_| {}).expect_err(name);
        assert!(error.starts_with(expected), "{name}: {error}");
        server.join().expect("no panic");
    }
}
