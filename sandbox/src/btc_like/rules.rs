//! What differs between the four chains, as their nodes have it on testnet.
//!
//! The numbers are the sandbox's own and not those of `wallet-core`: a judge that shared its table
//! with the judged would share its mistakes.

use super::kind::ScriptKind;
use bitcoin::Script;
use wallet_btc_like::Chain;

/// Smallest units in one coin; all four chains have eight decimals.
pub const COIN: u64 = 100_000_000;

/// How a chain's nodes tell that an output is too small to be relayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DustRule {
    /// Smaller than what spending it costs at this many smallest units per byte (`GetDustThreshold`).
    SpendingCost(u64),
    /// Dogecoin 1.14: smaller than `hard` is refused, smaller than `soft` asks for `soft` more fee.
    HardAndSoft {
        /// Outputs below it are never relayed.
        hard: u64,
        /// Each output below it raises the fee that is asked for by this much.
        soft: u64,
    },
}

/// Who decides whether an input may spend its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Bitcoin Core's own engine, with these `bitcoinconsensus` flags.
    Consensus(u32),
    /// Bitcoin Cash: its signature hash is not Core's, so p2pkh is verified here and the rest refused.
    ForkId,
}

/// The rules of one chain.
#[derive(Debug)]
pub struct Rules {
    /// Which chain.
    pub chain: Chain,
    /// The name that Blockbook shows.
    pub coin: &'static str,
    /// The most that an output, or all outputs together, may hold (`MAX_MONEY`), in smallest units.
    pub max_money: u64,
    /// What a block pays its miner besides the fees, in smallest units. It never halves here.
    pub subsidy: u64,
    /// Confirmations after which a coinbase output may be spent.
    pub coinbase_maturity: u32,
    /// The least fee that is relayed, in smallest units per virtual byte.
    pub relay_fee: u64,
    /// The dust rule.
    pub dust: DustRule,
    /// Whether transactions may carry witnesses.
    pub segwit: bool,
    /// The largest `OP_RETURN` script that is relayed, in bytes.
    pub max_data_carrier: usize,
    /// Who executes the scripts.
    pub engine: Engine,
    /// What `estimatefee` answers for a confirmation within 2, 6 and more blocks, in smallest units per 1000 vbytes.
    pub estimates: [u64; 3],
    /// The most that one call of the faucet pays, in smallest units.
    pub faucet_maximum: u64,
}

/// `SCRIPT_VERIFY_P2SH`, as `bitcoinconsensus` numbers it.
const P2SH: u32 = 1;
/// `SCRIPT_VERIFY_DERSIG` (BIP 66).
const DERSIG: u32 = 1 << 2;
/// `SCRIPT_VERIFY_NULLDUMMY` (BIP 147).
const NULLDUMMY: u32 = 1 << 4;
/// `SCRIPT_VERIFY_CHECKLOCKTIMEVERIFY` (BIP 65).
const CHECKLOCKTIMEVERIFY: u32 = 1 << 9;
/// `SCRIPT_VERIFY_CHECKSEQUENCEVERIFY` (BIP 112).
const CHECKSEQUENCEVERIFY: u32 = 1 << 10;
/// `SCRIPT_VERIFY_WITNESS` (BIP 141).
const WITNESS: u32 = 1 << 11;

const SEGWIT_ENGINE: Engine =
    Engine::Consensus(P2SH | DERSIG | NULLDUMMY | CHECKLOCKTIMEVERIFY | CHECKSEQUENCEVERIFY | WITNESS);

static BTC: Rules = Rules {
    chain: Chain::Btc,
    coin: "Bitcoin Testnet4",
    max_money: 21_000_000 * COIN,
    subsidy: 50 * COIN,
    coinbase_maturity: 100,
    relay_fee: 1,
    dust: DustRule::SpendingCost(3),
    segwit: true,
    max_data_carrier: 83,
    engine: SEGWIT_ENGINE,
    estimates: [5_000, 3_000, 1_000],
    faucet_maximum: 10 * COIN,
};

