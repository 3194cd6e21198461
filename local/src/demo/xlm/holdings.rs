//! Stellar address info: lumens, the asset, reserves, history and claimable balances.

use super::actors::{ExpectedHoldings, issued, lumen};
use crate::demo::NETWORK;
use crate::demo::step::{AtStep, Problem, StepError};
use wallet_client::Client;
use wallet_client::address_info_xlm::{Action, AddressInfoResponse, ClaimableBalance, KnownAction, address_info};
use wallet_client::wire::{AddressInfoRequest, Asset, Status, Value};

/// Parses an amount in base units, negative for outgoing funds.
fn units(value: &Value) -> Result<i64, Problem> {
    let not_a_number = |_| Problem::Unexpected(format!("{:?} is not an amount", value.amount));
    value.amount.parse().map_err(not_a_number)
}

/// The expected history entry of a transaction.
pub struct Expected {
    /// The recipient; empty if there is none.
    pub to: String,
    /// The change of the source account's lumens, in stroops.
    pub value: i64,
    /// The single action. The `offer_id` of a new offer is empty here, since only the ledger knows it.
    pub action: KnownAction,
}

impl Expected {
    /// Returns the type of the action in responses.
    pub fn action_type(&self) -> String {
        let action = serde_json::to_value(&self.action).unwrap_or_default();
        action["type"].as_str().unwrap_or_default().to_owned()
    }
}

/// The balances and the history of an address.
pub struct Holdings(AddressInfoResponse);

impl Holdings {
    /// Requests the holdings of an address.
    pub async fn of(client: &Client, address: &str, step: &'static str) -> Result<Self, StepError> {
        let request = AddressInfoRequest {
            address: address.to_owned(),
            network: Some(NETWORK),
            ..AddressInfoRequest::default()
        };
        address_info(client, "xlm", &request).await.map(Self).at(step)
    }

    /// Returns true if the account exists.
    pub fn is_activated(&self) -> bool {
        self.0.activated
    }

    /// Returns the only claimable balance.
    pub fn only_claimable(mut self) -> Result<ClaimableBalance, Problem> {
        let listed = self.0.claimable_balances.len();
        let found = self.0.claimable_balances.pop().filter(|_| listed == 1);
        found.ok_or_else(|| Problem::Unexpected(format!("{listed} claimable balances are listed, expected 1")))
    }

    /// Returns the balances of the lumen and of the asset of this issuer, and the number of locked base
    /// reserves.
    pub fn owned(&self, issuer: &str) -> Result<ExpectedHoldings, Problem> {
        let balance = |asset: Asset| {
            let row = self.0.balances.iter().find(|row| row.asset == asset);
            row.map(|row| units(&row.balance)).transpose()
        };
        let reserved = units(&self.0.reserves.reserved_balance.balance)?;
        let base: i64 = self.0.reserves.base_reserve.parse().unwrap_or(i64::MAX);
        Ok(ExpectedHoldings {
            lumens: balance(lumen())?.unwrap_or_default(),
            tokens: balance(issued(issuer))?,
            reserves: reserved.checked_div(base).unwrap_or_default(),
        })
    }

    /// Returns the fee of the latest transaction in stroops, if that transaction is the expected one and
    /// confirmed.
    pub fn latest(&self, source: &str, txid: &str, expected: &Expected) -> Result<i64, Problem> {
        let mismatch = |reason: String| Problem::Unexpected(format!("the latest transaction {reason}"));
        let latest = self.0.transactions.first();
        let latest = latest.ok_or_else(|| mismatch("is missing".to_owned()))?;
        if (&*latest.txid, &latest.status) != (txid, &Status::Confirmed) {
            return Err(mismatch(format!("is {} and {}", latest.txid, latest.status)));
        }
        let found = (&*latest.from, &*latest.to, units(&latest.value)?);
        if found != (source, &*expected.to, expected.value) {
            return Err(mismatch(format!("has {found:?}")));
        }
        let actions: Vec<_> = latest.actions.iter().cloned().map(without_offer_id).collect();
        if actions != [Action::Known(expected.action.clone())] {
            return Err(mismatch(format!(
                "has the actions {actions:?}, expected {:?}",
                expected.action
            )));
        }
        units(&latest.fee)
    }
}

