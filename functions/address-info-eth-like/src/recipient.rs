//! POST /api/{chain}/recipient

use crate::Services;
use crate::info::log_missing;
use axum::extract::State;
use wallet_core::model::{NO_HISTORY, Network, OLDER_ROWS, UNREADABLE_ROWS};
use wallet_core::recipient::{RecipientRecord, SEARCHED, SearchedHistory, assess};
use wallet_eth_like::history::{HistoryFacts, Position, View};
use wallet_eth_like::{Address, Chain, Params};
use wallet_http::{
    ApiError, Body, Cost, Data, EntryDeadline, ErrorCode, Field, HandlerResult, PathChain, Required, UpstreamBudget,
};

wallet_core::request! {
    /// The payer and the recipient of a payment.
    #[schema(as = RecipientRequest)]
    pub struct Request {
        /// The address of the payer: 40 hex digits in one case, or in mixed case with a valid checksum (ERC-55).
        address: Required<Address>,
        /// The address of the recipient.
        to: Required<Address>,
        /// The network: livenet or testnet.
        network: Field<Network>,
    }
}

/// Returns what is known of the recipient of a payment: earlier payments of the payer, addresses that look like the
/// recipient's, and the lists of the operator that contain the recipient.
///
/// The latest 200 transactions are searched, and the first and last four characters of the counterparties compared. An
/// upstream that fails leads to `source.partial` with `history`, without `paidBefore`.
///
/// A transfer of a token outside the asset list counts as no payment, since its contract can record transfers that never
/// happened; nor does a transfer of zero.
#[utoipa::path(
    post, path = "/api/{chain}/recipient", operation_id = "recipient",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    EntryDeadline(deadline): EntryDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<RecipientRecord> {
    let (address, to, params) = read(chain, request)?;
    budget.spend(Cost::address(SEARCHED))?;
    let history = services
        .index
        .history(params, address, Position::default(), SEARCHED, deadline);
    let tokens = services.tokens.erc20(chain);
    let (history, tokens, listed) = futures::join!(history, tokens, services.lists.entries(&to));
    let tokens = tokens?;
    let collections = services.tokens.collections(chain).await?;
    let tokens = tokens.iter().map(|token| (token.contract, token.decimals));
    let view = View::of_addresses(params, [address], tokens).with_collections(collections);
    let (history, missing) = match history {
        Ok(facts) => (Some(searched(&view, &facts)), None),
        Err(error) => {
            log_missing(&error, "history of a payer");
            (None, Some(NO_HISTORY))
        }
    };
    let own = [address.to_string()];
    Ok(Data(assess(
        &to.to_string(),
        &own,
        history,
        listed,
        View::distinctive,
        missing,
    )))
}

fn read(chain: Chain, request: Request) -> Result<(Address, Address, Params), ApiError> {
    let address = request.address.get()?;
    let to = request.to.get()?;
    Ok((address, to, Params::of(chain, request.network.or_default()?)))
}

fn searched(view: &View, facts: &HistoryFacts) -> SearchedHistory {
    let missing = [
        (facts.lacks_rows || facts.lacks_internal_transfers).then_some(UNREADABLE_ROWS),
        facts.next.is_some().then_some(OLDER_ROWS),
    ];
    SearchedHistory {
        counterparties: view.counterparties(&facts.entries),
        missing: missing.into_iter().flatten().collect(),
    }
}
