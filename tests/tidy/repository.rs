//! The files and packages of the repository.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A text file of the repository, tracked or untracked.
pub struct File {
    /// The path from the root, with `/` between folders.
    pub path: String,
    /// The content.
    pub text: String,
}

impl File {
    /// Returns true if only tests run this Rust file.
    pub fn is_test(&self) -> bool {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        let folder =
            |folder: &str| self.path.starts_with(&format!("{folder}/")) || self.path.contains(&format!("/{folder}/"));
        name == "tests.rs" || folder("tests")
    }

    /// Returns the lines before the test module at the end of the file.
    pub fn code(&self) -> impl Iterator<Item = &str> {
        self.text.lines().take_while(|line| *line != "#[cfg(test)]")
    }
}

/// Returns the root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the tests are a folder of the root")
        .to_owned()
}

/// Returns all text files that are tracked or not ignored.
pub fn files() -> Vec<File> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git is installed");
    let paths = String::from_utf8(listed.stdout).expect("file names are ASCII");
    let read = |path: &str| {
        std::fs::read_to_string(root().join(path)).ok().map(|text| File {
            path: path.to_owned(),
            text,
        })
    };
    let files: Vec<_> = paths.lines().filter_map(read).collect();
    assert!(!files.is_empty(), "git lists no file");
    files
}

/// Returns all Rust files.
pub fn rust_files() -> impl Iterator<Item = File> {
    files().into_iter().filter(|file| {
        Path::new(&file.path)
            .extension()
            .is_some_and(|extension| extension == "rs")
    })
}

/// Returns the text of one file.
pub fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the packages of the workspace in the format of `cargo metadata`.
pub fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--no-deps",
            "--locked",
            "--offline",
        ])
        .current_dir(root())
        .output()
        .expect("cargo runs these tests");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    metadata["packages"]
        .as_array()
        .expect("a workspace has packages")
        .clone()
}

/// Returns the names of the function packages.
pub fn functions() -> Vec<String> {
    let below = |package: &Value| {
        package["manifest_path"]
            .as_str()
            .is_some_and(|path| path.contains("/functions/"))
    };
    packages()
        .iter()
        .filter(|package| below(package))
        .map(|package| name(package).to_owned())
        .collect()
}

/// Returns the names of the functions that serve requests, each with an OpenAPI document.
pub fn services() -> Vec<String> {
    let has_document = |name: &String| root().join(format!("functions/{name}/openapi.json")).exists();
    functions().into_iter().filter(has_document).collect()
}

/// Returns the name of a package or dependency.
pub fn name(of: &Value) -> &str {
    of["name"].as_str().expect("a name")
}

/// Returns every word of `text` that begins with `prefix` and continues with capitals, digits and underscores.
pub fn constants<'text>(text: &'text str, prefix: &'text str) -> impl Iterator<Item = &'text str> {
    text.match_indices(prefix).map(|(start, _)| {
        let rest = &text[start..];
        let end = rest.find(|c: char| !c.is_ascii_uppercase() && !c.is_ascii_digit() && c != '_');
        &rest[..end.unwrap_or(rest.len())]
    })
}

/// Fails with all findings at once.
#[track_caller]
pub fn assert_none(rule: &str, findings: &[String]) {
    assert!(findings.is_empty(), "{rule}:\n  {}", findings.join("\n  "));
}
