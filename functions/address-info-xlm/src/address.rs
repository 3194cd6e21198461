//! GET /api/{chain}/

#![expect(unused_qualifications, reason = "the path macro writes them for query parameters")]

use crate::Services;
use axum::extract::State;
use futures::FutureExt;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_core::model::{Balance, ChainName, Network, Source, Transaction};
use wallet_core::ports::upstream::UpstreamError;
use wallet_http::openapi::ChainPath;
use wallet_http::{Answer, ApiError, Bearer, Data, Field, PathChain, Query, Read, ResultExt, Within, limit, network};
use wallet_xlm::history::{AccountFacts, ClaimableFacts, Cursor, HistoryFacts, Position, View};
use wallet_xlm::record::{ClaimableBalance, PoolShares, Reserves, XlmAction};
use wallet_xlm::{Chain, MuxedAccount};

/// What `source.partial` says when the transactions are missing.
const NO_HISTORY: &str = "history";
/// What it says when claimable balances are missing, or some of them.
const NOT_ALL_CLAIMABLE: &str = "claimable-balances";
/// What it says when nobody told what some claims brought.
const NOT_ALL_CLAIMS: &str = "claims";

/// Which address, and which part of its history.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// The address: G…, or M… for one of many users behind an account.
    #[serde(default)]
    #[param(value_type = String, required, example = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ")]
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
    #[param(value_type = String, required = false, pattern = "^[A-Za-z0-9_-]+$", example = "A4REwAAAcAA")]
    cursor: Field<String>,
}

/// What there is to know about the address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AddressInfoResponse)]
pub struct Response {
    /// The address exactly as it was asked for.
    #[schema(example = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ")]
    address: String,
    /// The chain.
    #[schema(pattern = "^xlm$", example = "xlm")]
    chain: &'static str,
    /// The lumens, then what the trustlines hold, those that hold nothing included. None without an account.
    balances: Vec<Balance>,
    /// Its transactions, newest first; none without an account. The account stands in them as it was asked for; another
    /// user behind it, and every other account, by its own address.
    transactions: Vec<Transaction<XlmAction>>,
    /// What `cursor` takes to go on; absent when there are no more transactions. An answer may have fewer transactions
    /// than `limit` and still be followed by more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "A4REwAAAcAA")]
    next_cursor: Option<String>,
    /// Whether the account exists. A payment of lumens to the address creates it.
    activated: bool,
    /// What the account must keep.
    reserves: Reserves,
    /// What the address may claim, the newest first, whether the account exists or not. What only others may claim is left
    /// out.
    claimable_balances: Vec<ClaimableBalance>,
    /// The shares of pools that the account has trustlines for, those without any included.
    liquidity_pools: Vec<PoolShares>,
    /// Where this comes from, and what is missing from the answer.
    source: Source,
}

/// Tells what an address holds, must keep and may claim, and its transactions.
///
/// `value` of a transaction is what its operations changed of the account's lumens, the fee left out, with a minus in
/// front when lumens left. `from` is whose transaction it is, `to` whom its first payment pays; a claim pays who claims,
/// and `to` is empty when nobody is paid. `actions` has the operations in which the account takes part; those that the
/// specification does not know are left out. `status` is `rejected` for a transaction that failed: it paid its fee and did
/// nothing else, so that its value is 0 and it has no actions.
///
/// When the balances are known and no upstream gives the transactions, these are left out, and `source.partial` says
/// `history`. It says `claimable-balances` when these cannot be had, or there are more than the thousand newest, and
/// `claims` when the values lack what claims brought, since no upstream told it.
#[utoipa::path(
    get,
    path = "/api/{chain}",
    operation_id = "addressInfo",
    tag = "address-info",
    params(ChainPath<Chain>, Request),
    responses(
        (status = 200, description = "Balances, transactions, reserves and claimable balances",
            body = wallet_http::Envelope<Response>),
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
    let (network, id, index) = (question.network, question.address.account, &services.index);
    let history = index.history(network, id, question.from, question.limit, deadline);
    let claimable = index.claimable_balances(network, id, deadline);
    // Nobody waits for the others when the account is not to be had.
    let (facts, history, claimable) = futures::try_join!(
        index.account_facts(network, id, deadline),
        history.map(Ok::<_, UpstreamError>),
        claimable.map(Ok::<_, UpstreamError>),
    )?;
    // The network goes by the time of its ledgers, which may be ahead of the clock here.
    let now = services.clock.now().as_secs().max(facts.ledger.closed_at);
    Ok(Data(respond(question, &facts, history, claimable, now)))
}

/// A request, understood.
struct Question {
    chain: Chain,
    network: Network,
    asked: String,
    address: MuxedAccount,
    from: Position,
    limit: u32,
}

impl Question {
    fn read(chain: Chain, request: Request) -> Result<Self, ApiError> {
        let asked = request.address.required("address")?;
        let address: MuxedAccount = asked.parse().at("address")?;
        let network = network(request.network)?;
        let limit = limit(request.limit)?;
        let cursor = request.cursor.optional("cursor")?;
        let cursor: Option<Cursor> = cursor.map(|text| text.parse().at("cursor")).transpose()?;
        Ok(Self {
            chain,
            network,
            asked,
            address,
            from: cursor.map_or(Position::Start, |Cursor(position)| position),
            limit,
        })
    }
}

fn respond(
    question: Question,
    facts: &AccountFacts,
    history: Result<HistoryFacts, UpstreamError>,
    claimable: Result<ClaimableFacts, UpstreamError>,
    now: u64,
) -> Response {
    let view = View::new(question.address.account, question.asked.clone());
    let account = facts.account.as_ref();
    // Of an account that is no more, as of one that never was, no transactions are told.
    let history = account.map_or(Ok(HistoryFacts::default()), |_| history);
    let history = known(history, NO_HISTORY);
    let claimable = known(claimable, NOT_ALL_CLAIMABLE);
    let partial = [
        history.is_none().then_some(NO_HISTORY),
        claimable
            .as_ref()
            .is_none_or(|facts| facts.has_more)
            .then_some(NOT_ALL_CLAIMABLE),
        history
            .as_ref()
            .is_some_and(|facts| facts.lacks_claims)
            .then_some(NOT_ALL_CLAIMS),
    ];
    let (history, claimable) = (history.unwrap_or_default(), claimable.unwrap_or_default());
    // The newest ledger is remembered for a while, in which another one may have been closed.
    let newest = history.entries.iter().map(|entry| entry.ledger).max();
    let block = facts.ledger.sequence.max(newest.unwrap_or_default());
    Response {
        address: question.asked,
        chain: question.chain.name(),
        balances: view.balances(account),
        transactions: history.entries.iter().map(|entry| view.transaction(entry)).collect(),
        next_cursor: history.next.map(|position| Cursor(position).to_string()),
        activated: account.is_some(),
        reserves: view.reserves(account, facts.ledger.base_reserve),
        claimable_balances: claimable
            .balances
            .iter()
            .map(|balance| view.claimable(balance, now))
            .collect(),
        liquidity_pools: View::pool_shares(account),
        source: Source {
            upstream: facts.upstream,
            block: block.to_string(),
            partial: partial.into_iter().flatten().collect(),
        },
    }
}

/// What an upstream told, if one did.
fn known<T>(told: Result<T, UpstreamError>, part: &'static str) -> Option<T> {
    told.inspect_err(|error| tracing::warn!(%error, part, "no Horizon tells it: it is missing from the answer"))
        .ok()
}
