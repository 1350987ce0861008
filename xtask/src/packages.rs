//! What tests need on the machine: a browser, a sandbox, networks, and the languages of the sample bots.

use std::process::Command;

/// Programs and the Debian packages that bring them.
const NEEDED: [(&str, &str); 11] = [
    ("chromium", "chromium"),
    ("bwrap", "bubblewrap"),
    ("ip", "iproute2"),
    ("python3", "python3"),
    ("node", "nodejs"),
    ("npm", "npm"),
    ("javac", "default-jdk-headless"),
    ("gcc", "gcc"),
    ("g++", "g++"),
    ("swipl", "swi-prolog-nox"),
    ("sbcl", "sbcl"),
];

/// Installs what is missing from Debian's packages; `false`, with a word, when that fails.
pub fn install_missing() -> bool {
    let mut missing: Vec<&str> =
        NEEDED.iter().filter(|(program, _)| !found(program)).map(|&(_, package)| package).collect();
    if !makes_environments() {
        missing.push("python3-venv");
    }
    if missing.is_empty() {
        return true;
    }
    eprintln!("xtask: installing {}", missing.join(" "));
    let done = apt(&["update", "-q"])
        && apt(&[&["install", "-y", "-q", "--no-install-recommends"], missing.as_slice()].concat());
    if !done {
        eprintln!("xtask: tests need these packages, and they could not be installed: {}", missing.join(" "));
    }
    done
}

/// Whether Python is there with all that an environment is made of.
fn makes_environments() -> bool {
    Command::new("python3")
        .args(["-c", "import ensurepip, venv"])
        .status()
        .is_ok_and(|status| status.success())
}

fn found(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn apt(arguments: &[&str]) -> bool {
    let mut command = Command::new("apt-get");
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    command.status().is_ok_and(|status| status.success())
}
