//! What the README does with curl, run as it stands there.

use super::ephemeral;
use std::process::Command;

const README: &str = include_str!("../../../README.md");

/// The commands of a section, without the lines that the reader fills in.
fn commands(section: &str) -> String {
    let (_, rest) = README.split_once(section).unwrap();
    let text = rest.split("\n## ").next().unwrap();
    let blocks = text
        .split("```sh\n")
        .skip(1)
        .map(|block| block.split("```").next().unwrap());
    let lines = blocks
        .flat_map(str::lines)
        .filter(|line| !line.starts_with("BASE=") && !line.starts_with("KEY="));
    lines.collect::<Vec<_>>().join("\n")
}

fn missing_tool() -> Option<&'static str> {
    let is_missing = |tool: &&str| {
        let found = Command::new("sh").args(["-c", &format!("command -v {tool}")]).output();
        !found.is_ok_and(|output| output.status.success())
    };
    ["bash", "curl", "jq", "openssl", "xxd"].into_iter().find(is_missing)
}

/// Runs the commands of a section against a server; gives the last answer that they print, and all their output.
async fn last_answer(section: &'static str) -> Option<(serde_json::Value, String)> {
    if let Some(tool) = missing_tool() {
        println!("NOT RUN: {section} in the README: {tool} is not installed");
        #[expect(
            clippy::disallowed_methods,
            reason = "the test command speaks to the tests through the environment"
        )]
        let strict = std::env::var("WALLET_TEST_STRICT").is_ok_and(|value| !value.is_empty());
        assert!(!strict, "{tool} is not installed");
        return None;
    }
    let running = ephemeral().await;
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        "set -e\nBASE={}\nKEY={}\n{}",
        running.base_url,
        running.merchant_key,
        commands(section)
    );
    let output = tokio::task::spawn_blocking(move || {
        Command::new("bash")
            .args(["-c", &script])
            .current_dir(folder.path())
            .output()
            .unwrap()
    });
    let output = output.await.unwrap();
    running.shutdown().await.unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    // Each answer stands on the same line as the next.
    let last = &text[text.rfind("{\"requestId\"").unwrap_or_default()..];
    let answer = serde_json::from_str(last.trim()).unwrap_or_default();
    let all = format!("{text}\n{}", String::from_utf8_lossy(&output.stderr));
    Some((answer, all))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_payment_with_curl_works_as_written() {
    let Some((answer, all)) = last_answer("## One payment with curl").await else {
        return;
    };
    // The last one tells the history.
    let newest = &answer["data"]["transactions"][0];
    let told = (&newest["value"]["amount"], &newest["status"]);
    assert_eq!(told, (&"250000".into(), &"confirmed".into()), "{all}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_transfer_of_tokens_with_curl_works_as_written() {
    let Some((answer, all)) = last_answer("## Tokens with curl").await else {
        return;
    };
    let balances = answer["data"]["balances"].as_array().unwrap_or_else(|| panic!("{all}"));
    let tokens = balances.iter().find(|row| row["asset"]["kind"] == "erc20");
    assert_eq!(tokens.unwrap()["balance"]["amount"], "75000000", "{all}");
    let newest = &answer["data"]["transactions"][0];
    assert_eq!(newest["status"], "confirmed", "{all}");
    let moved = newest["actions"].as_array().unwrap();
    assert!(
        moved.iter().any(|action| action["value"]["amount"] == "25000000"),
        "{all}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn stellar_with_curl_works_as_written() {
    let Some((answer, all)) = last_answer("## Stellar with curl").await else {
        return;
    };
    // Two base reserves for the account, one for its trustline.
    assert_eq!(answer["reserved"]["total"], "15000000", "{all}");
    for told in [
        r#"[true,"1000000000"]"#,
        r#"{"lastLedgerBaseFee":"100","feeCharged":{"min":"100","max":"100"}}"#,
        r#"["createAccount","20"]"#,
        r#"["confirmed","200000000","create-account"]"#,
        r#"[null,"199999900"]"#,
        r#"["POINTS","1000000000"]"#,
        r#"["claimable","50000000"]"#,
        r#"["50000000","claim-claimable-balance"]"#,
    ] {
        assert!(
            all.lines().any(|line| line.ends_with(told)),
            "{told} is missing in {all}"
        );
        assert!(README.contains(told), "the README does not say {told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_edits_with_curl_work_as_written() {
    let Some((answer, all)) = last_answer("## Assets with curl").await else {
        return;
    };
    assert_eq!(answer["data"], serde_json::json!({}), "{all}");
    assert!(
        all.contains("USDT 0xdAC17F958D2ee523a2206206994597C13D831ec7\n"),
        "{all}"
    );
    assert_eq!(all.matches("already_exists").count(), 1, "{all}");
    assert!(all.contains("\"revision\":2"), "{all}");
}
