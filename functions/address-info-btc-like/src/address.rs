//! GET /api/{chain}/

use crate::Services;
use crate::page::{partial_history, transactions};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_btc_like::history::{AddressFacts, Cursor, Position, View};
use wallet_btc_like::{Address, Chain, Params};
use wallet_core::model::{Action, Balance, ChainName, Source, Transaction};
use wallet_core::wire::{BtcLikeAddressText, CursorText, NetworkName, PageLimitText};
use wallet_http::{
    ApiError, Bearer, Data, ErrorCode, Field, HandlerResult, PathChain, Query, Read, RequestDeadline, Required,
    ResultExt, limit, network, network_not_supported,
};

/// Address and page of its history.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Request {
    /// The address, in any standard form of the chain and network.
    address: Required<BtcLikeAddressText>,
    /// livenet or testnet.
    network: Field<NetworkName>,
    /// Maximum number of transactions, 0 to 200. With 0 the response has the balances only.
    limit: Field<PageLimitText>,
    /// The `nextCursor` of the previous response for the same address.
    cursor: Field<CursorText>,
}

/// Balances and transactions of an address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AddressInfoResponse)]
pub struct Response {
    /// The address as in the request.
    address: BtcLikeAddressText,
    /// The chain.
    #[schema(pattern = "^(btc|ltc|bch|doge)$", example = "btc")]
    chain: &'static str,
    /// The balance of the coin, confirmed and unconfirmed, also if it is zero. It is the same on every page.
    balances: Vec<Balance>,
    /// The transactions, latest first, pending before confirmed. The requested address appears as in the
    /// request, other addresses in their canonical form; on bch they have the prefix if the requested address
    /// has it.
    transactions: Vec<Transaction<Action>>,
    /// The `cursor` of the next page; absent on the last page, without the history, and with the limit 0. A page may
    /// have fewer transactions than `limit` before the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "AQAAAKoAAAAB")]
    next_cursor: Option<String>,
    /// The source of the data.
    source: Source,
}

/// Returns the balance and the transactions of an address.
///
/// A transaction can have many inputs and outputs. `from`, `to` and `value` describe it from the perspective of the
/// address: the amount received or sent. `actions` contains one transfer for each output that is not change.
///
/// If the balance is available but no upstream returns the transactions, for example because the address has more of
/// them than the servers list, they are omitted and `source.partial` contains `history`. It contains `rows` if the
/// upstream's data about some transactions is unreadable; these are omitted.
#[utoipa::path(
    get, path = "/api/{chain}", operation_id = "addressInfo",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::NetworkNotSupported]))),
)]
pub async fn get(
    State(services): State<Services>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let query = AddressInfoQuery::read(chain, request)?;
    let AddressInfoQuery {
        address, from, limit, ..
    } = &query;
    let facts = services.index.address_facts(address, *from, *limit, deadline).await?;
    Ok(Data(respond(query, &facts)))
}

/// Validated request.
struct AddressInfoQuery {
    requested: String,
    address: Address,
    from: Position,
    limit: u32,
}

impl AddressInfoQuery {
    fn read(chain: Chain, request: Request) -> Result<Self, ApiError> {
        let requested = request.address.required("address")?.0;
        let network = network(request.network)?;
        let params = Params::of(chain, network).ok_or_else(|| network_not_supported(chain.name(), network))?;
        let address = Address::parse(params, &requested).at("address")?;
        let limit = limit(request.limit)?;
        let cursor: Option<Cursor> = request
            .cursor
            .optional("cursor")?
            .map(|text| text.parse().at("cursor"))
            .transpose()?;
        Ok(Self {
            requested,
            address,
            from: cursor.map_or_else(Position::default, |Cursor(position)| position),
            limit,
        })
    }
}

fn respond(query: AddressInfoQuery, facts: &AddressFacts) -> Response {
    let AddressInfoQuery { requested, address, .. } = query;
    let chain = address.params().chain.name();
    let view = View::new(&address, requested.clone());
    let history = facts.history.as_ref();
    Response {
        address: BtcLikeAddressText(requested),
        chain,
        balances: vec![view.balance(facts.balance)],
        transactions: transactions(&view, history, facts.tip),
        next_cursor: history
            .and_then(|page| page.next)
            .map(|position| Cursor(position).to_string()),
        source: Source {
            upstream: facts.upstream,
            block: facts.tip.to_string(),
            partial: partial_history(history).collect(),
        },
    }
}
