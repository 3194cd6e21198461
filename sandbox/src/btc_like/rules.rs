//! The testnet parameters and relay policies in which the four chains differ, as their nodes define them.
//!
//! The numbers are defined separately from the numbers of the services: with a shared table, the sandbox would also
//! share mistakes.

use super::address::{AddressFormat, ScriptKind};
use bitcoin::Script;
use bitcoinconsensus::{
    VERIFY_ALL_PRE_TAPROOT, VERIFY_CHECKLOCKTIMEVERIFY, VERIFY_DERSIG, VERIFY_NULLDUMMY, VERIFY_P2SH, VERIFY_TAPROOT,
};
use std::fmt;

/// The decimals of a coin, the same on all four chains.
pub const DECIMALS: u8 = 8;

/// The UTXO chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// Bitcoin.
    Btc,
    /// Litecoin.
    Ltc,
    /// Bitcoin Cash.
    Bch,
    /// Dogecoin.
    Doge,
}

impl Chain {
    /// All chains, in the order of the documentation.
    pub const ALL: [Self; 4] = [Self::Btc, Self::Ltc, Self::Bch, Self::Doge];

    /// Returns the name in URL paths.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Btc => "btc",
            Self::Ltc => "ltc",
            Self::Bch => "bch",
            Self::Doge => "doge",
        }
    }

    /// Returns the chain with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|chain| chain.name() == name)
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The engine that executes scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The engine of Bitcoin Core with `bitcoinconsensus` flags.
    Consensus(u32),
    /// Bitcoin Cash: the signature hash differs from Core's, so p2pkh is verified here and different scripts are
    /// rejected.
    ForkId,
}

/// The policy of the nodes that replace transactions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplacementPolicy {
    /// The fee that a replacement adds at least, in base units per 1000 vbytes (`-incrementalrelayfee`).
    pub increment: u64,
    /// The unit of fee rates in messages.
    pub rate_unit: &'static str,
}

/// The rules of a chain.
#[derive(Debug)]
pub struct Rules {
    pub chain: Chain,
    /// The coin name that Blockbook shows.
    pub coin: &'static str,
    /// A block of the testnet whose hash clients compare, by height: the sandbox plays this chain.
    pub checkpoint: (u32, &'static str),
    /// The address formats of the testnet.
    pub address: AddressFormat,
    /// The version bytes of extended public keys.
    pub key_versions: &'static [(u32, KeyKind)],
    /// The maximum value of an output and of the sum of outputs (`MAX_MONEY`), in base units.
    pub max_money: u64,
    /// The block subsidy in base units. The subsidy never halves in the sandbox.
    pub subsidy: u64,
    /// The number of confirmations after which a coinbase output may be spent.
    pub coinbase_maturity: u32,
    /// The minimum relay fee in base units per 1000 vbytes.
    pub relay_fee: u64,
    /// The replacement policy; `None` if nodes with default settings replace no transactions.
    pub replacement: Option<ReplacementPolicy>,
    pub dust: DustRule,
    /// True if transactions may have witnesses.
    pub segwit: bool,
    /// The limits of `OP_RETURN` outputs.
    pub data: DataPolicy,
    pub engine: Engine,
    /// The results of `estimatefee` for confirmation within 2, 6 and more blocks, in base units per 1000
    /// vbytes.
    pub estimates: [u64; 3],
    /// The maximum amount of a faucet payment in base units.
    pub faucet_maximum: u64,
}

const SEGWIT_ENGINE: Engine = Engine::Consensus(VERIFY_ALL_PRE_TAPROOT | VERIFY_TAPROOT);

static BTC: Rules = Rules {
    chain: Chain::Btc,
    coin: "Bitcoin Testnet4",
    checkpoint: (0, "00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043"),
    address: AddressFormat {
        p2pkh: 111,
        p2sh: &[196],
        bech32: Some("tb"),
        cashaddr: None,
    },
    key_versions: SEGWIT_KEYS,
    max_money: 21_000_000 * COIN,
    subsidy: 50 * COIN,
    coinbase_maturity: 100,
    // Bitcoin Core 29.1 and later.
    relay_fee: 100,
    replacement: Some(ReplacementPolicy {
        increment: 100,
        rate_unit: "BTC/kvB",
    }),
    dust: DustRule::SpendingCost(3),
    segwit: true,
    // Bitcoin Core 30.0.
    data: DataPolicy::Total {
        maximum: 100_000,
        reason: "datacarrier",
    },
    engine: SEGWIT_ENGINE,
    estimates: [5_000, 3_000, 1_000],
    faucet_maximum: 10 * COIN,
};

static LTC: Rules = Rules {
    chain: Chain::Ltc,
    coin: "Litecoin Testnet",
    checkpoint: (2056, "17748a31ba97afdc9a4f86837a39d287e3e7c7290a08a1d816c5969c78a83289"),
    address: AddressFormat {
        p2pkh: 111,
        p2sh: &[58, 196],
        bech32: Some("tltc"),
        cashaddr: None,
    },
    key_versions: SEGWIT_KEYS,
    max_money: 84_000_000 * COIN,
    subsidy: 50 * COIN,
    coinbase_maturity: 100,
    relay_fee: 1000,
    // Litecoin Core replaces transactions with `-mempoolreplacement` only.
    replacement: None,
    dust: DustRule::SpendingCost(30),
    segwit: true,
    data: DataPolicy::One { maximum: 83 },
    engine: SEGWIT_ENGINE,
    estimates: [10_000, 6_000, 2_000],
    faucet_maximum: 10 * COIN,
};

static BCH: Rules = Rules {
    chain: Chain::Bch,
    coin: "Bcash Testnet",
    checkpoint: (
        1_421_482,
        "0000000023e0680a8a062b3cc289a4a341124ce7fcb6340ede207e194d73b60a",
    ),
    address: AddressFormat {
        p2pkh: 111,
        p2sh: &[196],
        bech32: None,
        cashaddr: Some("bchtest"),
    },
    key_versions: LEGACY_KEYS,
    max_money: 21_000_000 * COIN,
    subsidy: 50 * COIN,
    coinbase_maturity: 100,
    relay_fee: 1000,
    replacement: None,
    dust: DustRule::SpendingCost(3),
    segwit: false,
    // Bitcoin Cash Node, since the upgrade of May 2021.
    data: DataPolicy::Total {
        maximum: 223,
        reason: "oversize-op-return",
    },
    engine: Engine::ForkId,
    estimates: [1_500, 1_200, 1_000],
    faucet_maximum: 10 * COIN,
};

static DOGE: Rules = Rules {
    chain: Chain::Doge,
    coin: "Dogecoin Testnet",
    checkpoint: (
        483_173,
        "a804201ca0aceb7e937ef7a3c613a9b7589245b10cc095148c4ce4965b0b73b5",
    ),
    address: AddressFormat {
        p2pkh: 113,
        p2sh: &[196],
        bech32: None,
        cashaddr: None,
    },
    key_versions: LEGACY_KEYS,
    max_money: 10_000_000_000 * COIN,
    subsidy: 10_000 * COIN,
    coinbase_maturity: 240,
    relay_fee: 100_000,
    replacement: Some(ReplacementPolicy {
        increment: 1000,
        rate_unit: "DOGE/kB",
    }),
    dust: DustRule::HardAndSoft {
        hard: 100_000,
        soft: 1_000_000,
    },
    segwit: false,
    data: DataPolicy::One { maximum: 83 },
    engine: Engine::Consensus(VERIFY_P2SH | VERIFY_DERSIG | VERIFY_NULLDUMMY | VERIFY_CHECKLOCKTIMEVERIFY),
    estimates: [5_000_000, 2_000_000, 1_000_000],
    faucet_maximum: 5_000 * COIN,
};

impl Rules {
    /// Returns the rules of a chain.
    pub fn of(chain: Chain) -> &'static Self {
        match chain {
            Chain::Btc => &BTC,
            Chain::Ltc => &LTC,
            Chain::Bch => &BCH,
            Chain::Doge => &DOGE,
        }
    }

