//! What makes a page pleasant beside the board: copies, sounds, a word about the queue.

use serde_json::{Value, json};

use crate::chromium::{Chromium, serve};
use crate::{assert_content, begin, click_move, some_path};

#[test]
fn boards_are_copied_as_image_and_text_and_moves_are_heard() {
    let server = serve();
    let mut browser = Chromium::start(1280, 900);
    let name = registry::games().all()[1].info.name;
    begin(&mut browser, &server, &json!({ "game": name, "opponent": "human" }));
    let permissions = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
    browser.call("Browser.grantPermissions", permissions);
    browser.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
    browser.eval("for (const part of document.querySelectorAll('details.more')) part.open = true");
    browser.click("button[data-do=copy-image]");
    browser.wait("document.querySelector('.status').textContent === 'Copied'");
    let types =
        browser.eval("navigator.clipboard.read().then((items) => items.flatMap((item) => item.types))");
    assert_eq!(types, json!(["image/png"]));
    browser.click("button[data-do=copy-text]");
    browser.wait("navigator.clipboard.readText().then((text) => window.read = text) && window.read === document.querySelector('game-play').view.board.text");

    // A move is heard; none is once sounds are off.
    browser.eval(
        "window.waves = 0; const made = AudioContext.prototype.createOscillator; \
         AudioContext.prototype.createOscillator = function () { window.waves += 1; return made.call(this); }",
    );
    let path = some_path(&mut browser, 1).expect("a move");
    click_move(&mut browser, &path);
    browser.wait("window.waves > 0");
    // Two people share this screen, and each hears a move of their own: one note of two waves.
    let waves = browser.eval("window.waves");
    assert_eq!(waves, json!(2));
    assert_ne!(
        browser.eval("document.querySelector('.spoken').textContent"),
        json!(""),
        "the other hears what was played"
    );
    browser.click("input[name=sound]");
    let path = some_path(&mut browser, 2).expect("a move");
    click_move(&mut browser, &path);
    assert_eq!(browser.eval("window.waves"), waves, "sounds are off");
    assert_content(&mut browser, &server);
}

/// One thread thinks at length, and two games are before this one.
#[test]
fn whoever_waits_for_a_thought_is_told_how_many_come_before() {
    let server = serve();
    let mut browser = Chromium::start(1280, 900);
    let name = registry::games().all()[0].info.name;
    let slow = json!({ "game": name, "opponent": "master", "seat": "2", "think_ms": "60000" });
    let mut games: Vec<Value> = Vec::new();
    for _ in 0..3 {
        begin(&mut browser, &server, &slow);
        games.push(browser.eval("location.pathname"));
    }
    browser.wait("document.querySelector('.status').textContent === 'The machine is busy; thoughts before this one: 1'");
    // The first one gives up, and everybody moves on.
    let resign = |browser: &mut Chromium, game: &Value| {
        browser.eval(&format!("fetch({game} + '/resign', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: '{{}}' }})"));
    };
    resign(&mut browser, &games[0]);
    browser.wait("document.querySelector('game-play').view.queue === 0 || document.querySelector('game-play').view.queue === null");
    browser.wait("!document.querySelector('.status').textContent.includes('busy')");
    for game in &games[1..] {
        resign(&mut browser, game);
    }
    assert_content(&mut browser, &server);
}
