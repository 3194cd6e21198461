//! POST /api/{chain}/balance-history

use crate::Services;
use crate::owner::AddressHistory;
use axum::extract::State;
use wallet_core::model::{Network, PriceCurrency};
use wallet_core::own_history::{BalanceHistory, BalanceInterval, BalancePeriod, PriceQuery, balance_history};
use wallet_core::wire::TimeNumber;
use wallet_eth_like::{Address, Chain, Params};
use wallet_http::{Body, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, UpstreamBudget};

wallet_core::request! {
    /// The address and the times.
    #[schema(as = BalanceHistoryRequest)]
    pub struct Request {
        /// The address: 40 hex digits in one case, or in mixed case with a valid checksum (ERC-55).
        address: Required<Address>,
        /// The network: livenet or testnet.
        network: Field<Network>,
        /// The start as Unix time in seconds. By default a day, 30 days or a year before `to`, by the interval.
        from: Field<TimeNumber>,
        /// The end as Unix time in seconds, not in the future. By default now.
        to: Field<TimeNumber>,
        /// The distance of the points in UTC: `hour` for at most 745, `day` for at most 366, or `month` for at most 120 points.
        interval: Required<BalanceInterval>,
        /// The currency of the worth: an ISO 4217 code in lower case.
        currency: Field<PriceCurrency>,
    }
}

/// Returns the confirmed balance of an address over time.
///
/// The balances are computed backwards from the current balance by the transactions, of which at most 2000 are read. Without
/// the history back to `from`, the earlier points are missing, and `source.partial` has `history`; likewise if the transactions
/// do not add up to the balance.
#[utoipa::path(
    post, path = "/api/{chain}/balance-history", operation_id = "balanceHistory",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<BalanceHistory> {
    let (address, network) = (request.address.get()?, request.network.or_default()?);
    let (from, to, interval) = (request.from.get()?, request.to.get()?, request.interval.get()?);
    let period = BalancePeriod::new(from, to, interval, services.clock.now().as_secs())?;
    let prices = request.currency.get()?.map(|currency| PriceQuery {
        prices: services.prices.as_deref(),
        currency,
        network,
        deadline,
    });
    let params = Params::of(chain, network);
    let history = AddressHistory::new(&services, params, address, &budget, deadline).await?;
    let current = history.current().await?;
    let balances = balance_history(&history, current, &period, prices).await;
    history.settle(&budget);
    Ok(Data(balances))
}
