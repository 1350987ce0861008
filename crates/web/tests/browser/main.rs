//! People at the pages: whole games by clicks, one by keys, and everything beside the board. No error in a script, no failed request.

#[allow(dead_code, reason = "the driver serves other programs too")]
mod chromium;
mod cup;
mod drag;
mod ease;
mod flow;
mod kept;
mod lab;
#[path = "../npm/mod.rs"]
mod npm;
mod phone;
#[path = "../posed/mod.rs"]
mod posed;
mod practice;
mod reach;
mod review;
mod setup;
mod together;
mod why;

use chromium::{Chromium, serve};
use game::{Control, Limits, Options};
use serde_json::{Value, json};
use table::Wanted;

/// Against somebody who plays anything at all, a player that looks ahead is through with every game long before. The games are always the same ones.
pub const MOST_MOVES: usize = 150;
/// How far it looks.
const NODES: u64 = 1_500;

/// Starts a game by the server's form and opens it.
pub fn begin(browser: &mut Chromium, server: &str, fields: &Value) {
    browser.visit(&format!("{server}/"));
    browser.eval("localStorage.setItem('speed', 'none')");
    let script = format!(
        "fetch('/games', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: {:?} }}).then((answer) => answer.url)",
        fields.to_string()
    );
    let address = browser.eval(&script);
    browser.visit(address.as_str().expect("an address"));
    browser.wait("document.querySelector('game-play').view !== undefined");
}

/// The page waits for a person, or the game is over.
pub const READY: &str = "(() => { const play = document.querySelector('game-play'); \
    return !play.busy && (play.view.over || play.board.paths.length > 0); })()";

/// The hotspots of some legal move; `None` when the game is over.
pub fn some_path(browser: &mut Chromium, pick: usize) -> Option<Vec<u64>> {
    browser.wait(READY);
    let paths = browser.eval("document.querySelector('game-board').paths.map(([, path]) => path)");
    let paths = paths.as_array().filter(|paths| !paths.is_empty())?;
    let path = &paths[pick.wrapping_mul(2_654_435_761) % paths.len()];
    Some(path.as_array()?.iter().filter_map(Value::as_u64).collect())
}

fn ply(browser: &mut Chromium) -> u64 {
    browser.eval("document.querySelector('game-play').view.ply").as_u64().expect("a number")
}

/// Makes a move by clicks and waits until the server has it.
pub fn click_move(browser: &mut Chromium, path: &[u64]) {
    let before = ply(browser);
    for spot in path {
        browser.click(&format!(".hotspot[data-spot='{spot}']"));
    }
    browser.wait(&format!("document.querySelector('game-play').view.ply > {before}"));
}

/// No error in a script, no failed request so far.
pub fn assert_content(browser: &mut Chromium, server: &str) {
    let complaints: Vec<&String> = browser.complaints.iter().collect();
    assert!(complaints.is_empty(), "{server}: {complaints:?}");
}

/// The hotspots of a good move, for whoever wants the game to end; `None` when it has.
pub fn good_path(
    browser: &mut Chromium,
    player: &mut dyn table::Bot,
    family: &table::Family,
) -> Option<Vec<u64>> {
    browser.wait(READY);
    let position = browser.eval("document.querySelector('game-play').view.position");
    let board = family.open_at(&Options::none(), position.as_str()?).expect("the page shows a position");
    board.to_move()?;
    let control = Control::new(Limits { nodes: Some(NODES), ..Limits::default() });
    let thought = player.think(board.as_ref(), &control, Wanted::best()).expect("a move");
    let path = browser.eval(&format!(
        "document.querySelector('game-board').paths.find(([text]) => text === {:?})?.[1] ?? null",
        thought.mv
    ));
    let path = path.as_array().unwrap_or_else(|| panic!("the board does not offer {}", thought.mv));
    Some(path.iter().filter_map(Value::as_u64).collect())
}

