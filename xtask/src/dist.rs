//! What people install: a stripped program, a Debian package, a tarball, a Python wheel, and the source with everything it is built from.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::clean_root;

/// What `cargo xtask dist` was asked for.
pub struct Dist {
    /// The profile that everything is built with.
    profile: String,
    /// A program that is there already; then there is no wheel.
    program: Option<PathBuf>,
    /// Whether the packages are tried in a clean system afterwards.
    tried: bool,
}

/// Why something was not made.
pub(crate) type Done<T = ()> = Result<T, String>;

impl Dist {
    /// Reads `[--profile NAME] [--program FILE] [--try]`.
    pub fn read(words: &[&str]) -> Option<Dist> {
        let mut dist = Dist { profile: "dist".to_string(), program: None, tried: false };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "--profile" => dist.profile = words.next()?.to_string(),
                "--program" => dist.program = Some(PathBuf::from(words.next()?)),
                "--try" => dist.tried = true,
                _ => return None,
            }
        }
        Some(dist)
    }

    /// Makes everything, and says where it is.
    pub fn run(&self, root: &Path) -> bool {
        let made = self.make(root).and_then(|place| {
            if self.tried {
                clean_root::try_out(&place, &self.profile)?;
            }
            Ok(place)
        });
        match &made {
            Ok(place) => println!("{}", place.display()),
            Err(problem) => eprintln!("xtask: {problem}"),
        }
        made.is_ok()
    }

    fn make(&self, root: &Path) -> Done<PathBuf> {
        let place = target(root).join("packages");
        let _ = fs::remove_dir_all(&place);
        let (version, machine) = (version(root)?, std::env::consts::ARCH);
        let name = format!("ludus-{version}-{machine}-linux");
        let stage = place.join(&name);
        create(&stage)?;

        say("the program");
        let program = stage.join("usr/bin/ludus");
        copy(&self.build(root)?, &program)?;
        run(Command::new("strip").arg(&program))?;

        say("manual, completions, unit");
        furnish(root, &stage, &program)?;

        say("the tarball");
        archive(&place, &name, &place.join(format!("{name}.tar.gz")))?;
        say("the Debian package");
        debian(root, &place, &stage, &version)?;
        fs::remove_dir_all(&stage).map_err(|e| format!("cannot tidy up: {e}"))?;
        if self.program.is_none() {
            say("the wheel");
            wheel(root, &place, &self.profile)?;
        }
        say("the source, with every crate it is built from");
        source(root, &place, &version)?;
        sums(&place)?;
        Ok(place)
    }
}

impl Dist {
    /// The program, built unless it was given.
    fn build(&self, root: &Path) -> Done<PathBuf> {
        if let Some(program) = &self.program {
            return Ok(program.clone());
        }
        run(crate::builder(env!("CARGO")).current_dir(root).args(["build", "--profile", &self.profile]))?;
        let folder = if self.profile == "dev" { "debug" } else { &self.profile };
        Ok(target(root).join(folder).join("ludus"))
    }
}

/// Where cargo builds.
fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

fn version(root: &Path) -> Done<String> {
    let manifest = read(&root.join("Cargo.toml"))?;
    let found = manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    found.map(str::to_string).ok_or_else(|| "Cargo.toml names no version".to_string())
}

/// Manual pages, completions for three shells, a unit for systemd, and the words that belong to a package.
fn furnish(root: &Path, stage: &Path, program: &Path) -> Done {
    let share = stage.join("usr/share");
    let manual = share.join("man/man1");
    create(&manual)?;
    run(Command::new(program).args(["man", "--folder"]).arg(&manual))?;
    let mut pages = entries(&manual)?;
    pages.sort();
    run(Command::new("gzip").args(["-9", "-n"]).args(&pages))?;
    for (shell, file) in [
        ("bash", "bash-completion/completions/ludus"),
        ("zsh", "zsh/vendor-completions/_ludus"),
        ("fish", "fish/vendor_completions.d/ludus.fish"),
    ] {
        let script = output(Command::new(program).args(["completions", shell]))?;
        write(&share.join(file), &script)?;
    }
    let packaging = root.join("xtask/packaging");
    copy(&packaging.join("ludus.service"), &stage.join("usr/lib/systemd/user/ludus.service"))?;
    for (from, to) in [
        (packaging.join("copyright"), "copyright"),
        (root.join("LICENSE-MIT"), "LICENSE-MIT"),
        (root.join("LICENSE-APACHE"), "LICENSE-APACHE"),
        (root.join("README.md"), "README.md"),
        (root.join("CHANGELOG.md"), "CHANGELOG.md"),
    ] {
        copy(&from, &share.join("doc/ludus").join(to))?;
    }
    Ok(())
}

fn debian(root: &Path, place: &Path, stage: &Path, version: &str) -> Done {
    let machine = output(Command::new("dpkg").arg("--print-architecture"))?.trim().to_string();
    let size = output(Command::new("du").args(["-sk"]).arg(stage))?;
    let size = size.split_whitespace().next().unwrap_or("0");
    let control = read(&root.join("xtask/packaging/control"))?
        .replace("VERSION", version)
        .replace("ARCHITECTURE", &machine)
        .replace("SIZE", size);
    write(&stage.join("DEBIAN/control"), &control)?;
    let package = place.join(format!("ludus_{version}-1_{machine}.deb"));
    run(Command::new("dpkg-deb").args(["--root-owner-group", "-Zxz", "--build"]).arg(stage).arg(package))
}

