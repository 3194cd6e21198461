//! Approvals of spenders in the events of tokens (SEP-41).

use super::address::{CallAddress, ContractId};
use super::call::ScValue;
use super::holding::CallOutcome;
use super::simulation::{ContractEvent, Simulation};
use crate::value::asset::Asset;
use stellar_xdr as xdr;
use wallet_core::model::Network;

/// An approval of a spender of a token, which replaces the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Approval {
    /// The contract of the token.
    pub token: ContractId,
    /// The asset, if the contract is that of an asset.
    pub asset: Option<Asset>,
    /// The owner of the tokens.
    pub owner: CallAddress,
    /// The address that may withdraw.
    pub spender: CallAddress,
    /// The amount that the spender may withdraw, in the base unit of the token.
    pub amount: i128,
    /// The last ledger in which the approval is valid.
    pub expiration_ledger: u32,
}

/// The right of a spender to withdraw tokens of an owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Allowance {
    /// The contract of the token.
    pub token: ContractId,
    /// The owner of the tokens.
    pub owner: CallAddress,
    /// The address that may withdraw.
    pub spender: CallAddress,
}

impl Allowance {
    /// Reads the amount from the outcome of `allowance`, `None` if the contract returns no amount of at least 0.
    pub fn amount(outcome: &CallOutcome) -> Option<i128> {
        let amount = outcome.as_ref().ok()?.as_amount()?;
        (amount >= 0).then_some(amount)
    }
}

impl Approval {
    /// Returns the right that the approval changes.
    pub const fn allowance(&self) -> Allowance {
        Allowance {
            token: self.token,
            owner: self.owner,
            spender: self.spender,
        }
    }

    /// Returns true if no balance exceeds the amount. Accounts hold at most 2⁶³ - 1 base units of an asset.
    pub fn is_unlimited(&self) -> bool {
        let limit = match self.asset {
            Some(_) => i64::MAX.into(),
            None => i128::MAX,
        };
        self.amount >= limit
    }

    /// Returns true if both are approvals of the same spender by the same owner.
    pub(crate) fn replaces(&self, former: &Self) -> bool {
        self.allowance() == former.allowance()
    }
}

impl Simulation {
    /// Returns the rights that a call approves, each once, of which the amounts before the call are unknown.
    pub fn allowances(&self, network: Network) -> Vec<Allowance> {
        let mut found = Vec::new();
        let simulated = self.outcome.iter().filter(|simulated| !simulated.requires_restore);
        for event in simulated.flat_map(|simulated| &simulated.events) {
            let allowance = event.approval(network).map(|approval| approval.allowance());
            found.extend(allowance.filter(|allowance| !found.contains(allowance)));
        }
        found
    }
}

impl ContractEvent {
    /// Returns the approval, `None` for events of a different form. The last topic of the contract of an asset names the
    /// asset, of which the id of the contract is the proof.
    pub(super) fn approval(&self, network: Network) -> Option<Approval> {
        let [name, owner, spender, rest @ ..] = self.topics.as_slice() else {
            return None;
        };
        (name.as_text()? == "approve").then_some(())?;
        let (amount, expiration_ledger) = self.approved()?;
        let name = rest.first().and_then(ScValue::as_text);
        Some(Approval {
            token: self.contract,
            asset: name.and_then(|name| self.contract.asset_named(&name, network)),
            owner: owner.as_address()?,
            spender: spender.as_address()?,
            amount: (amount >= 0).then_some(amount)?,
            expiration_ledger,
        })
    }

    /// Returns the amount and the last ledger: the two values of a list, or the entries `amount` and `live_until_ledger`.
    fn approved(&self) -> Option<(i128, u32)> {
        let (amount, ledger) = match &self.data.0 {
            xdr::ScVal::Vec(Some(items)) => match items.as_slice() {
                [amount, ledger] => (amount, ledger),
                _ => return None,
            },
            xdr::ScVal::Map(Some(entries)) => {
                let entry = |name: &str| {
                    let is_named =
                        |entry: &&xdr::ScMapEntry| ScValue(entry.key.clone()).as_text().as_deref() == Some(name);
                    entries.iter().find(is_named).map(|entry| &entry.val)
                };
                (entry("amount")?, entry("live_until_ledger")?)
            }
            _ => return None,
        };
        Some((ScValue(amount.clone()).as_amount()?, ScValue(ledger.clone()).as_u32()?))
    }
}

#[cfg(test)]
mod tests {
    use super::super::simulation::{CallFault, Resources, Simulated};
    use super::*;
    use crate::value::address::AccountId;
    use crate::value::amount::Stroops;
    use wallet_core::model::Network::Testnet;

    const OWNER: AccountId = AccountId([1; 32]);
    const SPENDER: ContractId = ContractId([2; 32]);

    fn text(text: &str) -> ScValue {
        ScValue(xdr::ScVal::Symbol(xdr::ScSymbol(text.try_into().unwrap())))
    }

    fn list(items: Vec<xdr::ScVal>) -> xdr::ScVal {
        xdr::ScVal::Vec(Some(xdr::ScVec(items.try_into().unwrap())))
    }

