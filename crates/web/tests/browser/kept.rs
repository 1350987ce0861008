//! What is kept of games: files that are taken along and brought back, streaks; and clocks that run.

use std::path::PathBuf;

use game::{Options, Rng};
use serde_json::{Value, json};
use table::{Family, Session};

use crate::chromium::{Chromium, serve};
use crate::{READY, assert_content, begin, click_move, some_path};

/// A file of this test, gone with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, text: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("ludus-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("a file");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Everything is taken along in a file, forgotten, and brought back by choosing that file.
#[test]
fn games_are_taken_along_and_brought_back() {
    let server = serve();
    let mut browser = Chromium::start(390, 844);
    let name = registry::games().all()[1].info.name;
    begin(&mut browser, &server, &json!({ "game": name, "opponent": "human" }));
    let path = some_path(&mut browser, 1).expect("a move");
    click_move(&mut browser, &path);
    let game = browser.eval("location.pathname");
    let position = browser.eval("document.querySelector('game-play').view.position");
    browser.visit(&format!("{server}/yours"));
    let taken =
        browser.eval("fetch(document.querySelector('a[download]').href).then((answer) => answer.text())");
    browser.click("input[name=sure]");
    browser.click("form.forget button");
    browser.wait("document.readyState === 'complete' && document.querySelector('bring-back') !== null && !document.querySelector('input[name=sure]').checked");
    browser.visit(&format!("{server}/"));
    assert_eq!(browser.eval("document.querySelectorAll('a.row').length"), json!(0));

    browser.visit(&format!("{server}/yours"));
    let broken = Scratch::new("broken.json", "no games");
    browser.choose_file("bring-back input", &broken.0);
    browser.wait("document.querySelector('bring-back p').textContent !== ''");
    let refusal = browser.eval("document.querySelector('bring-back p').textContent");
    let file = Scratch::new("taken.json", taken.as_str().expect("a file"));
    browser.choose_file("bring-back input", &file.0);
    browser.wait(&format!("document.querySelector('bring-back p').textContent !== {refusal}"));
    browser.visit(&format!("{server}{}", game.as_str().expect("a path")));
    browser.wait("document.querySelector('game-play')?.view !== undefined");
    assert_eq!(browser.eval("document.querySelector('game-play').view.position"), position);
    assert_content(&mut browser, &server);
}

/// Two games won in a row are a streak of two; each had a clock.
#[test]
fn games_won_in_a_row_are_a_streak_and_clocks_run() {
    let server = serve();
    let mut browser = Chromium::start(1024, 900);
    let family = registry::games().all()[1].clone();
    let (position, seat, mv) = winning_move(&family);
    for _ in 0..2 {
        let fields = json!({ "game": family.info.name, "opponent": "level1", "seat": seat.to_string(), "position": position, "clock": "600+5" });
        begin(&mut browser, &server, &fields);
        browser.wait(READY);
        let clock = format!("document.querySelectorAll('.seats .clock')[{}].textContent", seat - 1);
        let before = browser.eval(&clock);
        browser.wait(&format!("{clock} !== {before}"));
        let path = browser.eval(&format!(
            "document.querySelector('game-board').paths.find(([text]) => text === {mv:?})[1]"
        ));
        let path: Vec<u64> = path.as_array().expect("a path").iter().filter_map(Value::as_u64).collect();
        click_move(&mut browser, &path);
        browser.wait("document.querySelector('.end-card').dataset.kind === 'won'");
    }
    // Where the game is as good as over, the analysis speaks of what is proved and not of depths.
    browser.click("form[action$='/analyse'] button");
    browser.wait("document.querySelector('game-analysis')?.view?.node > 0");
    browser.press("ArrowLeft");
    browser.wait("document.querySelector('.depth')?.textContent === 'solved'");
    browser.visit(&format!("{server}/statistics"));
    let figures =
        browser.eval("[...document.querySelectorAll('main dd')].map((figure) => figure.textContent)");
    let twos = figures.as_array().expect("figures").iter().filter(|figure| **figure == json!("2")).count();
    assert!(twos >= 2, "in a row now, and at most: {figures}");
    assert_content(&mut browser, &server);
}

/// A position of some game in which a move wins at once: the position, whose turn it is, the move.
fn winning_move(family: &Family) -> (String, usize, String) {
    for seed in 0..50 {
        let mut session = Session::of_people(family.open(&Options::none()).expect("the game opens"), seed);
        let mut rng = Rng::new(seed);
        session.settle();
        while let Some(seat) = session.to_move() {
            let (position, legal) = (session.board().position(), session.board().legal());
            let mv = legal[rng.below(legal.len())].clone();
            session.play(&mv, 0).expect("a legal move");
            session.settle();
            if session.board().ending().is_some_and(|ending| ending.winners == [seat + 1]) {
                return (position, seat + 1, mv);
            }
        }
    }
    panic!("nobody wins by a move of their own");
}
