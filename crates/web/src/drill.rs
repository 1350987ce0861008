//! A position with something to be found on it: how the page shows it, and what a tried move leads to.

use draw::View;
use maud::{Markup, PreEscaped, html};
use school::ToldPly;
use serde::Serialize;
use serde_json::json;
use table::Match;

use crate::pages::game::embedded;
use crate::visitor::Visitor;
use crate::wire::{BoardView, Open, board_view};
use crate::words::Words;

/// What a tried move leads to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TriedView {
    /// Whether it was right.
    pub right: bool,
    /// What is said.
    pub text: String,
    /// The game as it goes on, the move included.
    pub frames: Vec<FrameView>,
    /// How the reader stands now; empty when nothing was counted.
    pub rating: String,
}

/// A position of a line, by the move that led to it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FrameView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it does.
    pub text: String,
    /// The board after it.
    pub board: BoardView,
}

/// The positions of a line that is told move by move.
pub fn frames(board: &dyn Match, plies: &[ToldPly], visitor: Visitor) -> Vec<FrameView> {
    let mut ahead = board.fork();
    let mut all = Vec::new();
    for ply in plies {
        if ahead.play(&ply.mv).is_err() {
            break;
        }
        let board = board_view(ahead.as_ref(), visitor, View::Upright, Open::No);
        all.push(FrameView { mv: ply.mv.clone(), text: ply.text.clone(), board });
    }
    all
}

/// What stands around a drill.
pub struct Drill<'a> {
    /// Where tries are sent to: the addresses of it begin with this.
    pub base: &'a str,
    /// The board.
    pub board: &'a dyn Match,
    /// What is to be done, in a sentence.
    pub aim: &'a str,
    /// Where it goes on.
    pub next: &'a str,
    /// Whether the answer can be asked for.
    pub solution: Solution,
}

/// Whether the answer can be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solution {
    /// It can.
    Offered,
    /// It cannot: every wrong move is answered until a right one is found.
    None,
}

impl Drill<'_> {
    /// The board and the panel, with more content above and below the sentence.
    pub fn shown(&self, visitor: Visitor, above: &Markup, below: &Markup) -> Markup {
        let words = visitor.words();
        let view = board_view(self.board, visitor, View::Upright, Open::Yes);
        html! {
            game-drill.table data-base=(self.base) data-words=(client_words(words)) data-game=(self.board.info().name) {
                script type="application/json" { (PreEscaped(embedded(&json!(view)))) }
                section.board-side aria-label=(words.board) {
                    game-board data-enlarge=(words.enlarge) { (PreEscaped(&view.svg)) }
                }
                section.panel {
                    (above)
                    p.aim { (self.aim) }
                    div.tried role="status" aria-live="polite" {
                        p.tried-mark hidden { span.class-sign aria-hidden="true" {} strong {} }
                        p.tried-text {}
                        ol.tried-line {}
                    }
                    p.rating.quiet {}
                    div.actions {
                        a.button.primary data-next hidden href=(self.next) { (words.drill_next) }
                        button data-do="again" hidden { (words.drill_again) }
                        @if self.solution == Solution::Offered { button data-do="solution" { (words.drill_solution) } }
                        @if self.solution == Solution::Offered { a.button data-skip href=(self.next) { (words.drill_skip) } }
                    }
                    (below)
                    p.quiet.keys { (words.keys_help) }
                }
            }
        }
    }
}

fn client_words(words: &Words) -> String {
    json!({
        "right": words.drill_right, "wrong": words.drill_wrong, "chosen": words.chosen, "wait": words.warn_look,
        "answer": words.drill_answer,
    })
    .to_string()
}
