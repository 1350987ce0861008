//! The words between the reasons, in every language.

use crate::Lang;

/// The words that join reasons into sentences.
pub(crate) struct Phrases {
    /// Before what speaks against a move.
    pub(crate) against: &'static str,
    /// When no rule has anything to say.
    pub(crate) silent: &'static str,
    /// Before the reason of a veto.
    pub(crate) forbidden: &'static str,
    /// Before what another move has and this one has not.
    pub(crate) misses: &'static str,
    /// Before what another move does too, for fewer points.
    pub(crate) only: &'static str,
    /// Before what spoke against the move explained, and does not against a better one.
    pub(crate) spared: &'static str,
    /// Before what speaks for a move that is better than the one explained.
    pub(crate) better: &'static str,
    /// For a move with the same points.
    pub(crate) equal: &'static str,
    /// For a move with fewer points and nothing else to say.
    pub(crate) fewer: &'static str,
    /// Before the scores of the position that a move leads to.
    pub(crate) leads: &'static str,
}

const PHRASES: [Phrases; 3] = [
    Phrases {
        against: "Against it",
        silent: "no rule speaks for or against it",
        forbidden: "forbidden",
        misses: "it lacks",
        only: "only",
        spared: "it avoids this:",
        better: "better",
        equal: "equally good by the rules",
        fewer: "less speaks for it",
        leads: "it leads to the best position",
    },
    Phrases {
        against: "Protiv toga",
        silent: "nijedno pravilo ne govori ni za ni protiv",
        forbidden: "zabranjeno",
        misses: "nedostaje",
        only: "samo",
        spared: "izbegava ovo:",
        better: "bolje",
        equal: "po pravilima jednako dobro",
        fewer: "manje govori u prilog tome",
        leads: "vodi u najbolju poziciju",
    },
    Phrases {
        against: "Contra",
        silent: "nenhuma regra fala a favor ou contra",
        forbidden: "proibido",
        misses: "falta",
        only: "apenas",
        spared: "evita isto:",
        better: "melhor",
        equal: "igualmente bom pelas regras",
        fewer: "menos fala a seu favor",
        leads: "leva à melhor posição",
    },
];

impl Lang {
    pub(crate) fn phrases(self) -> &'static Phrases {
        &PHRASES[self as usize]
    }
}
