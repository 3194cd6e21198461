//! POST /api/{chain}/statement

use crate::Services;
use crate::owner::AddressHistory;
use axum::extract::State;
use std::collections::{HashMap, HashSet};
use wallet_core::model::{Asset, Network, PriceCurrency};
use wallet_core::own_history::{
    PriceQuery, Statement, StatementCursor, StatementFormat, StatementPage, StatementPeriod, read_statement,
};
use wallet_core::ports::store::StoreError;
use wallet_core::wire::TimeNumber;
use wallet_eth_like::history::{Cursor, Position};
use wallet_eth_like::{Address, Chain, Params};
use wallet_http::{Body, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, UpstreamBudget};

/// The position of a page.
type PageCursor = StatementCursor<Cursor>;

wallet_core::request! {
    /// The address and the period.
    #[schema(as = StatementRequest)]
    pub struct Request {
        /// The address: 40 hex digits in one case, or in mixed case with a valid checksum (ERC-55).
        address: Required<Address>,
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
/// A failed transaction is a row with the fee. In CSV a listed asset has the ticker symbol of the asset list, and an unlisted token the
/// chain and the contract.
#[utoipa::path(
    post, path = "/api/{chain}/statement", operation_id = "statement",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Statement> {
    let (address, network) = (request.address.get()?, request.network.or_default()?);
    let (from, to, format) = (request.from.get()?, request.to.get()?, request.format.get()?);
    let period = StatementPeriod::new(from, to, services.clock.now().as_secs())?;
    let (currency, cursor) = (request.currency.get()?, request.cursor.or_default()?);
    let prices = currency.map(|currency| PriceQuery {
        prices: services.prices.as_deref(),
        currency,
        network,
        deadline,
    });
    let params = Params::of(chain, network);
    let history = AddressHistory::new(&services, params, address, &budget, deadline).await?;
    let mut page = read_statement(&history, period, cursor, |Cursor(position)| position).await?;
    history.settle(&budget);
    page.add_prices(prices).await;
    let symbols = match format {
        StatementFormat::Json => HashMap::new(),
        StatementFormat::Csv => symbols(&services, chain, &page).await?,
    };
    let symbol = |asset: &Asset| symbols.get(asset).cloned().unwrap_or_else(|| asset.price_name());
    Ok(Data(page.respond(
        format,
        |position| Cursor(*position),
        currency,
        symbol,
    )))
}

/// Returns the symbols of the listed assets of a page. An unlisted token has none, since anyone can choose the symbol.
async fn symbols(
    services: &Services,
    chain: Chain,
    page: &StatementPage<Position>,
) -> Result<HashMap<Asset, String>, StoreError> {
    let assets: HashSet<_> = page.assets().collect();
    let known = assets.into_iter().filter_map(|asset| match asset {
        Asset::Coin { .. } => Some((asset, None)),
        Asset::Erc20 { contract, .. } => Some((asset, Some(contract.parse().ok()?))),
        _ => None,
    });
    let (assets, contracts): (Vec<_>, Vec<Option<Address>>) = known.unzip();
    let symbols = services.tokens.symbols(chain, &contracts).await?;
    let symbols = assets.into_iter().zip(symbols);
    Ok(symbols
        .filter_map(|(asset, symbol)| Some((asset.clone(), symbol?)))
        .collect())
}
