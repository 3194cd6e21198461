//! Addresses of a file as recipients on the supported chains.

use super::{Entry, excerpt};
use std::collections::BTreeSet;
use wallet_btc_like::{Address, Params};
use wallet_core::lists::{Listable, RecipientDigest};
use wallet_core::model::ChainName;
use wallet_eth_like as eth_like;
use wallet_xlm::MuxedAccount;

/// The result of reading an entry.
#[derive(Debug, PartialEq, Eq)]
pub enum Reading {
    /// The recipients, one for each chain on which the address is valid.
    Recipients(BTreeSet<RecipientDigest>),
    /// An address of a chain or currency that is not supported, with the name.
    Foreign(String),
    /// An invalid address, with a description.
    Invalid(String),
}

/// The chains of an entry.
enum Chains {
    Utxo(wallet_btc_like::Chain),
    Evm,
    Xlm,
    /// A token, or a chain that is not supported: an address of an EVM chain has the same owner on every chain.
    Other,
}

/// Returns the recipients of an entry. Without a chain, an address counts on every chain on which the address is valid, since
/// the same key can be paid on each of them.
pub fn read(entry: &Entry) -> Reading {
    let Entry { address, chain, .. } = entry;
    let Some(name) = chain else {
        let scripts = wallet_btc_like::Chain::ALL
            .iter()
            .flat_map(|chain| utxo(*chain, address));
        let found: BTreeSet<_> = scripts.chain(evm(address)).chain(xlm(address)).collect();
        return of_known(found, address);
    };
    match chains(name) {
        Chains::Utxo(chain) => of_known(utxo(chain, address).collect(), address),
        Chains::Evm => of_known(evm(address).into_iter().collect(), address),
        Chains::Xlm => of_known(xlm(address).into_iter().collect(), address),
        Chains::Other => {
            // The first tokens of Tether are on Bitcoin (Omni).
            let omni = name
                .eq_ignore_ascii_case("usdt")
                .then(|| utxo(wallet_btc_like::Chain::Btc, address));
            let found = evm(address)
                .into_iter()
                .chain(xlm(address))
                .chain(omni.into_iter().flatten());
            let found: BTreeSet<_> = found.collect();
            if found.is_empty() {
                return Reading::Foreign(excerpt(name));
            }
            Reading::Recipients(found)
        }
    }
}

/// Returns the chains of a name: a chain of the services, or a code of the SDN list (`XBT`).
fn chains(name: &str) -> Chains {
    let name = name.to_ascii_lowercase();
    let name = if name == "xbt" { "btc" } else { &name };
    if let Some(chain) = wallet_btc_like::Chain::from_name(name) {
        return Chains::Utxo(chain);
    }
    if eth_like::Chain::from_name(name).is_some() {
        return Chains::Evm;
    }
    match wallet_xlm::Chain::from_name(name) {
        Some(_) => Chains::Xlm,
        None => Chains::Other,
    }
}

fn of_known(found: BTreeSet<RecipientDigest>, address: &str) -> Reading {
    if found.is_empty() {
        return Reading::Invalid(format!("{} is not a valid address", excerpt(address)));
    }
    Reading::Recipients(found)
}

/// Returns the recipient of an address on both networks of a UTXO chain.
fn utxo(chain: wallet_btc_like::Chain, address: &str) -> impl Iterator<Item = RecipientDigest> {
    let networks = Params::all().iter().filter(move |params| params.chain == chain);
    networks.filter_map(move |params| Some(Address::parse(params, address).ok()?.digest()))
}

fn evm(address: &str) -> Option<RecipientDigest> {
    Some(address.parse::<eth_like::Address>().ok()?.digest())
}

fn xlm(address: &str) -> Option<RecipientDigest> {
    Some(address.parse::<MuxedAccount>().ok()?.account.digest())
}
