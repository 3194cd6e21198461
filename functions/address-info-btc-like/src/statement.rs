//! POST /api/{chain}/statement

use crate::Services;
use crate::info::read_params;
use crate::owner::{Owner, OwnerHistory};
use axum::extract::State;
use wallet_btc_like::history::Cursor;
use wallet_btc_like::{Address, Chain, ExtendedKey};
use wallet_core::model::{ChainName, Network, PriceCurrency};
use wallet_core::own_history::{
    PriceQuery, Statement, StatementCursor, StatementFormat, StatementPeriod, read_statement,
};
use wallet_core::wire::TimeNumber;
use wallet_http::{Body, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, UpstreamBudget};

/// The position of a page.
type PageCursor = StatementCursor<Cursor>;

wallet_core::request! {
    /// The owner and the period: one of `address` and `key`.
    #[schema(as = StatementRequest)]
    pub struct Request {
        /// The address, in any standard form of the chain and network.
        address: Field<Address>,
        /// The extended public key or the output descriptor, as `xpub` of an extended key request.
        key: Field<ExtendedKey>,
        /// The network: livenet or testnet.
        network: Field<Network>,
        /// The start of the period as Unix time in seconds.
        from: Required<TimeNumber>,
        /// The end of the period as Unix time in seconds, not in the future. Blocks of this time are not part of the period.
        to: Required<TimeNumber>,
        /// The form of the rows: `json` or `csv`.
        format: Required<StatementFormat>,
        /// The currency of prices and worths: an ISO 4217 code in lower case.
        currency: Field<PriceCurrency>,
        /// The `nextCursor` of the previous response for the same request.
        cursor: Field<PageCursor>,
    }
}

/// Returns a page of the statement of an address or an extended key: a row per movement in the blocks of a period, latest first.
///
/// The received amounts of all pages, minus the sent amounts and the fees, are the change of the balance from `from` to
/// `to`. New blocks shift no row. A page reads at most 2000 transactions, so that it may have no row before the last page.
///
/// The recipients of a transaction with inputs of others are one row without a fee, since the parts of the inputs are unknown.
#[utoipa::path(
    post, path = "/api/{chain}/statement", operation_id = "statement",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::NetworkNotSupported]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Statement> {
    let network = request.network.or_default()?;
    let owner = Owner::read(read_params(chain, network)?, request.address, request.key)?;
    let (from, to, format) = (request.from.get()?, request.to.get()?, request.format.get()?);
    let period = StatementPeriod::new(from, to, services.clock.now().as_secs())?;
    let (currency, cursor) = (request.currency.get()?, request.cursor.or_default()?);
    let prices = currency.map(|currency| PriceQuery {
        prices: services.prices.as_deref(),
        currency,
        network,
        deadline,
    });
    let history = OwnerHistory::new(&services, &owner, &budget, deadline)?;
    let mut page = read_statement(&history, period, cursor, |Cursor(position)| position).await?;
    history.settle(&budget);
    page.add_prices(prices).await;
    let symbol = chain.name().to_uppercase();
    Ok(Data(page.respond(
        format,
        |position| Cursor(*position),
        currency,
        |_| symbol.clone(),
    )))
}
