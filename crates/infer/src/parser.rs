//! From tokens to the syntax tree, going on after an error at the next statement.

use crate::ast::*;
use crate::diagnostic::{Diagnostics, Span, nearest};
use crate::extent;
use crate::lexer::{Tok, Token, lex};

/// Nesting beyond this is refused, so that no text can exhaust the stack.
const MAX_DEPTH: usize = 48;

/// Words that start a statement.
const STATEMENTS: [&str; 12] = [
    "rule", "veto", "score", "group", "const", "weight", "template", "goal", "event", "on", "message", "word",
];

/// Words that cannot name a predicate.
const RESERVED: [&str; 15] = [
    "if", "not", "then", "for", "per", "in", "no", "within", "assume", "until", "add", "count", "sum", "min",
    "max",
];

/// An error has been reported; the statement is given up.
pub(crate) struct Failed;

pub(crate) type Parsed<T> = Result<T, Failed>;

/// Reads a whole text. What could be read is returned even when there were errors.
pub(crate) fn parse(text: &str, diagnostics: &mut Diagnostics) -> Vec<Item> {
    if !extent::text_fits(text, diagnostics) {
        return Vec::new();
    }
    let tokens = lex(text, diagnostics);
    if !extent::words_fit(&tokens, diagnostics) {
        return Vec::new();
    }
    let mut parser = Parser { tokens, at: 0, depth: 0, in_event: false, diagnostics };
    let mut items = Vec::new();
    while parser.peek() != &Tok::Eof {
        let start = parser.at;
        match parser.item() {
            Ok(item) => items.push(item),
            Err(Failed) => parser.recover(start),
        }
    }
    items
}

/// Reads one atom and nothing else, as asked on a command line.
pub(crate) fn parse_atom(text: &str, diagnostics: &mut Diagnostics) -> Option<Atom> {
    let tokens = lex(text, diagnostics);
    let mut parser = Parser { tokens, at: 0, depth: 0, in_event: false, diagnostics };
    let atom = parser.atom().ok()?;
    if parser.sees(".") {
        parser.at += 1;
    }
    if parser.peek() != &Tok::Eof {
        let _: Parsed<()> = parser.fail("the end of the question");
        return None;
    }
    Some(atom)
}

pub(crate) struct Parser<'a> {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    in_event: bool,
    pub(crate) diagnostics: &'a mut Diagnostics,
}

