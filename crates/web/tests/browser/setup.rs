//! Positions entered by hand as at a real table, and what can be asked about them.

use serde_json::json;

use crate::assert_content;
use crate::chromium::{Chromium, serve};

/// How long a person takes to look and click, in milliseconds.
const PACE: usize = 900;
/// How long entering a position may take, in milliseconds.
const PATIENCE: usize = 90_000;

/// Nothing is under way, and the board shows the draft.
const SETTLED: &str = "document.querySelector('position-editor').busy === 0";

/// Does what a line of `setup.txt` says; gives the number of clicks and keys.
fn follow(browser: &mut Chromium, line: &str) -> usize {
    let (verb, rest) = line.split_once(' ').expect("a verb");
    let mut parts = rest.split(" | ");
    let (name, value) = (parts.next().expect("a name"), parts.next().unwrap_or_default());
    if verb == "set" {
        let dial = format!(
            "[...document.querySelectorAll('.dial')].find((dial) => dial.firstElementChild.textContent === {name:?}).querySelector('[data-dial]')"
        );
        browser.eval(&format!(
            "(() => {{ const d = {dial}; d.focus(); d.value = {value:?}; d.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
        ));
        browser.wait(SETTLED);
        return 1 + value.len();
    }
    let chosen = format!(".brush[aria-label={name:?}][aria-checked=true]");
    let mut clicks = 0;
    if browser.eval(&format!("document.querySelector('{chosen}') === null")) == json!(true) {
        browser.click(&format!(".brush[aria-label={name:?}]"));
        clicks += 1;
    }
    let times: usize = parts.next().and_then(|n| n.parse().ok()).unwrap_or(1);
    for _ in 0..times {
        browser.click(&format!(".hotspot[aria-label^={:?}]", format!("{value},")));
        browser.wait(SETTLED);
        clicks += 1;
    }
    clicks
}

#[test]
fn positions_are_entered_by_clicks() {
    let server = serve();
    let mut browser = Chromium::start(1400, 1000);
    let games = registry::games().that_can("edit");
    assert!(games.all().len() >= 5, "every game of the list can be set up");
    for family in &games {
        let name = family.info.name;
        let file = format!("{}/../../games/{name}/setup.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        browser.visit(&format!("{server}/editor/{name}"));
        browser.eval("localStorage.setItem('speed', 'none')");
        browser.wait("document.querySelector('position-editor').view !== null");
        let mut clicks = 0;
        let lines = || text.lines().filter(|line| !line.starts_with('#'));
        for line in lines().filter(|line| line.starts_with("put ") || line.starts_with("set ")) {
            clicks += follow(&mut browser, line);
        }
        assert!(clicks * PACE < PATIENCE, "{name}: {clicks} clicks are too many");
        let said = |verb: &str| lines().find_map(|line| line.strip_prefix(verb)).map(str::to_string);
        let position = said("position ").expect("what it comes to");
        assert_eq!(browser.eval("document.querySelector('position-editor').view.problems"), json!([]));
        assert_eq!(browser.eval("document.querySelector('position-editor').view.position"), json!(position));
        if let Some(pack) = said("pack ") {
            browser.eval(&format!("document.querySelector('select[name=pack]').value = {pack:?}"));
        }
        browser.click("button[data-do=best]");
        browser.wait("document.querySelector('why-panel').view !== null");
        if let Some(answer) = said("answer ") {
            assert_eq!(browser.eval("document.querySelector('why-panel').view.move"), json!(answer));
            assert!(browser.eval("document.querySelectorAll('.reason .rule').length").as_u64() >= Some(3));
        }

        // What was really played is entered, and the next answer is about the position after it.
        let before = browser.eval("document.querySelector('position-editor').view.draft");
        browser.click("button[data-do=follow]");
        let path = browser.eval("document.querySelector('position-editor').view.moves[0]");
        for spot in path[1].as_array().expect("a path") {
            browser.click(&format!(".hotspot[data-spot='{spot}']"));
        }
        browser.wait(&format!("document.querySelectorAll('.played li').length === 1 && {SETTLED}"));
        assert_eq!(browser.eval("document.querySelector('.played li').textContent"), path[0]);
        assert_ne!(browser.eval("document.querySelector('position-editor').view.draft"), before);

        // The picture never shows another position than the text, right or wrong.
        browser.click("details.more summary");
        browser.eval("(() => { const t = document.querySelector('textarea[name=position]'); t.value = 'nonsense'; t.dispatchEvent(new Event('input')); })()");
        browser.wait("document.querySelectorAll('.problems li').length > 0");
        assert_eq!(
            browser.eval("document.querySelectorAll('game-board .piece[data-shape=tile][data-on], game-board .piece[data-shape=disc][data-on]').length"),
            json!(0)
        );
    }
    assert_content(&mut browser, &server);
}
