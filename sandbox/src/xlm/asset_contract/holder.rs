//! The holders of an asset: accounts by their balance or trustline, contracts by a stored value.

use super::{CallError, Contract, amount_of, field, map, named, symbol};
use crate::xlm::state::account::{self, BalanceError, issuer, trust_line_asset};
use crate::xlm::state::{Body, Entry, LedgerState, account_key, trust_line_key};
use stellar_xdr::{
    AccountFlags, AccountId, Asset, ContractDataDurability, ContractId, LedgerKey, LedgerKeyContractData, PublicKey,
    ScAddress, ScVal,
};

/// The number of ledgers in which a new persistent value lives (`min_persistent_ttl` of livenet).
const LEAST_LIFE: u32 = 2_073_600;
/// The name of the values with the balances of contracts.
const BALANCE: &str = "Balance";
/// The number of ledgers in which a changed balance lives at least.
const BALANCE_LIFE: u32 = 30 * 17_280;

/// A holder of an asset, or a spender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder {
    Account(AccountId),
    Contract(ContractId),
}

impl Holder {
    /// Returns the holder with an address. Users of multiplexed accounts only receive transfers.
    pub fn of(address: &ScAddress) -> Result<Self, CallError> {
        match address {
            ScAddress::Account(account) => Ok(Self::Account(account.clone())),
            ScAddress::Contract(id) => Ok(Self::Contract(id.clone())),
            _ => Err(CallError::Argument),
        }
    }

    /// Returns the recipient of a transfer, and the id of the user of a multiplexed account.
    pub fn with_user(address: &ScAddress) -> Result<(Self, Option<ScVal>), CallError> {
        match address {
            ScAddress::MuxedAccount(muxed) => {
                let key = PublicKey::PublicKeyTypeEd25519(muxed.ed25519.clone());
                Ok((Self::Account(AccountId(key)), Some(ScVal::U64(muxed.id))))
            }
            address => Ok((Self::of(address)?, None)),
        }
    }

    pub fn address(&self) -> ScAddress {
        match self {
            Self::Account(account) => ScAddress::Account(account.clone()),
            Self::Contract(id) => ScAddress::Contract(id.clone()),
        }
    }
}

