//! The flow of a game, as a person sees it: ghosts, steps, whose turn it is, the end of the game and what comes after it.

use serde_json::{Value, json};

use crate::chromium::{Chromium, Stoppable, serve};
use crate::{READY, assert_content, begin, click_move, some_path};

/// Brings the mouse over a place, without pressing anything.
fn hover(browser: &mut Chromium, selector: &str) {
    let at = browser.eval(&format!(
        "(() => {{ const r = document.querySelector({selector:?}).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
    ));
    browser.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": at[0], "y": at[1] }));
}

fn text(browser: &mut Chromium, selector: &str) -> String {
    let found = browser.eval(&format!("document.querySelector({selector:?})?.textContent ?? ''"));
    found.as_str().expect("a text").to_string()
}

#[test]
fn moves_have_ghosts_can_be_stepped_through_and_are_spoken() {
    let server = serve();
    let mut browser = Chromium::start(1280, 900);
    for family in &registry::games().that_can("draw") {
        let name = family.info.name;
        begin(&mut browser, &server, &json!({ "game": name, "opponent": "level2" }));
        browser.wait(READY);
        assert!(text(&mut browser, "title").starts_with('●'), "{name}: the title tells that it is your turn");
        assert_eq!(
            browser.eval("document.querySelector('link[rel=icon]').href.endsWith('icon-turn.svg')"),
            json!(true)
        );

        // The whole move shows under the mouse, before it is made.
        let path = some_path(&mut browser, 2).expect("a move");
        let (last, first) = path.split_last().expect("a path");
        for spot in first {
            browser.click(&format!(".hotspot[data-spot='{spot}']"));
        }
        hover(&mut browser, &format!(".hotspot[data-spot='{last}']"));
        browser.wait("document.querySelectorAll('.ghosts .phantom').length > 0");
        browser.press("Escape");
        hover(&mut browser, "h1");
        click_move(&mut browser, &path);
        browser.wait(READY);
        assert!(!text(&mut browser, ".spoken").is_empty(), "{name}: the opponent's move is spoken");
        assert!(browser.eval("document.querySelectorAll('.ludus .last').length > 0") == json!(true));

        // Back to the start and to the present again, by button and by key; meanwhile nothing can be played.
        let now = browser.eval("document.querySelector('game-play').view.board.svg");
        browser.click("button[data-do=first]");
        browser.wait("document.querySelector('game-play').back !== null && document.querySelector('game-board').paths.length === 0");
        let moves = browser.eval("document.querySelectorAll('.moves li[class^=by-]:not(.by-0)').length");
        for _ in 0..moves.as_u64().expect("a number") {
            let before = browser.eval("document.querySelector('game-play').back");
            browser.eval("document.activeElement.blur()");
            browser.press("ArrowRight");
            browser.wait(&format!("document.querySelector('game-play').back !== {before}"));
        }
        browser.wait("document.querySelector('game-play').back === null && document.querySelector('game-board').paths.length > 0");
        assert_eq!(browser.eval("document.querySelector('game-play').view.board.svg"), now);
        assert!(
            browser.eval("document.querySelectorAll('.moves li.by-0 ~ li.by-0 + li.by-0').length").as_u64()
                == Some(0)
        );
    }
    assert_content(&mut browser, &server);
}

/// Plays by keys alone: Tab comes to the board once, and from there on the focus never leaves it.
#[test]
fn every_game_can_be_played_to_its_end_by_keys_alone() {
    let server = serve();
    let mut browser = Chromium::start(1024, 900);
    for family in &registry::games().that_can("draw") {
        let name = family.info.name;
        begin(&mut browser, &server, &json!({ "game": name, "opponent": "level3" }));
        browser.wait(READY);
        let on_board = "document.activeElement.closest('.hotspot') !== null";
        for _ in 0..20 {
            if browser.eval(on_board) == json!(true) {
                break;
            }
            browser.press("Tab");
        }
        let mut turn = 0_usize;
        while browser.eval("document.querySelector('game-play').view.over") != json!(true) {
            assert!(turn < 400, "{name} does not come to an end");
            assert_eq!(browser.eval(on_board), json!(true), "{name}: the focus has left the board");
            key_move(&mut browser, turn);
            browser.wait(READY);
            turn += 1;
        }
        assert!(turn > 1, "{name} ended before it began");
        browser.wait("!document.querySelector('.end-card').hidden");
        assert!(
            !text(&mut browser, ".end-title").is_empty() && !text(&mut browser, ".end-reason").is_empty()
        );
    }
    assert_content(&mut browser, &server);
}

