//! Who takes part in the walk, with their keys and what each of them should own.

use crate::demo::screen::units;
use crate::demo::wallet::Ed25519Wallet;
use serde_json::{Value, json};

/// The code of the asset that is issued.
pub const CODE: &str = "DEMO";

/// One of those who take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Has the lumens, and pays.
    Alice,
    /// Begins with nothing, not even an account.
    Bob,
    /// Issues the asset.
    Issuer,
}

/// What somebody owns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Purse {
    /// Lumens, in stroops.
    pub lumens: i64,
    /// Of the issued asset, in its smallest unit; `None` without a trustline.
    pub tokens: Option<i64>,
    /// The base reserves that stay locked: two for the account, one for each thing that it keeps.
    pub reserves: i64,
}

impl Purse {
    /// So many stroops of the lumen.
    pub fn lumens(amount: i64) -> Self {
        Self {
            lumens: amount,
            ..Self::default()
        }
    }

    /// So many smallest units of the asset.
    pub fn tokens(amount: i64) -> Self {
        Self {
            tokens: Some(amount),
            ..Self::default()
        }
    }

    /// What is gone when this was paid to somebody.
    #[must_use]
    pub fn paid(self) -> Self {
        Self {
            lumens: -self.lumens,
            tokens: self.tokens.map(|tokens| -tokens),
            reserves: 0,
        }
    }

    /// Puts more into it.
    pub fn add(&mut self, more: Self) {
        self.lumens += more.lumens;
        self.reserves += more.reserves;
        self.tokens = match (self.tokens, more.tokens) {
            (tokens, None) | (None, tokens) => tokens,
            (Some(tokens), Some(more)) => Some(tokens + more),
        };
    }

    /// What people read: lumens, or the asset when there is any.
    pub fn text(self) -> String {
        let lumens = || xlm(self.lumens);
        let tokens = |amount: i64| units(amount.unsigned_abs().into(), 7, CODE);
        match (self.lumens, self.tokens) {
            (_, None) => lumens(),
            (0, Some(amount)) => tokens(amount),
            (_, Some(amount)) => format!("{} and {}", lumens(), tokens(amount)),
        }
    }
}

/// Stroops as people read them.
pub fn xlm(stroops: i64) -> String {
    units(stroops.unsigned_abs().into(), 7, "XLM")
}

/// Somebody who takes part.
pub struct Person {
    /// For the screen.
    pub name: &'static str,
    /// The key that only this person knows.
    pub wallet: Ed25519Wallet,
    /// The address of the account.
    pub address: String,
    /// What the account should hold by now.
    pub purse: Purse,
}

/// All of them.
pub struct Cast([Person; 3]);

impl Cast {
    /// New people without accounts.
    pub fn new() -> Self {
        let person = |name| Person {
            name,
            wallet: Ed25519Wallet::random(),
            address: String::new(),
            purse: Purse::default(),
        };
        Self([person("Alice"), person("Bob"), person("the issuer")])
    }

    /// One of them.
    pub fn get(&self, who: Who) -> &Person {
        let [alice, bob, issuer] = &self.0;
        match who {
            Who::Alice => alice,
            Who::Bob => bob,
            Who::Issuer => issuer,
        }
    }

    /// One of them, to change.
    pub fn get_mut(&mut self, who: Who) -> &mut Person {
        let [alice, bob, issuer] = &mut self.0;
        match who {
            Who::Alice => alice,
            Who::Bob => bob,
            Who::Issuer => issuer,
        }
    }

    /// The address of one of them.
    pub fn address(&self, who: Who) -> &str {
        &self.get(who).address
    }

    /// The asset.
    pub fn asset(&self) -> Value {
        issued(self.address(Who::Issuer))
    }
}

/// The asset of an issuer.
pub fn issued(issuer: &str) -> Value {
    json!({ "kind": "xlm-asset", "chain": "xlm", "code": CODE, "issuer": issuer })
}
