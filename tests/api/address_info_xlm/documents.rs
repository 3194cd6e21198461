//! The OpenAPI document of the service.

use serde_json::{Value, json};
use std::collections::BTreeSet;

fn document() -> Value {
    serde_json::from_str(address_info_xlm::DOCUMENT).expect("JSON")
}

#[test]
fn response_is_documented_with_optional_fields() {
    let document = document();
    let schemas = &document["components"]["schemas"];
    let required = |name: &str| -> BTreeSet<String> {
        let required = schemas[name]["required"].as_array().expect(name).iter();
        required
            .map(|field| field.as_str().expect("a name").to_owned())
            .collect()
    };
    let all = |fields: &[&str]| fields.iter().map(|field| (*field).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(
        required("XlmAddressInfoResponse"),
        all(&[
            "address",
            "chain",
            "balances",
            "transactions",
            "activated",
            "reserves",
            "claimableBalances",
            "liquidityPools",
            "source"
        ])
    );
    assert_eq!(
        required("XlmReserves"),
        all(&["baseReserve", "trustlinesCount", "reservedBalance"])
    );
    let claimable = ["status", "asset", "balance", "id", "to", "conditions"];
    assert_eq!(required("XlmClaimableBalance"), all(&claimable));
    assert_eq!(
        schemas["XlmClaimState"]["enum"],
        json!(["expired", "claimable", "upcoming"])
    );
    assert_eq!(schemas["XlmClaimConditions"].get("required"), None);
}

#[test]
fn all_actions_are_documented() {
    let document = document();
    let schemas = &document["components"]["schemas"];
    let actions = &schemas["XlmTransactionBase"]["properties"]["actions"]["items"];
    assert_eq!(*actions, json!({ "$ref": "#/components/schemas/XlmAction" }));
    let discriminator = &schemas["XlmAction"]["discriminator"];
    assert_eq!(discriminator["propertyName"], "type");
    let mapping = discriminator["mapping"].as_object().expect("a mapping");
    for (kind, target) in mapping {
        let name = target
            .as_str()
            .and_then(|target| target.rsplit('/').next())
            .expect("a name");
        assert_eq!(schemas[name]["properties"]["type"]["enum"], json!([kind]));
    }
    let kinds: BTreeSet<_> = mapping.keys().cloned().collect();
    let specified = [
        "transfer",
        "create-account",
        "change-trust",
        "claim-claimable-balance",
        "manage-sell-offer",
        "manage-buy-offer",
        "path-payment-strict-receive",
        "path-payment-strict-send",
        "create-passive-sell-offer",
        "set-options",
        "allow-trust",
        "account-merge",
        "manage-data",
        "bump-sequence",
        "create-claimable-balance",
        "begin-sponsoring-future-reserves",
        "end-sponsoring-future-reserves",
        "revoke-sponsorship",
        "clawback",
        "clawback-claimable-balance",
        "set-trust-line-flags",
        "liquidity-pool-deposit",
        "liquidity-pool-withdraw",
    ];
    assert_eq!(kinds, specified.map(str::to_owned).into());
}
