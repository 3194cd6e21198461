//! Values that only results and metas contain. The XDR was written by @stellar/stellar-sdk 15.1.0.

use super::App;
use super::fixture::{OTHER, OWN};
use super::records::{amount, and, only, payment, record};
use serde_json::json;

/// An account with 77 lumens is merged.
pub const MERGED: &str = "AAAAAAAAAMgAAAAAAAAAAQAAAAAAAAAIAAAAAAAAAAAt5USAAAAAAA==";
/// The same merge after a payment.
const PAID_THEN_MERGED: &str = "AAAAAAAAAMgAAAAAAAAAAgAAAAAAAAABAAAAAAAAAAAAAAAIAAAAAAAAAAAt5USAAAAAAA==";
/// The same merge inside a fee bump.
const BUMPED_MERGE: &str = "AAAAAAAAAZAAAAABBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAgAAAAAAAAAAC3lRIAAAAAAAAAAAA==";
/// An offer takes 30 USD of the second account for 20 stroops and 3 USD of a pool for 2; the rest is offer 9.
pub const SOLD: &str = "AAAAAAAAAMgAAAAAAAAAAQAAAAAAAAADAAAAAAAAAAIAAAABAAAAAME+ntMyKcnKWef7p1BckAI1zXksX5onY/LUFpHg/XQkAAAAAAAAAAQAAAABVVNEAAAAAADSoKMIeEmmi7dGb+MIuT1sWgPuayFHOrNaGbCSU0cDgAAAAAAAAAAeAAAAAAAAAAAAAAAUAAAAAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAAAAAVVTRAAAAAAA0qCjCHhJpou3Rm/jCLk9bFoD7mshRzqzWhmwklNHA4AAAAAAAAAAAwAAAAAAAAAAAAAAAgAAAAAAAAAAIXBY4mcB+UBT2F0qkNFGnOD9btCYV2Cl9iN6crCQe10AAAAAAAAACQAAAAAAAAABVVNEAAAAAADSoKMIeEmmi7dGb+MIuT1sWgPuayFHOrNaGbCSU0cDgAAAAAAAAAABAAAAAQAAAAQAAAAAAAAAAAAAAAA=";
/// An offer takes 50 stroops of the second account for 10 USD, without a remainder.
pub const BOUGHT: &str = "AAAAAAAAAMgAAAAAAAAAAQAAAAAAAAAMAAAAAAAAAAEAAAABAAAAAME+ntMyKcnKWef7p1BckAI1zXksX5onY/LUFpHg/XQkAAAAAAAAAAQAAAAAAAAAAAAAADIAAAABVVNEAAAAAADSoKMIeEmmi7dGb+MIuT1sWgPuayFHOrNaGbCSU0cDgAAAAAAAAAAKAAAAAgAAAAA=";
/// A passive offer takes nothing and becomes offer 12.
pub const PASSIVE: &str = "AAAAAAAAAMgAAAAAAAAAAQAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAACFwWOJnAflAU9hdKpDRRpzg/W7QmFdgpfYjenKwkHtdAAAAAAAAAAwAAAAAAAAAAVVTRAAAAAAA0qCjCHhJpou3Rm/jCLk9bFoD7mshRzqzWhmwklNHA4AAAAAAAAAAAQAAAAEAAAAEAAAAAAAAAAAAAAAA";
/// A path payment that takes 45 stroops of an offer of the account for 9 USD and pays them to the account.
const FILLED: &str = "AAAAAAAAAMgAAAAAAAAAAQAAAAAAAAANAAAAAAAAAAEAAAABAAAAACFwWOJnAflAU9hdKpDRRpzg/W7QmFdgpfYjenKwkHtdAAAAAAAAAAQAAAAAAAAAAAAAAC0AAAABVVNEAAAAAADSoKMIeEmmi7dGb+MIuT1sWgPuayFHOrNaGbCSU0cDgAAAAAAAAAAJAAAAACFwWOJnAflAU9hdKpDRRpzg/W7QmFdgpfYjenKwkHtdAAAAAAAAAAAAAAAtAAAAAA==";
/// Inflation that pays 5 stroops to the second account and 11 to the account.
const INFLATED: &str = "AAAAAAAAAMgAAAAAAAAAAQAAAAAAAAAJAAAAAAAAAAIAAAAAwT6e0zIpycpZ5/unUFyQAjXNeSxfmidj8tQWkeD9dCQAAAAAAAAABQAAAAAhcFjiZwH5QFPYXSqQ0Uac4P1u0JhXYKX2I3pysJB7XQAAAAAAAAALAAAAAA==";
/// A claim.
pub const CLAIMED: &str = "AAAAAAAAAMgAAAAAAAAAAQAAAAAAAAAPAAAAAAAAAAA=";
/// The account pays a fee of 200 stroops and then receives 5000.
pub const META_CLAIM_V3: &str = "AAAAAwAAAAAAAAACAAAAAwAAAAcAAAAAAAAAACFwWOJnAflAU9hdKpDRRpzg/W7QmFdgpfYjenKwkHtdAAAAAAAAE4gAAAAAAAAABwAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAcAAAAAAAAAACFwWOJnAflAU9hdKpDRRpzg/W7QmFdgpfYjenKwkHtdAAAAAAAAEsAAAAAAAAAABwAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAIAAAADAAAABwAAAAAAAAAAIXBY4mcB+UBT2F0qkNFGnOD9btCYV2Cl9iN6crCQe10AAAAAAAASwAAAAAAAAAAHAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAABAAAABwAAAAAAAAAAIXBY4mcB+UBT2F0qkNFGnOD9btCYV2Cl9iN6crCQe10AAAAAAAAmSAAAAAAAAAAHAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==";
/// The same in the format of protocol 23.
pub const META_CLAIM_V4: &str = "AAAABAAAAAAAAAACAAAAAwAAAAcAAAAAAAAAACFwWOJnAflAU9hdKpDRRpzg/W7QmFdgpfYjenKwkHtdAAAAAAAAE4gAAAAAAAAABwAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAcAAAAAAAAAACFwWOJnAflAU9hdKpDRRpzg/W7QmFdgpfYjenKwkHtdAAAAAAAAEsAAAAAAAAAABwAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAACAAAAAwAAAAcAAAAAAAAAACFwWOJnAflAU9hdKpDRRpzg/W7QmFdgpfYjenKwkHtdAAAAAAAAEsAAAAAAAAAABwAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAcAAAAAAAAAACFwWOJnAflAU9hdKpDRRpzg/W7QmFdgpfYjenKwkHtdAAAAAAAAJkgAAAAAAAAABwAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
/// The account pays a fee, is merged into the second with 4800 stroops, and is created again with 25.
const META_REBORN: &str = "AAAABAAAAAAAAAACAAAAAwAAAAcAAAAAAAAAACFwWOJnAflAU9hdKpDRRpzg/W7QmFdgpfYjenKwkHtdAAAAAAAAE4gAAAAAAAAABwAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAcAAAAAAAAAACFwWOJnAflAU9hdKpDRRpzg/W7QmFdgpfYjenKwkHtdAAAAAAAAEsAAAAAAAAAABwAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAgAAAAAAAAAEAAAAAwAAAAcAAAAAAAAAACFwWOJnAflAU9hdKpDRRpzg/W7QmFdgpfYjenKwkHtdAAAAAAAAEsAAAAAAAAAABwAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAgAAAAAAAAAAIXBY4mcB+UBT2F0qkNFGnOD9btCYV2Cl9iN6crCQe10AAAADAAAABwAAAAAAAAAAwT6e0zIpycpZ5/unUFyQAjXNeSxfmidj8tQWkeD9dCQAAAAAAAAAAQAAAAAAAAAHAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAABAAAABwAAAAAAAAAAwT6e0zIpycpZ5/unUFyQAjXNeSxfmidj8tQWkeD9dCQAAAAAAAASwQAAAAAAAAAHAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAABwAAAAAAAAAAIXBY4mcB+UBT2F0qkNFGnOD9btCYV2Cl9iN6crCQe10AAAAAAAAAGQAAAAAAAAAHAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==";
/// The account receives the maximum balance of an account.
const META_HUGE: &str = "AAAABAAAAAAAAAAAAAAAAQAAAAAAAAACAAAAAwAAAAcAAAAAAAAAACFwWOJnAflAU9hdKpDRRpzg/W7QmFdgpfYjenKwkHtdAAAAAAAAAAAAAAAAAAAABwAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAcAAAAAAAAAACFwWOJnAflAU9hdKpDRRpzg/W7QmFdgpfYjenKwkHtdf/////////8AAAAAAAAABwAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

