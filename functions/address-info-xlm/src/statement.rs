//! POST /api/{chain}/statement

use crate::Services;
use crate::owner::AccountHistory;
use axum::extract::State;
use wallet_core::model::{Asset, ChainName, Network, PriceCurrency};
use wallet_core::own_history::{
    PriceQuery, Statement, StatementCursor, StatementFormat, StatementPeriod, read_statement,
};
use wallet_core::wire::TimeNumber;
use wallet_http::{Body, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, UpstreamBudget};
use wallet_xlm::Chain;
use wallet_xlm::history::Cursor;
use wallet_xlm::wire::AnyAccount;

/// The position of a page.
type PageCursor = StatementCursor<Cursor>;

wallet_core::request! {
    /// The address and the period.
    #[schema(as = StatementRequest)]
    pub struct Request {
        /// The address: G…, or M… for one user of a multiplexed account, of which all users are meant.
        address: Required<AnyAccount>,
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

/// Returns a page of the statement of an address: a row per movement in the blocks of a period, latest first.
///
/// The received amounts of all pages, minus the sent amounts and the fees, are the change of the balance from `from` to
/// `to`. New blocks shift no row. A page reads at most 2000 transactions, so that it may have no row before the last page.
///
/// Trades of offers are rows without a counterparty; `source.partial` has `fills` if their amounts are unknown. In CSV an issued asset has
/// the code and the issuer.
#[utoipa::path(
    post, path = "/api/{chain}/statement", operation_id = "statement",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    _: PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Statement> {
    let (account, network) = (request.address.get()?.account, request.network.or_default()?);
    let (from, to, format) = (request.from.get()?, request.to.get()?, request.format.get()?);
    let period = StatementPeriod::new(from, to, services.clock.now().as_secs())?;
    let (currency, cursor) = (request.currency.get()?, request.cursor.or_default()?);
    let prices = currency.map(|currency| PriceQuery {
        prices: services.prices.as_deref(),
        currency,
        network,
        deadline,
    });
    let history = AccountHistory::new(&services, network, account, &budget, deadline)?;
    let mut page = read_statement(&history, period, cursor, |Cursor(position)| position).await?;
    history.settle(&budget);
    page.add_prices(prices).await;
    Ok(Data(page.respond(
        format,
        |position| Cursor(*position),
        currency,
        symbol,
    )))
}

/// Returns the symbol of the lumen, or the code and the issuer of an asset, since anyone can choose the code.
fn symbol(asset: &Asset) -> String {
    match asset {
        Asset::XlmAsset { code, issuer, .. } => format!("{code}-{issuer}"),
        _ => Chain::Xlm.name().to_uppercase(),
    }
}
