//! GET and POST /friendbot: creates and funds an account immediately.

use super::base::Base;
use super::submit;
use super::view;
use super::{Horizon, Problem};
use crate::xlm::faucet::PayError;
use crate::xlm::ledger::Ledger;
use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::Value;
use stellar_xdr::MuxedAccount;

/// The starting balance of a new account in stroops.
const AMOUNT: i64 = 10_000 * 10_000_000;

/// The request parameters.
#[derive(Debug, Deserialize)]
pub struct Wanted {
    addr: Option<String>,
}

pub async fn pay(
    State(horizon): State<Horizon>,
    base: Base,
    Query(query): Query<Wanted>,
) -> Result<Json<Value>, Problem> {
    let text = query.addr.unwrap_or_default();
    let account =
        view::account_id(&text).ok_or_else(|| Problem::bad_request("addr", "use an address that starts with G"))?;
    let response = horizon.ask(move |node| {
        if node.read(|ledger: &Ledger| ledger.world().account(&account).is_some()) {
            return Err(Problem::bad_request(
                "addr",
                "account already funded to starting balance",
            ));
        }
        let paid = node.pay(&MuxedAccount::from(account), AMOUNT);
        let hash = paid.map_err(|error| match error {
            PayError::Submit(error) => submit::refused(error, ""),
            other => Problem::internal(other),
        })?;
        node.close(|_| ()).map_err(Problem::internal)?;
        let included = node.read(|ledger| ledger.included(&hash).cloned());
        submit::settled(&base, &*included.ok_or_else(Problem::not_found)?)
    });
    Ok(Json(response.await?))
}
