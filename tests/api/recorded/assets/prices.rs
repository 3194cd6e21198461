//! `GET /api/price` with recorded responses of CoinGecko.

use super::FOLDER;
use crate::asset_info::price::PriceServer;
use crate::recorded::facts::of;
use serde_json::{Map, Value, json};

const COINS: &str = "btc,ltc,doge,bch,eth,etc,ftm,avax,matic,bsc,op,xlm";

#[tokio::test]
async fn recorded_prices_are_returned_with_their_digits() {
    for fact in of(FOLDER, "prices") {
        let server = PriceServer::start(fact.text("body")).await;
        let list = server
            .app()
            .await
            .list(&format!("price?assets={COINS}&currency=usd,eur"))
            .await;
        assert_eq!(list.len(), 12);
        let known = list.iter().filter(|row| row["prices"] != json!({}));
        let found: Map<String, Value> = known
            .map(|row| {
                (
                    row["asset"].as_str().expect("an asset").to_owned(),
                    row["prices"].clone(),
                )
            })
            .collect();
        assert_eq!(&Value::Object(found), fact.get("prices"), "{fact}");
    }
}
