//! The messages of the competition's server, byte for byte.

use game::{Game, Line, Seats, Status, Wire};
use ludus_tablut::{Side, Tablut};

/// The captured message of this name.
fn captured(name: &str) -> &'static str {
    let lines = include_str!("../server.txt").lines();
    let line = lines.filter_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).next();
    let (length, message) = line.and_then(|line| line.split_once(' ')).expect("a captured message");
    assert_eq!(usize::from_str_radix(length, 16), Ok(message.len()), "{name}");
    message
}

fn play(start: &str, moves: &str) -> Line<Tablut> {
    let start = if start.is_empty() { Tablut.start() } else { Tablut.read(start).expect("a position") };
    let mut line = Line::new(Tablut, start);
    for text in moves.split_whitespace() {
        let mv = Tablut.read_move(line.state(), text).expect("a legal move");
        line.play(mv).expect("a legal move");
    }
    line
}

#[test]
fn states_are_written_as_the_server_writes_them() {
    let black_wins = "3BB4/4B4/B3W4/2WW1BK1B/BB1W1WWBB/4W3B/B3W4/4B4/3BBB3 B";
    let white_wins = "3BBB3/4B4/B3W3B/3W2K2/BBWW1WWBB/4W3B/B3W4/4B4/3BBB3 W";
    for (name, start, moves) in [
        ("start", "", ""),
        ("castle empty", "", "e4d4 a4a3 e5e4"),
        ("black wins", black_wins, "i4h4"),
        ("white wins", white_wins, "g4g1"),
        ("draw", "", "e4f4 d1d2 f4e4 d2d3 e4f4 d3d2"),
    ] {
        assert_eq!(Tablut.write_news(&play(start, moves), None), captured(name), "{name}");
    }
}

/// A game that ends off the board shows the board unchanged and the winner.
#[test]
fn a_forfeited_game_shows_its_winner() {
    let winner = Seats::only(Side::Black.seat());
    let expected = captured("start").replace("\"turn\":\"WHITE\"", "\"turn\":\"BLACKWIN\"");
    assert_eq!(Tablut.write_news(&play("", ""), Some(winner)), expected);
}

#[test]
fn states_are_read() {
    let (white, black) = (Side::White.seat(), Side::Black.seat());
    for (name, status) in [
        ("start", Status::ToMove(white)),
        ("castle empty", Status::ToMove(black)),
        ("white wins", Status::Over(Seats::only(white))),
        ("black wins", Status::Over(Seats::only(black))),
        ("draw", Status::Over(Seats::first(2))),
    ] {
        let news = Tablut.read_news(captured(name)).expect("a state");
        assert_eq!(news.status, status, "{name}");
        if let Status::ToMove(seat) = status {
            let state = Tablut.read(&news.position).expect("a position");
            assert_eq!(state.side().seat(), seat, "{name}");
        }
    }
    let start = Tablut.read_news(captured("start")).expect("a state");
    assert_eq!(start.position, Tablut.write(&Tablut.start()));
}

/// Our own orders have the form of the Java client; every form that the server takes is taken.
#[test]
fn orders_are_written_and_read() {
    let line = play("", "");
    let mv = Tablut.read_move(line.state(), "d5d2").expect("legal");
    assert_eq!(Tablut.write_order(line.state(), mv), r#"{"from":"d5","to":"d2","turn":"WHITE"}"#);
    for (message, expected) in [
        (r#"{"from": "e4", "to": "f4", "turn": "WHITE"}"#, "e4f4"),
        (r#"{"to":"F4","from":"E4"}"#, "E4F4"),
        ("{\"turn\":\"W\",\n\"note\":[1,{}],\"from\":\"e4\",\"to\":\"f4\"}", "e4f4"),
        (r#"{"to":"f4"}"#, "f4"),
    ] {
        assert_eq!(Tablut.read_order(message).as_deref(), Ok(expected), "{message}");
    }
    for message in ["", "e4f4", "{", "[]", "\"e4f4\"", "{\"from\":e4}x"] {
        assert!(Tablut.read_order(message).is_err(), "{message}");
    }
}

#[test]
fn names_and_lengths() {
    let bytes = Tablut::pack(&Tablut::write_name("Alpha"));
    assert_eq!(bytes, [0, 0, 0, 7, 0x22, 0x41, 0x6c, 0x70, 0x68, 0x61, 0x22]);
    assert_eq!(Tablut::length(&bytes[..4]), Ok(7));
    assert!(Tablut::length(&[0xff, 0, 0, 0]).is_err(), "lengths are signed");
    assert_eq!(Tablut::read_name("\"Alpha\"").as_deref(), Ok("Alpha"));
    assert_eq!(Tablut::read_name("Alpha").as_deref(), Ok("Alpha"));
    for message in ["Unquoted Name-42!", "", "{}", "\"open"] {
        assert!(Tablut::read_name(message).is_err(), "{message}");
    }
}

/// Cut or twisted messages are refused with a sentence, never by a panic.
#[test]
fn broken_states_are_refused() {
    let whole = captured("castle empty");
    for cut in 0..whole.len() {
        assert!(Tablut.read_news(&whole[..cut]).is_err(), "{cut} bytes");
    }
    for (from, to) in
        [("\"KING\"", "\"QUEEN\""), ("\"turn\"", "\"Turn\""), ("BLACK\"}", "GREEN\"}"), ("[[", "[[[],")]
    {
        assert!(Tablut.read_news(&whole.replacen(from, to, 1)).is_err(), "{from} -> {to}");
    }
}
