//! Prices of offers, compared with the best offers of the exchange
//! (docs/decisions/stellar-payments.md#prices-far-from-the-market).

use futures::stream::{self, StreamExt};
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_xlm::operation::Operations;
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{Market, Price};

/// The maximum number of markets of a transaction with requested best offers.
const MAX_MARKETS: usize = 4;
/// Concurrent optional requests of a transaction.
const CONCURRENCY: usize = 2;

/// Returns true if the price of an offer is far from that of the best offers, and false if unknown.
pub async fn has_price_outlier(
    node: &dyn XlmNode,
    network: Network,
    operations: &Operations,
    deadline: Deadline,
) -> bool {
    let prices = operations.offered_prices();
    let mut markets: Vec<Market> = Vec::new();
    for (market, _) in &prices {
        if !markets.contains(market) {
            markets.push(*market);
        }
    }
    markets.truncate(MAX_MARKETS);
    let requests = stream::iter(markets).map(|market| has_outlier(node, network, market, &prices, deadline));
    let outliers = requests
        .buffer_unordered(CONCURRENCY)
        .filter(|found| std::future::ready(*found));
    std::pin::pin!(outliers).next().await.is_some()
}

async fn has_outlier(
    node: &dyn XlmNode,
    network: Network,
    market: Market,
    prices: &[(Market, Price)],
    deadline: Deadline,
) -> bool {
    let best = node.best_offers(network, market, deadline).await;
    prices
        .iter()
        .any(|(priced, price)| *priced == market && best.exclude(*price))
}
