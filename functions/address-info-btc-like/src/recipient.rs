//! POST /api/{chain}/recipient

use crate::Services;
use crate::info::read_params;
use crate::owner::Owner;
use crate::xpub::facts_cost;
use axum::extract::State;
use wallet_btc_like::history::{HistoryPage, Position, View};
use wallet_btc_like::wire::Recipient;
use wallet_btc_like::{Address, Chain, DEFAULT_GAP, ExtendedKey, KeyQuery};
use wallet_core::model::{MORE_ADDRESSES, NO_HISTORY, Network, OLDER_ROWS, UNREADABLE_ROWS};
use wallet_core::ports::deadline::Deadline;
use wallet_core::recipient::{RecipientRecord, SEARCHED, SearchedHistory, assess};
use wallet_http::{
    ApiError, Body, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, UpstreamBudget,
};

wallet_core::request! {
    /// The payer and the recipient of a payment: one of `address` and `key`.
    #[schema(as = RecipientRequest)]
    pub struct Request {
        /// The address of the payer, in any standard form of the chain and network.
        address: Field<Address>,
        /// The extended public key or the output descriptor of the payer, as `xpub` of an extended key request.
        key: Field<ExtendedKey>,
        /// The address of the recipient, in any standard form of the chain and network.
        to: Required<Recipient>,
        /// The network: livenet or testnet.
        network: Field<Network>,
    }
}

/// The addresses of the payer with the history.
struct PayerFacts {
    view: View,
    own: Vec<Address>,
    history: Option<HistoryPage>,
    is_truncated: bool,
}

/// Returns what is known of the recipient of a payment: earlier payments of the payer, addresses that look like the
/// recipient's, and the lists of the operator that contain the recipient.
///
/// The latest 200 transactions are searched, and the first and last four characters of the counterparties compared. An
/// upstream that fails leads to `source.partial` with `history`, without `paidBefore`.
///
/// With `key`, all addresses of the extended key are own addresses, with a gap of 20 unused ones; a failure of all upstreams
/// is an error then, since the own addresses are unknown.
#[utoipa::path(
    post, path = "/api/{chain}/recipient", operation_id = "recipient",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::NetworkNotSupported]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<RecipientRecord> {
    let (payer, to) = read(chain, request)?;
    let facts = match payer {
        Owner::Address(address) => {
            budget.spend(Cost::address(SEARCHED))?;
            of_address(&services, address, deadline).await
        }
        Owner::Key(key) => of_key(&services, &key, &budget, deadline).await?,
    };
    let listed = services.lists.entries(&to).await;
    let missing = [
        facts.history.is_none().then_some(NO_HISTORY),
        facts.is_truncated.then_some(MORE_ADDRESSES),
    ];
    let own: Vec<_> = facts.own.iter().map(ToString::to_string).collect();
    let history = facts.history.as_ref().map(|page| searched(&facts.view, page));
    let missing = missing.into_iter().flatten();
    Ok(Data(assess(
        &to.to_string(),
        &own,
        history,
        listed,
        |address| facts.view.distinctive(address),
        missing,
    )))
}

/// Validates the fields of the request.
fn read(chain: Chain, request: Request) -> Result<(Owner, Address), ApiError> {
    let params = read_params(chain, request.network.or_default()?)?;
    let payer = Owner::read(params, request.address, request.key)?;
    Ok((payer, request.to.get_in(params)?))
}

/// Returns the facts about an address, without the history if no upstream responds.
async fn of_address(services: &Services, address: Address, deadline: Deadline) -> PayerFacts {
    let facts = services
        .index
        .address_facts(&address, Position::default(), SEARCHED, deadline)
        .await;
    let history = facts.ok().and_then(|facts| facts.history);
    PayerFacts {
        view: View::of_addresses(address.params(), [address.clone()]),
        own: vec![address],
        history,
        is_truncated: false,
    }
}

async fn of_key(
    services: &Services,
    key: &ExtendedKey,
    budget: &UpstreamBudget,
    deadline: Deadline,
) -> Result<PayerFacts, ApiError> {
    let query = KeyQuery {
        limit: SEARCHED,
        from: Position::default(),
        gap: DEFAULT_GAP,
    };
    let reserved = Cost::key(query.gap, query.limit);
    let _scans = budget.spend_scans(reserved, 1)?;
    let facts = services.index.key_facts(key, query, deadline).await?;
    budget.settle(reserved, facts_cost(&facts));
    let own = facts
        .scanned
        .addresses
        .iter()
        .map(|scanned| scanned.key_address.address.clone());
    Ok(PayerFacts {
        view: View::of_key(key.params(), &facts.scanned),
        own: own.collect(),
        is_truncated: facts.scanned.is_truncated,
        history: facts.history,
    })
}

fn searched(view: &View, page: &HistoryPage) -> SearchedHistory {
    let missing = [
        page.lacks_rows.then_some(UNREADABLE_ROWS),
        page.next.is_some().then_some(OLDER_ROWS),
    ];
    SearchedHistory {
        counterparties: view.counterparties(&page.entries),
        missing: missing.into_iter().flatten().collect(),
    }
}
