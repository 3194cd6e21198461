//! POST /api/{chain}/balance-history

use crate::Services;
use crate::info::read_params;
use crate::owner::{Owner, OwnerHistory};
use axum::extract::State;
use wallet_btc_like::{Address, Chain, ExtendedKey};
use wallet_core::model::{Network, PriceCurrency};
use wallet_core::own_history::{BalanceHistory, BalanceInterval, BalancePeriod, PriceQuery, balance_history};
use wallet_core::wire::TimeNumber;
use wallet_http::{Body, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, UpstreamBudget};

wallet_core::request! {
    /// The owner and the times: one of `address` and `key`.
    #[schema(as = BalanceHistoryRequest)]
    pub struct Request {
        /// The address, in any standard form of the chain and network.
        address: Field<Address>,
        /// The extended public key or the output descriptor, as `xpub` of an extended key request.
        key: Field<ExtendedKey>,
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

/// Returns the confirmed balance of an address or an extended key over time.
///
/// The balances are computed backwards from the current balance by the transactions, of which at most 2000 are read. Without
/// the history back to `from`, the earlier points are missing, and `source.partial` has `history`; likewise if the transactions
/// do not add up to the balance.
#[utoipa::path(
    post, path = "/api/{chain}/balance-history", operation_id = "balanceHistory",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::NetworkNotSupported]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<BalanceHistory> {
    let network = request.network.or_default()?;
    let owner = Owner::read(read_params(chain, network)?, request.address, request.key)?;
    let (from, to, interval) = (request.from.get()?, request.to.get()?, request.interval.get()?);
    let period = BalancePeriod::new(from, to, interval, services.clock.now().as_secs())?;
    let prices = request.currency.get()?.map(|currency| PriceQuery {
        prices: services.prices.as_deref(),
        currency,
        network,
        deadline,
    });
    let history = OwnerHistory::new(&services, &owner, &budget, deadline)?;
    let current = history.current().await?;
    let balances = balance_history(&history, current, &period, prices).await;
    history.settle(&budget);
    Ok(Data(balances))
}
