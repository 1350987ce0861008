//! Playing on the whole screen, with a cursor.
//!
//! The cursor stands on one of the places that can be touched next. Moves of two touches narrow the choice after the first. Bots think in a
//! thread of their own, so the screen always answers.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use draw::{Colours, terminal_colour};
use game::{Control, Spot, TextSpot};
use ratatui::Frame;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
    MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Paragraph, Wrap};
use table::{Bot, BotError, Match, Picture, Thought, Wanted};

use crate::lines::sentence;
use crate::stepping::Stepping;
use crate::view::View;
use crate::{Occupant, Play};

/// How long the screen waits for a key before it looks after the bots.
const TICK: Duration = Duration::from_millis(40);

const KEYS: &str = "arrows move  Enter choose\nEsc back  u undo  h hint\ns save  x resign  q quit";

/// What the keys do once the game is over.
const STEP_KEYS: &str = "left, right step  Home, End\nu undo  s save  q quit";

/// Columns beside the board that are worth having.
const SIDE: u16 = 30;

/// Lines below the board when there is no room beside it.
const BELOW: u16 = 7;

/// Rows that a page or a turn of the wheel scrolls.
const PAGE: isize = 8;
const NOTCH: isize = 2;

/// Plays on the whole screen until the person leaves. The terminal is put back in order whatever happens.
pub fn play(play: Play) -> io::Result<Play> {
    let mut terminal = ratatui::try_init()?;
    // Without a mouse the keys do everything.
    let _ = execute!(io::stdout(), EnableMouseCapture);
    let mut screen = Screen::new(play);
    let result = screen.run(&mut terminal);
    let _ = execute!(io::stdout(), DisableMouseCapture);
    ratatui::restore();
    screen.stop_thinking();
    result.map(|()| screen.play)
}

/// A bot at work.
struct Thinking {
    seat: Option<usize>,
    started: Instant,
    stop: Arc<AtomicBool>,
    answer: Receiver<(Box<dyn Bot>, Result<Thought, BotError>)>,
}

/// A game on the screen, without the terminal around it.
pub struct Screen {
    play: Play,
    touched: Vec<Spot>,
    cursor: Option<Spot>,
    message: String,
    thinking: Option<Thinking>,
    confirm_resign: bool,
    kept: bool,
    turn_began: Instant,
    /// Where a finished game is looked at.
    stepping: Option<Stepping>,
    view: View,
    /// Where the board is on the screen, without its border.
    area: Rect,
    /// Whether the view was moved by hand, away from the cursor.
    scrolled: bool,
}

impl Screen {
    /// The game as it stands.
    pub fn new(play: Play) -> Screen {
        Screen {
            play,
            touched: Vec::new(),
            cursor: None,
            message: String::new(),
            thinking: None,
            confirm_resign: false,
            kept: false,
            turn_began: Instant::now(),
            stepping: None,
            view: View::default(),
            area: Rect::default(),
            scrolled: false,
        }
    }

    /// The board that is looked at.
    fn board(&self) -> &dyn Match {
        self.stepping.as_ref().map_or(self.play.session.board(), Stepping::board)
    }

