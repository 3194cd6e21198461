//! GET and POST /friendbot: creates and funds an account immediately.

use super::base::Base;
use super::submit;
use super::view;
use super::{Horizon, Problem};
use crate::xlm::ledger::Ledger;
use crate::xlm::node::PayError;
use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::Value;
use stellar_xdr::MuxedAccount;

/// The starting balance of a new account in stroops.
const AMOUNT: i64 = 10_000 * 10_000_000;

/// The request parameters.
#[derive(Debug, Deserialize)]
pub struct FriendbotQuery {
    addr: Option<String>,
}

pub async fn pay(
    State(horizon): State<Horizon>,
    base: Base,
    Query(query): Query<FriendbotQuery>,
) -> Result<Json<Value>, Problem> {
    let text = query.addr.unwrap_or_default();
    let account =
        view::account_id(&text).ok_or_else(|| Problem::bad_request("addr", "use an address that starts with G"))?;
    let response = horizon.run_blocking(move |node| {
        if node.read(|ledger: &Ledger| ledger.state().account(&account).is_some()) {
            return Err(Problem::bad_request(
                "addr",
                "account already funded to starting balance",
            ));
        }
        let paid = node.pay(&MuxedAccount::from(account), AMOUNT);
        let hash = paid.map_err(|error| match error {
            PayError::Submit(error) => submit::submission_problem(error, ""),
            PayError::Faucet(error) => Problem::internal(error),
        })?;
        node.close(|_| ()).map_err(Problem::internal)?;
        let included = node.read(|ledger| ledger.included(&hash).cloned());
        submit::transaction_result(&base, &*included.ok_or_else(Problem::not_found)?)
    });
    Ok(Json(response.await?))
}
