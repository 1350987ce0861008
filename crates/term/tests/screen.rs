//! The whole screen, drawn on one that is only remembered.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::{Options, Rng};
use ludus_term::screen::Screen;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::style::Modifier;
use table::Session;

use crate::lines::people;

/// What is on the screen, and how many letters of it are under the cursor.
fn drawn(screen: &mut Screen) -> (String, usize) {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    let done = terminal.draw(|frame| screen.draw(frame)).unwrap();
    let marked =
        done.buffer.content().iter().filter(|cell| cell.modifier.contains(Modifier::REVERSED)).count();
    let rows = done.buffer.content().chunks(80);
    let text: Vec<String> = rows.map(|row| row.iter().map(|cell| cell.symbol()).collect()).collect();
    (text.join("\n"), marked)
}

/// On a small terminal the board is scrolled to what is chosen: every place that can be touched is seen when the cursor is there.
#[test]
fn the_cursor_is_always_seen() {
    let largest = |family: &table::Family| {
        let sizes = ["16x16", "11", "10x10", "8x8", "6x6"].map(|size| Options::none().with("size", size));
        let most = [Options::none().with("players", "4"), Options::none()];
        sizes.into_iter().chain(most).find_map(|options| family.open(&options).ok()).unwrap()
    };
    for family in &registry::games() {
        let mut session = Session::of_people(largest(family), 1);
        session.settle();
        let legal = session.board().legal();
        session.play(&legal[Rng::new(2).below(legal.len())], 0).unwrap();
        let mut screen = Screen::new(people(session));
        screen.advance();
        let mut places = 0;
        let mut before = String::new();
        // All places of the first touch, and round again to the first of them.
        for _ in 0..400 {
            let (text, marked) = drawn(&mut screen);
            assert!(marked > 0, "{}: the cursor is not on the screen:\n{text}", family.info.name);
            assert!(text.contains("q quit"), "{}: no keys:\n{text}", family.info.name);
            places += usize::from(text != before);
            before = text;
            screen.press(KeyEvent::from(KeyCode::Tab));
        }
        assert!(places > 10, "{}: the cursor moved", family.info.name);
    }
}

/// Where the cursor is on the screen: the first row and column under it.
fn cursor(screen: &mut Screen) -> (usize, usize) {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    let done = terminal.draw(|frame| screen.draw(frame)).unwrap();
    let at = done.buffer.content().iter().position(|cell| cell.modifier.contains(Modifier::REVERSED));
    at.map(|at| (at / 80, at % 80)).unwrap()
}

/// Whoever has moved on a board goes on from there: the next cursor is the open place nearest to the last one.
#[test]
fn the_cursor_stays_where_somebody_has_moved() {
    let large = Options::none().with("size", "16x16");
    let board = registry::games().all().iter().find_map(|family| family.open(&large).ok()).unwrap();
    let mut screen = Screen::new(people(Session::of_people(board, 1)));
    screen.advance();
    drawn(&mut screen);
    for key in [KeyCode::Up; 15].into_iter().chain([KeyCode::Right; 9]) {
        screen.press(KeyEvent::from(key));
        drawn(&mut screen);
    }
    let (row, column) = cursor(&mut screen);
    assert!(column > 20, "the cursor is in the middle of the board");
    screen.press(KeyEvent::from(KeyCode::Enter));
    screen.advance();
    let (next_row, next_column) = cursor(&mut screen);
    assert!(
        next_row.abs_diff(row) <= 4 && next_column.abs_diff(column) <= 4,
        "{row} {column}: {next_row} {next_column}"
    );
}

/// A finished game is stepped through with the arrow keys.
#[test]
fn finished_games_are_stepped_through() {
    for family in &registry::games() {
        let mut session = Session::of_people(family.open(&Options::none()).unwrap(), 1);
        let mut rng = Rng::new(5);
        while !session.over() {
            session.settle();
            let legal = session.board().legal();
            session.play(&legal[rng.below(legal.len())], 0).unwrap();
            session.settle();
        }
        let end = session.board().moves().len();
        let mut screen = Screen::new(people(session));
        screen.advance();
        for (key, place) in [(KeyCode::Home, 0), (KeyCode::End, end)] {
            screen.press(KeyEvent::from(key));
            let (text, _) = drawn(&mut screen);
            assert!(text.contains(&format!("Move {place} of {end}.")), "{}:\n{text}", family.info.name);
        }
        screen.press(KeyEvent::from(KeyCode::Left));
        let (back, _) = drawn(&mut screen);
        assert!(!back.contains(&format!("Move {end} of {end}.")), "{back}");
        screen.press(KeyEvent::from(KeyCode::Right));
        assert!(drawn(&mut screen).0.contains(&format!("Move {end} of {end}.")));
    }
}
