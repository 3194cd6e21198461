//! The contracts that represent assets (CAP-46-6), on the accounts, trustlines and stored values of the ledger: the token
//! interface (SEP-41) and `mint`. Contracts of the native asset and of all assets in the ledger are callable.

mod allowance;
mod holder;

use super::codec;
use super::events::{approved, contract_of, moved};
use super::horizon::view;
use super::state::account::issuer;
use super::state::{Body, LedgerState};
use holder::Holder;
pub use holder::balance_of_contract;
use std::collections::BTreeSet;
use stellar_xdr::{
    Asset, ContractDataDurability, ContractEvent, ContractId, InvokeContractArgs, LedgerKey, LedgerKeyContractData,
    ScAddress, ScMap, ScMapEntry, ScString, ScSymbol, ScVal, ScVec,
};

/// The instructions of a call, about as many as a transfer has.
pub const INSTRUCTIONS: u32 = 250_000;
/// The resource fee of a call in stroops, about that of a transfer.
pub const RESOURCE_FEE: i64 = 50_000;
/// The number of decimals of all assets.
const DECIMALS: u32 = 7;
/// The names of all functions.
const FUNCTIONS: [&str; 11] = [
    "allowance",
    "approve",
    "balance",
    "burn",
    "burn_from",
    "decimals",
    "mint",
    "name",
    "symbol",
    "transfer",
    "transfer_from",
];

/// An error of a call, with the name that the contract environment has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The contract does not exist.
    #[error("HostError: Error(Storage, MissingValue)")]
    NoContract,
    /// The contract has no such function.
    #[error("HostError: Error(WasmVm, MissingValue)")]
    NoFunction,
    /// An argument is missing or of the wrong type.
    #[error("HostError: Error(Object, UnexpectedType)")]
    Argument,
    /// The function is not one of the native asset, or not for the issuer.
    #[error("HostError: Error(Contract, #2)")]
    NotSupported,
    /// The account does not exist.
    #[error("HostError: Error(Contract, #6)")]
    NoAccount,
    /// The amount is negative.
    #[error("HostError: Error(Contract, #8)")]
    Negative,
    /// The allowance is too low, or the last ledger of an allowance is too early or too late.
    #[error("HostError: Error(Contract, #9)")]
    Allowance,
    /// The balance or the room in the balance is too low.
    #[error("HostError: Error(Contract, #10)")]
    Balance,
    /// The issuer has not authorized a holder.
    #[error("HostError: Error(Contract, #11)")]
    NotAuthorized,
    /// The amount or a balance has too many bits.
    #[error("HostError: Error(Contract, #12)")]
    Overflow,
    /// An account has no trustline.
    #[error("HostError: Error(Contract, #13)")]
    NoTrust,
}

/// The result of a call.
#[derive(Clone, Debug)]
pub struct Called {
    pub value: ScVal,
    pub event: Option<ContractEvent>,
    /// The address that must authorize the call.
    pub authorized_by: Option<ScAddress>,
    /// The entries that the call only reads.
    pub read: BTreeSet<LedgerKey>,
    /// The entries that the call changes.
    pub written: BTreeSet<LedgerKey>,
}

/// The contract of an asset during a call.
struct Contract<'a> {
    state: &'a mut LedgerState,
    asset: Asset,
    id: ContractId,
    called: Called,
}

/// Calls a function of the contract of an asset, and applies the effect.
pub fn call(state: &mut LedgerState, call: &InvokeContractArgs) -> Result<Called, CallError> {
    let ScAddress::Contract(id) = &call.contract_address else {
        return Err(CallError::NoContract);
    };
    let asset = asset_of(state, id).ok_or(CallError::NoContract)?;
    let mut contract = Contract {
        state,
        asset,
        id: id.clone(),
        called: Called {
            value: ScVal::Void,
            event: None,
            authorized_by: None,
            read: BTreeSet::from([instance(id)]),
            written: BTreeSet::new(),
        },
    };
    contract.run(&call.function_name.0.to_utf8_string_lossy(), &call.args)?;
    let mut called = contract.called;
    called.read.retain(|key| !called.written.contains(key));
    Ok(called)
}

