//! A tree of positions that somebody explores: kept on the server, so that every position has an address.

use game::Options;
use serde::{Deserialize, Serialize};
use table::{Games, Match, Record, Session};

use crate::failure::Failure;

/// More positions than this are refused.
const MOST_NODES: usize = 3_000;
/// Longer names of lines are refused.
const LONGEST_NAME: usize = 60;

/// A tree of positions. Node 0 is the start; a node comes after its parent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tree {
    /// The game.
    pub game: String,
    /// The position of node 0.
    pub start: String,
    /// The nodes.
    pub nodes: Vec<Node>,
}

/// A position, by the move that led to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Node {
    /// The position before.
    pub parent: usize,
    /// The move; empty for the start.
    pub text: String,
    /// Who made it, counted from 1; 0 for chance.
    pub seat: usize,
    /// What the line that begins here is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Whether the line that begins here was taken away. Its place stays, so that addresses keep their meaning.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
}

impl Node {
    fn new(parent: usize, text: String, seat: usize) -> Node {
        Node { parent, text, seat, name: String::new(), gone: false }
    }
}

impl Tree {
    /// The tree of a position, chance having acted where it is its turn.
    pub fn of_position(board: Box<dyn Match>) -> Tree {
        let mut session = Session::of_people(board, 0);
        session.settle();
        Tree::of_game(session.board())
    }

    /// The tree of a game, its moves in a line.
    pub fn of_game(board: &dyn Match) -> Tree {
        let root = Node::new(0, String::new(), 0);
        let mut tree =
            Tree { game: board.info().name.to_string(), start: board.start_position(), nodes: vec![root] };
        for (text, mover) in board.moves().into_iter().zip(board.movers()) {
            tree.nodes.push(Node::new(tree.nodes.len() - 1, text, mover.map_or(0, |seat| seat + 1)));
        }
        tree
    }

    /// Whether every parent comes before its children; trees from the store are checked.
    pub fn is_sound(&self) -> bool {
        let short = |node: &Node| node.name.chars().count() <= LONGEST_NAME;
        let in_order = |(index, node): (usize, &Node)| short(node) && (index == 0 || node.parent < index);
        !self.nodes.is_empty() && self.nodes.iter().enumerate().all(in_order)
    }

    /// The nodes from the start to this one.
    pub fn path(&self, node: usize) -> Vec<usize> {
        let mut path = vec![node];
        let mut at = node;
        while at != 0 {
            at = self.nodes[at].parent;
            path.push(at);
        }
        path.reverse();
        path
    }

    /// The first that was played after a position.
    pub fn next(&self, node: usize) -> Option<usize> {
        (node + 1..self.nodes.len())
            .find(|&child| self.nodes[child].parent == node && !self.nodes[child].gone)
    }

    /// The line through a node: from the start to it, and on by what was played first.
    pub fn line(&self, node: usize) -> Vec<usize> {
        let mut line = self.path(node);
        let mut at = node;
        while let Some(next) = self.next(at) {
            line.push(next);
            at = next;
        }
        line
    }

    /// The board at a node.
    pub fn board(&self, games: &Games, node: usize) -> Result<Box<dyn Match>, Failure> {
        let mut board = games.find(&self.game)?.open_at(&Options::none(), &self.start)?;
        for &at in &self.path(node)[1..] {
            board.play(&self.nodes[at].text)?;
        }
        Ok(board)
    }

    /// Plays a move at a node and lets chance act; gives the node reached, which may have been there before.
    pub fn play(&mut self, games: &Games, node: usize, text: &str) -> Result<usize, Failure> {
        let board = self.board(games, node)?;
        let mut session = Session::of_people(board, node as u64);
        let played = session.play(text, 0)?;
        let mut at = self.child(node, &played.text, played.seat.map_or(0, |seat| seat + 1))?;
        if self.next(at).is_none() {
            for event in session.settle() {
                at = self.child(at, &event.text, 0)?;
            }
            return Ok(at);
        }
        while let Some(next) = self.next(at).filter(|&next| self.nodes[next].seat == 0) {
            at = next;
        }
        Ok(at)
    }

    /// Calls the line that begins at a node by a name; by none when that is empty.
    pub fn call(&mut self, node: usize, name: &str) -> Result<(), Failure> {
        let name = name.trim();
        if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            return Err(Failure::wrong(format!("a name has at most {LONGEST_NAME} letters")));
        }
        self.nodes[node].name = name.to_string();
        Ok(())
    }

    /// Takes away the line that begins at a node; gives the node before it.
    pub fn cut(&mut self, node: usize) -> Result<usize, Failure> {
        if node == 0 {
            return Err(Failure::wrong("the start of an analysis stays"));
        }
        self.nodes[node].gone = true;
        Ok(self.nodes[node].parent)
    }

    fn child(&mut self, parent: usize, text: &str, seat: usize) -> Result<usize, Failure> {
        let there = |node: &Node| node.parent == parent && node.text == text;
        if let Some(known) = self.nodes.iter().skip(1).position(there) {
            self.nodes[known + 1].gone = false;
            return Ok(known + 1);
        }
        if self.nodes.len() >= MOST_NODES {
            return Err(Failure::wrong(format!("an analysis holds at most {MOST_NODES} positions")));
        }
        self.nodes.push(Node::new(parent, text.to_string(), seat));
        Ok(self.nodes.len() - 1)
    }

    /// The moves from the start to a node as a record.
    pub fn record(&self, games: &Games, node: usize) -> Result<Record, Failure> {
        let board = self.board(games, node)?;
        Ok(Session::of_people(board, 0).record())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_branch_and_are_found_again() {
        let games = registry::games();
        for family in &games {
            let mut session = Session::of_people(family.open(&Options::none()).unwrap(), 1);
            session.settle();
            let mut tree = Tree::of_game(session.board());
            let root = tree.nodes.len() - 1;
            let legal = tree.board(&games, root).unwrap().legal();
            let first = tree.play(&games, root, &legal[0]).unwrap();
            let second = tree.play(&games, root, &legal[1]).unwrap();
            assert_ne!(first, second);
            assert_eq!(tree.play(&games, root, &legal[0]).unwrap(), first, "{}", family.info.name);
            assert!(tree.play(&games, root, "no such move").is_err());
            assert!(tree.is_sound());
            assert_eq!(tree.line(second), tree.path(second));
            tree.call(second, " the other way ").unwrap();
            assert_eq!(tree.nodes[second].name, "the other way");
            assert!(tree.call(second, &"x".repeat(LONGEST_NAME + 1)).is_err());
            let first_of = |tree: &Tree| tree.next(root).unwrap();
            let line = first_of(&tree);
            assert_eq!(tree.cut(line).unwrap(), root);
            assert_ne!(first_of(&tree), line, "what was taken away is in no line");
            tree.play(&games, root, &legal[0]).unwrap();
            assert_eq!(first_of(&tree), line, "until it is played again");
            assert!(tree.cut(0).is_err());
            assert!(tree.record(&games, first).unwrap().replay(&games).is_ok());
        }
    }
}
