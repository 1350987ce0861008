//! The engine's end of the protocol: a conversation with every game.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

use game::Options;
use ludus_arena::engine::serve;

/// What is written, for everybody to see.
#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panics").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn talk(family: &table::Family, said: &str) -> Vec<String> {
    talk_as(family, "greedy", said)
}

fn talk_as(family: &table::Family, player: &str, said: &str) -> Vec<String> {
    let board = family.open(&Options::none()).expect("the game opens");
    let page = Page::default();
    serve(
        family.clone(),
        board,
        &player.parse().expect("a player"),
        1,
        Cursor::new(said.to_string()),
        page.clone(),
    )
    .expect("a conversation");
    let text = String::from_utf8(page.0.lock().expect("nobody panics").clone()).expect("text");
    text.lines().map(str::to_string).collect()
}

#[test]
fn every_game_answers_and_explains() {
    for family in &registry::games().that_can("explain") {
        let mut board = family.open(&Options::none()).expect("the game opens");
        while board.deal(&mut game::Rng::new(3)).is_some() {}
        let dealt = board.moves().join(" ");
        let position = if dealt.is_empty() { "start".into() } else { format!("start moves {dealt}") };
        let mv = &board.legal()[0];
        let said = format!(
            "ugi\nisready\nnoise 1 2\nsetoption name coachnodes value 3000\nnewgame {}\nposition {position}\nquery turn\nquery legal\nexplain\nexplain {mv}\n\
             explain nonsense\nexplain rules\nexplain rules {mv}\ngo depth 1\nexplain\n",
            family.info.name
        );
        let lines = talk(family, &said);
        let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
        for (start, expected) in [
            ("ugiok", 1),
            ("readyok", 1),
            ("turn 1 ", 1),
            ("legal ", 1),
            ("explained ", 5),
            ("info verdict ", 3),
            ("error ", 1),
            ("bestmove ", 1),
        ] {
            assert_eq!(count(start), expected, "{}: '{start}' in {lines:#?}", family.info.name);
        }
        for reason in lines.iter().filter_map(|line| line.strip_prefix("info reason ")) {
            let (head, sentence) = reason.split_once('"').unwrap_or_default();
            let (sentence, tail) = sentence.rsplit_once('"').unwrap_or_default();
            assert!(!sentence.is_empty(), "{reason}");
            let words: Vec<&str> = head.split_whitespace().collect();
            match words.as_slice() {
                ["literal" | "confirmed"] => assert!(tail.starts_with(" line "), "{reason}"),
                [_, points] => assert!(points.parse::<i32>().is_ok() && tail.is_empty(), "{reason}"),
                _ => panic!("{reason}"),
            }
        }
    }
}

/// A game in which somebody is to move at once.
fn without_luck(games: &table::Games) -> &table::Family {
    let plain = |family: &&table::Family| family.open(&Options::none()).is_ok_and(|b| b.to_move().is_some());
    games.all().iter().find(plain).expect("a game without luck at the start")
}

/// What was said before is no matter: a thought without end, a count without end, words that mean nothing, halves of commands.
#[test]
fn quit_ends_it_whatever_came_before() {
    let games = registry::games();
    let family = without_luck(&games);
    for before in [
        "go\nnonsense",
        "go\nposition start",
        "go infinite\ngo\ngo movetime soon\nposition pos\nsetoption\nnewgame x=y",
        "go depth 200\nposition start\nd",
        "go movetime 99999999999\nquery legal",
        "perft 12\nd",
        "\u{0}\u{ffff} \n\t\nquitt\nqui t",
    ] {
        talk_as(family, "alphabeta", &format!("{before}\nquit\nposition start\n"));
    }
}

#[test]
fn a_thought_without_end_gives_way_to_the_next_line() {
    let games = registry::games();
    let lines = talk_as(without_luck(&games), "alphabeta", "go\nposition start\nquery turn\n");
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("turn ")), "{lines:?}");
}

#[test]
fn a_search_stopped_before_its_first_depth_claims_nothing() {
    for family in &registry::games() {
        let mut board = family.open(&Options::none()).expect("the game opens");
        while board.deal(&mut game::Rng::new(3)).is_some() {}
        let dealt = board.moves().join(" ");
        let position = if dealt.is_empty() { "start".into() } else { format!("start moves {dealt}") };
        for player in ["alphabeta", "master", "mcts"] {
            let lines = talk_as(family, player, &format!("position {position}\ngo nodes 1\n"));
            let info: Vec<&String> = lines.iter().filter(|line| line.starts_with("info ")).collect();
            assert!(!info.is_empty(), "{player}: {lines:?}");
            assert!(info.iter().all(|line| !line.contains("score -40000")), "{player}: {info:?}");
            assert!(
                info.iter().all(|line| !line.contains("depth 0")
                    || !line.contains("win 0.0000")
                    || line.contains("exact")),
                "{player}: {info:?}"
            );
        }
    }
}

/// A thought on the opponent's time answers when its move was played or when it is stopped, never before, however soon it is done.
#[test]
fn pondering_answers_when_it_is_wanted() {
    let games = registry::games();
    let family = without_luck(&games);
    let board = family.open(&Options::none()).expect("the game opens");
    let mv = &board.legal()[0];
    let said = format!(
        "setoption name ponder value true\nposition start moves {mv}\ngo ponder depth 1\nisready\nponderhit\nposition start\n\
         go ponder movetime 100\nstop\nponderhit\nisready\ngo depth 3\n"
    );
    let lines = talk_as(family, "alphabeta", &said);
    let told: Vec<&str> = lines
        .iter()
        .filter_map(|line| ["readyok", "bestmove", "error"].into_iter().find(|start| line.starts_with(start)))
        .collect();
    assert_eq!(told, ["readyok", "bestmove", "bestmove", "readyok", "bestmove"], "{lines:?}");
    let last = lines.last().expect("an answer");
    assert!(last.contains(" ponder "), "{last}");
}
