//! Proofs as plain data.

use infer::Proof;
use serde::Serialize;

/// One line of a proof, with the lines it rests on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProofLine {
    /// What holds.
    pub text: String,
    /// Why it may be said: given, derived, goal, assumed, log, table, absent or computed.
    pub ground: &'static str,
    /// Where the clause that was used is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// What it rests on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proof: Vec<ProofLine>,
}

impl From<&Proof> for ProofLine {
    fn from(proof: &Proof) -> ProofLine {
        ProofLine {
            text: proof.text.clone(),
            ground: proof.ground.name(),
            at: proof.place.as_ref().map(ToString::to_string),
            proof: proof.children.iter().map(ProofLine::from).collect(),
        }
    }
}

impl ProofLine {
    /// The proof as indented lines.
    pub fn draw(&self, indent: usize, out: &mut String) {
        let at = self.at.as_ref().map(|at| format!(", {at}")).unwrap_or_default();
        *out += &format!("{:indent$}{} [{}{at}]\n", "", self.text, self.ground);
        self.proof.iter().for_each(|line| line.draw(indent + 2, out));
    }
}
