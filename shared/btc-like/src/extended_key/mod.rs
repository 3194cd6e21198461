//! Extended public keys: all addresses of an account (BIP 32, 44, 49, 84, 86).
//!
//! A key is given in base58, where the version implies the address type (SLIP-132), or as an output descriptor
//! (BIP 380). The addresses are below `/0` (receive) and `/1` (change).

mod descriptor;
pub(crate) mod facts;
mod scan;
mod serialized;
#[cfg(test)]
mod tests;

pub use scan::{KeyScan, MAX_KEY_ADDRESSES, ScannedAddress, ScannedKey};
pub use serialized::ExtendedKeyError;

use crate::address::Address;
use crate::address::sender::CURVE;
use crate::address::sender::PublicKey;
use crate::address::sender::Sender;
use crate::chain::address_type::AddressType;
use crate::chain::params::Params;
use bitcoin::bip32::{ChildNumber, Xpub};
use descriptor::Descriptor;
use serialized::Serialized;
use std::fmt;

/// Maximum length of a string, in characters. A descriptor with an origin of the maximum depth of wallets has about
/// 200.
const MAX_LENGTH: usize = 500;

/// Depth of an account (BIP 44).
const ACCOUNT_DEPTH: u8 = 3;

/// A branch of an account (BIP 44).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Branch {
    /// Addresses for payments from third parties: `/0`.
    Receive,
    /// Addresses for change: `/1`.
    Change,
}

impl Branch {
    /// Both branches.
    pub const ALL: [Self; 2] = [Self::Receive, Self::Change];

    const fn number(self) -> ChildNumber {
        match self {
            Self::Receive => ChildNumber::Normal { index: 0 },
            Self::Change => ChildNumber::Normal { index: 1 },
        }
    }
}

/// An address of an extended key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyAddress {
    /// The address.
    pub address: Address,
    /// The branch.
    pub branch: Branch,
    /// The index in the branch.
    pub index: u32,
    /// The derivation path: from the master key if the origin of the key is known, else from the key.
    pub path: String,
    /// The public key; on taproot the internal key (BIP 86).
    pub public_key: PublicKey,
}

/// An extended public key of a chain and network. The key cannot spend, but reveals all addresses of the account, so
/// that the debug form is empty.
#[derive(Clone, PartialEq, Eq)]
pub struct ExtendedKey {
    params: &'static Params,
    output: AddressType,
    /// Parent of the branches.
    account: Xpub,
    /// Path of the parent, with a slash at the end unless empty.
    path: String,
    /// Branches in use, with their keys.
    branches: Vec<(Branch, Xpub)>,
}

impl fmt::Debug for ExtendedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExtendedKey").finish_non_exhaustive()
    }
}

impl ExtendedKey {
    /// Parses an extended public key in base58 or as a descriptor.
    pub fn parse(params: &'static Params, text: &str) -> Result<Self, ExtendedKeyError> {
        if text
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(serialized::is_private)
        {
            return Err(ExtendedKeyError::Private);
        }
        if text.len() > MAX_LENGTH {
            return Err(serialized::unrecognised(params));
        }
        if text.contains('(') {
            return Self::from_descriptor(params, Descriptor::parse(params, text)?);
        }
        let Serialized { output, key } = Serialized::parse(params, text)?;
        if key.depth > ACCOUNT_DEPTH {
            return Err(ExtendedKeyError::BelowAccount { depth: key.depth });
        }
        Self::new(params, output, key, String::new(), &Branch::ALL)
    }

    fn from_descriptor(params: &'static Params, descriptor: Descriptor) -> Result<Self, ExtendedKeyError> {
        let Descriptor {
            output,
            key,
            origin,
            steps,
            branches,
        } = descriptor;
        let account = key.derive_pub(&*CURVE, &steps).map_err(|_| ExtendedKeyError::Invalid)?;
        let master = origin.as_ref().map(|_| "m".to_owned());
        let numbers = origin.iter().flatten().chain(&steps).map(ToString::to_string);
        let mut path: String = master.into_iter().chain(numbers).collect::<Vec<_>>().join("/");
        if !path.is_empty() {
            path.push('/');
        }
        Self::new(params, output, account, path, &branches)
    }

    fn new(
        params: &'static Params,
        output: AddressType,
        account: Xpub,
        path: String,
        branches: &[Branch],
    ) -> Result<Self, ExtendedKeyError> {
        let branch = |branch: &Branch| Some((*branch, account.ckd_pub(&*CURVE, branch.number()).ok()?));
        let branches: Option<_> = branches.iter().map(branch).collect();
        Ok(Self {
            params,
            output,
            account,
            path,
            branches: branches.ok_or(ExtendedKeyError::Invalid)?,
        })
    }

    /// Returns the chain and network.
    pub const fn params(&self) -> &'static Params {
        self.params
    }

    /// Returns the branches with addresses of this key.
    pub fn branches(&self) -> impl Iterator<Item = Branch> {
        self.branches.iter().map(|(branch, _)| *branch)
    }

    /// Returns the account of the key as index servers accept it: in base58 with the version of the output type, or for
    /// taproot, which has no version, as a descriptor with both branches.
    pub fn account(&self) -> String {
        let base58 = |output| serialized::encode(self.params, output, &self.account);
        base58(self.output)
            .or_else(|| Some(format!("tr({})", base58(AddressType::P2pkh)?)))
            .unwrap_or_default()
    }

    /// Derives an address, `None` for an index that the branch does not have (BIP 32).
    pub fn address(&self, branch: Branch, index: u32) -> Option<KeyAddress> {
        let (_, parent) = self.branches.iter().find(|(known, _)| *known == branch)?;
        let number = ChildNumber::from_normal_idx(index).ok()?;
        let key = parent.ckd_pub(&*CURVE, number).ok()?;
        let public_key = PublicKey::from(key.public_key);
        let owner = Sender::new(self.params, public_key, self.output).ok()?;
        Some(KeyAddress {
            address: owner.address().clone(),
            branch,
            index,
            path: format!("{}{}/{index}", self.path, branch.number()),
            public_key,
        })
    }
}
