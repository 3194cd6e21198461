//! The contracts that represent assets: the functions `balance`, `decimals`, `name`, `symbol`, `transfer`, `burn` and
//! `mint` on the accounts and trustlines of the ledger. Contracts of the native asset and of all assets in the ledger are callable.

use super::codec;
use super::events::{contract_of, moved};
use super::horizon::view;
use super::state::account::{BalanceError, issuer, receive, spend, trust_line_asset};
use super::state::{Body, LedgerState, account_key, trust_line_key};
use std::collections::BTreeSet;
use stellar_xdr::{
    AccountId, Asset, ContractDataDurability, ContractEvent, ContractId, InvokeContractArgs, LedgerKey,
    LedgerKeyContractData, ScAddress, ScString, ScVal,
};

/// The instructions of a call, about as many as a transfer has.
pub const INSTRUCTIONS: u32 = 250_000;
/// The resource fee of a call in stroops, about that of a transfer.
pub const RESOURCE_FEE: i64 = 50_000;
/// The number of decimals of all assets.
const DECIMALS: u32 = 7;

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
    /// The function is not one of the native asset.
    #[error("HostError: Error(Contract, #2)")]
    NotSupported,
    /// The account does not exist.
    #[error("HostError: Error(Contract, #6)")]
    NoAccount,
    /// The amount of a transfer is negative.
    #[error("HostError: Error(Contract, #8)")]
    Negative,
    /// The balance or the room in the balance is too low.
    #[error("HostError: Error(Contract, #10)")]
    Balance,
    /// The issuer has not authorized an account.
    #[error("HostError: Error(Contract, #11)")]
    NotAuthorized,
    /// The amount has more than 64 bits.
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
    /// The account that must authorize the call.
    pub authorized_by: Option<AccountId>,
    /// The entries that the call reads.
    pub read: Vec<LedgerKey>,
    /// The entries that the call changes.
    pub written: Vec<LedgerKey>,
}

/// Calls a function of the contract of an asset, and applies the effect.
pub fn call(state: &mut LedgerState, call: &InvokeContractArgs) -> Result<Called, CallError> {
    let ScAddress::Contract(id) = &call.contract_address else {
        return Err(CallError::NoContract);
    };
    let asset = asset_of(state, id).ok_or(CallError::NoContract)?;
    let mut called = Called {
        value: ScVal::Void,
        event: None,
        authorized_by: None,
        read: vec![instance(id)],
        written: Vec::new(),
    };
    match (
        call.function_name.0.to_utf8_string_lossy().as_str(),
        call.args.as_slice(),
    ) {
        ("decimals", []) => called.value = ScVal::U32(DECIMALS),
        ("name", []) => called.value = string(&view::asset_text(&asset)),
        ("symbol", []) => {
            let text = view::asset_text(&asset);
            called.value = string(text.split(':').next().unwrap_or_default());
        }
        ("balance", [ScVal::Address(ScAddress::Account(account))]) => {
            called.value = balance(state, account, &asset)?.into();
            called.read.extend(holding(account, &asset));
        }
        (
            "transfer",
            [
                ScVal::Address(ScAddress::Account(from)),
                ScVal::Address(to),
                ScVal::I128(amount),
            ],
        ) => {
            let (to, id) = destination(to).ok_or(CallError::Argument)?;
            called.moves(state, &asset, (from, &to), i128::from(amount), id)?;
            called.authorized_by = Some(from.clone());
        }
        ("burn", [ScVal::Address(ScAddress::Account(from)), ScVal::I128(amount)]) => {
            let issuer = issuer(&asset).cloned().ok_or(CallError::NotSupported)?;
            called.moves(state, &asset, (from, &issuer), i128::from(amount), None)?;
            called.authorized_by = Some(from.clone());
        }
        ("mint", [ScVal::Address(ScAddress::Account(to)), ScVal::I128(amount)]) => {
            let issuer = issuer(&asset).cloned().ok_or(CallError::NotSupported)?;
            called.moves(state, &asset, (&issuer, to), i128::from(amount), None)?;
            called.authorized_by = Some(issuer);
        }
        ("decimals" | "name" | "symbol" | "balance" | "transfer" | "burn" | "mint", _) => {
            return Err(CallError::Argument);
        }
        _ => return Err(CallError::NoFunction),
    }
    Ok(called)
}

