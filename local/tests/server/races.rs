//! Operators that change the same secret at the same time, each in a separate process.

use crate::program::{program, text};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

fn merchant_command(secrets: &Path, arguments: &[&str]) -> Command {
    let mut command = program();
    command
        .env("WALLET_CLOUD_SECRETS", secrets)
        .arg("merchant")
        .args(arguments)
        .stdout(Stdio::null());
    command
}

fn merchant(secrets: &Path) -> Value {
    let file: Value = serde_json::from_str(&std::fs::read_to_string(secrets).unwrap()).unwrap();
    serde_json::from_str(file["wallet-cloud/merchants/shop"].as_str().unwrap()).unwrap()
}

#[test]
fn rotation_never_undoes_a_concurrent_disable() {
    let folder = tempfile::tempdir().unwrap();
    let secrets = folder.path().join("secrets.json");
    let run = |arguments: &[&str]| merchant_command(&secrets, arguments).spawn().unwrap();
    assert!(
        run(&["create", "Shop", "--permissions", "read"])
            .wait()
            .unwrap()
            .success()
    );
    let mut keys = merchant(&secrets)["keys"].clone();
    for round in 0..40 {
        assert!(run(&["enable", "shop"]).wait().unwrap().success());
        let rotation = run(&["rotate", "shop", "--keep-old", "0"]);
        let disabling = run(&["disable", "shop"]);
        for process in [rotation, disabling] {
            let output = process.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", text(&output.stderr));
        }
        let stored = merchant(&secrets);
        assert_eq!(stored["disabled"], true, "round {round}");
        assert_ne!(stored["keys"], keys, "round {round}: the rotation is lost");
        keys = stored["keys"].clone();
    }
}
