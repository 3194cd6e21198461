//! The actors of the demo run, with their keys and expected holdings.

use crate::demo::screen::units;
use wallet_client::signers::Ed25519Key;
use wallet_client::wire::Asset;

/// The code of the asset that is issued.
pub const CODE: &str = "DEMO";

/// An actor of the demo run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Has lumens and pays.
    Alice,
    /// Starts without an account.
    Bob,
    /// Issues the asset.
    Issuer,
}

/// The holdings of an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExpectedHoldings {
    /// Lumens, in stroops.
    pub lumens: i64,
    /// Amount of the issued asset in base units; `None` without a trustline.
    pub tokens: Option<i64>,
    /// Locked base reserves: two for the account, one for each of its ledger entries.
    pub reserves: i64,
}

impl ExpectedHoldings {
    /// Returns an amount of lumens, in stroops.
    pub fn lumens(amount: i64) -> Self {
        Self {
            lumens: amount,
            ..Self::default()
        }
    }

    /// Returns an amount of the asset, in base units.
    pub fn tokens(amount: i64) -> Self {
        Self {
            tokens: Some(amount),
            ..Self::default()
        }
    }

    /// Returns the change of the sender's holdings for a payment of this amount.
    #[must_use]
    pub fn paid(self) -> Self {
        Self {
            lumens: -self.lumens,
            tokens: self.tokens.map(|tokens| -tokens),
            reserves: 0,
        }
    }

    /// Adds a change.
    pub fn add(&mut self, more: Self) {
        self.lumens += more.lumens;
        self.reserves += more.reserves;
        self.tokens = match (self.tokens, more.tokens) {
            (tokens, None) | (None, tokens) => tokens,
            (Some(tokens), Some(more)) => Some(tokens + more),
        };
    }

    /// Formats the amount for display: lumens, the asset or both.
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

/// Formats stroops for display.
pub fn xlm(stroops: i64) -> String {
    units(stroops.unsigned_abs().into(), 7, "XLM")
}

/// An actor with its key and account.
pub struct Person {
    /// The printed name.
    pub name: &'static str,
    /// The key, known only to this actor.
    pub key: Ed25519Key,
    /// The account address.
    pub address: String,
    /// The expected holdings of the account.
    pub expected: ExpectedHoldings,
}

pub struct Actors([Person; 3]);

impl Actors {
    /// Creates actors with new keys and without accounts.
    pub fn new() -> Self {
        let person = |name| Person {
            name,
            key: Ed25519Key::random(),
            address: String::new(),
            expected: ExpectedHoldings::default(),
        };
        Self([person("Alice"), person("Bob"), person("the issuer")])
    }

    pub fn get(&self, actor: Actor) -> &Person {
        let [alice, bob, issuer] = &self.0;
        match actor {
            Actor::Alice => alice,
            Actor::Bob => bob,
            Actor::Issuer => issuer,
        }
    }

    /// Returns an actor, mutable.
    pub fn get_mut(&mut self, actor: Actor) -> &mut Person {
        let [alice, bob, issuer] = &mut self.0;
        match actor {
            Actor::Alice => alice,
            Actor::Bob => bob,
            Actor::Issuer => issuer,
        }
    }

    /// Returns the address of an actor.
    pub fn address(&self, actor: Actor) -> &str {
        &self.get(actor).address
    }

    /// Returns the issued asset.
    pub fn asset(&self) -> Asset {
        issued(self.address(Actor::Issuer))
    }
}

/// Returns the demo asset of an issuer.
pub fn issued(issuer: &str) -> Asset {
    Asset::XlmAsset {
        chain: "xlm".to_owned(),
        code: CODE.to_owned(),
        issuer: issuer.to_owned(),
    }
}

/// Returns the lumen as an asset.
pub fn lumen() -> Asset {
    Asset::Coin {
        chain: "xlm".to_owned(),
    }
}
