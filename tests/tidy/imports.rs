//! The libraries and packages that only certain files may name.

use crate::repository::{File, assert_none, rust_files};

#[test]
fn only_eth_like_names_ethers() {
    let word = concat!("ethers", "_core::");
    let findings = naming(&[word.to_owned()], |file| {
        !file.path.starts_with("shared/eth-like/src/")
    });
    assert_none("its types never leave shared/eth-like", &findings);
}

#[test]
fn only_xlm_and_the_sandbox_name_stellar_xdr() {
    let word = concat!("stellar", "_xdr::");
    // The sandbox and the client are independent of the code under test and decode transactions themselves.
    let homes = ["shared/xlm/src/", "sandbox/src/xlm/", "clients/rust/src/payments/xlm/"];
    let findings = naming(&[word.to_owned()], |file| {
        !homes.iter().any(|home| file.path.starts_with(home)) && !file.is_test()
    });
    assert_none("its types never leave shared/xlm", &findings);
}

#[test]
fn one_file_names_the_token_library() {
    let word = concat!("json", "webtoken::");
    let mut findings = naming(&[word.to_owned()], |file| !file.is_test());
    findings.dedup_by_key(|finding| finding.split(':').next().map(str::to_owned));
    assert!(
        findings.len() <= 1,
        "the library's defaults are lax: one file sets them all\n  {}",
        findings.join("\n  ")
    );
}

#[test]
fn only_composition_roots_name_adapters() {
    let words = [
        "wallet_compose::",
        "wallet_store::",
        "wallet_upstream::",
        "wallet_upstream_btc_like::",
        "wallet_upstream_eth_like::",
        "wallet_upstream_xlm::",
    ]
    .map(str::to_owned);
    let handler =
        |file: &File| file.path.starts_with("functions/") && !file.is_test() && !is_composition_root(&file.path);
    assert_none(
        "handlers know ports, only main.rs and config.rs know who implements them",
        &naming(&words, handler),
    );
}

#[test]
fn composition_roots_stay_short() {
    let long = |file: &File| {
        is_composition_root(&file.path) && file.path.ends_with("/main.rs") && file.text.lines().count() > 40
    };
    let findings: Vec<_> = rust_files()
        .filter(|file| file.path.starts_with("functions/") && long(file))
        .map(|file| file.path)
        .collect();
    assert_none("main.rs of a function has at most 40 lines", &findings);
}

fn is_composition_root(path: &str) -> bool {
    path.ends_with("/src/main.rs") || path.ends_with("/src/config.rs")
}

/// Returns `path:line: text` for every line of code with one of the words, in the selected files.
fn naming(words: &[String], about: impl Fn(&File) -> bool) -> Vec<String> {
    let mut findings = Vec::new();
    for file in rust_files().filter(|file| about(file) && !file.path.starts_with("tests/tidy/")) {
        for (index, line) in file.code().enumerate() {
            let comment = line.trim_start().starts_with("//");
            if !comment && words.iter().any(|word| line.contains(word.as_str())) {
                findings.push(format!("{}:{}: {}", file.path, index + 1, line.trim()));
            }
        }
    }
    findings
}
