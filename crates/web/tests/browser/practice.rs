//! A puzzle on the board: a wrong move is refuted, the right one found, on a phone.

use school::{Learner, School};
use serde_json::{Value, json};

use crate::assert_content;
use crate::chromium::{Chromium, serve};
use crate::posed::puzzle;

/// Makes a move by clicks.
fn click(browser: &mut Chromium, mv: &str) {
    let find = format!("document.querySelector('game-board').paths.find(([text]) => text === {mv:?})[1]");
    let path = browser.eval(&find);
    for spot in path.as_array().expect("a path").iter().filter_map(Value::as_u64) {
        browser.click(&format!(".hotspot[data-spot='{spot}']"));
    }
}

#[test]
fn a_wrong_answer_is_refuted_and_the_right_one_found() {
    let server = serve();
    let mut browser = Chromium::start(390, 844);
    let family = registry::games().all()[1].clone();
    let (puzzle, wrong) = puzzle(&family);
    let mut learner = Learner::default();
    let other = School::of(&family).expect("puzzles can be read").puzzles()[0].clone();
    learner.keep([puzzle.clone(), other.clone()]);
    let kept = json!({ "topic": "school", "text": learner.write() });
    let brought = json!({ "games": [], "texts": [], "reviews": [], "cards": [], "progress": [kept] });
    browser.visit(&format!("{server}/yours"));
    browser.eval("localStorage.setItem('speed', 'none')");
    let bring = format!(
        "fetch('/yours/bring', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: {:?} }}).then((answer) => answer.ok)",
        brought.to_string()
    );
    assert_eq!(browser.eval(&bring), json!(true));
    browser.visit(&format!("{server}/practice/{}?own=yes&after={}", family.info.name, other.id));
    browser.wait("document.querySelector('game-board').paths.length > 0");
    let wide = browser.eval("document.documentElement.scrollWidth").as_u64();
    assert!(wide <= Some(390), "the page is wider than a phone: {wide:?}");
    click(&mut browser, &wrong);
    browser.wait("document.querySelector('.tried-mark').classList.contains('blunder') && document.querySelectorAll('.tried-line li').length > 0 && !document.querySelector('game-drill').busy");
    assert_eq!(browser.eval("document.querySelector('a[data-next]').hidden"), json!(true));
    browser.click("button[data-do=again]");
    browser.wait("document.querySelector('game-board').paths.length > 0");
    click(&mut browser, &puzzle.answers[0]);
    browser.wait("document.querySelector('.tried-mark').classList.contains('best') && document.activeElement.matches('a[data-next]')");
    browser.press("Enter");
    let next = format!("document.querySelector('game-drill')?.dataset.base.endsWith('/{}')", other.id);
    browser.wait(&format!("location.search.includes('after=') && {next}"));
    assert_content(&mut browser, &server);
}
