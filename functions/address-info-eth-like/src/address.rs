//! GET /api/{chain}/

#![expect(unused_qualifications, reason = "the path macro writes them for query parameters")]

use crate::Services;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use wallet_core::model::{Balance, ChainName, Movement, Source, Transaction};
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::Erc20Token;
use wallet_eth_like::history::{Cursor, HistoryFacts, Position, View};
use wallet_eth_like::{Address, Amount, Balances, Chain, Params};
use wallet_http::openapi::ChainPath;
use wallet_http::{Answer, ApiError, Bearer, Data, Field, PathChain, Query, Read, ResultExt, Within, limit, network};

/// What `source.partial` says when the transactions are missing.
const NO_HISTORY: &str = "history";
/// What it says when internal transfers may be missing from them.
const NO_INTERNAL_TRANSFERS: &str = "internal-transfers";

/// Which address, and which part of its history.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// The address: 40 hex digits in one case, or in the mixed case of its checksum (ERC-55).
    #[serde(default)]
    #[param(value_type = String, required, example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
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
    #[param(value_type = String, required = false, pattern = "^[A-Za-z0-9_-]+$", example = "AwAAAAAAAAPo")]
    cursor: Field<String>,
}

/// What there is to know about the address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AddressInfoResponse)]
pub struct Response {
    /// The address exactly as it was asked for.
    #[schema(example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
    address: String,
    /// The chain.
    #[schema(example = "eth")]
    chain: &'static str,
    /// The coin, listed even when the address holds none, and every token of the asset list of which it holds some, all
    /// at the block of `source`.
    balances: Vec<Balance>,
    /// Its transactions, newest first, pending before confirmed. The address stands in them as it was asked for, all
    /// others with their checksum.
    transactions: Vec<Transaction<Movement>>,
    /// What `cursor` takes to go on; absent when there are no more transactions. An answer may have fewer transactions
    /// than `limit`, even none, and still be followed by more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "AwAAAAAAAAPo")]
    next_cursor: Option<String>,
    /// Where the balances come from, and what is missing from the answer.
    source: Source,
}

/// Tells what an address holds, and its transactions.
///
/// `actions` has the coin that the transaction itself moves, then what moves within it to or from the address: coins
/// that contracts pass on, and tokens. `status` is `rejected` for one that failed: it paid its fee and did nothing else,
/// so that its value is 0 and it has no actions. Of a transaction of others, which only pays the address on its way,
/// indexes tell the effects on the address alone: then `from` and `to` are those of the first action, `value` is the
/// coin that came to the address, or else left it, and `fee` is 0 where it is not told. While a transaction is pending
/// its `fee` is the most that it may cost. Transfers of nothing and of tokens that are one of a kind are left out.
///
/// When the balances are known and no index gives the transactions, these are left out, and `source.partial` says
/// `history`.
#[utoipa::path(
    get,
    path = "/api/{chain}",
    operation_id = "addressInfo",
    tag = "address-info",
    params(ChainPath<Chain>, Request),
    responses(
        (status = 200, description = "Balances and transactions", body = wallet_http::Envelope<Response>),
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
        params,
        address,
        from,
        limit,
        ..
    } = question;
    let tokens = services.tokens.erc20(chain).await?;
    let contracts: Vec<_> = tokens.iter().map(|token| token.contract).collect();
    let (balances, history) = futures::join!(
        services.node.balances(params, address, &contracts, deadline),
        services.index.history(params, address, from, limit, deadline),
    );
    Ok(Data(respond(question, &tokens, &balances?, history)))
}

/// A request, understood.
struct Question {
    params: Params,
    asked: String,
    address: Address,
    from: Position,
    limit: u32,
}

impl Question {
    fn read(chain: Chain, request: Request) -> Result<Self, ApiError> {
        let asked = request.address.required("address")?;
        let address: Address = asked.parse().at("address")?;
        let network = network(request.network)?;
        let limit = limit(request.limit)?;
        let cursor = request.cursor.optional("cursor")?;
        let cursor: Option<Cursor> = cursor.map(|text| text.parse().at("cursor")).transpose()?;
        Ok(Self {
            params: Params::of(chain, network),
            asked,
            address,
            from: cursor.map_or(Position::Start, |Cursor(position)| position),
            limit,
        })
    }
}

fn respond(
    question: Question,
    tokens: &Arc<[Erc20Token]>,
    balances: &Balances,
    history: Result<HistoryFacts, UpstreamError>,
) -> Response {
    let Question {
        params, asked, address, ..
    } = question;
    let decimals = tokens.iter().map(|token| (token.contract, token.decimals));
    let view = View::new(params, address, asked.clone(), decimals);
    let (facts, partial) = known(history);
    let held = balances.tokens.iter().filter(|(_, amount)| *amount > Amount::ZERO);
    let held = held.filter_map(|(contract, amount)| view.token_balance(*contract, *amount));
    Response {
        address: asked,
        chain: params.chain.name(),
        balances: std::iter::once(view.coin_balance(balances.coin)).chain(held).collect(),
        transactions: facts.entries.iter().map(|entry| view.transaction(entry)).collect(),
        next_cursor: facts.next.map(|position| Cursor(position).to_string()),
        source: Source {
            upstream: balances.upstream,
            block: balances.block.to_string(),
            partial,
        },
    }
}

/// The history as far as it is known, and what is missing from it.
fn known(history: Result<HistoryFacts, UpstreamError>) -> (HistoryFacts, Vec<&'static str>) {
    match history {
        Ok(facts) if facts.lacks_internal_transfers => (facts, vec![NO_INTERNAL_TRANSFERS]),
        Ok(facts) => (facts, Vec::new()),
        Err(error) => {
            // Without an index this is so with every answer.
            if !matches!(error, UpstreamError::NotConfigured { .. }) {
                tracing::warn!(%error, "no index gives a history: the answer has the balances alone");
            }
            (HistoryFacts::default(), vec![NO_HISTORY])
        }
    }
}
