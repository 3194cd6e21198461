//! POST /api/utility/account-reserve

use super::{AccountRequest, FlatResult};
use crate::{Services, facts};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_http::{Body, Cost, ErrorCode, Flat, RequestDeadline, UpstreamBudget};
use wallet_xlm::{Account, NOT_ALL_LINES, Reserve, Stroops};

/// The reserve of an account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AccountReserveResponse)]
pub struct Response {
    /// The reserve in stroops, by purpose.
    reserved: Reserved,
    /// The missing parts; absent without any. `trustlines` if no upstream lists the trustlines: `assets` has none of
    /// them, and `xlm` has their reserve.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, example = json!(["trustlines"]))]
    partial: Vec<&'static str>,
}

/// The parts of a reserve, in stroops.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reserved {
    /// The reserve of the account itself: two base reserves, or 0 if sponsored.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "10000000")]
    base_reserve: String,
    /// The reserve of its offers, data entries, signers and sponsored entries of others.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "5000000")]
    xlm: String,
    /// The reserve of its trustlines.
    assets: AssetReserve,
    /// The total reserve.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "20000000")]
    total: String,
}

/// The reserve of trustlines.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetReserve {
    /// The reserve of the trustlines that are not sponsored, in stroops. A trustline for pool shares
    /// requires two base reserves.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "5000000")]
    value: String,
    /// The number of trustlines, including sponsored ones.
    #[schema(example = 1)]
    count: usize,
}

/// Returns the reserve of an account.
///
/// The account cannot send or spend its reserve. Entries that another account sponsors reserve nothing.
#[utoipa::path(
    post, path = "/api/utility/account-reserve", operation_id = "accountReserve",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::AccountNotFound]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<AccountRequest>,
) -> FlatResult<Response> {
    let address = request.address.get()?;
    let network = request.network.or_default()?;
    budget.spend(Cost::FACT)?;
    let (account, ledger) = tokio::try_join!(
        services.node.account(network, address.into(), deadline),
        services.node.ledger(network, deadline)
    )?;
    let account = facts::existing(account, "address")?;
    Ok(Flat(Response::new(&account, ledger.base_reserve)))
}

impl Response {
    fn new(account: &Account, base_reserve: Stroops) -> Self {
        let reserve = Reserve::of(account, base_reserve);
        Self {
            reserved: Reserved {
                base_reserve: reserve.account.to_string(),
                xlm: reserve.others.to_string(),
                assets: AssetReserve {
                    value: reserve.lines.to_string(),
                    count: account.lines.len(),
                },
                total: reserve.total.to_string(),
            },
            partial: account.lacks_lines().then_some(NOT_ALL_LINES).into_iter().collect(),
        }
    }
}