    /// Returns the minimum value of a relayed output with this script, in base units.
    pub fn dust_limit(&self, script: &Script) -> u64 {
        if script.is_op_return() {
            return 0;
        }
        match self.dust {
            DustRule::HardAndSoft { hard, .. } => hard,
            DustRule::SpendingCost(rate) => {
                // 8 bytes of value, 1 byte of script length, and the size of the spending input
                // (policy.cpp).
                let output = 9 + script.len() as u64;
                let input = if script.is_witness_program() { 67 } else { 148 };
                rate * (output + input)
            }
        }
    }

    /// Returns the minimum change output of a faucet payment in base units; smaller change is added to the fee.
    pub fn minimum_change(&self) -> u64 {
        match self.dust {
            DustRule::SpendingCost(rate) => rate * 182,
            DustRule::HardAndSoft { soft, .. } => soft,
        }
    }

    /// Returns the minimum fee for a transaction of `vsize` virtual bytes with outputs of the values, in base
    /// units.
    pub fn minimum_fee(&self, vsize: u64, values: impl Iterator<Item = u64>) -> u64 {
        let small = match self.dust {
            DustRule::SpendingCost(_) => 0,
            DustRule::HardAndSoft { soft, .. } => values.filter(|value| *value < soft).count() as u64 * soft,
        };
        (self.relay_fee * vsize).div_ceil(1000) + small
    }

    /// Returns true if the nodes of this chain relay outputs with this script.
    pub fn relays_output(&self, script: &Script) -> bool {
        match ScriptKind::of(script) {
            ScriptKind::P2pk | ScriptKind::P2pkh | ScriptKind::P2sh | ScriptKind::Multisig => true,
            ScriptKind::P2wpkh | ScriptKind::P2wsh | ScriptKind::P2tr | ScriptKind::LaterWitness => self.segwit,
            ScriptKind::P2sh32 => self.engine == Engine::ForkId,
            ScriptKind::Data => match self.data {
                DataPolicy::One { maximum } => script.len() <= maximum,
                DataPolicy::Total { .. } => true,
            },
            ScriptKind::NonStandard => false,
        }
    }
}

