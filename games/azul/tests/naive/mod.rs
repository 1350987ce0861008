//! The rules once more, slow and obvious: tiles are letters in lists. For comparison only.

#![allow(clippy::needless_range_loop)]

const COLOURS: [char; 5] = ['B', 'Y', 'R', 'K', 'W'];
const WALL: [&str; 5] = ["BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB"];

#[derive(Clone, Default)]
pub struct Player {
    pub score: i32,
    pub wall: [[bool; 5]; 5],
    pub lines: [Vec<char>; 5],
    pub floor: Vec<char>,
}

#[derive(Clone)]
pub struct Naive {
    pub round: usize,
    pub side: Option<usize>,
    pub starter: usize,
    pub factories: Vec<Vec<char>>,
    pub centre: Vec<char>,
    pub bag: Vec<char>,
    pub lid: Vec<char>,
    pub players: Vec<Player>,
    pub over: bool,
}

impl Naive {
    pub fn start(players: usize) -> Naive {
        Naive {
            round: 1,
            side: None,
            starter: 0,
            factories: vec![Vec::new(); 2 * players + 1],
            centre: Vec::new(),
            bag: COLOURS.iter().flat_map(|&c| vec![c; 20]).collect(),
            lid: Vec::new(),
            players: vec![Player::default(); players],
            over: false,
        }
    }

    /// Every legal move of the player to move, as text, sorted by source, colour, line.
    pub fn takes(&self) -> Vec<String> {
        let mut moves = Vec::new();
        let Some(side) = self.side else { return moves };
        let player = &self.players[side];
        let mut sources: Vec<(String, &Vec<char>)> =
            self.factories.iter().enumerate().map(|(i, f)| ((i + 1).to_string(), f)).collect();
        sources.push(("c".to_string(), &self.centre));
        for (name, tiles) in sources {
            for colour in COLOURS {
                if !tiles.contains(&colour) {
                    continue;
                }
                for line in 0..5 {
                    let held = &player.lines[line];
                    let full = held.len() == line + 1;
                    let other = held.iter().any(|&tile| tile != colour);
                    let column = WALL[line].find(colour).unwrap();
                    if !full && !other && !player.wall[line][column] {
                        moves.push(format!("{name}{colour}{}", line + 1));
                    }
                }
                moves.push(format!("{name}{colour}f"));
            }
        }
        moves
    }

    pub fn play(&mut self, text: &str) {
        let letters: Vec<char> = text.chars().collect();
        if letters[0] == '@' {
            return self.deal(&letters[1..]);
        }
        let (colour, side) = (letters[1], self.side.unwrap());
        let player = &mut self.players[side];
        let mut taken: Vec<char> = Vec::new();
        if letters[0] == 'c' {
            if let Some(at) = self.centre.iter().position(|&tile| tile == '*') {
                self.centre.remove(at);
                player.floor.push('*');
            }
            taken.extend(self.centre.iter().filter(|&&tile| tile == colour));
            self.centre.retain(|&tile| tile != colour);
        } else {
            let factory = letters[0].to_digit(10).unwrap() as usize - 1;
            for tile in std::mem::take(&mut self.factories[factory]) {
                if tile == colour { taken.push(tile) } else { self.centre.push(tile) }
            }
        }
        for tile in taken {
            if letters[2] != 'f' {
                let line = letters[2].to_digit(10).unwrap() as usize;
                if player.lines[line - 1].len() < line {
                    player.lines[line - 1].push(tile);
                    continue;
                }
            }
            if player.floor.len() < 7 { player.floor.push(tile) } else { self.lid.push(tile) }
        }
        self.side = Some((side + 1) % self.players.len());
        let left = self.factories.iter().flatten().chain(&self.centre).filter(|&&tile| tile != '*').count();
        if left == 0 {
            self.end_round();
        }
    }

    fn end_round(&mut self) {
        self.centre.clear();
        for (seat, player) in self.players.iter_mut().enumerate() {
            for row in 0..5 {
                if player.lines[row].len() < row + 1 {
                    continue;
                }
                let mut tiles = std::mem::take(&mut player.lines[row]);
                let tile = tiles.pop().unwrap();
                self.lid.extend(tiles);
                let column = WALL[row].find(tile).unwrap();
                player.wall[row][column] = true;
                let run = |dr: i32, dc: i32| {
                    let (mut r, mut c, mut length) = (row as i32 + dr, column as i32 + dc, 0);
                    while (0..5).contains(&r) && (0..5).contains(&c) && player.wall[r as usize][c as usize] {
                        (r, c, length) = (r + dr, c + dc, length + 1);
                    }
                    length
                };
                let (across, down) = (run(0, 1) + run(0, -1), run(1, 0) + run(-1, 0));
                player.score += match (across, down) {
                    (0, 0) => 1,
                    (0, n) | (n, 0) => n + 1,
                    (n, m) => n + m + 2,
                };
            }
            let slots = [1, 1, 2, 2, 2, 3, 3];
            player.score -= slots.iter().take(player.floor.len()).sum::<i32>();
            player.score = player.score.max(0);
            for thing in player.floor.drain(..) {
                if thing == '*' { self.starter = seat } else { self.lid.push(thing) }
            }
        }
        self.side = None;
        if self.players.iter().any(|p| p.wall.iter().any(|row| row.iter().all(|&taken| taken))) {
            self.over = true;
            return;
        }
        self.round += 1;
        self.over = self.round > 50 || self.bag.len() + self.lid.len() == 0;
    }

