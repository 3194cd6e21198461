//! The curl commands of the guides, run as written.

use super::ephemeral;
use serde_json::{Value, json};
use std::process::{Command, Output};

/// The guides with commands.
macro_rules! guides {
    ($($name:ident $file:literal)*) => {
        $(const $name: &str = include_str!(concat!("../../../docs/", $file));)*
    };
}

guides! {
    QUICK_START "guides/quick-start.md"
    AUTHENTICATION "guides/authentication.md"
    UTXO "guides/payments-utxo.md"
    EVM "guides/payments-evm.md"
    STELLAR "guides/payments-stellar.md"
    RECIPES "recipes.md"
    HISTORY "guides/history.md"
    NOTIFICATIONS "guides/notifications.md"
    ASSETS "guides/assets.md"
    FEES "guides/fees.md"
    ERRORS "guides/errors.md"
}

/// Returns the preparations of the quick start, and the remaining commands.
fn quick_start() -> (&'static str, &'static str) {
    QUICK_START.split_once("## First payment").unwrap()
}

/// Returns the commands of a text, without the lines that the reader completes.
fn commands(text: &str) -> String {
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
    ["base32", "bash", "curl", "jq", "node", "openssl", "xxd"]
        .into_iter()
        .find(is_missing)
}

/// Runs the commands of a guide and verifies all promised output, which is this number of values. Returns the
/// output.
async fn run_guide(what: &str, guide: &str, count: usize) -> Option<String> {
    run_after("", what, guide, count).await
}

/// The same for a guide that continues an earlier guide.
async fn run_after(before: &str, what: &str, guide: &str, count: usize) -> Option<String> {
    let all = run(what, &(commands(before) + "\n" + &commands(guide))).await?;
    let promises = promises(guide);
    assert_eq!(promises.len(), count, "{promises:?}");
    assert_printed(&promises, &all);
    Some(all)
}

/// Returns the last response of the output.
fn last_response(all: &str) -> Value {
    // Responses follow each other on the same line.
    let last = all.rfind("{\"requestId\"").unwrap_or_default();
    serde_json::from_str(all[last..].lines().next().unwrap_or_default()).unwrap_or_default()
}

/// Runs commands against a server, after the preparations, and returns all their output.
async fn run(what: &str, commands: &str) -> Option<String> {
    let output = run_with_key(what, commands, None).await?;
    let text = printed(&output);
    assert!(output.status.success(), "{text}");
    Some(text)
}

/// Returns standard output and standard error.
fn printed(output: &Output) -> String {
    let [text, errors] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    format!("{text}\n{errors}")
}

/// Runs commands against a server, with this merchant key instead of the valid key, if any.
async fn run_with_key(what: &str, commands: &str, key: Option<&str>) -> Option<Output> {
    if let Some(tool) = missing_tool() {
        println!("NOT RUN: {what}: {tool} is not installed");
        #[expect(clippy::disallowed_methods, reason = "tests/run passes options through the environment")]
        let strict = std::env::var("WALLET_TEST_STRICT").is_ok_and(|value| !value.is_empty());
        assert!(!strict, "{tool} is not installed");
        return None;
    }
    let running = ephemeral().await;
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        "BASE={}\nKEY={}\n{}\n{commands}",
        running.base_url,
        key.unwrap_or(&running.merchant_key),
        self::commands(quick_start().0),
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
    Some(output)
}

/// Returns the JSON values that the comments of the commands promise: `# ["POINTS","100"]`, or two with `and`
/// between.
fn promises(text: &str) -> Vec<Value> {
    let comments = text
        .lines()
        .filter_map(|line| line.split_once("# ").map(|(_, comment)| comment));
    let parts = comments.flat_map(|comment| comment.split(" and "));
    let read = |part: &str| {
        let value = serde_json::Deserializer::from_str(part)
            .into_iter::<Value>()
            .next()?
            .ok()?;
        (!value.is_number() && !part.contains('…')).then_some(value)
    };
    parts.filter_map(read).collect()
}

#[test]
fn promises_are_the_json_in_comments() {
    let text = "a # [1,\"b\"]: this\n# {\"c\":true} and \"d\"\nb # 100 XLM\nc # {\"txid\":\"…\"}\n# words";
    assert_eq!(promises(text), [json!([1, "b"]), json!({ "c": true }), json!("d")]);
}