/// The rule by which the nodes of a chain classify an output as dust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DustRule {
    /// An output is dust if the value is below the cost of spending it at this rate in base units per byte
    /// (`GetDustThreshold`).
    SpendingCost(u64),
    /// Dogecoin 1.14: outputs below `hard` are rejected; each output below `soft` adds `soft` to the required
    /// fee.
    HardAndSoft {
        /// The value below which outputs are never relayed, in base units.
        hard: u64,
        /// The value below which an output adds this amount to the required fee, in base units.
        soft: u64,
    },
}

/// The limits of the outputs of a relayed transaction that carry data (`OP_RETURN`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataPolicy {
    /// A single output.
    One {
        /// The maximum length of the script in bytes.
        maximum: usize,
    },
    /// Any number of outputs.
    Total {
        /// The maximum length of their scripts in bytes.
        maximum: usize,
        /// The reason of a rejection above the maximum.
        reason: &'static str,
    },
}

/// The kind of outputs of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// BIP 44.
    P2pkh,
    /// BIP 49.
    P2shP2wpkh,
    /// BIP 84.
    P2wpkh,
    /// BIP 86.
    P2tr,
}

impl KeyKind {
    /// Returns the number of the BIP, the first step of the derivation path.
    pub const fn purpose(self) -> u32 {
        match self {
            Self::P2pkh => 44,
            Self::P2shP2wpkh => 49,
            Self::P2wpkh => 84,
            Self::P2tr => 86,
        }
    }
}

/// `tpub`, `upub` and `vpub`.
pub const SEGWIT_KEYS: &[(u32, KeyKind)] = &[
    (70_617_039, KeyKind::P2pkh),
    (71_979_618, KeyKind::P2shP2wpkh),
    (73_342_198, KeyKind::P2wpkh),
];
/// `tpub`.
pub const LEGACY_KEYS: &[(u32, KeyKind)] = &[(70_617_039, KeyKind::P2pkh)];

/// Base units per coin.
pub const COIN: u64 = 100_000_000;

/// Formats base units as coins with eight decimals, as in JSON and in fee rates.
pub fn in_coins(amount: u64) -> String {
    format!("{}.{:08}", amount / COIN, amount % COIN)
}

/// Formats base units as coins with at least two decimals and no further zeros at the end (`FormatMoney`), as in
/// messages.
pub fn format_money(amount: u64) -> String {
    let mut text = in_coins(amount);
    let shortest = text.len() - 6;
    let digits = text.trim_end_matches('0').len();
    text.truncate(digits.max(shortest));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitcoin::ScriptBuf;
    use bitcoin::hashes::Hash;

    #[track_caller]
    fn check_dust(chain: Chain, script: &Script, expected: u64) {
        assert_eq!(Rules::of(chain).dust_limit(script), expected);
    }

    #[test]
    fn dust_limits_match_the_nodes() {
        let key_hash = ScriptBuf::new_p2pkh(&bitcoin::PubkeyHash::all_zeros());
        let script_hash = ScriptBuf::new_p2sh(&bitcoin::ScriptHash::all_zeros());
        let witness_key = ScriptBuf::new_p2wpkh(&bitcoin::WPubkeyHash::all_zeros());
        let witness_script = ScriptBuf::new_p2wsh(&bitcoin::WScriptHash::all_zeros());
        for (chain, factor) in [(Chain::Btc, 1), (Chain::Ltc, 10), (Chain::Bch, 1)] {
            check_dust(chain, &key_hash, 546 * factor);
            check_dust(chain, &script_hash, 540 * factor);
        }
        for (chain, factor) in [(Chain::Btc, 1), (Chain::Ltc, 10)] {
            check_dust(chain, &witness_key, 294 * factor);
            check_dust(chain, &witness_script, 330 * factor);
        }
        let p2sh32 = ScriptBuf::from_bytes([&[0xaa, 0x20][..], &[0; 32], &[0x87]].concat());
        check_dust(Chain::Bch, &p2sh32, 576);
        check_dust(Chain::Doge, &key_hash, 100_000);
        check_dust(Chain::Btc, &ScriptBuf::new_op_return([]), 0);
    }

    #[test]
    fn small_dogecoin_outputs_raise_the_minimum_fee() {
        let doge = Rules::of(Chain::Doge);
        assert_eq!(doge.minimum_fee(226, [1_000_000, 2_000_000].into_iter()), 22_600);
        assert_eq!(doge.minimum_fee(226, [999_999, 999_999].into_iter()), 2_022_600);
    }

    #[test]
    fn amounts_in_messages_have_two_to_eight_decimals() {
        for (amount, text) in [
            (0, "0.00"),
            (1, "0.00000001"),
            (100, "0.000001"),
            (50_000_000, "0.50"),
            (100_000_000, "1.00"),
            (12_345_000_000, "123.45"),
            (12_345_600_000, "123.456"),
        ] {
            assert_eq!(format_money(amount), text);
        }
    }
}
