//! GET /api/validate-address/{chain}

use super::App;
use serde_json::json;

#[tokio::test]
async fn valid_addresses_have_canonical_form_and_kind() {
    let app = App::new().await;
    for (chain, text, address, kind) in [
        // BIP 173 and BIP 350, "Test vectors".
        (
            "btc",
            "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            "p2wpkh",
        ),
        (
            "btc",
            "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
            "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
            "p2wsh",
        ),
        (
            "btc",
            "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
            "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
            "p2tr",
        ),
        (
            "btc",
            "1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH",
            "1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH",
            "p2pkh",
        ),
        // The CashAddr specification, "Examples of address translation".
        (
            "bch",
            "3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC",
            "bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq",
            "p2sh",
        ),
        (
            "bch",
            "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
            "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
            "p2pkh",
        ),
        (
            "doge",
            "DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE",
            "DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE",
            "p2pkh",
        ),
    ] {
        let response = app.get(&format!("validate-address/{chain}?address={text}")).await;
        assert_eq!(
            response.data(),
            &json!({ "valid": true, "address": address, "kind": kind })
        );
    }
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn invalid_addresses_have_a_reason() {
    let app = App::new().await;
    let long = "x".repeat(5000);
    for (query, reason) in [
        ("address=bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", "checksum"),
        (
            "address=bc1QW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            "upper and lower case",
        ),
        (
            "address=bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4&network=testnet",
            "btc livenet",
        ),
        ("address=DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE", "doge livenet"),
        ("address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "btc livenet"),
        ("address=", "Not a valid address"),
        ("address=%00%0d", "Not a valid address"),
        (&format!("address={long}"), "Not a valid address"),
    ] {
        let response = app.get(&format!("validate-address/btc?{query}")).await;
        let data = response.data();
        assert_eq!(
            (&data["valid"], &data["address"], &data["kind"]),
            (&json!(false), &json!(""), &json!(""))
        );
        let actual = data["reason"].as_str().expect("a reason");
        assert!(actual.contains(reason), "{query}: {actual}");
    }
}
