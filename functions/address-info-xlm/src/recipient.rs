//! POST /api/{chain}/recipient

use crate::Services;
use axum::extract::State;
use wallet_core::model::{NO_HISTORY, Network, OLDER_ROWS, UNREADABLE_ROWS};
use wallet_core::recipient::{RecipientRecord, SEARCHED, SearchedHistory, assess};
use wallet_http::{
    ApiError, Body, Cost, Data, EntryDeadline, ErrorCode, Field, HandlerResult, PathChain, Required, UpstreamBudget,
};
use wallet_xlm::history::{HistoryFacts, Position, View};
use wallet_xlm::wire::{AnyAccount, Recipient};
use wallet_xlm::{AccountId, Chain};

wallet_core::request! {
    /// The payer and the recipient of a payment.
    #[schema(as = RecipientRequest)]
    pub struct Request {
        /// The address of the payer: G…, or M… for one user of a multiplexed account.
        address: Required<AnyAccount>,
        /// The address of the recipient: G…, or M…, which is compared by its account.
        to: Required<Recipient>,
        /// The network: `livenet` or `testnet`.
        network: Field<Network>,
    }
}

/// Returns what is known of the recipient of a payment: earlier payments of the payer, addresses that look like the
/// recipient's, and the lists of the operator that contain the recipient.
///
/// The latest 200 transactions are searched, and the first and last four characters of the counterparties compared. An
/// upstream that fails leads to `source.partial` with `history`, without `paidBefore`.
///
/// The users of a multiplexed account are compared by the account.
#[utoipa::path(
    post, path = "/api/{chain}/recipient", operation_id = "recipient",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    _: PathChain<Chain>,
    EntryDeadline(deadline): EntryDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<RecipientRecord> {
    let (account, to, network) = read(request)?;
    budget.spend(Cost::address(SEARCHED))?;
    let history = services
        .index
        .history(network, account, Position::default(), SEARCHED, deadline)
        .await;
    let view = View::of_accounts([account]);
    let (history, missing) = match history {
        Ok(facts) => (Some(searched(&view, &facts)), None),
        Err(error) => {
            tracing::warn!(%error, "history unavailable for a recipient");
            (None, Some(NO_HISTORY))
        }
    };
    let listed = services.lists.entries(&to).await;
    let own = [account.to_string()];
    Ok(Data(assess(
        &to.to_string(),
        &own,
        history,
        listed,
        |address| address,
        missing,
    )))
}

fn read(request: Request) -> Result<(AccountId, AccountId, Network), ApiError> {
    let address = request.address.get()?.account;
    let to = request.to.get()?.account;
    Ok((address, to, request.network.or_default()?))
}

fn searched(view: &View, facts: &HistoryFacts) -> SearchedHistory {
    let missing = [
        facts.lacks_rows.then_some(UNREADABLE_ROWS),
        facts.next.is_some().then_some(OLDER_ROWS),
    ];
    SearchedHistory {
        counterparties: view.counterparties(&facts.entries),
        missing: missing.into_iter().flatten().collect(),
    }
}