#[track_caller]
fn assert_printed(promises: &[Value], all: &str) {
    for promise in promises {
        let is_it = |line: &str| {
            let start = line.find(['[', '{', '"']).unwrap_or_default();
            let values = serde_json::Deserializer::from_str(&line[start..]).into_iter::<Value>();
            values.filter_map(Result::ok).any(|value| value == *promise)
        };
        assert!(all.lines().any(is_it), "{promise} is missing in {all}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn quick_start_works_as_written() {
    let Some(all) = run_guide("the quick start", quick_start().1, 4).await else {
        return;
    };
    let response = last_response(&all);
    let latest = &response["data"]["transactions"][0];
    let found = (&latest["value"]["amount"], &latest["status"]);
    assert_eq!(found, (&"250000".into(), &"confirmed".into()), "{all}");
}

#[tokio::test(flavor = "multi_thread")]
async fn quick_start_can_be_repeated() {
    let twice = commands(quick_start().1).repeat(2);
    let Some(all) = run("a second payment", &twice).await else {
        return;
    };
    assert_eq!(all.matches("\"confirmed\"\n").count(), 2, "{all}");
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_merchant_key_ends_the_commands() {
    let payment = commands(quick_start().1);
    let Some(output) = run_with_key("an invalid key", &payment, Some("wck_invalid")).await else {
        return;
    };
    let all = printed(&output);
    assert!(!output.status.success(), "{all}");
    assert!(all.contains("\"invalid_merchant_key\""), "{all}");
    assert!(!all.contains("invalid_token"), "no command runs after the error: {all}");
}

#[tokio::test(flavor = "multi_thread")]
async fn authentication_works_as_written() {
    run_guide("authentication", AUTHENTICATION, 13).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn utxo_payments_continue_the_quick_start() {
    run_after(quick_start().1, "payments on UTXO chains", UTXO, 8).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evm_payments_work_as_written() {
    let Some(all) = run_guide("payments on EVM chains", EVM, 3).await else {
        return;
    };
    let response = last_response(&all);
    let balances = response["data"]["balances"]
        .as_array()
        .unwrap_or_else(|| panic!("{all}"));
    let tokens = balances.iter().find(|row| row["asset"]["kind"] == "erc20");
    assert_eq!(tokens.unwrap()["balance"]["amount"], "75000000", "{all}");
    let latest = &response["data"]["transactions"][0];
    assert_eq!(latest["status"], "confirmed", "{all}");
    let moved = latest["actions"].as_array().unwrap();
    assert!(
        moved.iter().any(|action| action["value"]["amount"] == "25000000"),
        "{all}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn stellar_payments_work_as_written() {
    let Some(all) = run_guide("payments on Stellar", STELLAR, 12).await else {
        return;
    };
    // Two base reserves for the account, a third for the trustline.
    assert_eq!(last_response(&all)["reserved"]["total"], "15000000", "{all}");
    assert_eq!(all.matches("{\"txid\"").count(), 15, "{all}");
}

#[tokio::test(flavor = "multi_thread")]
async fn recipes_continue_from_there() {
    let Some(all) = run_after(STELLAR, "the Stellar recipes", RECIPES, 26).await else {
        return;
    };
    assert_eq!(all.matches("{\"txid\"").count(), 32, "{all}");
}

#[tokio::test(flavor = "multi_thread")]
async fn histories_work_as_written() {
    run_guide("balances and history", HISTORY, 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn notifications_work_as_written() {
    run_guide("notifications", NOTIFICATIONS, 9).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn asset_edits_work_as_written() {
    let Some(all) = run_guide("assets", ASSETS, 7).await else {
        return;
    };
    assert!(all.contains("\"data\":{}}"), "the deletion: {all}");
    assert!(
        all.contains("USDT 0xdAC17F958D2ee523a2206206994597C13D831ec7\n"),
        "{all}"
    );
    assert!(all.lines().any(|line| line == "2"), "{all}");
}

#[tokio::test(flavor = "multi_thread")]
async fn fees_work_as_written() {
    run_guide("fees", FEES, 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_work_as_written() {
    run_guide("errors", ERRORS, 2).await;
}