impl Contract<'_> {
    fn run(&mut self, name: &str, arguments: &[ScVal]) -> Result<(), CallError> {
        use ScVal::{Address, I128, U32};
        match (name, arguments) {
            ("decimals", []) => self.called.value = U32(DECIMALS),
            ("name", []) => self.called.value = string(&view::asset_text(&self.asset)),
            ("symbol", []) => {
                let text = view::asset_text(&self.asset);
                self.called.value = string(text.split(':').next().unwrap_or_default());
            }
            ("balance", [Address(holder)]) => self.called.value = self.balance(&Holder::of(holder)?)?.into(),
            ("allowance", [Address(from), Address(spender)]) => {
                let key = self.allowance_key(&Holder::of(from)?, &Holder::of(spender)?);
                self.called.value = self.allowance(&key).into();
            }
            ("approve", [Address(from), Address(spender), I128(amount), U32(last)]) => {
                let amount = checked(amount.into())?;
                let (from, spender) = (Holder::of(from)?, Holder::of(spender)?);
                self.called.authorized_by = Some(from.address());
                let key = self.allowance_key(&from, &spender);
                self.approve(&key, amount, *last)?;
                let event = approved(&self.asset, from.address(), spender.address(), amount, *last);
                self.called.event = Some(event);
            }
            ("transfer", [Address(from), Address(to), I128(amount)]) => {
                let amount = checked(amount.into())?;
                let (from, (to, id)) = (Holder::of(from)?, Holder::with_user(to)?);
                self.called.authorized_by = Some(from.address());
                self.transfer(&from, &to, amount, id)?;
            }
            ("transfer_from", [Address(spender), Address(from), Address(to), I128(amount)]) => {
                let amount = checked(amount.into())?;
                let (from, to) = (Holder::of(from)?, Holder::of(to)?);
                self.spend_allowance(&from, &Holder::of(spender)?, amount)?;
                self.transfer(&from, &to, amount, None)?;
            }
            ("burn", [Address(from), I128(amount)]) => {
                let (amount, from) = (checked(amount.into())?, Holder::of(from)?);
                let issuer = self.issuer_of_others(&from)?;
                self.called.authorized_by = Some(from.address());
                self.transfer(&from, &issuer, amount, None)?;
            }
            ("burn_from", [Address(spender), Address(from), I128(amount)]) => {
                let (amount, from) = (checked(amount.into())?, Holder::of(from)?);
                let issuer = self.issuer_of_others(&from)?;
                self.spend_allowance(&from, &Holder::of(spender)?, amount)?;
                self.transfer(&from, &issuer, amount, None)?;
            }
            ("mint", [Address(to), I128(amount)]) => {
                let (amount, to) = (checked(amount.into())?, Holder::of(to)?);
                let issuer = self.issuer_of_others(&to)?;
                self.called.authorized_by = Some(issuer.address());
                self.transfer(&issuer, &to, amount, None)?;
            }
            (name, _) if FUNCTIONS.contains(&name) => return Err(CallError::Argument),
            _ => return Err(CallError::NoFunction),
        }
        Ok(())
    }

    /// Returns the issuer for a function that neither the native asset nor the issuer has.
    fn issuer_of_others(&self, holder: &Holder) -> Result<Holder, CallError> {
        let issuer = issuer(&self.asset).cloned().ok_or(CallError::NotSupported)?;
        let issuer = Holder::Account(issuer);
        (issuer != *holder).then_some(issuer).ok_or(CallError::NotSupported)
    }

    /// Moves an amount between two holders.
    fn transfer(&mut self, from: &Holder, to: &Holder, amount: i128, id: Option<ScVal>) -> Result<(), CallError> {
        self.spend(from, amount)?;
        self.receive(to, amount)?;
        self.called.event = Some(moved(&self.asset, from.address(), to.address(), amount, id));
        Ok(())
    }

    /// Returns the key of a stored value.
    fn value_key(&self, key: ScVal, durability: ContractDataDurability) -> LedgerKeyContractData {
        LedgerKeyContractData {
            contract: ScAddress::Contract(self.id.clone()),
            key,
            durability,
        }
    }

    /// Returns a stored value, and records the access.
    fn read(&mut self, key: &LedgerKeyContractData) -> Option<ScVal> {
        self.called.read.insert(LedgerKey::ContractData(key.clone()));
        self.state.value(key).cloned()
    }

    /// Stores a value that lives at least until a ledger.
    fn write(&mut self, key: &LedgerKeyContractData, value: ScVal, least: u32) {
        self.called.written.insert(LedgerKey::ContractData(key.clone()));
        self.state.put_value(key.clone(), value, least);
    }

    /// Returns the number of the current ledger.
    fn ledger(&self) -> u32 {
        self.state.context().ledger
    }
}

