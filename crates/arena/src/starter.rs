//! Starter bots: about ten lines in each language, none needing a package.

use std::path::{Path, PathBuf};

/// A language with its starter.
#[derive(Clone, Copy, Debug)]
pub struct Starter {
    /// What people call the language, in lower case.
    pub language: &'static str,
    /// The file with the bot.
    pub file: &'static str,
    text: &'static str,
    /// How to build it, in its folder; empty when there is nothing to build.
    pub build: &'static [&'static str],
    /// How to run it, in its folder.
    pub run: &'static [&'static str],
}

macro_rules! starters {
    ($($language:literal $file:literal build [$($build:literal)*] run [$($run:literal)*];)*) => {
        /// Every starter.
        pub const STARTERS: &[Starter] = &[$(Starter {
            language: $language,
            file: $file,
            text: include_str!(concat!("../starters/", $file)),
            build: &[$($build),*],
            run: &[$($run),*],
        }),*];
    };
}

starters! {
    "python" "bot.py" build [] run ["python3" "bot.py"];
    "javascript" "bot.js" build [] run ["node" "bot.js"];
    "java" "Bot.java" build ["javac" "Bot.java"] run ["java" "-XX:+UseSerialGC" "-Xss1m" "-Xmx256m" "Bot"];
    "c" "bot.c" build ["cc" "-O2" "-o" "bot" "bot.c"] run ["./bot"];
    "c++" "bot.cpp" build ["c++" "-O2" "-o" "bot" "bot.cpp"] run ["./bot"];
    "rust" "bot.rs" build ["rustc" "-O" "-o" "bot" "bot.rs"] run ["./bot"];
    "prolog" "bot.pl" build [] run ["swipl" "bot.pl"];
    "lisp" "bot.lisp" build [] run ["sbcl" "--script" "bot.lisp"];
    "bash" "bot.sh" build [] run ["bash" "bot.sh"];
}

impl Starter {
    /// The starter of a language, in any case.
    pub fn find(language: &str) -> Result<&'static Starter, String> {
        let wanted = language.trim().to_ascii_lowercase();
        let wanted = match wanted.as_str() {
            "cpp" => "c++",
            "js" | "node" => "javascript",
            "py" => "python",
            "sh" => "bash",
            other => other,
        };
        let known = || STARTERS.iter().map(|starter| starter.language).collect::<Vec<_>>().join(", ");
        STARTERS
            .iter()
            .find(|starter| starter.language == wanted)
            .ok_or_else(|| format!("there is no starter bot in '{language}'; expected one of {}", known()))
    }

    /// Writes the bot into a folder, which is made when missing; an existing bot is left alone.
    pub fn write(&self, folder: &Path) -> Result<PathBuf, String> {
        let path = folder.join(self.file);
        let told = |error: std::io::Error| format!("cannot write '{}': {error}", path.display());
        std::fs::create_dir_all(folder).map_err(told)?;
        if path.exists() {
            return Err(format!("'{}' exists already; expected a folder without a bot", path.display()));
        }
        std::fs::write(&path, self.text).map_err(told)?;
        std::fs::write(folder.join("bot.toml"), self.manifest()).map_err(told)?;
        Ok(path)
    }

    /// What a tournament needs to know about the bot.
    fn manifest(&self) -> String {
        let list =
            |words: &[&str]| words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", ");
        let build = match self.build {
            [] => String::new(),
            words => format!("build = [{}]\n", list(words)),
        };
        format!("{build}run = [{}]\n", list(self.run))
    }

    /// Builds the bot in its folder.
    pub fn build(&self, folder: &Path) -> Result<(), String> {
        let words: Vec<String> = self.build.iter().map(|word| word.to_string()).collect();
        crate::build::build(&words, folder, crate::Caps::default())
    }
}