/// Makes some move: wherever the arrows lead, Enter chooses, until a move is made.
fn key_move(browser: &mut Chromium, turn: usize) {
    const WAYS: [&str; 4] = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"];
    let ply = browser.eval("document.querySelector('game-play').view.ply");
    for step in 0..60 {
        for n in 0..=(turn + step) % 3 {
            browser.press(WAYS[(turn * 7 + step * 3 + n) % 4]);
        }
        // Enter on what is chosen already would let go of it.
        if browser.eval("document.activeElement.matches('.open:not([aria-pressed])')") == json!(true) {
            browser.press("Enter");
        }
        let made = format!(
            "document.querySelector('game-play').view.ply !== {ply} || document.querySelector('game-play').busy"
        );
        if browser.eval(&made) == json!(true) {
            browser.wait(&format!("document.querySelector('game-play').view.ply !== {ply}"));
            return;
        }
    }
    panic!("the keys lead to no move");
}

#[test]
fn the_end_leads_on_and_is_counted() {
    let server = serve();
    let mut browser = Chromium::start(1280, 900);
    let name = registry::games().all()[1].info.name;
    begin(&mut browser, &server, &json!({ "game": name, "opponent": "level1" }));
    browser.wait(READY);
    browser.click("button[data-do=resign]");
    assert_eq!(browser.eval("document.querySelector('game-play').view.over"), json!(false), "it asks once");
    browser.click("button[data-do=resign]");
    browser.wait("!document.querySelector('.end-card').hidden");
    assert_eq!(browser.eval("document.querySelector('.end-card').dataset.kind"), json!("lost"));
    let seat = |browser: &mut Chromium| {
        browser.wait("document.querySelector('game-play')?.view?.over === false");
        browser
            .eval("document.querySelector('game-play').view.seats.findIndex((seat) => seat.name === 'You')")
    };
    browser.click("button[data-do=rematch]");
    assert_eq!(seat(&mut browser), json!(0), "the same seat");
    for _ in 0..2 {
        browser.wait("!document.querySelector('button[data-do=resign]').disabled");
        browser.click("button[data-do=resign]");
    }
    browser.wait("!document.querySelector('.end-card').hidden");
    browser.click("button[data-do=swap]");
    assert_eq!(seat(&mut browser), json!(1), "the other seat");

    // The list tells how games ended, and the statistics count them.
    browser.visit(&format!("{server}/"));
    assert_eq!(browser.eval("document.querySelectorAll('.row .outcome.lost').length"), json!(2));
    assert!(text(&mut browser, ".row time").contains("20"));
    browser.visit(&format!("{server}/statistics"));
    assert_eq!(text(&mut browser, ".standings tbody td:nth-of-type(3)"), "2");
    assert_content(&mut browser, &server);
}

#[test]
fn tables_of_three_and_four_have_seats_and_faces_of_their_own() {
    let server = serve();
    let mut browser = Chromium::start(1024, 900);
    let games = registry::games();
    let many =
        games.all().iter().find(|family| family.info.options.iter().any(|spec| spec.name == "players"));
    let name = many.expect("a game for more than two").info.name;
    browser.visit(&format!("{server}/new/{name}"));
    let seats = "[...document.querySelectorAll('label[data-seat]')].filter((label) => !label.hidden).length";
    assert_eq!(browser.eval(seats), json!(2));
    let enter = |browser: &mut Chromium, value: &str| {
        browser.eval(&format!("(() => {{ const f = document.querySelector('[name=option-players]'); f.value = {value:?}; f.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"));
    };
    // What is wrong is said beside its field.
    enter(&mut browser, "9");
    browser.click("form.setup button[type=submit]");
    browser.wait("document.querySelector('fieldset:has([name=option-players]) .problem') !== null");
    browser.complaints.clear();
    enter(&mut browser, "4");
    assert_eq!(browser.eval(seats), json!(4));
    assert_eq!(browser.eval("document.querySelector('.problem')"), Value::Null);
    browser.click("label[data-seat='3']");
    browser.click("form.setup button[type=submit]");
    browser.wait("document.querySelector('game-play')?.view !== undefined");
    let names = browser
        .eval("[...new Set(document.querySelector('game-play').view.seats.map((s) => s.name))].length");
    assert_eq!(names, json!(4), "everybody has a name of their own");
    let faces = browser
        .eval("[...new Set([...document.querySelectorAll('.seats .face')].map((f) => f.outerHTML))].length");
    assert_eq!(faces, json!(4), "and a face");
    assert_eq!(browser.eval("document.querySelector('game-play').view.seats[2].name"), json!("You"));
    assert_content(&mut browser, &server);
}

