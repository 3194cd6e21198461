//! The formats of the UTXO chains, stated independently of the services.

use bitcoin::Script;
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
    /// The lowest value of an output.
    pub dust: Dust,
}

/// The lowest value of an output that nodes relay.
#[derive(Clone, Copy, Debug)]
pub enum Dust {
    /// The price of the bytes that create and spend the output, in base units per byte (Bitcoin Core,
    /// `GetDustThreshold`).
    PerByte(u64),
    /// The same value for all outputs, in base units.
    Amount(u64),
}

impl Dust {
    /// The bytes of the value, and of the length of the script.
    const HEADER: u64 = 8 + 1;
    /// The bytes of an input.
    const INPUT: u64 = 148;
    /// The bytes of an input with a witness, whose witness counts a quarter.
    const WITNESS_INPUT: u64 = 67;

    /// Returns the lowest value of an output with this script, in base units.
    pub fn of(self, script: &Script) -> u64 {
        let input = if script.is_witness_program() {
            Self::WITNESS_INPUT
        } else {
            Self::INPUT
        };
        match self {
            Self::PerByte(price) => price * (Self::HEADER + script.len() as u64 + input),
            Self::Amount(amount) => amount,
        }
    }
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
                dust: Dust::PerByte(3),
            },
            Chain::Ltc => Self {
                chain,
                p2pkh: if is_live { 0x30 } else { 0x6f },
                p2sh: if is_live { &[0x32, 0x05] } else { &[0x3a, 0xc4] },
                segwit: Some(live("ltc", "tltc")),
                cashaddr: None,
                sequence: REPLACEABLE,
                dust: Dust::PerByte(30),
            },
            Chain::Bch => Self {
                chain,
                p2pkh: if is_live { 0x00 } else { 0x6f },
                p2sh: if is_live { &[0x05] } else { &[0xc4] },
                segwit: None,
                cashaddr: Some(live("bitcoincash", "bchtest")),
                sequence: FINAL,
                dust: Dust::PerByte(3),
            },
            Chain::Doge => Self {
                chain,
                p2pkh: if is_live { 0x1e } else { 0x71 },
                p2sh: if is_live { &[0x16] } else { &[0xc4] },
                segwit: None,
                cashaddr: None,
                sequence: FINAL,
                dust: Dust::Amount(1_000_000),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitcoin::hashes::Hash;
    use bitcoin::{PubkeyHash, ScriptBuf, ScriptHash, WPubkeyHash, WScriptHash};

    /// The values of Bitcoin Core, `src/policy/policy.cpp` and `src/test/transaction_tests.cpp`.
    #[test]
    fn dust_limits_are_those_of_the_nodes() {
        let scripts = [
            ScriptBuf::new_p2pkh(&PubkeyHash::all_zeros()),
            ScriptBuf::new_p2sh(&ScriptHash::all_zeros()),
            ScriptBuf::new_p2wpkh(&WPubkeyHash::all_zeros()),
            ScriptBuf::new_p2wsh(&WScriptHash::all_zeros()),
        ];
        for (chain, expected) in [
            (Chain::Btc, [546, 540, 294, 330]),
            (Chain::Ltc, [5460, 5400, 2940, 3300]),
            (Chain::Doge, [1_000_000; 4]),
        ] {
            let dust = Params::of(chain, Network::Livenet).dust;
            assert_eq!(scripts.each_ref().map(|script| dust.of(script)), expected, "{chain}");
        }
    }
}
