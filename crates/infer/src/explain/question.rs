//! Questions: a predicate, some of whose arguments are known, read from text.

use game::facts::{SortId, SortKind};

use crate::ast::{Expr, ExprKind};
use crate::diagnostic::{Diagnostics, Source};
use crate::engine::Engine;
use crate::parser::parse_atom;
use crate::program::*;

/// A question: a predicate with some arguments known.
pub(super) struct Question {
    pub(super) pred: Pred,
    pub(super) args: Vec<Option<i32>>,
}

impl Engine {
    pub(super) fn question(&self, text: &str) -> Result<Question, Diagnostics> {
        let mut diagnostics = Diagnostics::new(Source::new("question", text));
        let program = &self.kb.program;
        let Some(atom) = parse_atom(text, &mut diagnostics) else { return Err(diagnostics) };
        let Some(pred) = self.find(&atom.name.text) else {
            let names = program.preds.iter().map(|p| p.name.as_str()).filter(|n| !n.contains(['@', ' ']));
            let near =
                crate::diagnostic::nearest(&atom.name.text, names).map(|n| format!("did you mean `{n}`?"));
            let message = format!("no predicate is called `{}`", atom.name.text);
            diagnostics.error("unknown-predicate", atom.name.span, message).help = near;
            return Err(diagnostics);
        };
        let arity = program.arity(pred);
        if atom.args.len() != arity && !(atom.bare && arity > 0) {
            let message = format!("`{}` takes {arity} arguments, {} given", atom.name.text, atom.args.len());
            diagnostics.error("arity", atom.span, message);
            return Err(diagnostics);
        }
        let mut args = vec![None; arity];
        for (i, (slot, arg)) in args.iter_mut().zip(&atom.args).enumerate() {
            match self.constant(program.preds[pred].sorts[i], arg) {
                Ok(value) => *slot = value,
                Err(message) => {
                    diagnostics.error("unknown-element", arg.span, message);
                    return Err(diagnostics);
                }
            }
        }
        Ok(Question { pred, args })
    }

    /// An argument of a question: `None` for a variable.
    fn constant(&self, sort: Option<SortId>, arg: &Expr) -> Result<Option<i32>, String> {
        let schema = &self.kb.program.schema;
        let element = |word: &str| match &schema.sorts()[sort.unwrap_or(SortId::INT).0 as usize].kind {
            SortKind::Named(names) => names.iter().position(|n| n == word).map(|i| i as i32),
            SortKind::Number(_) => None,
        };
        match &arg.kind {
            ExprKind::Int(n) => Ok(Some(*n)),
            ExprKind::Var(word) => Ok(element(word)),
            ExprKind::Word(word) | ExprKind::Quoted(word) => {
                let number = schema.constants().iter().find(|(n, _)| n == word).map(|(_, v)| *v);
                element(word).or(number).map(Some).ok_or_else(|| format!("no element is called `{word}`"))
            }
            _ => Err("expected an element, a number or a variable".into()),
        }
    }
}
