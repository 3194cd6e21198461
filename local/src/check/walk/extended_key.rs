//! The sender of a payment as the first address of an extended key.

use bitcoin::NetworkKind;
use bitcoin::bip32::{ChildNumber, Xpriv, Xpub};
use bitcoin::secp256k1::Secp256k1;
use wallet_client::payments::btc_like::Chain;
use wallet_client::signers::Secp256k1Key;

/// Path of the first address for payments.
const FIRST: [ChildNumber; 2] = [ChildNumber::Normal { index: 0 }; 2];

/// The keys of a sender on a testnet.
pub struct SenderKeys {
    /// The key of the first address.
    pub key: Secp256k1Key,
    /// The extended public key.
    account: Xpub,
}

impl SenderKeys {
    /// Creates random keys. Returns `None` with a negligible probability (BIP 32).
    pub fn random() -> Option<Self> {
        let mut seed = [0; 32];
        aws_lc_rs::rand::fill(&mut seed).ok()?;
        let curve = Secp256k1::new();
        let account = Xpriv::new_master(NetworkKind::Test, &seed).ok()?;
        let first = account.derive_priv(&curve, &FIRST).ok()?;
        Some(Self {
            key: Secp256k1Key::from_bytes(&first.private_key.secret_bytes()).ok()?,
            account: Xpub::from_priv(&curve, &account),
        })
    }

    /// Returns the extended key as a descriptor of the addresses that the connector derives by default.
    pub fn descriptor(&self, chain: Chain) -> String {
        let form = match chain {
            Chain::Btc | Chain::Ltc => "wpkh",
            Chain::Bch | Chain::Doge => "pkh",
        };
        format!("{form}({}/<0;1>/*)", self.account)
    }
}