#[tokio::test]
async fn operation_result_is_found_by_its_index() {
    // The payment before it belongs to a different account, so Horizon does not return it here.
    let fields = json!({ "account": OTHER, "into": OWN, "transaction": { "result_xdr": PAID_THEN_MERGED } });
    let app = App::with_operations(vec![record(7, 2, "account_merge", &fields)]).await;
    assert_eq!(app.latest().await["value"], amount("770000000"));
}

#[tokio::test]
async fn fee_bump_has_the_results_of_the_inner_transaction() {
    let fields = json!({ "account": OTHER, "into": OWN, "transaction": { "result_xdr": BUMPED_MERGE } });
    let app = App::with_operations(only("account_merge", &fields)).await;
    assert_eq!(app.latest().await["value"], amount("770000000"));
}

#[tokio::test]
async fn filled_offers_of_the_account_count() {
    let fields = json!({ "source_account": OTHER, "from": OTHER, "to": OWN, "asset_type": "native",
        "amount": "0.0000045", "source_asset_type": "credit_alphanum4", "source_asset_code": "USD",
        "source_asset_issuer": super::fixture::ISSUER, "source_amount": "0.0000009",
        "transaction": { "result_xdr": FILLED } });
    let app = App::with_operations(only("path_payment_strict_send", &fields)).await;
    // The account paid 45 stroops and received them again.
    assert_eq!(app.latest().await["value"], amount("0"));
}