/// Returns the action with an empty offer ID if it has one.
fn without_offer_id(mut action: Action) -> Action {
    if let Action::Known(KnownAction::ManageSellOffer { offer_id, .. }) = &mut action
        && offer_id.parse::<u64>().is_ok_and(|id| id > 0)
    {
        offer_id.clear();
    }
    action
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn response() -> serde_json::Value {
        let lumens = |amount: &str| json!({ "amount": amount, "decimals": 7 });
        let details = json!({ "sellingLiabilities": "0", "buyingLiabilities": "0" });
        json!({
            "address": "GA", "chain": "xlm", "activated": true, "claimableBalances": [], "liquidityPools": [],
            "source": { "upstream": "horizon", "block": "7" },
            "reserves": {
                "baseReserve": "5000000", "trustlinesCount": 1,
                "reservedBalance": { "asset": lumen(), "balance": lumens("15000000") },
            },
            "balances": [
                { "asset": lumen(), "balance": lumens("70"), "details": details },
                { "asset": issued("GISSUER"), "balance": lumens("0"), "details": details },
            ],
            "transactions": [{
                "txid": "ab", "block": "7", "date": 1, "status": "confirmed", "from": "GA", "to": "GB",
                "value": lumens("-5"), "net": lumens("-105"), "direction": "out", "confirmations": 1, "fee": lumens("100"), "actions": [{ "type": "bump-sequence", "to": "9" }],
            }],
        })
    }

    fn holdings(response: serde_json::Value) -> Holdings {
        Holdings(serde_json::from_value(response).unwrap())
    }

    fn latest_fee(response: serde_json::Value) -> Option<i64> {
        let expected = Expected {
            to: "GB".to_owned(),
            value: -5,
            action: KnownAction::BumpSequence { to: "9".to_owned() },
        };
        holdings(response).latest("GA", "ab", &expected).ok()
    }

    #[test]
    fn any_difference_in_the_history_is_detected() {
        assert_eq!(latest_fee(response()), Some(100));
        for (field, other) in [
            ("txid", json!("cd")),
            ("status", json!("rejected")),
            ("from", json!("GB")),
            ("to", json!("")),
            ("value", json!({ "amount": "5", "decimals": 7 })),
            ("actions", json!([])),
            ("actions", json!([{ "type": "bump-sequence", "to": "8" }])),
            ("actions", json!([{ "type": "a-later-one", "to": "9" }])),
            ("fee", json!({ "amount": "1.5", "decimals": 7 })),
        ] {
            let mut changed = response();
            changed["transactions"][0][field] = other;
            assert_eq!(latest_fee(changed), None, "{field}");
        }
    }

    #[test]
    fn offer_ids_are_removed() {
        let offer = |id: serde_json::Value| {
            let value = json!({ "amount": "1", "decimals": 7 });
            let action = json!({
                "type": "manage-sell-offer", "asset": lumen(), "value": value, "to": "native", "price": "1",
                "offerId": id,
            });
            let action = without_offer_id(serde_json::from_value(action).unwrap());
            serde_json::to_value(action).unwrap()["offerId"].clone()
        };
        assert_eq!(offer(json!("7")), "");
        assert_eq!(offer(json!("0")), "0", "0 is not the id of an offer");
        assert_eq!(offer(json!(7)), 7, "the id must be a string");
    }

    #[test]
    fn holdings_contain_lumens_the_asset_and_reserves() {
        let holdings = holdings(response());
        let owned = |issuer| holdings.owned(issuer).unwrap();
        let expected = ExpectedHoldings {
            lumens: 70,
            tokens: Some(0),
            reserves: 3,
        };
        assert_eq!(owned("GISSUER"), expected);
        assert_eq!(
            owned("GANOTHER").tokens,
            None,
            "a missing trustline differs from an empty one"
        );
    }
}