impl Parser<'_> {
    pub(crate) fn peek(&self) -> &Tok {
        &self.tokens[self.at.min(self.tokens.len() - 1)].tok
    }

    fn peek_second(&self) -> &Tok {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].tok
    }

    pub(crate) fn span(&self) -> Span {
        self.tokens[self.at.min(self.tokens.len() - 1)].span
    }

    pub(crate) fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1).min(self.tokens.len() - 1)].span
    }

    pub(crate) fn next(&mut self) -> Token {
        let token = self.tokens[self.at.min(self.tokens.len() - 1)].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn sees(&self, symbol: &str) -> bool {
        matches!(self.peek(), Tok::Sym(s) if *s == symbol)
    }

    pub(crate) fn sees_word(&self, word: &str) -> bool {
        matches!(self.peek(), Tok::Ident(w) if w == word)
    }

    pub(crate) fn eat(&mut self, symbol: &str) -> bool {
        let seen = self.sees(symbol);
        if seen {
            self.next();
        }
        seen
    }

    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let seen = self.sees_word(word);
        if seen {
            self.next();
        }
        seen
    }

    pub(crate) fn fail<T>(&mut self, expected: &str) -> Parsed<T> {
        let found = match self.peek() {
            Tok::Ident(w) | Tok::Var(w) => format!("`{w}`"),
            Tok::Int(n) => format!("`{n}`"),
            Tok::Str(_) => "a message".into(),
            Tok::Quoted(q) => format!("'{q}'"),
            Tok::Sym(s) => format!("`{s}`"),
            Tok::Eof => "the end of the text".into(),
        };
        let span = self.span();
        self.diagnostics.error("syntax", span, format!("expected {expected}, found {found}")).label =
            format!("expected {expected}");
        Err(Failed)
    }

    pub(crate) fn expect(&mut self, symbol: &'static str) -> Parsed<()> {
        if self.eat(symbol) { Ok(()) } else { self.fail(&format!("`{symbol}`")) }
    }

    pub(crate) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.fail(&format!("`{word}`")) }
    }

    /// Skips to the next statement: past the next full stop, or to the next word at the margin.
    fn recover(&mut self, start: usize) {
        self.depth = 0;
        self.in_event = false;
        loop {
            if self.peek() == &Tok::Eof {
                return;
            }
            if self.at > start && self.tokens[self.at].at_margin {
                return;
            }
            if matches!(self.next().tok, Tok::Sym(".")) {
                return;
            }
        }
    }

    pub(crate) fn word(&mut self, expected: &str) -> Parsed<Name> {
        match self.peek().clone() {
            Tok::Ident(text) => Ok(Name { text, span: self.next().span }),
            _ => self.fail(expected),
        }
    }

    fn string(&mut self) -> Parsed<Name> {
        match self.peek().clone() {
            Tok::Str(text) => Ok(Name { text, span: self.next().span }),
            _ => self.fail("a message in double quotes"),
        }
    }

    fn end(&mut self) -> Parsed<()> {
        if self.eat(".") {
            return Ok(());
        }
        let after = self.last_span();
        self.diagnostics
            .error(
                "syntax",
                Span { start: after.end.saturating_sub(1), end: after.end },
                "expected `.` at the end of the statement".into(),
            )
            .label = "`.` is missing after this".into();
        Err(Failed)
    }

    fn item(&mut self) -> Parsed<Item> {
        let start = self.span();
        let word = match self.peek() {
            Tok::Ident(word) => word.clone(),
            _ => return self.fail("a statement"),
        };
        if self.peek_second() == &Tok::Sym("(") || !STATEMENTS.contains(&word.as_str()) {
            return self.clause(start, &word);
        }
        self.next();
        match word.as_str() {
            "score" => self.score(start),
            "rule" => self.rule(start, RuleKind::Rule),
            "veto" => self.rule(start, RuleKind::Veto),
            "template" => self.rule(start, RuleKind::Template),
            "group" => {
                let name = self.word("the name of the group")?;
                self.expect(":")?;
                let first = if self.eat_word("first") {
                    true
                } else if self.eat_word("best") {
                    false
                } else {
                    return self.fail("`best` or `first`");
                };
                self.end()?;
                Ok(Item::Group { name, first })
            }
            "const" | "weight" => {
                let name = self.word("the name of the number")?;
                self.expect("=")?;
                let value = self.expr()?;
                self.end()?;
                Ok(Item::Const { name, value, tunable: word == "weight" })
            }
            "goal" => {
                let head = self.atom()?;
                let body = if self.eat_word("if") { self.body()? } else { Vec::new() };
                self.end()?;
                Ok(Item::Clause { head, body, goal: true, span: start.to(self.last_span()) })
            }
            "event" => self.event(start),
            "on" => self.on(start),
            "message" => {
                let lang = self.word("a language such as `sr`")?;
                let rule = self.word("the name of a rule")?;
                let text = self.string()?;
                self.end()?;
                Ok(Item::Message { lang, rule, text })
            }
            _ => {
                let lang = self.word("a language such as `sr`")?;
                let element = match self.peek().clone() {
                    Tok::Quoted(text) => Name { text, span: self.next().span },
                    _ => self.word("an element such as `red`")?,
                };
                let text = self.string()?;
                self.end()?;
                Ok(Item::Word { lang, element, text })
            }
        }
    }

    fn clause(&mut self, start: Span, word: &str) -> Parsed<Item> {
        let head = self.atom()?;
        if !self.sees_word("if") && !self.sees(".") {
            if let Some(known) = nearest(word, STATEMENTS).filter(|_| !self.sees("(")) {
                let name = head.name.span;
                self.diagnostics
                    .error("unknown-statement", name, format!("no statement starts with `{word}`"))
                    .help = Some(format!("did you mean `{known}`?"));
                return Err(Failed);
            }
            return self.fail("`if` or `.`");
        }
        let body = if self.eat_word("if") { self.body()? } else { Vec::new() };
        self.end()?;
        Ok(Item::Clause { head, body, goal: false, span: start.to(self.last_span()) })
    }

    fn score(&mut self, start: Span) -> Parsed<Item> {
        let named = matches!(self.peek(), Tok::Ident(_)) && self.peek_second() == &Tok::Sym(":");
        let name = if named {
            let name = self.word("a name")?;
            self.next();
            Some(name)
        } else {
            None
        };
        let weight = self.expr()?;
        self.expect_word("per")?;
        let atom = self.atom()?;
        let message = self.optional_string();
        self.end()?;
        let span = start.to(self.last_span());
        let name = name.unwrap_or_else(|| atom.name.clone());
        let body = vec![Lit { span: atom.span, kind: LitKind::Atom(atom) }];
        Ok(Item::Rule(Box::new(Rule {
            kind: RuleKind::Score,
            name,
            group: None,
            params: Vec::new(),
            movement: None,
            body,
            weight: Some(weight),
            message,
            claim: None,
            span,
        })))
    }

    fn optional_string(&mut self) -> Option<Name> {
        if matches!(self.peek(), Tok::Str(_)) { self.string().ok() } else { None }
    }

    fn rule(&mut self, start: Span, kind: RuleKind) -> Parsed<Item> {
        let name = self.word("the name of the rule")?;
        let params = if kind == RuleKind::Template { self.params()? } else { Vec::new() };
        let group = if self.eat_word("in") { Some(self.word("the name of a group")?) } else { None };
        self.expect(":")?;
        let movement = if self.eat_word("for") {
            self.expect_word("move")?;
            Some(self.atom()?)
        } else {
            None
        };
        let body = if self.eat_word("if") { self.body()? } else { Vec::new() };
        let weight = if kind == RuleKind::Veto {
            None
        } else {
            self.expect_word("then")?;
            Some(self.expr()?)
        };
        let message = self.optional_string();
        let claim = if self.sees_word("claims") { Some(self.claim()?) } else { None };
        self.end()?;
        let span = start.to(self.last_span());
        Ok(Item::Rule(Box::new(Rule {
            kind,
            name,
            group,
            params,
            movement,
            body,
            weight,
            message,
            claim,
            span,
        })))
    }

    fn params(&mut self) -> Parsed<Vec<Param>> {
        let mut params = Vec::new();
        self.expect("(")?;
        loop {
            let name = match self.peek().clone() {
                Tok::Var(text) => Name { text, span: self.next().span },
                _ => return self.fail("a parameter (an upper-case word)"),
            };
            let domain = if self.eat_word("in") {
                Domain::List(self.values()?)
            } else if self.eat_word("over") {
                Domain::Over(self.word("the name of a sort")?)
            } else {
                Domain::Open
            };
            params.push(Param { name, domain });
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(params)
    }

    /// `1..5` or `[a, b, c]`.
    fn values(&mut self) -> Parsed<Vec<Expr>> {
        if self.eat("[") {
            let mut values = vec![self.expr()?];
            while self.eat(",") {
                values.push(self.expr()?);
            }
            self.expect("]")?;
            return Ok(values);
        }
        let span = self.span();
        let low = self.signed()?;
        self.expect("..")?;
        let high = self.signed()?;
        if i64::from(high) - i64::from(low) > 1000 {
            let span = span.to(self.last_span());
            self.diagnostics.error("range", span, "a range of more than 1000 values".into());
            return Err(Failed);
        }
        Ok((low..=high).map(|n| Expr { kind: ExprKind::Int(n), span }).collect())
    }

    fn signed(&mut self) -> Parsed<i32> {
        let negative = self.eat("-");
        match *self.peek() {
            Tok::Int(n) => {
                self.next();
                Ok(if negative { -n } else { n })
            }
            _ => self.fail("a number"),
        }
    }

    fn event(&mut self, start: Span) -> Parsed<Item> {
        let head = self.atom()?;
        self.expect(":")?;
        self.expect_word("within")?;
        let window = if self.eat_word("game") {
            Window::Game
        } else if self.eat_word("this") {
            self.expect_word("round")?;
            Window::ThisRound
        } else if self.eat_word("previous") {
            self.expect_word("round")?;
            Window::PreviousRound
        } else if self.eat_word("last") {
            let length = self.expr()?;
            if self.eat_word("moves") {
                Window::LastMoves(length)
            } else if self.eat_word("rounds") {
                Window::LastRounds(length)
            } else {
                return self.fail("`moves` or `rounds`");
            }
        } else {
            return self.fail("`last N moves`, `last N rounds`, `this round`, `previous round` or `game`");
        };
        self.expect(",")?;
        self.in_event = true;
        let body = self.body();
        self.in_event = false;
        let body = body?;
        self.end()?;
        Ok(Item::Event { head, window, body, span: start.to(self.last_span()) })
    }

    fn on(&mut self, start: Span) -> Parsed<Item> {
        let event = self.atom()?;
        let body = if self.eat_word("if") { self.body()? } else { Vec::new() };
        self.expect(":")?;
        self.expect_word("add")?;
        self.eat_word("template");
        let template = self.atom()?;
        let until = if self.eat_word("until") { self.until()? } else { Until::EndOfGame };
        self.end()?;
        Ok(Item::On { event, body, template, until, span: start.to(self.last_span()) })
    }

    fn until(&mut self) -> Parsed<Until> {
        if self.eat_word("end") {
            self.expect_word("of")?;
            return if self.eat_word("round") {
                Ok(Until::EndOfRound)
            } else if self.eat_word("game") {
                Ok(Until::EndOfGame)
            } else {
                self.fail("`round` or `game`")
            };
        }
        if matches!(self.peek(), Tok::Ident(_)) && self.peek_second() == &Tok::Sym("(") {
            return Ok(Until::Event(self.atom()?));
        }
        let length = self.expr()?;
        if self.eat_word("moves") {
            Ok(Until::Moves(length))
        } else if self.eat_word("rounds") {
            Ok(Until::Rounds(length))
        } else {
            self.fail("`moves` or `rounds`")
        }
    }

    fn atom(&mut self) -> Parsed<Atom> {
        if let Tok::Ident(word) = self.peek()
            && RESERVED.contains(&word.as_str())
        {
            return self.fail("a predicate");
        }
        let name = self.word("a predicate")?;
        let mut args = Vec::new();
        let bare = !self.eat("(");
        if !bare && !self.eat(")") {
            loop {
                args.push(self.expr()?);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        let span = name.span.to(self.last_span());
        if args.len() > extent::ARGUMENTS {
            let message = format!("{} arguments; expected at most {}", args.len(), extent::ARGUMENTS);
            self.diagnostics.error("extent", span, message);
            return Err(Failed);
        }
        Ok(Atom { name, args, bare, span })
    }

    pub(crate) fn body(&mut self) -> Parsed<Vec<Lit>> {
        let mut body = vec![self.literal()?];
        while self.eat(",") {
            body.push(self.literal()?);
        }
        if body.len() > extent::CONDITIONS {
            let (span, message) =
                (body[0].span, format!("{} conditions; expected at most {}", body.len(), extent::CONDITIONS));
            self.diagnostics.error("extent", span, message);
            return Err(Failed);
        }
        Ok(body)
    }

    pub(crate) fn literal(&mut self) -> Parsed<Lit> {
        let start = self.span();
        let kind = self.literal_kind()?;
        Ok(Lit { kind, span: start.to(self.last_span()) })
    }

    fn literal_kind(&mut self) -> Parsed<LitKind> {
        if self.eat_word("not") {
            return Ok(LitKind::Not(self.atom()?));
        }
        if self.eat_word("assume") {
            let mut facts = vec![self.atom()?];
            while self.eat(",") {
                facts.push(self.atom()?);
            }
            self.expect_word("in")?;
            return Ok(LitKind::Assume(facts, self.atom()?));
        }
        if self.in_event && self.eat_word("no") {
            return Ok(LitKind::Absent(self.atom()?));
        }
        if self.in_event && self.sees_word("count") && matches!(self.peek_second(), Tok::Ident(_)) {
            self.next();
            let atom = self.atom()?;
            let op = self.comparison()?;
            return Ok(LitKind::CountOf(atom, op, self.expr()?));
        }
        if self.starts_atom() {
            let atom = self.atom()?;
            if !self.in_event || !self.sees_word("then") {
                return Ok(LitKind::Atom(atom));
            }
            let mut steps = vec![(false, atom)];
            while self.eat_word("then") {
                let absent = self.eat_word("no");
                steps.push((absent, self.atom()?));
            }
            return Ok(LitKind::Sequence(steps));
        }
        let left = self.expr()?;
        let op = self.comparison()?;
        Ok(LitKind::Compare(op, left, self.expr()?))
    }

    /// A word is an atom unless an operator follows it: then it is a constant in a comparison.
    fn starts_atom(&self) -> bool {
        let Tok::Ident(word) = self.peek() else { return false };
        if RESERVED.contains(&word.as_str()) {
            return false;
        }
        !matches!(
            self.peek_second(),
            Tok::Sym("=" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "/" | "%")
        )
    }

    fn comparison(&mut self) -> Parsed<Cmp> {
        let op = match self.peek() {
            Tok::Sym("=") => Cmp::Eq,
            Tok::Sym("!=") => Cmp::Ne,
            Tok::Sym("<") => Cmp::Lt,
            Tok::Sym("<=") => Cmp::Le,
            Tok::Sym(">") => Cmp::Gt,
            Tok::Sym(">=") => Cmp::Ge,
            _ => return self.fail("a comparison (`=`, `!=`, `<`, `<=`, `>`, `>=`)"),
        };
        self.next();
        Ok(op)
    }

    pub(crate) fn expr(&mut self) -> Parsed<Expr> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let span = self.span();
            self.diagnostics.error("nesting", span, format!("nested more than {MAX_DEPTH} deep"));
            return Err(Failed);
        }
        let mut left = self.product()?;
        let mut terms = 0;
        loop {
            let op = match self.peek() {
                Tok::Sym("+") => Op::Add,
                Tok::Sym("-") => Op::Sub,
                _ => break,
            };
            self.next();
            let right = self.product()?;
            left = join(op, left, right);
            terms += 1;
            if terms > MAX_DEPTH {
                return self.fail("a shorter sum");
            }
        }
        self.depth -= 1;
        Ok(left)
    }

    fn product(&mut self) -> Parsed<Expr> {
        let mut left = self.unary()?;
        let mut factors = 0;
        loop {
            let op = match self.peek() {
                Tok::Sym("*") => Op::Mul,
                Tok::Sym("/") => Op::Div,
                Tok::Sym("%") => Op::Rem,
                _ => return Ok(left),
            };
            self.next();
            let right = self.unary()?;
            left = join(op, left, right);
            factors += 1;
            if factors > MAX_DEPTH {
                return self.fail("a shorter product");
            }
        }
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let kind = match self.next().tok {
            Tok::Sym(sign @ ("-" | "+")) => {
                if let Tok::Int(n) = *self.peek() {
                    self.next();
                    ExprKind::Int(if sign == "-" { -n } else { n })
                } else {
                    self.depth += 1;
                    if self.depth > MAX_DEPTH {
                        return self.fail("fewer signs");
                    }
                    let inner = self.unary()?;
                    self.depth -= 1;
                    if sign == "+" {
                        return Ok(inner);
                    }
                    ExprKind::Neg(Box::new(inner))
                }
            }
            Tok::Int(n) => ExprKind::Int(n),
            Tok::Var(name) => ExprKind::Var(name),
            Tok::Quoted(name) => ExprKind::Quoted(name),
            Tok::Sym("(") => {
                let inner = self.expr()?;
                self.expect(")")?;
                return Ok(inner);
            }
            Tok::Ident(word) => match word.as_str() {
                "count" => return self.fold(Fold::Count, start),
                "sum" => return self.fold(Fold::Sum, start),
                "min" => return self.fold(Fold::Min, start),
                "max" => return self.fold(Fold::Max, start),
                _ if RESERVED.contains(&word.as_str()) => {
                    self.at = self.at.saturating_sub(1);
                    return self.fail("a value");
                }
                _ => ExprKind::Word(word),
            },
            Tok::Eof => return self.fail("a value"),
            _ => {
                self.at = self.at.saturating_sub(1);
                return self.fail("a value");
            }
        };
        Ok(Expr { kind, span: start.to(self.last_span()) })
    }

    fn fold(&mut self, fold: Fold, start: Span) -> Parsed<Expr> {
        let value = match (fold, self.peek().clone()) {
            (Fold::Count, _) => None,
            (_, Tok::Var(text)) => Some(Name { text, span: self.next().span }),
            _ => return self.fail("the variable to add up or compare"),
        };
        self.expect("{")?;
        let body = self.body()?;
        self.expect("}")?;
        Ok(Expr { kind: ExprKind::Fold(fold, value, body), span: start.to(self.last_span()) })
    }
}

fn join(op: Op, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: ExprKind::Bin(op, Box::new(left), Box::new(right)), span }
}
