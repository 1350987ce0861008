//! Playing in lines, as a person at a pipe would: every registered game, wrong input, undo, saving and loading.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use draw::Colours;
use game::{Control, Limits, Options, Rng};
use ludus_term::{Coaching, Occupant, Person, Play, lines, menu};
use table::{Bot, Family, MoveLog, Session, Wanted};

const SEED: u64 = 3;

fn fresh(family: &Family) -> Session {
    let board = family.open(&Options::none()).unwrap();
    Session::of_people(board, SEED)
}

pub(crate) fn people(session: Session) -> Play {
    let seats = session.players().iter().map(|_| Occupant::Human).collect();
    Play {
        games: registry::games(),
        session,
        seats,
        limits: Limits::default(),
        record: None,
        log: None,
        adviser: None,
        coaching: Coaching::default(),
    }
}

/// The players' moves of a random game.
fn random_game(family: &Family) -> Vec<String> {
    let mut session = fresh(family);
    let mut rng = Rng::new(SEED);
    let mut moves = Vec::new();
    loop {
        session.settle();
        if session.over() {
            return moves;
        }
        let legal = session.board().legal();
        let text = legal[rng.below(legal.len())].clone();
        session.play(&text, 0).unwrap();
        moves.push(text);
    }
}

fn run(play: &mut Play, input: &str) -> String {
    let mut out = Vec::new();
    lines::play(play, &mut input.as_bytes(), &mut out, Colours::Plain).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_game_is_played_to_its_end() {
    for family in &registry::games() {
        let mut play = people(fresh(family));
        let out = run(&mut play, &random_game(family).join("\n"));
        assert!(play.session.over(), "{} is not over", family.info.name);
        let ending = play.session.ending().unwrap().sentence(&play.session.board().seat_names());
        assert!(out.ends_with(&format!("{ending}.\n")), "{out}");
    }
}

#[test]
fn a_wrong_move_is_asked_for_again_with_the_reason() {
    for family in &registry::games() {
        let moves = random_game(family);
        let mut play = people(fresh(family));
        let out = run(&mut play, &format!("zzz 99\n\u{0}\u{7f}\n{}\n", moves[0]));
        assert!(out.contains("Cannot read 'zzz 99' as a move; expected"), "{out}");
        assert_eq!(play.session.board().movers().iter().flatten().count(), 1, "the good move was played");
        assert!(out.ends_with("The game is not finished.\n"), "{out}");
    }
}

#[test]
fn undo_takes_back_and_resign_ends() {
    for family in &registry::games() {
        let moves = random_game(family);
        let mut play = people(fresh(family));
        let out = run(&mut play, &format!("undo\n{}\nundo\nresign\n", moves[0]));
        assert!(out.contains("There is nothing to take back."), "{out}");
        assert!(play.session.over());
        assert!(out.trim_end().ends_with("resignation."), "{out}");
        assert_eq!(play.session.board().movers().iter().flatten().count(), 0);
    }
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let folder = std::env::temp_dir().join(format!("ludus-term-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for family in &registry::games() {
        let file = folder.join(family.info.name);
        let moves = random_game(family);
        let mut first = people(fresh(family));
        run(&mut first, &format!("{}\nsave {}\n", moves[0], file.display()));
        let mut second = people(fresh(family));
        let out = run(&mut second, &format!("load {}\nposition\nquit\n", file.display()));
        assert_eq!(second.session.record(), first.session.record());
        assert!(out.contains(&second.session.board().position()), "{out}");
        let out = run(&mut second, "load /nowhere/at/all\nsave\n");
        assert!(out.contains("Cannot read '/nowhere/at/all'") && out.contains("Say which file"), "{out}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn menus_ask_until_they_understand() {
    for (index, family) in registry::games().all().iter().enumerate() {
        let defaults = "\n".repeat(family.info.options.len());
        let input = format!("nine\n{}\n{defaults}2\n", index + 1);
        let mut out = Vec::new();
        let choice = menu::choose(&registry::games(), &mut input.as_bytes(), &mut out)
            .unwrap()
            .expect("everything was answered");
        assert_eq!(choice.game, family.info.name);
        assert!(choice.players.iter().all(table::Who::is_person));
        assert!(String::from_utf8(out).unwrap().contains("'nine' is not a number from 1 to"));
    }
    let options = "\n".repeat(registry::games().all()[0].info.options.len());
    let input = format!("1\n{options}1\n1\n:depth=3\n99\nMCTS: nodes=5\n");
    let mut out = Vec::new();
    let choice = menu::choose(&registry::games(), &mut input.as_bytes(), &mut out).unwrap().unwrap();
    assert_eq!(choice.players, ["human", "mcts:nodes=5"].map(|text| text.parse().unwrap()));
    let out = String::from_utf8(out).unwrap();
    assert!(out.contains("':depth=3' names no player;") && out.contains("Expected a number from"), "{out}");
    assert!(
        menu::choose(&registry::games(), &mut "1\n".as_bytes(), &mut Vec::new()).unwrap().is_none(),
        "the input ended"
    );
}

#[test]
fn the_coach_hints_in_steps_and_says_why() {
    for family in &registry::games() {
        let mut session = fresh(family);
        session.settle();
        let mv = session.board().legal().remove(0);
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        let mut play = Play { limits, ..people(session) };
        let typed = format!("why\nhint\nhint\nhint\nhint\nwhy {mv}\nwhy nonsense\n{mv}\nwhy\nquit\n");
        let mut out = Vec::new();
        lines::play(&mut play, &mut typed.as_bytes(), &mut out, Colours::Plain).unwrap();
        let text = String::from_utf8(out).unwrap();
        let names = play.session.board().seat_names();
        let prompt = |line: &str| names.iter().any(|name| line.starts_with(&format!("{name}> ")));
        let answers: Vec<&str> = text
            .lines()
            .filter(|line| prompt(line))
            .filter_map(|line| Some(line.split_once("> ")?.1))
            .collect();
        assert!(answers[0].starts_with("Nothing has been played yet."), "{text}");
        let hints: Vec<&str> = answers[1..5].iter().map(|answer| answer.lines().next().unwrap()).collect();
        assert!(hints[1].starts_with("Look at ") && hints[2].starts_with("Try "), "{hints:?}");
        assert!(hints[3].contains("The line: "), "{hints:?}");
        assert!(answers[5].starts_with(&mv), "{}", answers[5]);
        assert!(!answers[6].starts_with("nonsense"), "{}", answers[6]);
        assert!(answers[8].starts_with(&mv), "{}", answers[8]);
    }
}

/// A game that is over is stepped through, forwards and backwards.
#[test]
fn finished_games_are_stepped_through() {
    for family in &registry::games() {
        let mut play = people(fresh(family));
        run(&mut play, &random_game(family).join("\n"));
        let (moves, movers) = (play.session.board().moves(), play.session.board().movers());
        let first = movers.iter().position(Option::is_some).unwrap();
        let start = play.session.board().start_position();
        let out = run(&mut play, "position\n\nback\nposition\n9999\nend\nwhat\n\n");
        // Back at the first move, the position is the first one again, unless tiles were dealt before it.
        assert_eq!(out.matches(&start).count(), if first == 0 { 2 } else { 1 }, "{out}");
        let names = play.session.board().seat_names();
        let said = |at: usize| format!("{}. {} plays {}", at + 1, names[movers[at].unwrap()], moves[at]);
        assert!(out.contains(&said(first)), "{out}");
        assert!(out.contains(&said(moves.len() - 1)) || movers.last() == Some(&None), "{out}");
        assert!(out.contains(&format!("{}/{}> ", moves.len(), moves.len())), "{out}");
    }
}

/// Somebody who plays where another program runs the game: asked until the move is legal, gone when the input ends.
#[test]
fn a_person_is_asked_until_the_move_is_legal() {
    for family in &registry::games() {
        let mut session = fresh(family);
        session.settle();
        let mv = &session.board().legal()[0];
        let typed = format!("nonsense\nmoves\nhelp\nrules\n{mv}\n");
        let mut out = Vec::new();
        let mut person = Person { input: typed.as_bytes(), out: &mut out, colours: Colours::Plain };
        let control = Control::new(Limits::default());
        assert_eq!(&person.think(session.board(), &control, Wanted::best()).unwrap().mv, mv);
        assert!(person.think(session.board(), &control, Wanted::best()).is_err(), "nothing more comes");
        let out = String::from_utf8(out).unwrap();
        assert!(out.contains("'nonsense'") && out.contains("Besides moves"), "{out}");
    }
}

/// The log of a game has a line for each move of a computer, with the state after it.
#[test]
fn moves_of_computers_are_logged() {
    let path = std::env::temp_dir().join(format!("ludus-log-{}.jsonl", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let games = registry::games();
    let family = &games.all()[0];
    let mut play = people(fresh(family));
    for (seat, occupant) in play.seats.iter_mut().enumerate() {
        *occupant = Occupant::Bot(play.session.board().named_bot("greedy", seat as u64).unwrap());
    }
    play.log = Some(MoveLog::open(&path).unwrap());
    run(&mut play, "");
    let log = std::fs::read_to_string(&path).unwrap();
    let _ = std::fs::remove_file(&path);
    let moves = play.session.board().movers().iter().flatten().count();
    assert_eq!(log.lines().count(), moves);
    assert!(
        log.lines()
            .all(|line| ["\"state\":", "\"nodes\":", "\"time_ms\":"].iter().all(|key| line.contains(key)))
    );
    if cfg!(unix) {
        let full = MoveLog::open(std::path::Path::new("/dev/full"));
        play = Play { log: full.ok(), ..people(fresh(family)) };
        for (seat, occupant) in play.seats.iter_mut().enumerate() {
            *occupant = Occupant::Bot(play.session.board().named_bot("greedy", seat as u64).unwrap());
        }
        let out = run(&mut play, "");
        assert!(play.session.over(), "the game goes on without its log");
        assert!(out.contains("annot write '/dev/full'"), "{out}");
    }
}