impl Called {
    /// Moves an amount between two accounts, and records the changed entries and the event.
    fn moves(
        &mut self,
        state: &mut LedgerState,
        asset: &Asset,
        (from, to): (&AccountId, &AccountId),
        amount: i128,
        id: Option<ScVal>,
    ) -> Result<(), CallError> {
        let amount = i64_of(amount)?;
        transfer(state, from, to, asset, amount)?;
        let keys = [from, to].map(|account| holding(account, asset));
        self.written = BTreeSet::from(keys).into_iter().flatten().collect();
        let (from, to) = (ScAddress::Account(from.clone()), ScAddress::Account(to.clone()));
        self.event = Some(moved(asset, from, to, amount, id));
        Ok(())
    }
}

/// Returns the size of the existing entries in bytes.
pub fn size(state: &LedgerState, keys: &[LedgerKey]) -> u32 {
    let entries = keys.iter().filter_map(|key| state.entry(key));
    let size: usize = entries.map(|entry| codec::bytes(&entry.to_xdr()).len()).sum();
    u32::try_from(size).unwrap_or(u32::MAX)
}

/// Returns the asset of a contract.
fn asset_of(state: &LedgerState, id: &ContractId) -> Option<Asset> {
    let assets = state.entries().filter_map(|entry| match &entry.body {
        Body::TrustLine(line) => view::asset_of_line(&line.asset),
        Body::Balance(balance) => Some(balance.asset.clone()),
        Body::Account(_) | Body::Offer(_) | Body::Data(_) => None,
    });
    // The set avoids the hash of an asset for each trustline.
    let assets: BTreeSet<_> = assets.chain([Asset::Native]).collect();
    assets.into_iter().find(|asset| contract_of(asset) == *id)
}

/// Returns the account and the id of a destination; contracts hold no assets in the sandbox.
fn destination(to: &ScAddress) -> Option<(AccountId, Option<ScVal>)> {
    match to {
        ScAddress::Account(account) => Some((account.clone(), None)),
        ScAddress::MuxedAccount(muxed) => {
            let key = stellar_xdr::PublicKey::PublicKeyTypeEd25519(muxed.ed25519.clone());
            Some((AccountId(key), Some(ScVal::U64(muxed.id))))
        }
        _ => None,
    }
}

fn i64_of(amount: i128) -> Result<i64, CallError> {
    if amount < 0 {
        return Err(CallError::Negative);
    }
    i64::try_from(amount).map_err(|_| CallError::Overflow)
}

/// Returns the whole balance of an account; the issuer has the highest amount.
fn balance(state: &LedgerState, account: &AccountId, asset: &Asset) -> Result<i128, CallError> {
    let balance = match trust_line_asset(asset) {
        _ if issuer(asset) == Some(account) => i64::MAX,
        None => state.account(account).ok_or(CallError::NoAccount)?.balance,
        Some(held) => state.trust_line(account, &held).ok_or(CallError::NoTrust)?.balance,
    };
    Ok(balance.into())
}

fn transfer(
    state: &mut LedgerState,
    from: &AccountId,
    to: &AccountId,
    asset: &Asset,
    amount: i64,
) -> Result<(), CallError> {
    let no_holding = if *asset == Asset::Native {
        CallError::NoAccount
    } else {
        CallError::NoTrust
    };
    let error = |error: BalanceError| error.code(no_holding, CallError::NotAuthorized, CallError::Balance);
    spend(state, from, asset, amount).map_err(error)?;
    receive(state, to, asset, amount).map_err(error)
}

/// Returns the key of the entry with the balance of an account; `None` for the issuer.
fn holding(account: &AccountId, asset: &Asset) -> Option<LedgerKey> {
    match trust_line_asset(asset) {
        _ if issuer(asset) == Some(account) => None,
        None => Some(account_key(account)),
        Some(held) => Some(trust_line_key(account, &held)),
    }
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
