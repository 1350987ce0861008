//! What a command says when it cannot do its work.

use std::process::ExitCode;

/// A command that could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// The command line is wrong; exit code 2.
    Usage(String),
    /// The operation failed; exit code 1.
    Failed(String),
}

impl Failure {
    /// The command line is wrong.
    pub fn usage(sentence: impl ToString) -> Failure {
        Failure::Usage(sentence.to_string())
    }

    /// The operation failed.
    pub fn failed(sentence: impl ToString) -> Failure {
        Failure::Failed(sentence.to_string())
    }

    /// Prints the sentence and gives the exit code.
    pub fn report(self) -> ExitCode {
        let (sentence, code) = match self {
            Failure::Usage(sentence) => (sentence, 2),
            Failure::Failed(sentence) => (sentence, 1),
        };
        note!("ludus: {sentence}");
        ExitCode::from(code)
    }
}
