//! Paying to and from what accounts hold of an asset. An issuer has no end of its own asset.

use super::account::Account;
use super::trust_line::TrustLine;
use super::world::World;
use stellar_xdr::{AccountId, AlphaNum4, AlphaNum12, Asset, TrustLineAsset};

/// Why an account gets nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReceiveError {
    /// It does not hold the asset.
    #[error("there is no trustline")]
    NoTrust,
    /// The issuer does not let it.
    #[error("the trustline is not authorized")]
    NotAuthorized,
    /// It cannot hold as much.
    #[error("the limit is reached")]
    Full,
}

/// Why an account gives nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpendError {
    /// It does not hold the asset.
    #[error("there is no trustline")]
    NoTrust,
    /// The issuer does not let it.
    #[error("the trustline is not authorized")]
    NotAuthorized,
    /// It has not enough.
    #[error("the balance is too low")]
    Underfunded,
}

/// Pays to an account.
pub fn receive(world: &mut World, account: &AccountId, asset: &Asset, amount: i64) -> Result<(), ReceiveError> {
    if issuer(asset) == Some(account) {
        return Ok(());
    }
    let fits = match trust_line_asset(asset) {
        None => {
            let account = world.account_mut(account).ok_or(ReceiveError::NoTrust)?;
            account.receive(amount)
        }
        Some(asset) => {
            let line = world.trust_line_mut(account, &asset).ok_or(ReceiveError::NoTrust)?;
            if !line.is_authorized() {
                return Err(ReceiveError::NotAuthorized);
            }
            line.receive(amount)
        }
    };
    if fits { Ok(()) } else { Err(ReceiveError::Full) }
}

/// Pays from an account.
pub fn spend(world: &mut World, account: &AccountId, asset: &Asset, amount: i64) -> Result<(), SpendError> {
    if issuer(asset) == Some(account) {
        return Ok(());
    }
    let had = match trust_line_asset(asset) {
        None => {
            let account = world.account_mut(account).ok_or(SpendError::NoTrust)?;
            account.spend(amount)
        }
        Some(asset) => {
            let line = world.trust_line_mut(account, &asset).ok_or(SpendError::NoTrust)?;
            if !line.is_authorized() {
                return Err(SpendError::NotAuthorized);
            }
            line.spend(amount)
        }
    };
    if had { Ok(()) } else { Err(SpendError::Underfunded) }
}

/// What an account can give of an asset it holds, reserve and offers aside; of lumens below zero when the reserve has
/// grown over the balance.
pub fn available(world: &World, account: &AccountId, asset: &Asset) -> i64 {
    if issuer(asset) == Some(account) {
        return i64::MAX;
    }
    match trust_line_asset(asset) {
        None => world.account(account).map_or(0, Account::available),
        Some(asset) => world.trust_line(account, &asset).map_or(0, TrustLine::available),
    }
}

/// How much more of an asset an account can hold, offers aside.
pub fn room(world: &World, account: &AccountId, asset: &Asset) -> i64 {
    if issuer(asset) == Some(account) {
        return i64::MAX;
    }
    match trust_line_asset(asset) {
        None => world.account(account).map_or(0, Account::room),
        Some(asset) => world.trust_line(account, &asset).map_or(0, TrustLine::room),
    }
}

/// Changes a balance by what was found to be available, or to have room. An offer goes on when its owner may no longer
/// be paid but has to keep what it bound (CAP-18), so that is not asked here.
pub fn add(world: &mut World, account: &AccountId, asset: &Asset, amount: i64) {
    if issuer(asset) == Some(account) {
        return;
    }
    let balance = match trust_line_asset(asset) {
        None => world.account_mut(account).map(|account| &mut account.balance),
        Some(asset) => world.trust_line_mut(account, &asset).map(|line| &mut line.balance),
    };
    if let Some(balance) = balance {
        *balance += amount;
    }
}

/// Who issues an asset; nobody issues the lumen.
pub fn issuer(asset: &Asset) -> Option<&AccountId> {
    match asset {
        Asset::Native => None,
        Asset::CreditAlphanum4(AlphaNum4 { issuer, .. }) | Asset::CreditAlphanum12(AlphaNum12 { issuer, .. }) => {
            Some(issuer)
        }
    }
}

/// The asset of a trustline; there is none for the lumen.
pub fn trust_line_asset(asset: &Asset) -> Option<TrustLineAsset> {
    match asset {
        Asset::Native => None,
        Asset::CreditAlphanum4(credit) => Some(TrustLineAsset::CreditAlphanum4(credit.clone())),
        Asset::CreditAlphanum12(credit) => Some(TrustLineAsset::CreditAlphanum12(credit.clone())),
    }
}

/// Whether its code is one: letters and digits, with zeros behind only, and as long as its kind says.
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
