//! Templates: their tables of instances.

use game::facts::{SortId, SortKind};

use super::scope::Scope;
use super::{Dropped, Lowerer, template_name};
use crate::ast::{self, Domain, Expr, ExprKind, RuleKind};
use crate::diagnostic::nearest;
use crate::extent;
use crate::program::*;

impl Lowerer<'_> {
    /// The instance table of a template, and the condition that its parameters are a row of it.
    pub(super) fn table(
        &mut self,
        rule: &ast::Rule,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Result<Option<(Pred, Vec<Var>)>, Dropped> {
        if rule.kind != RuleKind::Template {
            return Ok(None);
        }
        let pred = self.named(&template_name(&rule.name.text)).expect("templates are declared first");
        if self.preds[pred].sorts.len() != rule.params.len() {
            return Err(self.report(
                "arity",
                rule.name.span,
                "a template of that name has other parameters".into(),
            ));
        }
        let vars: Vec<Var> = rule.params.iter().map(|p| scope.declare(&p.name.text, p.name.span)).collect();
        let args = vars.iter().map(|&v| Term::Var(v)).collect();
        body.push(Literal::Holds(Call { pred, args, span: rule.name.span }));
        self.fill_table(pred, &rule.params)?;
        Ok(Some((pred, vars)))
    }

    /// The rows: lists side by side, crossed with every `over`.
    fn fill_table(&mut self, pred: Pred, params: &[ast::Param]) -> Result<(), Dropped> {
        let mut length: Option<usize> = None;
        let mut columns: Vec<Option<Vec<i32>>> = Vec::new();
        let mut open = false;
        for (i, param) in params.iter().enumerate() {
            match &param.domain {
                Domain::List(values) => {
                    if *length.get_or_insert(values.len()) != values.len() {
                        let message = format!(
                            "the lists of a template must be equally long: `{}` has {}, not {}",
                            param.name.text,
                            values.len(),
                            length.unwrap_or_default()
                        );
                        return Err(self.report("table", param.name.span, message));
                    }
                    let column: Result<Vec<i32>, Dropped> =
                        values.iter().map(|value| self.table_value(value, pred, i)).collect();
                    columns.push(Some(column?));
                }
                Domain::Over(sort) => {
                    let Some(id) = self.schema.sorts().iter().position(|s| s.name == sort.text) else {
                        let near = nearest(&sort.text, self.schema.sorts().iter().map(|s| s.name.as_str()));
                        let help = near.map(|n| format!("did you mean `{n}`?"));
                        self.report("unknown-sort", sort.span, format!("no sort is called `{}`", sort.text));
                        self.help(help);
                        return Err(Dropped);
                    };
                    self.preds[pred].sorts[i] = Some(SortId(id as u16));
                    columns.push(None);
                }
                Domain::Open => open = true,
            }
        }
        if open {
            if columns.is_empty() {
                return Ok(());
            }
            let message = "either every parameter of a template has values or none".into();
            return Err(self.report("table", params[0].name.span, message));
        }
        let mut rows: Vec<Vec<i32>> = vec![Vec::new(); length.unwrap_or(1)];
        for (i, column) in columns.iter().enumerate() {
            match column {
                Some(values) => rows = cross_lists(rows, values, length.unwrap_or(1)),
                None => {
                    let sort = self.preds[pred].sorts[i].unwrap_or(SortId::INT);
                    let values: Vec<i32> = match &self.schema.sorts()[sort.0 as usize].kind {
                        SortKind::Named(names) => (0..names.len() as i32).collect(),
                        SortKind::Number(Some(range)) => range.clone().take(1000).collect(),
                        SortKind::Number(None) => {
                            let message = "integers are endless; give a list".into();
                            return Err(self.report("table", params[i].name.span, message));
                        }
                    };
                    // Row-major: the row of the lists varies fastest, so that `cross_lists` can find it.
                    rows = values
                        .iter()
                        .flat_map(|&v| rows.iter().map(move |row| row.iter().copied().chain([v]).collect()))
                        .take(10_000)
                        .collect();
                }
            }
        }
        if self.rows.len() + rows.len() > extent::ROWS {
            let message = format!("the templates have more than {} rows together", extent::ROWS);
            return Err(self.report("table", params[0].name.span, message));
        }
        self.rows.extend(rows.into_iter().map(|row| (pred, row)));
        Ok(())
    }

    fn table_value(&mut self, value: &Expr, pred: Pred, column: usize) -> Result<i32, Dropped> {
        let word = match &value.kind {
            ExprKind::Word(word)
                if !self.consts.contains_key(word) && !self.weight_by_name.contains_key(word) =>
            {
                word
            }
            ExprKind::Quoted(word) => word,
            _ => {
                let n = self.constant_value(value)?;
                self.preds[pred].sorts[column].get_or_insert(SortId::INT);
                return Ok(n);
            }
        };
        for (id, sort) in self.schema.sorts().iter().enumerate() {
            let id = SortId(id as u16);
            if let SortKind::Named(names) = &sort.kind
                && let Some(index) = names.iter().position(|n| n == word)
                && self.preds[pred].sorts[column].is_none_or(|known| known == id)
            {
                self.preds[pred].sorts[column] = Some(id);
                return Ok(index as i32);
            }
        }
        Err(self.unknown_number(word, value.span))
    }
}

/// Appends the values of a list to rows whose number is a multiple of the list's length.
fn cross_lists(rows: Vec<Vec<i32>>, values: &[i32], length: usize) -> Vec<Vec<i32>> {
    rows.into_iter()
        .enumerate()
        .map(|(i, mut row)| {
            row.push(values[i % length.max(1)]);
            row
        })
        .collect()
}
