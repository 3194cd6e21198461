//! Movements of assets in the events of the contracts of assets (CAP-46-6, CAP-67).

use super::address::CallAddress;
use super::approval::Approval;
use super::simulation::ContractEvent;
use crate::value::asset::Asset;
use wallet_core::model::Network;

/// A movement of an asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The asset that moves.
    pub asset: Asset,
    /// The payer, `None` for an issuer.
    pub from: Option<CallAddress>,
    /// The recipient, `None` for an issuer.
    pub to: Option<CallAddress>,
    /// The amount in stroops.
    pub amount: i128,
}

/// The meaning of an event for balances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventEffect {
    /// A movement of an asset.
    Moves(Movement),
    /// No change of a balance: an approval of a spender, also by a token that is not an asset.
    Approves(Approval),
    /// No change of a balance.
    Nothing,
    /// The event of a contract that is not that of an asset, or of an unknown form.
    Unknown,
}

impl ContractEvent {
    /// Returns the effect of the event on balances. The last topic names the asset, of which the id of the contract is the
    /// proof.
    pub fn effect(&self, network: Network) -> EventEffect {
        if let Some(approval) = self.approval(network) {
            return EventEffect::Approves(approval);
        }
        let [name, .., last] = self.topics.as_slice() else {
            return EventEffect::Unknown;
        };
        let asset = last
            .as_text()
            .and_then(|text| self.contract.asset_named(&text, network));
        let (Some(asset), Some(name)) = (asset, name.as_text()) else {
            return EventEffect::Unknown;
        };
        if matches!(name.as_str(), "set_admin" | "set_authorized") {
            return EventEffect::Nothing;
        }
        let party = |index: usize| self.topics.get(index).and_then(super::ScValue::as_address);
        // Before protocol 23, the administrator precedes the holder.
        let holder = party(self.topics.len() - 2);
        let sides = match name.as_str() {
            "transfer" if self.topics.len() == 4 => (party(1), party(2)),
            "mint" => (None, holder),
            "burn" | "clawback" => (holder, None),
            _ => return EventEffect::Unknown,
        };
        let expected = if name == "transfer" { 2 } else { 1 };
        let known = usize::from(sides.0.is_some()) + usize::from(sides.1.is_some());
        match self.amount() {
            Some(amount) if amount >= 0 && known == expected => EventEffect::Moves(Movement {
                asset,
                from: sides.0,
                to: sides.1,
                amount,
            }),
            _ => EventEffect::Unknown,
        }
    }
}
