//! The demo and the messages for failed steps.

use super::ephemeral;
use std::io::Write;
use std::sync::{Arc, Mutex};
use wallet_cloud::demo::{self, screen::Screen};

/// Collects the printed text.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Paper {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn demo_pays_on_every_chain() {
    let running = ephemeral().await;
    let paper = Paper::default();
    let screen = Screen::plain(Box::new(paper.clone()));
    demo::run(&running.base_url, &running.merchant_key, &screen)
        .await
        .unwrap();
    let text = paper.text();
    for title in [
        "\nbtc p2wpkh\n",
        "\nbtc p2pkh\n",
        "\nltc p2wpkh\n",
        "\nbch\n",
        "\ndoge\n",
        "\neth\n",
        "\netc\n",
        "\nxlm\n",
        "\nassets\n",
    ] {
        assert!(text.contains(title), "{title:?} is missing in {text}");
    }
    assert_eq!(text.matches("✓ confirmed").count(), 5, "{text}");
    // Coins, tokens, an approval and a revocation on each EVM chain.
    assert_eq!(text.matches("✓ history    confirmed").count(), 8, "{text}");
    assert_eq!(text.matches("  revoke the approval\n").count(), 2, "{text}");
    for kind in ["EIP-1559, nonce 3", "legacy, nonce 3"] {
        assert!(text.contains(kind), "{kind:?} is missing in {text}");
    }
    // Each of the fifteen Stellar transactions is listed with the action.
    for (action, times) in [
        ("create-account", 1),
        ("transfer", 7),
        ("change-trust", 2),
        ("manage-sell-offer", 1),
        ("path-payment-strict-receive", 1),
        ("create-claimable-balance", 1),
        ("claim-claimable-balance", 1),
        ("set-options", 1),
    ] {
        let shown = text.matches(&format!("✓ history    {action}, ")).count();
        assert_eq!(shown, times, "{action} in {text}");
    }
    assert_eq!(text.matches("✓ rejected").count(), 2, "one signature of two: {text}");
    assert!(!text.contains('✗'), "{text}");
    running.shutdown().await.unwrap();
}

#[tokio::test]
async fn failed_step_is_reported_with_the_server_error() {
    let running = ephemeral().await;
    let paper = Paper::default();
    let screen = Screen::plain(Box::new(paper.clone()));
    let invalid = format!("wck_local_{}", "x".repeat(43));
    let error = demo::run(&running.base_url, &invalid, &screen).await.unwrap_err();
    let error = format!("{:#}", anyhow::Error::new(error));
    assert!(error.contains("account: merchant: 401 invalid_merchant_key"), "{error}");
    assert!(paper.text().contains("✗ merchant"), "{}", paper.text());
}

#[tokio::test]
async fn unreachable_server_is_reported() {
    let screen = Screen::plain(Box::new(std::io::sink()));
    let error = demo::run("http://127.0.0.1:1", "wck", &screen).await.unwrap_err();
    let error = format!("{:#}", anyhow::Error::new(error));
    assert!(error.contains("no response from /authorization"), "{error}");
    assert_eq!(
        error.matches("no response").count(),
        1,
        "each cause is printed once: {error}"
    );
}