/// Returns the size of the existing entries in bytes.
pub fn size<'a>(state: &LedgerState, keys: impl IntoIterator<Item = &'a LedgerKey>) -> u32 {
    let entries = keys.into_iter().filter_map(|key| state.entry(key));
    let size: usize = entries.map(|entry| codec::bytes(&entry.to_xdr()).len()).sum();
    u32::try_from(size).unwrap_or(u32::MAX)
}

/// Returns the asset of a contract.
fn asset_of(state: &LedgerState, id: &ContractId) -> Option<Asset> {
    let assets = state.entries().filter_map(|entry| match &entry.body {
        Body::TrustLine(line) => view::asset_of_line(&line.asset),
        Body::Balance(balance) => Some(balance.asset.clone()),
        _ => None,
    });
    // The set avoids the hash of an asset for each trustline.
    let assets: BTreeSet<_> = assets.chain([Asset::Native]).collect();
    assets.into_iter().find(|asset| contract_of(asset) == *id)
}

/// Returns an amount that is not negative.
fn checked(amount: i128) -> Result<i128, CallError> {
    (amount >= 0).then_some(amount).ok_or(CallError::Negative)
}

/// Returns the key of the instance of a contract.
fn instance(id: &ContractId) -> LedgerKey {
    LedgerKey::ContractData(LedgerKeyContractData {
        contract: ScAddress::Contract(id.clone()),
        key: ScVal::LedgerKeyContractInstance,
        durability: ContractDataDurability::Persistent,
    })
}

fn string(text: &str) -> ScVal {
    ScVal::String(ScString(text.try_into().unwrap_or_default()))
}

fn symbol(text: &str) -> ScVal {
    ScVal::Symbol(ScSymbol(text.try_into().unwrap_or_default()))
}

/// Returns the key of a value: a name with what the value belongs to.
fn named(name: &str, of: ScVal) -> ScVal {
    ScVal::Vec(Some(ScVec(codec::list(vec![symbol(name), of]))))
}

/// Returns a map whose keys are in order.
fn map<const N: usize>(fields: [(&str, ScVal); N]) -> ScVal {
    let entries = fields.map(|(key, val)| ScMapEntry { key: symbol(key), val });
    ScVal::Map(Some(ScMap(codec::list(entries.into()))))
}

/// Returns a field of a map.
fn field<'a>(map: &'a ScVal, name: &str) -> Option<&'a ScVal> {
    let ScVal::Map(Some(entries)) = map else {
        return None;
    };
    let name = symbol(name);
    let found = entries.iter().find(|entry| entry.key == name);
    found.map(|entry| &entry.val)
}

/// Returns the field `amount` of a stored value.
fn amount_of(value: &ScVal) -> i128 {
    match field(value, "amount") {
        Some(ScVal::I128(amount)) => amount.into(),
        _ => 0,
    }
}
