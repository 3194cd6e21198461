//! Files stay small enough to be read in one go.

use crate::repository::{assert_none, rust_files};

/// The most lines of code in a file, without the test module at its end.
const CODE: usize = 300;
/// The most lines with it, and of a file that only tests run.
const WHOLE: usize = 500;
/// Files that are one long table, and the most lines that each may have.
const TABLES: &[(&str, usize)] = &[("tests/api/blockchain_connector_btc_like/rejections.rs", 700)];

#[test]
fn files_stay_small() {
    let mut findings = Vec::new();
    for file in rust_files() {
        let whole = file.text.lines().count();
        let code = if file.is_test() { 0 } else { file.code().count() };
        let table = TABLES
            .iter()
            .find(|(path, _)| *path == file.path)
            .map(|(_, limit)| *limit);
        if code > table.unwrap_or(CODE) || whole > table.unwrap_or(WHOLE) {
            findings.push(format!("{}: {code} lines of code, {whole} in all", file.path));
        }
    }
    assert_none(&format!("at most {CODE} lines of code, {WHOLE} with tests"), &findings);
}