#[test]
fn every_game_can_be_played_to_its_end_by_clicks() {
    let server = serve();
    let mut browser = Chromium::start(1024, 900);
    for family in &registry::games().that_can("draw") {
        let name = family.info.name;
        begin(&mut browser, &server, &json!({ "game": name, "opponent": "random" }));
        let board = family.open(&Options::none()).expect("the game opens");
        let mut player =
            board.named_bot("level5", 1).or_else(|_| board.named_bot("mcts", 1)).expect("a player");
        let mut moves = 0;
        while let Some(path) = good_path(&mut browser, player.as_mut(), family) {
            assert!(moves < MOST_MOVES, "{name} does not come to an end");
            click_move(&mut browser, &path);
            moves += 1;
        }
        assert!(moves > 0, "{name} ended before it began");
        browser.wait("!document.querySelector('.end-card').hidden");
        let record =
            browser.eval("fetch(location.pathname + '/record.json').then((answer) => answer.json())");
        let ending = record["result"]["ending"].as_str().expect("the record has a result");
        assert!(!["resignation", "time"].contains(&ending), "{name} ended by {ending}, not on the board");
        let status = browser.eval("document.querySelector('.status').textContent");
        assert!(status.as_str().is_some_and(|text| text.contains(ending)), "{status} does not say {ending}");
    }
    assert_content(&mut browser, &server);
}

#[test]
fn hints_undo_reload_languages_analysis_and_the_editor_work() {
    let server = serve();
    let mut browser = Chromium::start(1600, 1000);
    for family in &registry::games().that_can("draw") {
        begin(&mut browser, &server, &json!({ "game": family.info.name, "opponent": "human" }));
        let path = some_path(&mut browser, 3).expect("a move");
        click_move(&mut browser, &path);
        let position = browser.eval("document.querySelector('game-play').view.position");

        // A reload shows the same game; so does the list on the first page.
        let address = browser.eval("location.pathname");
        browser.visit(&format!("{server}/"));
        browser.click(&format!("a.row[href='{}']", address.as_str().expect("a path")));
        browser.wait("document.querySelector('game-play')?.view !== undefined");
        assert_eq!(browser.eval("document.querySelector('game-play').view.position"), position);

        for steps in 1..=3 {
            browser.click("button[data-do=hint]");
            browser.wait(&format!("document.querySelectorAll('ol.hint li').length === {steps}"));
        }
        browser.wait("document.querySelector('.notes .engine') !== null && document.querySelector('.ghosts .phantom') !== null");
        browser.click("button[data-do=undo]");
        browser.wait("document.querySelector('button[data-do=undo]').disabled");
        let path = some_path(&mut browser, 5).expect("a move");
        click_move(&mut browser, &path);

        // Analysis: values on the board, a move tried, its address.
        browser.click("form[action$='/analyse'] button");
        browser.wait("document.querySelectorAll('.lines li').length > 0 && document.querySelectorAll('.badge').length > 0");
        let before = browser.eval("location.pathname");
        browser.click(".lines button");
        browser.wait(&format!(
            "location.pathname !== {before} && document.querySelectorAll('.lines li').length > 0"
        ));
        browser.click("button[data-do=back]");
        browser.wait(&format!("location.pathname === {before}"));

        // However long the board is as text, the panel is not wider for it.
        browser.eval("for (const part of document.querySelectorAll('.panel details')) part.open = true");
        let beyond = "(() => { const panel = document.querySelector('.panel'); return panel.scrollWidth - panel.clientWidth; })()";
        assert_eq!(browser.eval(beyond), json!(0), "{}: the panel is too narrow", family.info.name);

        // The editor: the position comes along, nonsense is named, and what is good goes back to analysis.
        browser.click("a[data-link=editor]");
        browser.wait("document.querySelector('position-editor')?.text !== undefined && document.querySelectorAll('.problems li').length === 0");
        let good = browser.eval("document.querySelector('textarea[name=position]').value");
        let enter = |browser: &mut Chromium, text: &Value| {
            browser.eval(&format!("(() => {{ const t = document.querySelector('textarea[name=position]'); t.value = {text}; t.dispatchEvent(new Event('input')); }})()"));
        };
        enter(&mut browser, &json!("nonsense"));
        browser.wait("document.querySelectorAll('.problems li').length > 0");
        enter(&mut browser, &good);
        browser.wait("document.querySelectorAll('.problems li').length === 0");
        browser.click("form[action='/analyses'] button");
        browser.wait("document.querySelector('game-analysis')?.view !== undefined");
        assert_eq!(browser.eval("document.querySelector('game-analysis').view.position"), good);
    }
    browser.visit(&format!("{server}/"));
    browser.click(".preferences summary");
    browser.eval("document.querySelector('select[name=lang]').value = 'sr'");
    browser.click(".preferences button");
    browser.wait("document.documentElement.lang === 'sr-Latn' && document.querySelector('.recent h2').textContent === 'Nedavne igre'");
    assert_content(&mut browser, &server);
}
