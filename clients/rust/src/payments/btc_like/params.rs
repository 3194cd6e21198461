//! The formats of the UTXO chains, stated independently of the services.

use wallet_core::model::{BtcLikeChain as Chain, Network};

/// The formats of a chain on a network.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// The chain.
    pub chain: Chain,
    /// The version byte of p2pkh addresses.
    pub p2pkh: u8,
    /// The version bytes of p2sh addresses.
    pub p2sh: &'static [u8],
    /// The human-readable part of segwit addresses (BIP 173).
    pub segwit: Option<&'static str>,
    /// The prefix of `CashAddr` addresses.
    pub cashaddr: Option<&'static str>,
    /// The sequence number of inputs.
    pub sequence: u32,
    /// The lowest change to a p2pkh address.
    pub dust_p2pkh: u64,
    /// The lowest change to a p2wpkh address.
    pub dust_p2wpkh: u64,
}

/// Signals replaceability (BIP 125).
const REPLACEABLE: u32 = 0xffff_fffd;
/// Disables replaceability.
const FINAL: u32 = 0xffff_ffff;

impl Params {
    /// Returns the formats of a chain on a network.
    pub fn of(chain: Chain, network: Network) -> Self {
        let is_live = network == Network::Livenet;
        let live = |live, test| if is_live { live } else { test };
        match chain {
            Chain::Btc => Self {
                chain,
                p2pkh: if is_live { 0x00 } else { 0x6f },
                p2sh: if is_live { &[0x05] } else { &[0xc4] },
                segwit: Some(live("bc", "tb")),
                cashaddr: None,
                sequence: REPLACEABLE,
                dust_p2pkh: 546,
                dust_p2wpkh: 294,
            },
            Chain::Ltc => Self {
                chain,
                p2pkh: if is_live { 0x30 } else { 0x6f },
                p2sh: if is_live { &[0x32, 0x05] } else { &[0x3a, 0xc4] },
                segwit: Some(live("ltc", "tltc")),
                cashaddr: None,
                sequence: REPLACEABLE,
                dust_p2pkh: 5460,
                dust_p2wpkh: 2940,
            },
            Chain::Bch => Self {
                chain,
                p2pkh: if is_live { 0x00 } else { 0x6f },
                p2sh: if is_live { &[0x05] } else { &[0xc4] },
                segwit: None,
                cashaddr: Some(live("bitcoincash", "bchtest")),
                sequence: FINAL,
                dust_p2pkh: 546,
                dust_p2wpkh: 546,
            },
            Chain::Doge => Self {
                chain,
                p2pkh: if is_live { 0x1e } else { 0x71 },
                p2sh: if is_live { &[0x16] } else { &[0xc4] },
                segwit: None,
                cashaddr: None,
                sequence: FINAL,
                dust_p2pkh: 1_000_000,
                dust_p2wpkh: 1_000_000,
            },
        }
    }
}