impl Contract<'_> {
    /// Returns the whole balance of a holder; the issuer has the highest amount, and a contract without a value nothing.
    pub(super) fn balance(&mut self, holder: &Holder) -> Result<i128, CallError> {
        match holder {
            Holder::Account(account) => {
                self.called.read.extend(holding(account, &self.asset));
                self.balance_of_account(account).map(i128::from)
            }
            Holder::Contract(id) => {
                let key = self.balance_key(id);
                Ok(self.read(&key).as_ref().map_or(0, amount_of))
            }
        }
    }

    fn balance_of_account(&self, account: &AccountId) -> Result<i64, CallError> {
        let state = &self.state;
        Ok(match trust_line_asset(&self.asset) {
            _ if issuer(&self.asset) == Some(account) => i64::MAX,
            None => state.account(account).ok_or(CallError::NoAccount)?.balance,
            Some(held) => state.trust_line(account, &held).ok_or(CallError::NoTrust)?.balance,
        })
    }

    /// Subtracts an amount from a balance.
    pub(super) fn spend(&mut self, holder: &Holder, amount: i128) -> Result<(), CallError> {
        match holder {
            Holder::Account(account) => self.change(account, amount, account::spend),
            Holder::Contract(id) => {
                let (key, held) = self.held(id)?;
                match held - amount {
                    left if left < 0 => Err(CallError::Balance),
                    // Nothing is left of nothing, which is not stored.
                    0 if amount == 0 && self.read(&key).is_none() => Ok(()),
                    left => self.store(&key, left),
                }
            }
        }
    }

    /// Adds an amount to a balance.
    pub(super) fn receive(&mut self, holder: &Holder, amount: i128) -> Result<(), CallError> {
        match holder {
            Holder::Account(account) => self.change(account, amount, account::receive),
            Holder::Contract(id) => {
                let (key, held) = self.held(id)?;
                let sum = held.checked_add(amount).ok_or(CallError::Overflow)?;
                self.store(&key, sum)
            }
        }
    }

    /// Changes the balance of an account. The contract checks the trustline before the size of the amount.
    fn change(
        &mut self,
        account: &AccountId,
        amount: i128,
        change: fn(&mut LedgerState, &AccountId, &Asset, i64) -> Result<(), BalanceError>,
    ) -> Result<(), CallError> {
        let no_holding = match self.asset {
            Asset::Native => CallError::NoAccount,
            _ => CallError::NoTrust,
        };
        let number = i64::try_from(amount);
        change(self.state, account, &self.asset, number.unwrap_or_default())
            .map_err(|error| error.code(no_holding, CallError::NotAuthorized, CallError::Balance))?;
        self.called.written.extend(holding(account, &self.asset));
        number.map(|_| ()).map_err(|_| CallError::Overflow)
    }

    fn balance_key(&self, id: &ContractId) -> LedgerKeyContractData {
        let holder = ScVal::Address(ScAddress::Contract(id.clone()));
        self.value_key(named(BALANCE, holder), ContractDataDurability::Persistent)
    }

    /// Returns the key and the balance of an authorized contract.
    fn held(&mut self, id: &ContractId) -> Result<(LedgerKeyContractData, i128), CallError> {
        let key = self.balance_key(id);
        let (amount, is_authorized) = match self.read(&key) {
            Some(stored) => (
                amount_of(&stored),
                field(&stored, "authorized") == Some(&ScVal::Bool(true)),
            ),
            None => (0, !self.issuer_has(AccountFlags::RequiredFlag)?),
        };
        is_authorized.then_some((key, amount)).ok_or(CallError::NotAuthorized)
    }

    /// Stores the balance of an authorized contract. Clawback is possible if the issuer had the flag at the first balance.
    fn store(&mut self, key: &LedgerKeyContractData, amount: i128) -> Result<(), CallError> {
        let (clawback, life) = match self.read(key) {
            Some(stored) => (field(&stored, "clawback") == Some(&ScVal::Bool(true)), BALANCE_LIFE),
            None => (self.issuer_has(AccountFlags::ClawbackEnabledFlag)?, LEAST_LIFE - 1),
        };
        let value = map([
            ("amount", amount.into()),
            ("authorized", ScVal::Bool(true)),
            ("clawback", ScVal::Bool(clawback)),
        ]);
        let least = self.ledger().saturating_add(life);
        self.write(key, value, least);
        Ok(())
    }

    /// Returns true if the issuer has a flag; the native asset has no issuer.
    fn issuer_has(&mut self, flag: AccountFlags) -> Result<bool, CallError> {
        let Some(issuer) = issuer(&self.asset) else {
            return Ok(false);
        };
        self.called.read.insert(account_key(issuer));
        let account = self.state.account(issuer).ok_or(CallError::NoAccount)?;
        Ok(account.has(flag))
    }
}

/// Returns the contract of the asset and the amount of an entry with the balance of a contract.
pub fn balance_of_contract(entry: &Entry) -> Option<(&ContractId, i128)> {
    let Body::Value(value) = &entry.body else {
        return None;
    };
    let (ScAddress::Contract(id), ScVal::Vec(Some(key))) = (&value.contract, &value.key) else {
        return None;
    };
    let is_balance = value.durability == ContractDataDurability::Persistent && key.first() == Some(&symbol(BALANCE));
    is_balance.then(|| (id, amount_of(&value.val)))
}

/// Returns the key of the entry with the balance of an account; `None` for the issuer.
fn holding(account: &AccountId, asset: &Asset) -> Option<LedgerKey> {
    match trust_line_asset(asset) {
        _ if issuer(asset) == Some(account) => None,
        None => Some(account_key(account)),
        Some(held) => Some(trust_line_key(account, &held)),
    }
}
