//! Payments to and from the balances of accounts. Issuers have an unlimited amount of the assets that they issue.

use super::account::Account;
use super::balance::Balance;
use super::ledger_state::LedgerState;
use super::trust_line::TrustLine;
use stellar_xdr::{AccountId, AlphaNum4, AlphaNum12, Asset, TrustLineAsset};

/// An error of a payment to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReceiveError {
    /// The account has no trustline for the asset.
    #[error("there is no trustline")]
    NoTrust,
    /// The issuer has not authorized the account.
    #[error("the trustline is not authorized")]
    NotAuthorized,
    /// The amount exceeds the trustline limit.
    #[error("the limit is reached")]
    Full,
}

/// An error of a payment from an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpendError {
    /// The account has no trustline for the asset.
    #[error("there is no trustline")]
    NoTrust,
    /// The issuer has not authorized the account.
    #[error("the trustline is not authorized")]
    NotAuthorized,
    /// The spendable balance is too low.
    #[error("the balance is too low")]
    Underfunded,
}

/// Adds an amount to the balance of an account.
pub fn receive(state: &mut LedgerState, account: &AccountId, asset: &Asset, amount: i64) -> Result<(), ReceiveError> {
    if issuer(asset) == Some(account) {
        return Ok(());
    }
    let fits = match trust_line_asset(asset) {
        None => {
            let account = state.account_mut(account).ok_or(ReceiveError::NoTrust)?;
            account.receive(amount)
        }
        Some(asset) => {
            let line = state.trust_line_mut(account, &asset).ok_or(ReceiveError::NoTrust)?;
            if !line.is_authorized() {
                return Err(ReceiveError::NotAuthorized);
            }
            line.receive(amount)
        }
    };
    if fits { Ok(()) } else { Err(ReceiveError::Full) }
}

/// Subtracts an amount from the balance of an account.
pub fn spend(state: &mut LedgerState, account: &AccountId, asset: &Asset, amount: i64) -> Result<(), SpendError> {
    if issuer(asset) == Some(account) {
        return Ok(());
    }
    let sufficient = match trust_line_asset(asset) {
        None => {
            let account = state.account_mut(account).ok_or(SpendError::NoTrust)?;
            account.spend(amount)
        }
        Some(asset) => {
            let line = state.trust_line_mut(account, &asset).ok_or(SpendError::NoTrust)?;
            if !line.is_authorized() {
                return Err(SpendError::NotAuthorized);
            }
            line.spend(amount)
        }
    };
    if sufficient {
        Ok(())
    } else {
        Err(SpendError::Underfunded)
    }
}

/// Returns the spendable balance of an asset, excluding reserve and selling liabilities; negative for lumens if
/// the reserve exceeds the balance.
pub fn available(state: &LedgerState, account: &AccountId, asset: &Asset) -> i64 {
    if issuer(asset) == Some(account) {
        return i64::MAX;
    }
    match trust_line_asset(asset) {
        None => state.account(account).map_or(0, Account::available),
        Some(asset) => state.trust_line(account, &asset).map_or(0, TrustLine::available),
    }
}

/// Returns the amount of an asset that an account can still receive, excluding buying liabilities.
pub fn room(state: &LedgerState, account: &AccountId, asset: &Asset) -> i64 {
    if issuer(asset) == Some(account) {
        return i64::MAX;
    }
    match trust_line_asset(asset) {
        None => state.account(account).map_or(0, Account::room),
        Some(asset) => state.trust_line(account, &asset).map_or(0, TrustLine::room),
    }
}

/// Changes a balance by an amount that was found available or receivable. Authorization is not checked:
/// existing offers of an account that may only maintain liabilities can still be crossed (CAP-18).
pub fn add(state: &mut LedgerState, account: &AccountId, asset: &Asset, amount: i64) {
    if issuer(asset) == Some(account) {
        return;
    }
    let balance = match trust_line_asset(asset) {
        None => state.account_mut(account).map(|account| &mut account.balance),
        Some(asset) => state.trust_line_mut(account, &asset).map(|line| &mut line.balance),
    };
    if let Some(balance) = balance {
        *balance += amount;
    }
}

/// Returns the issuer of an asset, or `None` for lumens.
pub fn issuer(asset: &Asset) -> Option<&AccountId> {
    match asset {
        Asset::Native => None,
        Asset::CreditAlphanum4(AlphaNum4 { issuer, .. }) | Asset::CreditAlphanum12(AlphaNum12 { issuer, .. }) => {
            Some(issuer)
        }
    }
}

/// Returns the trustline asset of an asset, or `None` for lumens.
pub fn trust_line_asset(asset: &Asset) -> Option<TrustLineAsset> {
    match asset {
        Asset::Native => None,
        Asset::CreditAlphanum4(credit) => Some(TrustLineAsset::CreditAlphanum4(credit.clone())),
        Asset::CreditAlphanum12(credit) => Some(TrustLineAsset::CreditAlphanum12(credit.clone())),
    }
}

/// Returns true if the asset code is valid: alphanumeric, zero-padded at the end, and of the length of its
/// kind.
pub fn is_valid(asset: &Asset) -> bool {
    match asset {
        Asset::Native => true,
        Asset::CreditAlphanum4(credit) => is_code(&credit.asset_code.0, 1),
        Asset::CreditAlphanum12(credit) => is_code(&credit.asset_code.0, 5),
    }
}

fn is_code(bytes: &[u8], least: usize) -> bool {
    let length = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let (code, rest) = bytes.split_at(length);
    length >= least && code.iter().all(u8::is_ascii_alphanumeric) && rest.iter().all(|byte| *byte == 0)
}
