//! From tokens to a claim: what a rule promises.

use crate::ast::*;
use crate::diagnostic::nearest;
use crate::parser::{Failed, Parsed, Parser};

/// A pattern has at most this many conditions, because it is asked at every node of a search.
const MOST_CONDITIONS: usize = 12;

impl Parser<'_> {
    /// `claims wins`, `claims can(me, F, within 3) likely(60)` and so on, from the word `claims` on.
    pub(crate) fn claim(&mut self) -> Parsed<ClaimSaid> {
        let start = self.span();
        self.expect_word("claims")?;
        let kind = self.claim_word()?;
        let mut claim = ClaimSaid {
            kind,
            me: true,
            pattern: Vec::new(),
            new: false,
            end: None,
            amount: None,
            likely: None,
            span: start,
        };
        match kind {
            ClaimKind::Wins | ClaimKind::Loses | ClaimKind::Keeps | ClaimKind::Literal => {}
            ClaimKind::Holds => {
                claim.pattern = self.pattern()?;
                claim.new = self.eat_word("new");
            }
            ClaimKind::Can | ClaimKind::Cannot => {
                self.expect("(")?;
                claim.me = self.who()?;
                self.expect(",")?;
                claim.pattern = self.pattern()?;
                claim.end = Some(self.claim_end()?);
                self.expect(")")?;
            }
            ClaimKind::Always => {
                self.expect("(")?;
                claim.pattern = self.pattern()?;
                claim.end = Some(self.claim_end()?);
                self.expect(")")?;
            }
            ClaimKind::Gains => {
                self.expect("(")?;
                claim.amount = Some(self.expr()?);
                claim.end = Some(self.claim_end()?);
                self.expect(")")?;
            }
        }
        if self.eat_word("likely") {
            self.expect("(")?;
            claim.likely = Some(self.expr()?);
            self.expect(")")?;
        }
        claim.span = start.to(self.last_span());
        Ok(claim)
    }

    fn claim_word(&mut self) -> Parsed<ClaimKind> {
        let known = CLAIM_WORDS.map(|(word, _)| word);
        let expected = "`wins`, `loses`, `keeps`, `literal`, `holds`, `can`, `cannot`, `always` or `gains`";
        let at = self.peek().clone();
        let crate::lexer::Tok::Ident(word) = at else { return self.fail(expected) };
        if let Some((_, kind)) = CLAIM_WORDS.iter().find(|(known, _)| *known == word) {
            self.next();
            return Ok(*kind);
        }
        let near = nearest(&word, known).map(|near| format!("did you mean `{near}`?"));
        let span = self.span();
        let message = format!("nothing can be claimed with `{word}`");
        let diagnostic = self.diagnostics.error("unknown-claim", span, message);
        diagnostic.label = format!("expected {expected}");
        diagnostic.help = near;
        Err(Failed)
    }

    /// Who can or cannot: true for the mover of the rule.
    fn who(&mut self) -> Parsed<bool> {
        if self.eat_word("me") {
            Ok(true)
        } else if self.eat_word("opponent") {
            Ok(false)
        } else {
            self.fail("`me` or `opponent`")
        }
    }

    /// One condition, or several in braces that hold together.
    fn pattern(&mut self) -> Parsed<Vec<Lit>> {
        let start = self.span();
        let pattern = if self.eat("{") {
            let body = self.body()?;
            self.expect("}")?;
            body
        } else {
            vec![self.literal()?]
        };
        if pattern.len() > MOST_CONDITIONS {
            let span = start.to(self.last_span());
            let message = format!("a pattern of more than {MOST_CONDITIONS} conditions");
            self.diagnostics.error("claim", span, message).help =
                Some("derive a predicate from them and claim that".into());
            return Err(Failed);
        }
        Ok(pattern)
    }

    /// `, within N`, `, until N`, `, until end of round` or `, until end of game`.
    fn claim_end(&mut self) -> Parsed<ClaimEnd> {
        self.expect(",")?;
        if self.eat_word("within") {
            return Ok(ClaimEnd::Plies(self.expr()?));
        }
        if !self.eat_word("until") {
            return self.fail("`within N`, `until end of round` or `until end of game`");
        }
        if !self.eat_word("end") {
            return Ok(ClaimEnd::Plies(self.expr()?));
        }
        self.expect_word("of")?;
        if self.eat_word("round") {
            Ok(ClaimEnd::Round)
        } else if self.eat_word("game") {
            Ok(ClaimEnd::Game)
        } else {
            self.fail("`round` or `game`")
        }
    }
}
