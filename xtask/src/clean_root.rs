//! The packages tried in systems that hold nothing else: a small Debian in a folder, entered with `chroot`.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::dist::{Done, entries, output, run};

/// The Debian that is tried: the oldest that the packages are made for.
const SUITE: &str = "bookworm";

/// What is installed beside the smallest system.
const BESIDE: &str = "man-db,bash-completion,zsh,fish,systemd,python3-venv,gcc,libc6-dev";

/// What each package must do once it is there.
const TRIALS: &str = include_str!("../packaging/try.txt");

/// How the source is built in a container.
const CONTAINER: &str = include_str!("../packaging/Containerfile");

/// Installs each package in a clean system and uses it.
pub(crate) fn try_out(packages: &Path, profile: &str) -> Done {
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
    let wheel = entries(packages)?.iter().any(|path| path.extension().is_some_and(|ending| ending == "whl"));
    for line in TRIALS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let line = match line.strip_prefix("wheel: ") {
            Some(_) if !wheel => continue,
            Some(line) => line,
            None => line,
        };
        eprintln!("xtask: {line}");
        let told = output(&mut enter(&root, line))?;
        told.lines().take(3).for_each(|line| eprintln!("    {line}"));
    }
    build_from_source(&root, profile)
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

/// What the container file does, without a container: the source is unpacked in the clean system, and the command of the file builds the program there, without network, with
/// our toolchain at hand in place of the image that the file names.
fn build_from_source(root: &Path, profile: &str) -> Done {
    let _ = fs::remove_dir_all(root.join("source"));
    let _ = fs::remove_dir_all(root.join("built"));
    for folder in ["source", "built", "toolchain"] {
        let place = root.join(folder);
        fs::create_dir_all(&place).map_err(|e| format!("cannot make '{}': {e}", place.display()))?;
    }
    let tarballs = entries(&root.join("packages"))?;
    let source = tarballs.iter().find(|path| path.to_string_lossy().ends_with("-source.tar.gz"));
    let source = source.ok_or_else(|| "there is no source tarball".to_string())?;
    let place = root.join("source");
    run(Command::new("tar").arg("-xzf").arg(source).arg("-C").arg(&place).arg("--strip-components=1"))?;
    let line = CONTAINER.lines().find_map(|line| line.strip_prefix("RUN "));
    let line = line.ok_or_else(|| "the container file builds nothing".to_string())?;
    eprintln!("xtask: {line}");
    let toolchain = Path::new(env!("CARGO")).ancestors().nth(2).ok_or("cargo lies in no toolchain")?;
    let inside =
        format!("cd /source && export PATH=/toolchain/bin:$PATH PROFILE={profile} && {line} && /ludus games");
    let mounted = "mount --rbind /dev \"$0/dev\" && mount -t proc proc \"$0/proc\" && mount --bind \"$1\" \"$0/toolchain\" && \
                   exec chroot \"$0\" /usr/bin/env -i HOME=/root PATH=/usr/bin:/bin sh -ec \"$2\"";
    let mut build = Command::new("unshare");
    build.args(["--net", "--mount", "--pid", "--fork", "sh", "-ec", mounted]);
    run(build.arg(root).arg(toolchain).arg(inside))
}