    fn deal(&mut self, tiles: &[char]) {
        let factory = self.factories.iter().position(Vec::is_empty).unwrap();
        let mut tiles = tiles.to_vec();
        // The tiles of the old bag come first; whatever it lacks comes from the lid once the bag is empty.
        tiles.sort_by_key(|tile| !self.bag.contains(tile));
        let mut late = Vec::new();
        for &tile in &tiles {
            match self.bag.iter().position(|&other| other == tile) {
                Some(at) => _ = self.bag.remove(at),
                None => late.push(tile),
            }
        }
        if !late.is_empty() {
            assert!(self.bag.is_empty(), "the lid is touched while the bag holds tiles");
            self.bag = std::mem::take(&mut self.lid);
            for tile in late {
                let at = self.bag.iter().position(|&other| other == tile).expect("the lid holds the tile");
                self.bag.remove(at);
            }
        }
        self.factories[factory] = tiles;
        let full = self.factories.iter().all(|f| !f.is_empty());
        if full || self.bag.len() + self.lid.len() == 0 {
            self.side = Some(self.starter);
            self.centre.push('*');
        }
    }

    /// The final scores with bonuses, and the complete rows.
    pub fn result(&self) -> Vec<(i32, i32)> {
        let result = |player: &Player| {
            let wall = &player.wall;
            let rows = (0..5).filter(|&r| (0..5).all(|c| wall[r][c])).count() as i32;
            let columns = (0..5).filter(|&c| (0..5).all(|r| wall[r][c])).count() as i32;
            let full = |colour: &char| (0..5).all(|r| wall[r][WALL[r].find(*colour).unwrap()]);
            let colours = COLOURS.iter().filter(|colour| full(colour)).count() as i32;
            (player.score + 2 * rows + 7 * columns + 10 * colours, rows)
        };
        self.players.iter().map(result).collect()
    }

    pub fn text(&self) -> String {
        let side = self.side.map_or("@".to_string(), |side| (side + 1).to_string());
        let factories: Vec<String> = self.factories.iter().map(|f| heap(f)).collect();
        let players: Vec<String> = self.players.iter().map(Player::text).collect();
        format!(
            "c {} {side} {} {} {} {} {} {}",
            self.round,
            self.starter + 1,
            factories.join("/"),
            heap(&self.centre),
            counts(&self.bag),
            counts(&self.lid),
            players.join(" ")
        )
    }
}

impl Player {
    fn text(&self) -> String {
        let row = |r: usize| {
            let mut text = String::new();
            for c in 0..5 {
                match (self.wall[r][c], text.pop()) {
                    (true, last) => {
                        text.extend(last);
                        text.extend(WALL[r].chars().nth(c));
                    }
                    (false, Some(last)) if last.is_ascii_digit() => {
                        text.push(char::from(last as u8 + 1));
                    }
                    (false, last) => {
                        text.extend(last);
                        text.push('1');
                    }
                }
            }
            text
        };
        let wall: Vec<String> = (0..5).map(row).collect();
        let line = |line: &Vec<char>| line.first().map_or("-".to_string(), |c| format!("{c}{}", line.len()));
        let lines: Vec<String> = self.lines.iter().map(line).collect();
        let floor: String = if self.floor.is_empty() { "-".to_string() } else { self.floor.iter().collect() };
        format!("{}:{}:{}:{floor}", self.score, wall.join("/"), lines.join("/"))
    }
}

fn heap(tiles: &[char]) -> String {
    let text: String = "*BYRKW".chars().flat_map(|c| tiles.iter().filter(move |&&tile| tile == c)).collect();
    if text.is_empty() { "-".to_string() } else { text }
}

fn counts(tiles: &[char]) -> String {
    COLOURS.map(|c| tiles.iter().filter(|&&tile| tile == c).count().to_string()).join(".")
}
