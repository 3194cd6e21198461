//! Offers and pools.

use super::App;
use super::fixture::{ISSUER, OTHER, OWN, POOL};
use super::records::{amount, and, only, usd, usd_fields, xlm};
use super::results::{BOUGHT, PASSIVE, SOLD};
use serde_json::{Value, json};

async fn latest(kind: &str, fields: &Value) -> Value {
    App::with_operations(only(kind, fields)).await.latest().await
}

/// Returns an offer that sells lumens for the asset, or the reverse.
fn offer(sells_lumens: bool) -> Value {
    let fields = json!({ "amount": "5.0000000", "price": "0.3333333", "price_r": { "n": 1, "d": 3 } });
    let (lumens, asset) = if sells_lumens {
        ("selling_", "buying_")
    } else {
        ("buying_", "selling_")
    };
    and(
        and(fields, &json!({ (format!("{lumens}asset_type")): "native" })),
        &usd_fields(asset),
    )
}

#[tokio::test]
async fn sell_offers_report_the_sold_amount() {
    let usd_text = format!("USD:{ISSUER}");
    for (sells_lumens, sold, bought) in [(true, xlm(), usd_text.as_str()), (false, usd(), "native")] {
        for (id, told) in [(json!("7"), "7"), (json!(8), "8"), (json!("0"), "0"), (json!(0), "0")] {
            let shown = latest(
                "manage_sell_offer",
                &and(offer(sells_lumens), &json!({ "offer_id": id })),
            )
            .await;
            let expected = json!([{ "type": "manage-sell-offer", "asset": sold, "value": amount("50000000"),
                "to": bought, "price": "0.3333333", "offerId": told }]);
            assert_eq!(shown["actions"], expected);
            assert_eq!((&shown["value"], &shown["to"]), (&amount("0"), &json!("")));
        }
    }
    // The name in Horizons before 2019.
    let old = latest("manage_offer", &and(offer(true), &json!({ "offer_id": 4 }))).await;
    assert_eq!(old["actions"][0]["type"], "manage-sell-offer");
}

#[tokio::test]
async fn buy_offers_report_the_bought_amount() {
    let usd_text = format!("USD:{ISSUER}");
    for (sells_lumens, bought, sold) in [(true, usd(), "native"), (false, xlm(), usd_text.as_str())] {
        let shown = latest(
            "manage_buy_offer",
            &and(offer(sells_lumens), &json!({ "offer_id": "7" })),
        )
        .await;
        let expected = json!([{ "type": "manage-buy-offer", "asset": bought, "value": amount("50000000"), "to": sold,
            "price": "0.3333333", "offerId": "7" }]);
        assert_eq!(shown["actions"], expected);
    }
}

#[tokio::test]
async fn passive_offers_report_both_sides() {
    for (kind, sells_lumens, from, to) in [
        ("create_passive_sell_offer", true, xlm(), usd()),
        ("create_passive_sell_offer", false, usd(), xlm()),
        ("create_passive_offer", false, usd(), xlm()),
    ] {
        let shown = latest(kind, &offer(sells_lumens)).await;
        let expected = json!([{ "type": "create-passive-sell-offer", "assetFrom": from, "assetTo": to,
            "value": amount("50000000"), "price": "0.3333333", "offerId": "0" }]);
        assert_eq!(shown["actions"], expected);
    }
}

#[tokio::test]
async fn result_yields_the_new_offer_id_and_the_trades() {
    for (kind, result, id, value) in [
        // Sells lumens: paid 20 to an offer and 2 to a pool.
        ("manage_sell_offer", SOLD, "9", "-22"),
        // Buys 50 lumens; nothing of the offer remains.
        ("manage_buy_offer", BOUGHT, "0", "50"),
        ("create_passive_sell_offer", PASSIVE, "12", "0"),
    ] {
        let more = json!({ "offer_id": "0", "transaction": { "result_xdr": result } });
        let shown = latest(kind, &and(offer(true), &more)).await;
        assert_eq!(shown["actions"][0]["offerId"], id, "{kind}");
        assert_eq!(shown["value"], amount(value), "{kind}");
        // A trade of a different account does not count.
        let more = and(more, &json!({ "source_account": OTHER }));
        let shown = latest(kind, &and(offer(true), &more)).await;
        assert_eq!(shown["value"], amount("0"), "{kind}");
    }
}

fn reserves(of_pool: &str) -> Value {
    json!([{ "asset": "native", "amount": "5.0000000" }, { "asset": of_pool, "amount": "0.0000006" }])
}

#[tokio::test]
async fn pool_deposits_and_withdrawals() {
    let reserves = reserves(&format!("USD:{ISSUER}"));
    let fields = json!({ "liquidity_pool_id": POOL, "reserves_max": reserves, "min_price": "0.2680000",
        "min_price_r": { "n": 67, "d": 250 }, "max_price": "0.3680000", "max_price_r": { "n": 73, "d": 250 },
        "reserves_deposited": reserves, "shares_received": "1000.0000000" });
    let shown = latest("liquidity_pool_deposit", &fields).await;
    let expected = json!([{ "type": "liquidity-pool-deposit", "id": POOL, "minPrice": "0.2680000",
        "maxPrice": "0.3680000", "sharesReceived": "10000000000" }]);
    assert_eq!(shown["actions"], expected);
    assert_eq!(
        (&shown["value"], &shown["from"], &shown["to"]),
        (&amount("-50000000"), &json!(OWN), &json!(""))
    );

    let fields = json!({ "liquidity_pool_id": POOL, "reserves_min": reserves, "shares": "922337203685.4775807",
        "reserves_received": reserves });
    let shown = latest("liquidity_pool_withdraw", &fields).await;
    let expected = json!([{ "type": "liquidity-pool-withdraw", "id": POOL, "shares": "9223372036854775807" }]);
    assert_eq!((&shown["actions"], &shown["value"]), (&expected, &amount("50000000")));
}
