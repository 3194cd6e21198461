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
        // BIP 433.
        ("btc", "bc1pfeessrawgf", "bc1pfeessrawgf", "p2a"),
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
        (
            "address=bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            "This is a bitcoin: URI; payment-request/parse returns its address and amount",
        ),
        // BIP 21, "Examples".
        (
            "address=bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W%3Famount=20.3%26label=Luke-Jr",
            "This is a bitcoin: URI",
        ),
        ("address=LITECOIN:LWbnc5q8", "This is a litecoin: URI"),
        (
            "address=dogecoin:DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE",
            "This is a dogecoin: URI",
        ),
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

#[tokio::test]
async fn prefix_of_bch_is_part_of_the_address_and_parameters_are_not() {
    let app = App::new().await;
    let address = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
    let response = app.get(&format!("validate-address/bch?address={address}")).await;
    assert_eq!(response.data()["valid"], true);
    let response = app
        .get(&format!("validate-address/bch?address={address}%3Famount=1"))
        .await;
    let reason = response.data()["reason"].as_str().expect("a reason");
    assert!(reason.starts_with("This is a bitcoincash: URI"), "{reason}");
}

#[tokio::test]
async fn payment_to_an_anchor_is_rejected() {
    let app = App::new().await;
    let wallet = super::Wallet::btc();
    let mut body = wallet.payment(&[&wallet.income(&[100_000], 1)], 50_000, 1000);
    body["to"] = "bc1pfeessrawgf".into();
    let response = app.post("transaction/get-hash/btc", &body).await;
    response.assert_error(400, "invalid_address", Some("to"));
    assert!(response.text.contains("requires no signature"), "{}", response.text);
}

/// The bech32 crate encodes the witness program of BIP 433 with the prefix of Litecoin; Litecoin nodes do not relay
/// such outputs.
#[tokio::test]
async fn anchor_of_ltc_is_no_supported_address() {
    let app = App::new().await;
    let encode = |prefix: &str| {
        let prefix = bitcoin::bech32::Hrp::parse(prefix).expect("a prefix");
        bitcoin::bech32::segwit::encode(prefix, bitcoin::bech32::segwit::VERSION_1, &[0x4e, 0x73]).expect("a program")
    };
    assert_eq!(encode("bc"), "bc1pfeessrawgf");
    let address = encode("ltc");
    assert_eq!(address, "ltc1pfees06t9sd");
    let response = app.get(&format!("validate-address/ltc?address={address}")).await;
    assert_eq!(response.data()["valid"], false);
    let reason = response.data()["reason"].as_str().expect("a reason").to_owned();
    assert!(!reason.contains("checksum"), "{reason}");
    let response = app.get("validate-address/ltc?address=ltc1pfees9rn5nz").await;
    let mistyped = response.data()["reason"].as_str().expect("a reason");
    assert!(mistyped.contains("checksum"), "{mistyped}");
}