#[test]
fn computers_are_watched_at_the_chosen_pace() {
    let server = serve();
    let mut browser = Chromium::start(1024, 900);
    let name = registry::games().all()[1].info.name;
    begin(
        &mut browser,
        &server,
        &json!({ "game": name, "opponent": "random", "seat": "none", "pace": "fast" }),
    );
    let choose = |browser: &mut Chromium, pace: &str| {
        browser.eval(&format!("(() => {{ const s = document.querySelector('select[name=pace]'); s.value = {pace:?}; s.dispatchEvent(new Event('change')); }})()"));
        browser.wait(&format!("document.querySelector('game-play').view.pace === {pace:?} && !document.querySelector('game-play').busy"));
    };
    choose(&mut browser, "paused");
    let state = "fetch(location.pathname + '/state').then((a) => a.json()).then((v) => v.over || v.pace === 'paused')";
    assert_eq!(browser.eval(state), json!(true));
    choose(&mut browser, "fast");
    browser.wait("document.querySelector('game-play').view.over");
    assert_content(&mut browser, &server);
}

#[test]
fn a_lost_server_is_told_in_words_and_nothing_is_lost() {
    let mut server = Stoppable::start();
    let mut browser = Chromium::start(1024, 900);
    let name = registry::games().all()[1].info.name;
    begin(&mut browser, &server.address, &json!({ "game": name, "opponent": "human" }));
    let game = browser.eval("location.href");
    // The shell and the rules are kept before anything happens. A page that comes while the worker takes over may be passed by; the next one is not.
    browser.eval("navigator.serviceWorker.ready.then(() => true)");
    browser.visit(game.as_str().expect("an address"));
    browser.wait("navigator.serviceWorker.controller !== null");
    browser.wait(READY);
    let path = some_path(&mut browser, 1).expect("a move");

    server.stop();
    for spot in &path {
        browser.click(&format!(".hotspot[data-spot='{spot}']"));
    }
    browser.wait("document.querySelector('game-play').unsent !== null && document.querySelector('.ghosts.sent') !== null");
    let said = text(&mut browser, ".status");
    assert!(said.contains("No connection"), "{said}");
    server.resume();
    browser.wait("document.querySelector('game-play').view.ply === 1 && document.querySelector('game-play').unsent === null");

    // A page that is asked for meanwhile says so, and is there again by itself; the rules can be read.
    server.stop();
    browser.visit(&format!("{}/rules/{name}", server.address));
    assert!(browser.eval("document.querySelector('h1').textContent.length > 0") == json!(true));
    assert_eq!(browser.eval("document.querySelector('[data-reload]')"), Value::Null, "the rules are kept");
    browser.visit(game.as_str().expect("an address"));
    browser.wait("document.querySelector('[data-reload]') !== null");
    server.resume();
    browser.wait("document.querySelector('game-play')?.view?.ply === 1");
}

#[test]
fn the_app_can_be_installed_and_the_first_page_is_light_and_steady() {
    let server = serve();
    let mut browser = Chromium::start(1024, 900);
    browser.visit(&format!("{server}/"));
    let manifest =
        browser.eval("fetch(document.querySelector('link[rel=manifest]').href).then((a) => a.json())");
    for field in ["name", "short_name", "start_url", "display", "theme_color"] {
        assert!(manifest[field].is_string(), "{field}");
    }
    let icons = manifest["icons"].as_array().expect("icons");
    for size in ["192x192", "512x512"] {
        let icon = icons.iter().find(|icon| icon["sizes"] == size).expect("an icon of this size");
        let wide = browser.eval(&format!(
            "new Promise((done) => {{ const i = new Image(); i.onload = () => done(i.naturalWidth + 'x' + i.naturalHeight); i.src = {}; }})",
            icon["src"]
        ));
        assert_eq!(wide, json!(size));
    }
    browser.wait("navigator.serviceWorker.controller !== null");
    let problems = browser.call("Page.getInstallabilityErrors", json!({}));
    assert_eq!(problems["installabilityErrors"], json!([]), "the browser offers to install it");

    let bytes = browser.eval(
        "fetch('/').then(async (page) => { const own = (await page.blob()).size; const parts = performance.getEntriesByType('resource').filter((part) => !part.name.endsWith('/') && !part.name.includes('/rules/')); \
         return own + parts.reduce((sum, part) => sum + part.encodedBodySize, 0); })",
    );
    assert!(bytes.as_u64() <= Some(150 * 1024), "the first page weighs {bytes} bytes");

    let first = registry::games().all()[0].info.name;
    begin(&mut browser, &server, &json!({ "game": first, "opponent": "level1" }));
    let game = browser.eval("location.pathname");
    let game = game.as_str().expect("a path").trim_start_matches('/').to_string();
    for page in [
        String::new(),
        format!("new/{first}"),
        format!("rules/{first}"),
        game,
        "learn".into(),
        "statistics".into(),
    ] {
        browser.visit(&format!("{server}/{page}"));
        let shift = browser.eval(
            "new Promise((done) => { let sum = 0; new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) sum += e.value; }).observe({ type: 'layout-shift', buffered: true }); \
             requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum), 0))); })",
        );
        assert!(shift.as_f64() < Some(0.02), "/{page} moves while it loads: {shift}");
    }
    assert_content(&mut browser, &server);
}