static LTC: Rules = Rules {
    chain: Chain::Ltc,
    coin: "Litecoin Testnet",
    max_money: 84_000_000 * COIN,
    subsidy: 50 * COIN,
    coinbase_maturity: 100,
    relay_fee: 1,
    dust: DustRule::SpendingCost(30),
    segwit: true,
    max_data_carrier: 83,
    engine: SEGWIT_ENGINE,
    estimates: [10_000, 6_000, 2_000],
    faucet_maximum: 10 * COIN,
};

static BCH: Rules = Rules {
    chain: Chain::Bch,
    coin: "Bcash Testnet",
    max_money: 21_000_000 * COIN,
    subsidy: 50 * COIN,
    coinbase_maturity: 100,
    relay_fee: 1,
    dust: DustRule::SpendingCost(3),
    segwit: false,
    max_data_carrier: 223,
    engine: Engine::ForkId,
    estimates: [1_500, 1_200, 1_000],
    faucet_maximum: 10 * COIN,
};

static DOGE: Rules = Rules {
    chain: Chain::Doge,
    coin: "Dogecoin Testnet",
    max_money: 10_000_000_000 * COIN,
    subsidy: 10_000 * COIN,
    coinbase_maturity: 240,
    relay_fee: 100,
    dust: DustRule::HardAndSoft {
        hard: 100_000,
        soft: 1_000_000,
    },
    segwit: false,
    max_data_carrier: 83,
    engine: Engine::Consensus(P2SH | DERSIG | NULLDUMMY | CHECKLOCKTIMEVERIFY),
    estimates: [5_000_000, 2_000_000, 1_000_000],
    faucet_maximum: 5_000 * COIN,
};

impl Rules {
    /// The rules of a chain.
    pub fn of(chain: Chain) -> &'static Self {
        match chain {
            Chain::Btc => &BTC,
            Chain::Ltc => &LTC,
            Chain::Bch => &BCH,
            Chain::Doge => &DOGE,
        }
    }

    /// The smallest value with which an output to `script` is relayed, in smallest units.
    pub fn dust_limit(&self, script: &Script) -> u64 {
        if script.is_op_return() {
            return 0;
        }
        match self.dust {
            DustRule::HardAndSoft { hard, .. } => hard,
            DustRule::SpendingCost(rate) => {
                // 8 bytes of value, one of length, and what an input to spend it takes (policy.cpp).
                let output = 9 + script.len() as u64;
                let input = if script.is_witness_program() { 67 } else { 148 };
                rate * (output + input)
            }
        }
    }

    /// The least change that the miner's own payments keep, in smallest units; below it, it goes to the fee.
    pub fn least_change(&self) -> u64 {
        match self.dust {
            DustRule::SpendingCost(rate) => rate * 182,
            DustRule::HardAndSoft { soft, .. } => soft,
        }
    }

    /// The least fee for a transaction of `vsize` virtual bytes with outputs of these values, in smallest units.
    pub fn minimum_fee(&self, vsize: u64, values: impl Iterator<Item = u64>) -> u64 {
        let small = match self.dust {
            DustRule::SpendingCost(_) => 0,
            DustRule::HardAndSoft { soft, .. } => values.filter(|value| *value < soft).count() as u64 * soft,
        };
        self.relay_fee * vsize + small
    }

    /// Whether a node of this chain relays outputs to such scripts.
    pub fn relays_output(&self, script: &Script) -> bool {
        match ScriptKind::of(script) {
            ScriptKind::P2pk | ScriptKind::P2pkh | ScriptKind::P2sh | ScriptKind::Multisig => true,
            ScriptKind::P2wpkh | ScriptKind::P2wsh | ScriptKind::P2tr | ScriptKind::LaterWitness => self.segwit,
            ScriptKind::P2sh32 => self.engine == Engine::ForkId,
            ScriptKind::Data => script.len() <= self.max_data_carrier,
            ScriptKind::NonStandard => false,
        }
    }
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
    fn dust_limits_are_those_of_the_nodes() {
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
    fn small_dogecoin_outputs_pay_extra() {
        let doge = Rules::of(Chain::Doge);
        assert_eq!(doge.minimum_fee(226, [1_000_000, 2_000_000].into_iter()), 22_600);
        assert_eq!(doge.minimum_fee(226, [999_999, 999_999].into_iter()), 2_022_600);
    }
}
