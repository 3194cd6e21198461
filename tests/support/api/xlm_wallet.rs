//! A client of the service: a key of another Ed25519 library than the service's, and its signatures.

use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use wallet_xlm::{Account, AccountId, AccountSettings, Holding, SignerKey, Stroops, WeightedSigner};

/// A key pair.
pub struct Wallet(Ed25519KeyPair);

impl Wallet {
    /// Returns one of 256 keys.
    pub fn new(salt: u8) -> Self {
        Self(Ed25519KeyPair::from_seed_unchecked(&[salt; 32]).expect("32 bytes"))
    }

    /// Returns the account of the key.
    pub fn id(&self) -> AccountId {
        AccountId(self.0.public_key().as_ref().try_into().expect("32 bytes"))
    }

    /// Returns the public key in hex.
    pub fn public_key(&self) -> String {
        hex::encode(self.0.public_key().as_ref())
    }

    /// Returns the address of the account.
    pub fn address(&self) -> String {
        self.id().to_string()
    }

    /// Returns the hex signature of a hash.
    pub fn sign(&self, hash: &Value) -> Value {
        let hash = hex::decode(hash.as_str().expect("a string")).expect("hex");
        let signature = hex::encode(self.0.sign(&hash).as_ref());
        let (r, s) = signature.split_at(64);
        json!({ "R": r, "s": s })
    }

    /// Returns the ledger's record of the account with this number of lumens.
    pub fn account(&self, lumens: i64) -> Account {
        Account {
            id: self.id(),
            sequence: 7,
            subentries: 0,
            sponsoring: 0,
            sponsored: 0,
            is_sponsored: false,
            native: Holding {
                balance: stroops(lumens * 10_000_000),
                ..Holding::default()
            },
            lines: Vec::new(),
            signers: vec![signer(self)],
            requires_memo: false,
            settings: AccountSettings::default(),
        }
    }
}

/// Returns a signer of weight 1.
pub fn signer(wallet: &Wallet) -> WeightedSigner {
    WeightedSigner {
        key: SignerKey::Ed25519(wallet.id().0),
        weight: 1,
        sponsor: None,
    }
}

/// Returns an amount in stroops.
pub fn stroops(number: i64) -> Stroops {
    Stroops::new(number).expect("not below 0")
}
