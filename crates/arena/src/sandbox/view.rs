//! What a bot can see: the system's programs, the language it is written in, its own files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::Errand;
use crate::command::{Bot, SYSTEM, in_system};

/// Settings of the system's programs.
const SETTINGS: [&str; 8] = [
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/ssl/openssl.cnf",
    "/etc/swi-prolog",
    "/etc/sbclrc",
];

/// Where programs stand in the tree of a language that is installed in a home folder.
const SHELVES: [&str; 3] = ["bin", "sbin", "shims"];

/// What of such a tree is shown: its programs and libraries, never settings, histories or passwords.
const PARTS: [&str; 15] = [
    "bin", "sbin", "shims", "lib", "lib64", "libexec", "include", "share", "versions", "plugins", "pyenv.d",
    "version", "conf", "jmods", "release",
];

/// Where compilers that live in a home folder keep their parts: the variable that says so, the usual place, and what a build may see of it.
const TOOLS: [(&str, &str, &[&str]); 2] = [
    ("RUSTUP_HOME", ".rustup", &["toolchains", "update-hashes", "settings.toml"]),
    ("CARGO_HOME", ".cargo", &["bin", "registry", "git"]),
];

fn home() -> Option<PathBuf> {
    std::env::var_os("HOME").map(PathBuf::from)
}

/// The homes of compilers, with the variables that name them.
fn tools(errand: Errand) -> impl Iterator<Item = (&'static str, PathBuf, &'static [&'static str])> {
    let place = |(name, usual, parts): (&'static str, &str, &'static [&'static str])| {
        let named = std::env::var_os(name).map(PathBuf::from);
        Some((name, named.or_else(|| Some(home()?.join(usual)))?, parts))
    };
    let all = TOOLS.into_iter().filter_map(place).filter(|(_, path, _)| path.is_dir());
    all.filter(move |_| errand == Errand::Build)
}

/// Files and folders that the bot may read.
pub(super) fn readable(bot: &Bot, errand: Errand) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = SYSTEM.iter().chain(&SETTINGS).map(PathBuf::from).collect();
    let java = std::fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.path());
    all.extend(java.filter(|path| path.display().to_string().starts_with("/etc/java")));
    let own = bot.folder.as_deref().is_some_and(|folder| bot.program.starts_with(folder));
    if !own {
        all.extend(language(&bot.program));
    }
    for (_, place, parts) in tools(errand) {
        all.extend(parts.iter().map(|part| place.join(part)));
    }
    all.extend(bot.shown.iter().chain(&bot.folder).cloned());
    all.retain(|path| path.exists());
    all.sort();
    all.dedup();
    all
}

/// What a program that is installed outside the system's folders needs: the tree it stands in, or the program alone when it stands in none.
fn language(program: &Path) -> Vec<PathBuf> {
    let real = program.canonicalize().unwrap_or_else(|_| program.to_path_buf());
    let mut parts = Vec::new();
    for path in [program, &real] {
        let Some(folder) = path.parent().filter(|folder| !in_system(folder)) else { continue };
        let on_shelf = folder.file_name().is_some_and(|name| SHELVES.iter().any(|shelf| name == *shelf));
        match folder.parent().filter(|tree| on_shelf && Some(*tree) != home().as_deref()) {
            Some(tree) => parts.extend(parts_of(tree)),
            None => parts.push(path.to_path_buf()),
        }
    }
    parts
}

fn parts_of(tree: &Path) -> impl Iterator<Item = PathBuf> {
    // A person's own programs stand beside the data of all their programs.
    let shared = tree.file_name().is_some_and(|name| name == ".local");
    PARTS.iter().filter(move |part| !(shared && **part == "share")).map(move |part| tree.join(part))
}

/// The whole environment of a bot: where programs are, its language, and a folder to write in, which is also its home.
pub(super) fn environment(scratch: &Path, errand: Errand) -> Vec<(OsString, OsString)> {
    let kept = ["PATH", "LANG"].iter().filter_map(|name| Some((name.into(), std::env::var_os(name)?)));
    let own = ["HOME", "TMPDIR", super::SCRATCH].iter().map(|name| (name.into(), scratch.into()));
    let tools = tools(errand).map(|(name, path, _)| (name.into(), path.into()));
    kept.chain(own).chain(tools).collect()
}