#[tokio::test]
async fn inflation_counts_without_an_action() {
    let fields = json!({ "transaction": { "result_xdr": INFLATED } });
    let shown = App::with_operations(only("inflation", &fields)).await.latest().await;
    assert_eq!((&shown["actions"], &shown["value"]), (&json!([]), &amount("11")));
}

#[tokio::test]
async fn meta_takes_precedence_over_records_and_excludes_the_fee() {
    let merge = json!({ "account": OWN, "into": OTHER,
        "transaction": { "result_xdr": PAID_THEN_MERGED, "result_meta_xdr": META_REBORN } });
    let app = App::with_operations(vec![record(7, 2, "account_merge", &merge), payment(7, 1)]).await;
    let shown = app.latest().await;
    // 4800 stroops left the account and 25 arrived.
    assert_eq!((&shown["value"], &shown["fee"]), (&amount("-4775"), &amount("200")));
}

#[tokio::test]
async fn maximum_lumen_balance() {
    let fields = json!({ "from": OTHER, "to": OWN, "asset_type": "native", "amount": "922337203685.4775807",
        "transaction": { "result_meta_xdr": META_HUGE } });
    let app = App::with_operations(only("payment", &fields)).await;
    assert_eq!(app.latest().await["value"], amount("9223372036854775807"));
}

#[tokio::test]
async fn unreadable_xdr_counts_as_missing() {
    let pay = json!({ "from": OWN, "to": OTHER, "asset_type": "native", "amount": "0.0000005" });
    for invalid in [
        json!("AAAA"),
        json!("secret words"),
        json!(""),
        json!(null),
        json!(MERGED),
    ] {
        let more = json!({ "transaction": { "result_xdr": invalid, "result_meta_xdr": invalid } });
        let app = App::with_operations(only("payment", &and(pay.clone(), &more))).await;
        assert_eq!(app.latest().await["value"], amount("-5"), "{invalid}");
    }
}
