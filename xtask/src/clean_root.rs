//! The packages tried in systems that hold nothing else: a small Debian in a folder, entered with `chroot`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::dist::{Done, entries, output, run};

/// The Debian that is tried: the oldest that the packages are made for.
const SUITE: &str = "bookworm";

/// What is installed beside the smallest system.
const BESIDE: &str = "man-db,bash-completion,zsh,fish,systemd,python3-venv";

/// What each package must do once it is there.
const TRIALS: &str = include_str!("../packaging/try.txt");

/// Installs each package in a clean system and uses it.
pub(crate) fn try_out(packages: &Path) -> Done {
    let root = packages.with_file_name("clean-root");
    eprintln!("xtask: a clean {SUITE} in {}", root.display());
    if !root.join("etc/debian_version").is_file() {
        run(Command::new("mmdebstrap")
            .args(["--quiet", "--variant=minbase", "--mode=root"])
            .arg(format!("--include={BESIDE}"))
            .arg(SUITE)
            .arg(&root))?;
    }
    let inside = root.join("packages");
    let _ = fs::remove_dir_all(&inside);
    fs::create_dir_all(&inside).map_err(|e| format!("cannot make '{}': {e}", inside.display()))?;
    for path in entries(packages)? {
        let name = path.file_name().unwrap_or_default();
        fs::copy(&path, inside.join(name)).map_err(|e| format!("cannot copy '{}': {e}", path.display()))?;
    }
    for line in TRIALS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        eprintln!("xtask: {line}");
        let told = output(&mut enter(&root, line))?;
        told.lines().take(3).for_each(|line| eprintln!("    {line}"));
    }
    build_from_source(&root)
}

/// A command of the shell in the clean system, which sees no network.
fn enter(root: &Path, line: &str) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--net", "chroot"]).arg(root).args([
        "/usr/bin/env",
        "-i",
        "HOME=/root",
        "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
        "sh",
        "-ec",
        line,
    ]);
    command
}

/// What the container file does, without a container: the source is unpacked, and cargo compiles it without network and with an empty home, up to the
/// machine code, which comes from the same files as ever.
fn build_from_source(root: &Path) -> Done {
    let place = root.join("tmp/source");
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).map_err(|e| format!("cannot make '{}': {e}", place.display()))?;
    let tarballs = entries(&root.join("packages"))?;
    let source = tarballs.iter().find(|path| path.to_string_lossy().ends_with("-source.tar.gz"));
    let source = source.ok_or_else(|| "there is no source tarball".to_string())?;
    eprintln!("xtask: the source, without network");
    run(Command::new("tar").arg("-xzf").arg(source).arg("-C").arg(&place).arg("--strip-components=1"))?;
    let home: PathBuf = root.join("tmp/cargo-home");
    let mut build = Command::new("unshare");
    build.args(["--net", env!("CARGO"), "check", "--locked", "--offline", "--quiet"]);
    build.current_dir(&place).env("CARGO_HOME", home).env_remove("CARGO_TARGET_DIR");
    run(&mut build)
}
