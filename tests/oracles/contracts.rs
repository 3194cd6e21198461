//! The sandbox contracts: the committed byte code equals the compiler's output.

use serde_json::Value;
use std::path::Path;
use std::process::Command;
use wallet_tests::support::tools;

#[test]
fn committed_contracts_match_their_sources() {
    let Some(modules) = tools::node_modules("the contracts of the sandbox") else {
        return;
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sandbox/contracts");
    let output = Command::new("node")
        .arg(folder.join("compile.mjs"))
        .arg(&modules)
        .output()
        .expect("node starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let made: Value = serde_json::from_slice(&output.stdout).expect("the compiler prints JSON");
    let committed: Value = serde_json::from_str(include_str!("../../sandbox/contracts/compiled.json")).expect("JSON");
    assert_eq!(made["compiler"], committed["compiler"], "different compiler version");
    let names = committed["contracts"].as_object().expect("contracts by name");
    assert!(names.len() >= 6, "{names:?}");
    for (name, contract) in names {
        assert_eq!(
            made["contracts"][name], *contract,
            "{name} was not compiled from its source"
        );
    }
    assert_eq!(made, committed);
}

#[test]
fn multicall3_has_the_functions_that_wallets_call() {
    let committed: Value = serde_json::from_str(include_str!("../../sandbox/contracts/compiled.json")).expect("JSON");
    let selectors = &committed["contracts"]["Multicall3"]["selectors"];
    // The selectors that viem and ethers use.
    for (signature, selector) in [
        ("aggregate3((address,bool,bytes)[])", "82ad56cb"),
        ("aggregate((address,bytes)[])", "252dba42"),
        ("tryAggregate(bool,(address,bytes)[])", "bce38bd7"),
        ("getEthBalance(address)", "4d2301cc"),
        ("getBlockNumber()", "42cbb15c"),
    ] {
        assert_eq!(selectors[signature], selector, "{signature}");
    }
}
