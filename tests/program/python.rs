//! The Python package: its own tests, on the module as it is built here, by an interpreter with packages of its own.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Where things are made that tests may keep.
const KEPT: &str = env!("CARGO_TARGET_TMPDIR");

#[test]
fn the_python_package_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("python");
    let python = interpreter(&folder.join("tests/requirements.txt"));
    run(Command::new(python)
        .args(["-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"])
        .arg(folder.join("tests"))
        .env("PYTHONPATH", package(&folder.join("ludus")))
        .env("LUDUS", env!("CARGO_BIN_EXE_ludus")));
}

/// The interpreter of an environment with these packages, made anew when the list has changed.
fn interpreter(requirements: &Path) -> PathBuf {
    let place = Path::new(KEPT).join("python-environment");
    let (python, made_with) = (place.join("bin/python"), place.join("requirements.txt"));
    let wanted = fs::read(requirements).expect("the list of packages");
    if fs::read(&made_with).ok().as_ref() != Some(&wanted) {
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&place));
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "-r"]).arg(requirements));
        fs::write(made_with, wanted).expect("a note of what was installed");
    }
    python
}

/// A folder with the package in it: its Python files and the module.
fn package(sources: &Path) -> PathBuf {
    let place = Path::new(KEPT).join("python-package");
    let _ = fs::remove_dir_all(&place);
    let package = place.join("ludus");
    fs::create_dir_all(&package).expect("a folder for the package");
    for entry in fs::read_dir(sources).expect("the package's files") {
        let path = entry.expect("one of the package's files").path();
        if path.is_file() {
            fs::copy(&path, package.join(path.file_name().expect("files have names"))).expect("a copy");
        }
    }
    let here = env::current_exe().expect("the test's own file");
    let module = here.with_file_name("lib_ludus.so");
    fs::copy(module, package.join("_ludus.abi3.so")).expect("the module, built beside this test");
    place
}

fn run(command: &mut Command) {
    let shown: Vec<&OsStr> = [command.get_program()].into_iter().chain(command.get_args()).collect();
    let shown = format!("{shown:?}");
    let status = command.status().unwrap_or_else(|error| panic!("{shown} does not start: {error}"));
    assert!(status.success(), "{shown} failed");
}