#[test]
fn lines_of_an_analysis_are_stepped_through_named_and_taken_away() {
    let server = serve();
    let mut browser = Chromium::start(1280, 900);
    let name = registry::games().all()[1].info.name;
    begin(&mut browser, &server, &json!({ "game": name, "opponent": "human" }));
    for turn in 0..2 {
        let path = some_path(&mut browser, turn).expect("a move");
        click_move(&mut browser, &path);
    }
    browser.click("form[action$='/analyse'] button");
    browser.wait("document.querySelector('game-analysis')?.view?.node === 2");
    browser.press("ArrowLeft");
    browser.wait("document.querySelector('game-analysis').view.node === 1");
    browser.press("Home");
    browser.wait("document.querySelector('game-analysis').view.node === 0");
    browser.press("End");
    browser.wait("document.querySelector('game-analysis').view.node === 2");
    browser.press("ArrowLeft");
    browser.wait("document.querySelector('game-analysis').view.node === 1");

    // Another move makes a line of its own, which gets a name and goes again.
    let other = browser.eval("document.querySelector('game-analysis').view.board.paths.find(([text]) => text !== document.querySelector('game-analysis').view.tree[2].text)[1]");
    for spot in other.as_array().expect("a path") {
        browser.click(&format!(".hotspot[data-spot='{spot}']"));
    }
    browser.wait("document.querySelector('game-analysis').view.node === 3 && document.querySelectorAll('.tree .branch').length === 1");
    browser.eval("document.querySelector('.branch-name input').value = 'a try'");
    // Lines of the engine come in and move what lies below them, so these are pressed and not aimed at.
    browser.eval("document.querySelector('.branch-name button').click()");
    browser.wait("document.querySelector('.tree em')?.textContent === 'a try'");
    browser.wait("document.querySelectorAll('.graph-legend li').length > 0");
    browser.eval("document.querySelector('button[data-do=cut]').click()");
    browser.wait("document.querySelector('game-analysis').view.node === 1 && document.querySelectorAll('.tree .branch').length === 0");

    // A record that is dropped is analysed.
    let study = browser.eval("location.pathname.split('/')[2]");
    browser.eval(
        "(async () => { const record = await (await fetch(location.pathname + '/record.json')).text(); const data = new DataTransfer(); data.items.add(new File([record], 'game.json')); \
         document.querySelector('game-analysis').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); })()",
    );
    browser.wait(&format!(
        "location.pathname.startsWith('/analyse/') && location.pathname.split('/')[2] !== {study}"
    ));
    browser.wait("document.querySelector('game-analysis')?.view?.tree.length === 2");
    for (key, node) in [("Home", 0), ("End", 1), ("ArrowLeft", 0), ("ArrowRight", 1)] {
        browser.press(key);
        browser.wait(&format!("document.querySelector('game-analysis').view.node === {node}"));
    }
    assert_content(&mut browser, &server);
}

#[test]
fn readers_choose_their_palette_and_hear_errors_in_their_language() {
    let server = serve();
    let mut browser = Chromium::start(1024, 900);
    browser.visit(&format!("{server}/"));
    let blue = "getComputedStyle(document.documentElement).getPropertyValue('--kind0')";
    let usual = browser.eval(blue);
    browser.click(".preferences summary");
    browser.eval("document.querySelector('select[name=palette]').value = 'distinct'; document.querySelector('select[name=lang]').value = 'pt'");
    browser.click(".preferences button");
    browser.wait("document.documentElement.dataset.palette === 'distinct' && document.documentElement.lang.startsWith('pt')");
    browser.wait(&format!("!['', {usual}].includes({blue})"));

    let sized = registry::games()
        .all()
        .iter()
        .find(|f| f.info.options.iter().any(|spec| spec.name == "size"))
        .map(|f| f.info.name);
    browser.visit(&format!("{server}/new/{}", sized.expect("a game with sizes")));
    browser.eval("document.querySelector('[name=option-size]').value = 'grande'");
    browser.click("form.setup button[type=submit]");
    browser.wait("document.querySelector('fieldset:has([name=option-size]) .problem')?.textContent.includes('não é um tamanho') === true");
    assert_eq!(browser.eval("document.activeElement.name"), json!("option-size"), "the field is in focus");
}
