//! GET /api/{chain}/

#![expect(unused_qualifications, reason = "the path macro writes them for query parameters")]

use crate::Services;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_btc_like::history::{AddressFacts, Cursor, Position, View};
use wallet_btc_like::{Address, Chain, Params};
use wallet_core::model::{Balance, ChainName, Source, Transaction};
use wallet_http::{
    Answer, ApiError, Bearer, Data, Field, PathChain, Query, Read, ResultExt, Within, limit, network,
    network_not_supported,
};

/// The chain in the path, for the OpenAPI document.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "it documents what the extractor PathChain reads")]
pub struct ChainPath {
    /// The chain.
    #[param(pattern = "^(btc|ltc|bch|doge)$", example = "btc")]
    chain: String,
}

/// Which address, and which part of its history.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// The address, in any standard form of the chain and network.
    #[serde(default)]
    #[param(value_type = String, required, example = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")]
    address: Field<String>,
    /// livenet or testnet.
    #[serde(default)]
    #[param(value_type = String, required = false, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
    /// The most transactions to give, 1 to 200.
    #[serde(default)]
    #[param(value_type = u32, required = false, default = 50, minimum = 1, maximum = 200, example = 50)]
    limit: Field<String>,
    /// Where to go on: `nextCursor` of the answer before, for the same address.
    #[serde(default)]
    #[param(value_type = String, required = false, pattern = "^[A-Za-z0-9_-]+$", example = "AQAAAKoAAAAB")]
    cursor: Field<String>,
}

/// What there is to know about the address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AddressInfoResponse)]
pub struct Response {
    /// The address exactly as it was asked for.
    #[schema(example = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")]
    address: String,
    /// The chain.
    #[schema(pattern = "^(btc|ltc|bch|doge)$", example = "btc")]
    chain: &'static str,
    /// The coin, listed even when the address holds none.
    balances: Vec<Balance>,
    /// Its transactions, newest first, pending before confirmed. The address stands in them as it was asked for, all
    /// others in their canonical form; on bch with the prefix exactly when the address was asked for with it.
    transactions: Vec<Transaction>,
    /// What `cursor` takes to go on; absent when there are no more transactions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "AQAAAKoAAAAB")]
    next_cursor: Option<String>,
    /// Where this comes from.
    source: Source,
}

/// Tells what an address holds, and its transactions.
///
/// Of a transaction's many inputs and outputs, `from`, `to` and `value` tell the side of the address: what it got,
/// or what left it. `actions` has one transfer for each output that is not change.
#[utoipa::path(
    get,
    path = "/api/{chain}",
    operation_id = "addressInfo",
    tag = "address-info",
    params(ChainPath, Request),
    responses(
        (status = 200, description = "Balance and transactions", body = wallet_http::Envelope<Response>),
        wallet_http::openapi::NetworkErrors,
    ),
    security(("bearer" = []))
)]
pub async fn get(
    State(services): State<Services>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Within(deadline): Within,
    Query(request): Query<Request>,
) -> Answer<Response> {
    let question = Question::read(chain, request)?;
    let Question {
        address, from, limit, ..
    } = &question;
    let facts = services.index.address_facts(address, *from, *limit, deadline).await?;
    Ok(Data(respond(question, &facts)))
}

/// A request, understood.
struct Question {
    asked: String,
    address: Address,
    from: Position,
    limit: u32,
}

impl Question {
    fn read(chain: Chain, request: Request) -> Result<Self, ApiError> {
        let asked = request.address.required("address")?;
        let network = network(request.network)?;
        let params = Params::of(chain, network).ok_or_else(|| network_not_supported(chain.name(), network))?;
        let address = Address::parse(params, &asked).at("address")?;
        let limit = limit(request.limit)?;
        let cursor: Option<Cursor> = request
            .cursor
            .optional("cursor")?
            .map(|text| text.parse().at("cursor"))
            .transpose()?;
        Ok(Self {
            asked,
            address,
            from: cursor.map_or_else(Position::default, |Cursor(position)| position),
            limit,
        })
    }
}

fn respond(question: Question, facts: &AddressFacts) -> Response {
    let Question { asked, address, .. } = question;
    let chain = address.params().chain.name();
    let view = View::new(address, asked.clone());
    Response {
        address: asked,
        chain,
        balances: vec![view.balance(facts.balance)],
        transactions: facts.entries.iter().map(|entry| view.transaction(entry)).collect(),
        next_cursor: facts.next.map(|position| Cursor(position).to_string()),
        source: Source {
            upstream: facts.upstream,
            block: facts.tip.to_string(),
            partial: Vec::new(),
        },
    }
}
