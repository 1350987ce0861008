//! What the checker has to say about a text: spans, diagnostics, and how they are drawn.

use std::fmt;
use std::ops::Range;

use crate::budget;

/// A range of bytes of the source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Span { start: start as u32, end: end as u32 }
    }

    pub(crate) fn to(self, other: Span) -> Self {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// Whether a text can be used in spite of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The text is refused.
    Error,
    /// The text is accepted, but probably does not say what was meant.
    Warning,
}

/// A named text with the starts of its lines.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    lines: Vec<u32>,
}

/// A place in a source, counted from 1; columns count characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of the source.
    pub file: String,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl Source {
    /// Takes a text; `name` is what diagnostics call it, usually the file name.
    pub fn new(name: &str, text: &str) -> Self {
        let starts = text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1);
        Source { name: name.into(), text: text.into(), lines: std::iter::once(0).chain(starts).collect() }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place where a span starts.
    pub fn place(&self, span: Span) -> Place {
        let line = self.lines.partition_point(|&start| start <= span.start).max(1);
        let start = self.lines[line - 1] as usize;
        let end = self.range(span).start.max(start);
        let column = self.text[start..end].chars().count() + 1;
        Place { file: self.name.clone(), line, column }
    }

    fn line_length(&self, line: usize) -> usize {
        let start = self.lines.get(line - 1).map_or(0, |&start| start as usize);
        self.lines.get(line).map_or(self.text.len(), |&next| next as usize) - start
    }

    /// The span as a range inside the text, on character boundaries.
    fn range(&self, span: Span) -> Range<usize> {
        let fit = |mut at: usize| {
            at = at.min(self.text.len());
            while !self.text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = fit(span.start as usize);
        start..fit(span.end as usize).max(start)
    }
}

/// One remark about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether the text is refused for it.
    pub severity: Severity,
    /// A stable short name of the kind of remark, such as `unknown-predicate`.
    pub code: &'static str,
    /// One lower-case sentence.
    pub message: String,
    /// What stands at the marked place.
    pub label: String,
    /// A hint how to mend it.
    pub help: Option<String>,
    /// Where it starts.
    pub place: Place,
    /// The marked bytes.
    pub span: Span,
}

/// All remarks about one text, in order of place.
#[derive(Clone, Debug)]
pub struct Diagnostics {
    source: Source,
    list: Vec<Diagnostic>,
    /// Errors beyond [`MOST_KEPT`], of which only the number is known.
    more_errors: usize,
}

/// So many remarks of a text are kept; nobody reads more.
const MOST_KEPT: usize = 1000;

/// So many remarks are drawn.
const MOST_DRAWN: usize = 20;

/// A line longer than this is not drawn.
const LONGEST_DRAWN: usize = 2000;

impl Diagnostics {
    pub(crate) fn new(source: Source) -> Self {
        Diagnostics { source, list: Vec::new(), more_errors: 0 }
    }

    pub(crate) fn error(&mut self, code: &'static str, span: Span, message: String) -> &mut Diagnostic {
        self.push(Severity::Error, code, span, message)
    }

    pub(crate) fn warning(&mut self, code: &'static str, span: Span, message: String) -> &mut Diagnostic {
        self.push(Severity::Warning, code, span, message)
    }

    fn push(
        &mut self,
        severity: Severity,
        code: &'static str,
        span: Span,
        message: String,
    ) -> &mut Diagnostic {
        if self.list.len() == MOST_KEPT {
            // The newest makes room, so that whoever speaks can still amend what it said.
            let last = self.list.pop().expect("the list is full");
            self.more_errors += usize::from(last.severity == Severity::Error);
        }
        let place = self.source.place(span);
        let label = String::from("here");
        self.list.push(Diagnostic { severity, code, message, label, help: None, place, span });
        self.list.last_mut().expect("just pushed")
    }

    /// Adds a hint to the last remark, if there is one to give.
    pub(crate) fn amend_last(&mut self, help: Option<String>) {
        if let (Some(last), Some(help)) = (self.list.last_mut(), help) {
            last.help = Some(help);
        }
    }

    pub(crate) fn sort(&mut self) {
        self.list.sort_by_key(|d| (d.severity, d.span.start, d.span.end));
        self.list.dedup_by(|a, b| a.span == b.span && a.message == b.message);
    }

    /// Whether the text is refused.
    pub fn has_errors(&self) -> bool {
        self.errors() > 0
    }

    /// How many errors there are, also those that are too many to list.
    pub fn errors(&self) -> usize {
        self.list.iter().filter(|d| d.severity == Severity::Error).count() + self.more_errors
    }

    /// The remarks: errors first, each kind in order of place.
    pub fn list(&self) -> &[Diagnostic] {
        &self.list
    }

    /// The text they speak of.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The first remarks drawn for a terminal without colours, and how many more there are.
    pub fn render(&self) -> String {
        let mut drawn: String = self.list.iter().take(MOST_DRAWN).map(|d| self.draw(d)).collect();
        let errors = self.errors();
        let warnings = self.list.iter().filter(|d| d.severity == Severity::Warning).count();
        if errors + warnings > MOST_DRAWN {
            drawn += &format!("the first {MOST_DRAWN} of {errors} errors and {warnings} warnings\n");
        }
        drawn
    }

    fn draw(&self, diagnostic: &Diagnostic) -> String {
        let plain = || format!("{}: {}\n", diagnostic.place, diagnostic.message);
        if self.source.line_length(diagnostic.place.line) > LONGEST_DRAWN {
            return plain();
        }
        use ariadne::{Config, IndexType, Label, Report, ReportKind};
        let kind = match diagnostic.severity {
            Severity::Error => ReportKind::Error,
            Severity::Warning => ReportKind::Warning,
        };
        let name = self.source.name.as_str();
        let range = self.source.range(diagnostic.span);
        let config = Config::default().with_color(false).with_index_type(IndexType::Byte);
        let mut report = Report::build(kind, (name, range.clone()))
            .with_config(config)
            .with_code(diagnostic.code)
            .with_message(&diagnostic.message)
            .with_label(Label::new((name, range)).with_message(&diagnostic.label));
        if let Some(help) = &diagnostic.help {
            report = report.with_help(help);
        }
        let mut out = Vec::new();
        let cache = (name, ariadne::Source::from(self.source.text.as_str()));
        match report.finish().write(cache, &mut out) {
            Ok(()) => String::from_utf8_lossy(&out).into_owned(),
            Err(_) => plain(),
        }
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render())
    }
}

impl std::error::Error for Diagnostics {}

/// The candidate nearest to a misspelt name, if any is near enough to suggest.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).clamp(1, 3);
    let length = name.chars().count();
    candidates
        .into_iter()
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= limit)
        // Hints are a kindness: when they become dear there are none.
        .take_while(|candidate| !budget::steps(length.min(64) * candidate.len().min(64)))
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|&(d, _)| d > 0 && d <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Edit distance with transpositions of neighbours, the commonest slip of all.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = usize::from(a[i - 1] != b[j - 1]);
                let mut best = (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + change);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[a.len()][b.len()]
}