/// Built by maturin, in an environment of its own.
fn wheel(root: &Path, place: &Path, profile: &str) -> Done {
    let environment = target(root).join("packaging-environment");
    if !environment.join("bin/maturin").is_file() {
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment))?;
        run(Command::new(environment.join("bin/pip")).args(["install", "--quiet", "maturin>=1.16,<2"]))?;
    }
    run(crate::builder(environment.join("bin/maturin"))
        .current_dir(root.join("python"))
        .args(["build", "--quiet", "--profile", profile, "--out"])
        .arg(place))
}

/// Lets cargo take every crate from the folder beside the sources.
const VENDORED: &str =
    "[source.crates-io]\nreplace-with = \"vendor\"\n\n[source.vendor]\ndirectory = \"vendor\"\n";

/// The tree as it was committed, and beside it every crate, so that nothing has to be fetched; the container file builds from it.
fn source(root: &Path, place: &Path, version: &str) -> Done {
    let name = format!("ludus-{version}-source");
    let stage = place.join(&name);
    create(&stage)?;
    let tree = place.join("tree.tar");
    run(Command::new("git").current_dir(root).args(["archive", "-o"]).arg(&tree).arg("HEAD"))?;
    run(Command::new("tar").arg("-xf").arg(&tree).arg("-C").arg(&stage))?;
    let vendor = ["vendor", "--locked", "--quiet", "--versioned-dirs", "vendor"];
    run(Command::new(env!("CARGO")).current_dir(&stage).args(vendor))?;
    let config = stage.join(".cargo/config.toml");
    write(&config, &format!("{}\n{VENDORED}", read(&config)?))?;
    copy(&root.join("xtask/packaging/Containerfile"), &stage.join("Containerfile"))?;
    archive(place, &name, &place.join(format!("{name}.tar.gz")))?;
    let _ = fs::remove_file(tree);
    fs::remove_dir_all(&stage).map_err(|e| format!("cannot tidy up: {e}"))
}

/// A folder as a tarball, the same bytes for the same files.
fn archive(place: &Path, folder: &str, file: &Path) -> Done {
    run(Command::new("tar")
        .current_dir(place)
        .args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0", "-czf"])
        .arg(file)
        .arg(folder))
}

fn sums(place: &Path) -> Done {
    let mut files: Vec<PathBuf> = entries(place)?;
    files.sort();
    let names: Vec<_> = files.iter().filter_map(|path| path.file_name()).collect();
    let sums = output(Command::new("sha256sum").current_dir(place).args(names))?;
    write(&place.join("SHA256SUMS"), &sums)
}

fn say(what: &str) {
    eprintln!("xtask: {what}");
}

pub(crate) fn run(command: &mut Command) -> Done {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("{} failed", shown(command))),
        Err(error) => Err(format!("{} does not start: {error}", shown(command))),
    }
}

pub(crate) fn output(command: &mut Command) -> Done<String> {
    let told = command.output().map_err(|error| format!("{} does not start: {error}", shown(command)))?;
    if !told.status.success() {
        return Err(format!("{} failed: {}", shown(command), String::from_utf8_lossy(&told.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&told.stdout).into_owned())
}

fn shown(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

fn create(folder: &Path) -> Done {
    fs::create_dir_all(folder).map_err(|e| format!("cannot make '{}': {e}", folder.display()))
}

fn read(path: &Path) -> Done<String> {
    fs::read_to_string(path).map_err(|e| format!("cannot read '{}': {e}", path.display()))
}

fn write(path: &Path, text: &str) -> Done {
    create(path.parent().unwrap_or(path))?;
    fs::write(path, text).map_err(|e| format!("cannot write '{}': {e}", path.display()))
}

fn copy(from: &Path, to: &Path) -> Done {
    create(to.parent().unwrap_or(to))?;
    fs::copy(from, to).map_err(|e| format!("cannot copy '{}': {e}", from.display()))?;
    Ok(())
}

pub(crate) fn entries(folder: &Path) -> Done<Vec<PathBuf>> {
    let listed = fs::read_dir(folder).map_err(|e| format!("cannot read '{}': {e}", folder.display()))?;
    Ok(listed.flatten().map(|entry| entry.path()).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Packages with their features, each as often as it is built.
    fn packages(of: &str) -> BTreeMap<String, Vec<String>> {
        let asked = ["tree", "--offline", "--locked", "--edges", "normal,build", "--prefix", "none"];
        let mut command = Command::new(env!("CARGO"));
        command.current_dir(crate::root()).args(asked).args(["--format", "{p}|{f}|", "--package", of]);
        let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for line in output(&mut command).expect("cargo knows the packages").lines() {
            if let [package, features, ..] = line.split('|').collect::<Vec<_>>().as_slice() {
                all.entry(package.to_string()).or_default().push(features.to_string());
            }
        }
        all.values_mut().for_each(|features| {
            features.sort();
            features.dedup();
        });
        all
    }

    /// Else `pip install` compiles nearly everything once more.
    #[test]
    fn the_python_module_is_built_of_what_the_program_is_built_of() {
        let program = packages("ludus");
        for (package, features) in packages("ludus-python") {
            if let Some(known) = program.get(&package) {
                assert_eq!(
                    known, &features,
                    "features of {package}: name those that differ in crates/features"
                );
            }
        }
    }
}