    fn run(&mut self, terminal: &mut ratatui::DefaultTerminal) -> io::Result<()> {
        loop {
            self.advance();
            terminal.draw(|frame| self.draw(frame))?;
            if !event::poll(TICK)? {
                continue;
            }
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release && self.press(key) => return Ok(()),
                Event::Mouse(mouse) => self.point(mouse),
                _ => {}
            }
        }
    }

    /// Lets chance and bots act as far as they can right now.
    pub fn advance(&mut self) {
        self.receive();
        self.play.session.settle();
        if self.play.session.over() {
            if !std::mem::replace(&mut self.kept, true) {
                self.message = self.play.keep().err().map(|reason| sentence(&reason)).unwrap_or_default();
            }
            return;
        }
        let idle = self.thinking.is_none();
        let Some(seat) = self.play.session.to_move() else { return };
        if idle && !self.play.human_to_move() {
            let occupant = std::mem::replace(&mut self.play.seats[seat], Occupant::Human);
            let Occupant::Bot(bot) = occupant else { return };
            self.think(bot, Some(seat));
        }
    }

    /// Sends a bot to think; `seat` is `None` for a hint.
    fn think(&mut self, mut bot: Box<dyn Bot>, seat: Option<usize>) {
        let board = self.play.session.board().fork();
        let stop = Arc::new(AtomicBool::new(false));
        let control = Control::stoppable(self.play.limits, stop.clone());
        let (send, answer) = channel();
        std::thread::spawn(move || {
            let thought = bot.think(board.as_ref(), &control, Wanted::best());
            let _ = send.send((bot, thought));
        });
        self.thinking = Some(Thinking { seat, started: Instant::now(), stop, answer });
    }

    /// Takes a bot's answer, if it is there.
    fn receive(&mut self) {
        let Some(thinking) = &self.thinking else { return };
        let (bot, thought) = match thinking.answer.try_recv() {
            Ok(answer) => answer,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => {
                self.message = "The player has stopped working.".to_string();
                self.thinking = None;
                return;
            }
        };
        let thinking = self.thinking.take().expect("just looked at");
        let stopped = thinking.stop.load(Ordering::Relaxed);
        match thinking.seat {
            None => {
                self.play.adviser = Some(bot);
                self.message = match thought {
                    Ok(thought) => format!("Try {}.", thought.mv),
                    Err(error) => sentence(&error.to_string()),
                };
            }
            Some(seat) => {
                self.play.seats[seat] = Occupant::Bot(bot);
                if stopped {
                    return;
                }
                let spent = thinking.started.elapsed().as_millis() as u64;
                let played = thought
                    .map_err(|e| e.to_string())
                    .and_then(|thought| self.play.take(&thought, spent).map_err(|e| e.to_string()));
                if let Err(reason) = played {
                    self.message = sentence(&reason);
                    self.play.session.forfeit(seat, "the player failed");
                }
                self.turn_began = Instant::now();
            }
        }
    }

    /// Ends any thinking and puts the bot back into its seat.
    fn stop_thinking(&mut self) {
        let Some(thinking) = self.thinking.take() else { return };
        thinking.stop.store(true, Ordering::Relaxed);
        if let Ok((bot, _)) = thinking.answer.recv() {
            match thinking.seat {
                Some(seat) => self.play.seats[seat] = Occupant::Bot(bot),
                None => self.play.adviser = Some(bot),
            }
        }
    }

    fn persons_turn(&self) -> bool {
        let seated = self.thinking.as_ref().and_then(|thinking| thinking.seat);
        seated.is_none() && self.play.human_to_move()
    }

    /// Handles a key; `true` to leave.
    pub fn press(&mut self, key: KeyEvent) -> bool {
        let resign = std::mem::take(&mut self.confirm_resign);
        self.scrolled &= matches!(key.code, KeyCode::PageUp | KeyCode::PageDown);
        match key.code {
            KeyCode::PageUp => self.scroll(-PAGE),
            KeyCode::PageDown => self.scroll(PAGE),
            KeyCode::Left | KeyCode::Right | KeyCode::Home | KeyCode::End if self.play.session.over() => {
                self.walk(key.code);
            }
            KeyCode::Char('q') => return true,
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return true,
            KeyCode::Up => self.step(-1, 0),
            KeyCode::Down => self.step(1, 0),
            KeyCode::Left => self.step(0, -1),
            KeyCode::Right => self.step(0, 1),
            KeyCode::Tab => self.cycle(),
            KeyCode::Enter | KeyCode::Char(' ') => self.touch(),
            KeyCode::Esc | KeyCode::Backspace => _ = self.touched.pop(),
            KeyCode::Char('u') => {
                self.stop_thinking();
                self.touched.clear();
                self.stepping = None;
                self.kept = false;
                self.message =
                    if self.play.undo() { String::new() } else { "There is nothing to take back.".into() };
            }
            KeyCode::Char('h') if self.persons_turn() => match self.play.adviser.take() {
                Some(adviser) => self.think(adviser, None),
                None => self.message = "Nobody here gives hints.".to_string(),
            },
            KeyCode::Char('s') => {
                let path = PathBuf::from(format!("{}.jsonl", self.play.session.board().info().name));
                self.message = match self.play.save(&path) {
                    Ok(()) => format!("Saved to {}.", path.display()),
                    Err(reason) => sentence(&reason),
                };
            }
            KeyCode::Char('x') if self.persons_turn() => {
                if resign {
                    let seat = self.play.session.to_move().expect("a person is to move");
                    self.play.session.forfeit(seat, "resignation");
                } else {
                    self.confirm_resign = true;
                    self.message = "Press x again to resign.".to_string();
                }
            }
            _ => {}
        }
        false
    }

    /// Goes through a finished game.
    fn walk(&mut self, key: KeyCode) {
        let stepping = self.stepping.get_or_insert_with(|| Stepping::at_the_end(&self.play.session));
        match key {
            KeyCode::Left => stepping.back(),
            KeyCode::Right => stepping.forward(),
            KeyCode::Home => stepping.go(0),
            _ => stepping.go(stepping.end()),
        }
    }

    fn scroll(&mut self, rows: isize) {
        self.view.scroll(rows);
        self.scrolled = true;
    }

    /// Handles the mouse: a click touches what is under it, the wheel scrolls.
    fn point(&mut self, mouse: MouseEvent) {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.scroll(-NOTCH),
            MouseEventKind::ScrollDown => self.scroll(NOTCH),
            MouseEventKind::Down(MouseButton::Left) => {
                if !self.area.contains((mouse.column, mouse.row).into()) {
                    return;
                }
                let row = usize::from(mouse.row - self.area.y) + self.view.top;
                let column = usize::from(mouse.column - self.area.x) + self.view.left;
                let Some(picture) = self.play.picture(self.board()) else { return };
                let open = self.open_spots(&picture);
                let mut here = picture.text.spots().iter().filter(|place| covers(place, row, column));
                if let Some(place) = here.find(|place| open.contains(&place.spot)) {
                    self.cursor = Some(place.spot);
                    self.touch();
                }
            }
            _ => {}
        }
    }

    /// The hotspots that can be touched next, given those already touched.
    fn open_spots(&self, picture: &Picture) -> Vec<Spot> {
        if !self.persons_turn() {
            return Vec::new();
        }
        let depth = self.touched.len();
        let fitting = picture.paths.iter().filter(|(_, path)| path.starts_with(&self.touched));
        let mut spots: Vec<Spot> = fitting.filter_map(|(_, path)| path.get(depth).copied()).collect();
        spots.sort();
        spots.dedup();
        spots
    }

    /// Moves the cursor to the nearest open place in a direction.
    fn step(&mut self, down: i32, right: i32) {
        let Some(picture) = self.play.picture(self.play.session.board()) else { return };
        let open = self.open_spots(&picture);
        let places: Vec<&TextSpot> =
            picture.text.spots().iter().filter(|place| open.contains(&place.spot)).collect();
        let Some(&here) = places.iter().find(|place| Some(place.spot) == self.cursor).or(places.first())
        else {
            return;
        };
        let (row, column) = middle(here);
        let distance = |place: &&&TextSpot| {
            let (r, c) = middle(place);
            let ahead = (r - row) * down + (c - column) * right;
            let aside = ((r - row) * right).abs() + ((c - column) * down).abs();
            if ahead > 0 { ahead + 3 * aside } else { i32::MAX }
        };
        let nearest = places.iter().min_by_key(distance).filter(|place| distance(place) < i32::MAX);
        self.cursor = Some(nearest.map_or(here.spot, |place| place.spot));
    }

    /// The open place nearest to where the cursor stands, so that whoever has moved goes on from there.
    fn nearest(&self, places: &[TextSpot], open: &[Spot]) -> Option<Spot> {
        let (row, column) = places.iter().find(|place| Some(place.spot) == self.cursor).map(middle)?;
        let distance = |place: &&TextSpot| {
            let (r, c) = middle(place);
            (r - row).abs() + (c - column).abs()
        };
        places.iter().filter(|place| open.contains(&place.spot)).min_by_key(distance).map(|place| place.spot)
    }

    /// Moves the cursor to the next open place in order.
    fn cycle(&mut self) {
        let Some(picture) = self.play.picture(self.play.session.board()) else { return };
        let open = self.open_spots(&picture);
        let at = self.cursor.and_then(|cursor| open.iter().position(|&spot| spot == cursor));
        self.cursor = at.map_or(open.first(), |at| open.get((at + 1) % open.len())).copied();
    }

    /// Touches the place under the cursor; plays when that completes a move.
    fn touch(&mut self) {
        let Some(picture) = self.play.picture(self.play.session.board()) else { return };
        let open = self.open_spots(&picture);
        let Some(spot) = self.cursor.filter(|spot| open.contains(spot)) else { return };
        self.touched.push(spot);
        let chosen =
            picture.paths.iter().find(|(_, path)| *path == self.touched).map(|(text, _)| text.clone());
        let Some(text) = chosen else { return };
        let spent = self.turn_began.elapsed().as_millis() as u64;
        self.message = match self.play.session.play(&text, spent) {
            Ok(_) => String::new(),
            Err(error) => self.play.refusal(&error),
        };
        self.touched.clear();
        self.turn_began = Instant::now();
    }

    /// Draws everything. The board is scrolled to the cursor unless somebody has scrolled it elsewhere.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let Some(picture) = self.play.picture(self.board()) else { return };
        let open = self.open_spots(&picture);
        if !open.is_empty() && !self.cursor.is_some_and(|spot| open.contains(&spot)) {
            self.cursor = self.nearest(picture.text.spots(), &open).or(open.first().copied());
        }
        let wide = (picture.text.width() as u16 + 4).max(24);
        let beside = frame.area().width >= wide + SIDE;
        let parts = match beside {
            true => Layout::horizontal([Constraint::Length(wide), Constraint::Min(SIDE)]),
            false => Layout::vertical([Constraint::Min(3), Constraint::Length(BELOW)]),
        };
        let parts = parts.split(frame.area());
        self.area = Block::bordered().inner(parts[0]);
        let size = (picture.text.rows().len(), picture.text.width());
        let room = (usize::from(self.area.height), usize::from(self.area.width));
        let places = picture.text.spots().iter();
        if !self.scrolled {
            let last = picture.last.first();
            let wanted = self.cursor.as_ref().or(last);
            if let Some(place) = places.clone().find(|place| Some(&place.spot) == wanted) {
                self.view.show((place.row, place.column, place.width), room);
            }
        }
        self.view.keep_within(size, room);
        let title = format!(" {} {} ", self.board().info().title, self.board().options());
        let mut block = Block::bordered().title(title);
        if self.view.top > 0 {
            block = block.title(Line::from(" more above: PgUp ").right_aligned());
        }
        if self.view.top + room.0 < size.0 {
            block = block.title_bottom(Line::from(" more below: PgDn ").right_aligned());
        }
        let board = Paragraph::new(self.board_text(&picture, &open))
            .scroll((self.view.top as u16, self.view.left as u16))
            .block(block);
        frame.render_widget(board, parts[0]);
        self.draw_side(frame, parts[1], beside);
    }

    fn board_text(&self, picture: &Picture, open: &[Spot]) -> Text<'static> {
        let mut lines = Vec::new();
        let width = picture.text.width();
        for (row, letters) in picture.text.rows().iter().enumerate() {
            // The cursor may stand where nothing is drawn yet.
            let blanks = std::iter::repeat_n(&(' ', None), width - letters.len());
            let spans = letters.iter().chain(blanks).enumerate().map(|(column, &(letter, ink))| {
                let colour = ink.and_then(|ink| terminal_colour(ink, Colours::Rich));
                let base = colour.map_or(Style::new(), |colour| Style::new().fg(Color::Indexed(colour)));
                Span::styled(letter.to_string(), self.style_at(picture, open, row, column, base))
            });
            lines.push(Line::from(spans.collect::<Vec<_>>()));
        }
        Text::from(lines)
    }

    fn style_at(&self, picture: &Picture, open: &[Spot], row: usize, column: usize, base: Style) -> Style {
        let places = picture.text.spots().iter().filter(|place| covers(place, row, column));
        let here: Vec<Spot> = places.map(|place| place.spot).collect();
        let mut style = base;
        if here.iter().any(|spot| picture.last.contains(spot)) {
            style = style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD);
        }
        if here.iter().any(|spot| self.touched.contains(spot)) {
            style = style.bg(Color::Blue).fg(Color::White);
        }
        if here.iter().any(|spot| Some(*spot) == self.cursor && open.contains(spot)) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        style
    }

    /// Who plays, how things stand, and the keys: in a column beside the board, or in a few lines below it.
    fn draw_side(&self, frame: &mut Frame<'_>, area: Rect, beside: bool) {
        let session = &self.play.session;
        let names = session.board().seat_names();
        let mark = |seat| if session.to_move() == Some(seat) { ">" } else { " " };
        let seats: Vec<String> = (0..names.len())
            .map(|seat| format!("{} {}: {}", mark(seat), names[seat], session.players()[seat]))
            .collect();
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let cursor = self.chosen().map(|text| format!("Cursor: {text}"));
        let moves = self.board().moves();
        let recent = moves.len().saturating_sub(12);
        let listed: Vec<String> =
            moves.iter().enumerate().skip(recent).map(|(i, m)| format!("{}.{m}", i + 1)).collect();
        let listed = format!("Moves: {}", listed.join(" "));
        let keys = if session.over() { STEP_KEYS } else { KEYS };
        let dim = Style::new().add_modifier(Modifier::DIM);
        let mut lines: Vec<Line<'static>> = Vec::new();
        if beside {
            lines.extend(seats.into_iter().map(Line::from));
            lines.push(Line::default());
            lines.push(Line::styled(self.status(&names), bold));
            lines.extend(self.place().map(Line::from));
            lines.extend(cursor.map(Line::from));
            lines.extend((!self.message.is_empty()).then(|| Line::from(self.message.clone())));
            lines.push(Line::default());
            lines.push(Line::from(listed));
            lines.push(Line::default());
            lines.extend(keys.lines().map(|line| Line::styled(line, dim)));
        } else {
            lines.push(Line::from(seats.join("  ")));
            let beside = self.place().or(cursor).map(|text| format!("   {text}")).unwrap_or_default();
            lines.push(Line::from(vec![Span::styled(self.status(&names), bold), Span::from(beside)]));
            lines.push(Line::from(listed));
            lines.push(Line::from(self.message.clone()));
            lines.push(Line::styled(keys.replace('\n', "  "), dim));
        }
        let side = Paragraph::new(lines).block(Block::bordered().title(" ludus "));
        frame.render_widget(if beside { side.wrap(Wrap { trim: false }) } else { side }, area);
    }

    /// What the place under the cursor is called.
    fn chosen(&self) -> Option<String> {
        let picture = self.play.picture(self.play.session.board())?;
        let hotspot = picture.scene.hotspots.iter().find(|hotspot| Some(hotspot.spot) == self.cursor)?;
        self.persons_turn().then(|| self.play.say(&hotspot.label))
    }

    /// Where a finished game is looked at.
    fn place(&self) -> Option<String> {
        self.stepping.as_ref().map(|here| format!("Move {} of {}.", here.at(), here.end()))
    }

    fn status(&self, names: &[&str]) -> String {
        if let Some(ending) = self.play.session.ending() {
            return sentence(&ending.sentence(names));
        }
        match (&self.thinking, self.play.session.to_move()) {
            (Some(Thinking { seat: None, .. }), _) => "Looking for a hint...".to_string(),
            (Some(_), Some(seat)) => format!("{} is thinking...", names[seat]),
            (_, Some(seat)) => format!("{} to move", names[seat]),
            (_, None) => String::new(),
        }
    }
}

/// Whether a place of the board is drawn here.
fn covers(place: &TextSpot, row: usize, column: usize) -> bool {
    place.row == row && (place.column..place.column + place.width).contains(&column)
}

/// Where the middle of a place is; rows are twice as high as letters are wide.
fn middle(place: &TextSpot) -> (i32, i32) {
    (place.row as i32 * 2, (place.column * 2 + place.width) as i32 / 2)
}
