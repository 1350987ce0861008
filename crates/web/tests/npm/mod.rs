//! Tools that tests bring from the package registry of JavaScript, into the target folder: nothing of them is part of the program.

use std::path::PathBuf;
use std::process::Command;

/// What is needed, at which version.
const PACKAGES: [&str; 2] = ["typescript@5", "axe-core@4"];

/// The folder with the packages, installed first where they are missing.
pub fn modules() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("npm");
    let modules = folder.join("node_modules");
    let there = || PACKAGES.iter().all(|name| modules.join(name.split('@').next().unwrap_or(name)).is_dir());
    if !there() {
        // Two test programs may come here at once: each installs into a folder of its own and moves it in place.
        let own = folder.with_extension(std::process::id().to_string());
        std::fs::create_dir_all(&own).expect("the target folder can be written to");
        let done = Command::new("npm")
            .args(["install", "--no-audit", "--no-fund", "--no-save", "--ignore-scripts", "--prefix"])
            .arg(&own)
            .args(PACKAGES)
            .output()
            .expect("npm is there; `cargo xtask test` installs it");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        if std::fs::rename(&own, &folder).is_err() && !there() {
            let _ = std::fs::remove_dir_all(&folder);
            std::fs::rename(&own, &folder).expect("the tools can be put in place");
        }
        let _ = std::fs::remove_dir_all(&own);
    }
    modules
}
