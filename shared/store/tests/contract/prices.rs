//! `ports::past_prices::DailyPriceStore`, with the SDK and with signed requests.

use super::on_each_database;
use crate::support::database::{Database, patient};
use wallet_core::model::{Asset, DAY, DailyPrices, Decimal, Month, Network, PriceMonth, PricePoint};
use wallet_core::ports::past_prices::DailyPriceStore;
use wallet_store::dynamodb::DynamoPrices;
use wallet_store::signed_prices::SignedPrices;

on_each_database!(prices_are_read_by_both_adapters);

/// The end of a month in Unix seconds.
const END: u64 = 1_785_542_400;

fn month(chain: &'static str, month: u64) -> PriceMonth {
    PriceMonth {
        asset: Asset::Coin { chain },
        network: Network::Livenet,
        currency: "usd".parse().unwrap(),
        month: Month::of(END - month * 31 * DAY),
    }
}

fn prices(of: &PriceMonth, price: &str) -> DailyPrices {
    let days = (0..20).map(|day| PricePoint {
        at: of.month.start() + day * DAY + 7,
        price: Decimal::from_json(price).unwrap(),
    });
    DailyPrices::of(of.month, &days.collect::<Vec<_>>(), u64::MAX)
}

async fn prices_are_read_by_both_adapters(database: Database) {
    let sdk = DynamoPrices::new(database.client.clone(), "prices".to_owned());
    sdk.create_table().await.unwrap();
    let signed = SignedPrices::new(patient(&database.endpoint), "prices".to_owned());
    let (btc, ltc) = (month("btc", 1), month("ltc", 1));
    signed.write(&btc, &prices(&btc, "59140.25")).await.unwrap();
    sdk.write(&ltc, &prices(&ltc, "0.5")).await.unwrap();
    signed.write(&btc, &prices(&btc, "2")).await.unwrap();
    // More months than one request has.
    let mut months: Vec<_> = (2..130).map(|number| month("doge", number)).collect();
    months.extend([ltc.clone(), btc.clone()]);
    let mut expected = vec![None; 128];
    expected.extend([Some(prices(&ltc, "0.5")), Some(prices(&btc, "2"))]);
    for store in [&sdk as &dyn DailyPriceStore, &signed] {
        assert_eq!(store.read(&months).await.unwrap(), expected);
        assert_eq!(store.read(&[]).await.unwrap(), []);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_table_is_an_error() {
    let database = Database::dynoxide().await;
    let signed = SignedPrices::new(patient(&database.endpoint), "missing".to_owned());
    let btc = month("btc", 1);
    let read = signed.read(std::slice::from_ref(&btc)).await.unwrap_err().to_string();
    assert!(
        read.contains("BatchGetItem: status 400, ResourceNotFoundException"),
        "{read}"
    );
    signed.write(&btc, &prices(&btc, "2")).await.unwrap_err();
}