    fn map(amount: &str, ledger: &str) -> xdr::ScVal {
        let entry = |name: &str, val| xdr::ScMapEntry { key: text(name).0, val };
        let entries = vec![entry(amount, 5_i128.into()), entry(ledger, xdr::ScVal::U32(9))];
        xdr::ScVal::Map(Some(xdr::ScMap(entries.try_into().unwrap())))
    }

    /// Returns an approval event of a contract with this data, and with the name of an asset if there is one.
    fn event(contract: ContractId, asset: Option<&str>, data: xdr::ScVal) -> ContractEvent {
        let sides = [ScValue::address(OWNER.into()), ScValue::address(SPENDER.into())];
        let topics = [text("approve")].into_iter().chain(sides);
        ContractEvent {
            contract,
            topics: topics.chain(asset.map(text)).collect(),
            data: ScValue(data),
        }
    }

    #[test]
    fn approvals_of_assets_and_of_other_tokens_are_read() {
        let (lumen, token) = (ContractId::of_asset(Asset::Native, Testnet), ContractId([3; 32]));
        let pair = || list(vec![5_i128.into(), xdr::ScVal::U32(9)]);
        for (event, asset) in [
            (event(lumen, Some("native"), pair()), Some(Asset::Native)),
            // A token only states that it is an asset.
            (event(token, Some("native"), pair()), None),
            (event(token, None, pair()), None),
            (event(token, None, map("amount", "live_until_ledger")), None),
        ] {
            let expected = Approval {
                token: event.contract,
                asset,
                owner: OWNER.into(),
                spender: SPENDER.into(),
                amount: 5,
                expiration_ledger: 9,
            };
            assert_eq!(event.approval(Testnet), Some(expected));
        }
    }

    #[test]
    fn approved_rights_are_listed_once() {
        let (lumen, token) = (ContractId::of_asset(Asset::Native, Testnet), ContractId([3; 32]));
        let pair = |number: i128| list(vec![number.into(), xdr::ScVal::U32(9)]);
        let mut simulation = Simulation {
            ledger: 9,
            outcome: Ok(Simulated {
                result: ScValue(xdr::ScVal::Void),
                authorizations: Vec::new(),
                resources: Resources {
                    data: xdr::SorobanTransactionData {
                        ext: xdr::SorobanTransactionDataExt::V0,
                        resources: xdr::SorobanResources::default(),
                        resource_fee: 7,
                    },
                    fee: Stroops::MIN_FEE,
                },
                events: vec![
                    event(token, None, pair(5)),
                    event(lumen, Some("native"), pair(5)),
                    event(token, None, pair(6)),
                    event(token, None, pair(-6)),
                ],
                requires_restore: false,
            }),
        };
        let listed = simulation.allowances(Testnet);
        let tokens: Vec<_> = listed.iter().map(|allowance| allowance.token).collect();
        assert_eq!(tokens, [token, lumen]);
        assert!(
            listed
                .iter()
                .all(|found| (found.owner, found.spender) == (OWNER.into(), SPENDER.into()))
        );
        if let Ok(simulated) = &mut simulation.outcome {
            simulated.requires_restore = true;
        }
        assert!(simulation.allowances(Testnet).is_empty());
    }

    #[test]
    fn amounts_of_rights_are_not_negative() {
        let read = |value: xdr::ScVal| Allowance::amount(&Ok(ScValue(value)));
        assert_eq!(read(i128::MAX.into()), Some(i128::MAX));
        assert_eq!(read(0_i128.into()), Some(0));
        assert_eq!(read((-1_i128).into()), None);
        assert_eq!(read(xdr::ScVal::U32(5)), None);
        assert_eq!(
            Allowance::amount(&Err(CallFault::read("HostError: Error(Contract, #13)"))),
            None
        );
    }

    #[test]
    fn events_of_a_different_form_are_no_approvals() {
        let token = ContractId([3; 32]);
        let ledger = || xdr::ScVal::U32(9);
        for data in [
            list(vec![(-5_i128).into(), ledger()]),
            list(vec![5_i128.into()]),
            list(vec![5_i128.into(), ledger(), ledger()]),
            list(vec![ledger(), 5_i128.into()]),
            list(vec![5_i128.into(), xdr::ScVal::I32(9)]),
            map("amount", "expiration"),
            map("value", "live_until_ledger"),
            5_i128.into(),
        ] {
            assert_eq!(event(token, None, data.clone()).approval(Testnet), None, "{data:?}");
        }
        let mut other = event(token, None, list(vec![5_i128.into(), ledger()]));
        other.topics[0] = text("approved");
        assert_eq!(other.approval(Testnet), None);
        other.topics[0] = text("approve");
        other.topics[2] = text("spender");
        assert_eq!(other.approval(Testnet), None);
    }

    #[test]
    fn amounts_above_every_balance_are_unlimited() {
        let of = |asset, amount| Approval {
            token: ContractId([3; 32]),
            asset,
            owner: OWNER.into(),
            spender: SPENDER.into(),
            amount,
            expiration_ledger: 9,
        };
        let largest = i128::from(i64::MAX);
        assert!(of(Some(Asset::Native), largest).is_unlimited());
        assert!(!of(Some(Asset::Native), largest - 1).is_unlimited());
        assert!(of(None, i128::MAX).is_unlimited() && !of(None, largest).is_unlimited());
    }
}
