//! Parameters of the chains and networks, a row each.

use crate::chain::address_type::{AddressType, KeyVersion};
use crate::chain::relay::{DataCarrier, DustLimits, ReplacementPolicy};
use crate::fee::rate::FeeRate;
use std::fmt;
use std::time::Duration;
pub use wallet_core::model::BtcLikeChain as Chain;
use wallet_core::model::Network;

/// Block by which the chain and network of a server is recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Block height, different in every row.
    pub height: u32,
    /// Block hash in hex, in the usual reversed byte order.
    pub hash: &'static str,
}

/// Parameters of a chain on a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    /// The chain.
    pub chain: Chain,
    /// The network.
    pub network: Network,
    /// Digits after the decimal point in the external format.
    pub decimals: u8,
    /// Base58 version byte of pay-to-public-key-hash addresses.
    pub p2pkh_version: u8,
    /// Base58 version bytes of pay-to-script-hash addresses. Encoding uses the first, parsing accepts all.
    pub p2sh_versions: &'static [u8],
    /// Human-readable part of bech32 addresses (BIP 173); `None` on a chain without segregated witness.
    pub segwit_hrp: Option<&'static str>,
    /// Types of addresses with a single key, the default first.
    pub address_types: &'static [AddressType],
    /// CashAddr prefix without the colon; `None` except on bch.
    pub cashaddr_prefix: Option<&'static str>,
    /// Scheme of payment requests without the colon (BIP 21); on bch the CashAddr prefix.
    pub uri_scheme: &'static str,
    /// Versions of extended keys. Encoding uses the first version of an output type, parsing accepts all.
    pub key_versions: &'static [KeyVersion],
    /// The maximum of every output, and of every sum within a transaction, in base units. Where the money supply is
    /// limited, the limit is the supply.
    pub max_money: u64,
    /// The maximum balance of an address, in base units: the money supply, or without a limit the range of a signed
    /// 64-bit integer, in which nodes count amounts.
    pub max_balance: u64,
    /// The dust limits.
    pub dust: DustLimits,
    /// The limits of data outputs.
    pub data_carrier: DataCarrier,
    /// The lowest rate returned, unless the operator sets a rate.
    pub price_floor: FeeRate,
    /// Minimum relay fee of nodes, unless the operator sets a fee.
    pub relay_minimum: FeeRate,
    /// The highest accepted fee, in base units per vbyte. A higher fee indicates a mistaken unit.
    pub fee_cap: u64,
    /// Sequence number of every input. `0xfffffffd` signals replaceability (BIP 125).
    pub sequence: u32,
    /// Replacement of pending transactions; `None` on a chain without replacements.
    pub replacement: Option<ReplacementPolicy>,
    /// True if nodes relay pay-to-anchor outputs (Bitcoin Core 28.0 and later).
    pub has_anchors: bool,
    /// True if transactions may have a part in an extension block (LIP 3).
    pub has_extension_block: bool,
    /// Maximum size of a serialised block in bytes.
    pub max_block_size: usize,
    /// True if signatures commit to the bch fork (`SIGHASH_FORKID`).
    pub fork_id: bool,
    /// Confirmations of a coinbase output after which the next block may spend it.
    pub coinbase_maturity: u32,
    /// The target time between blocks.
    pub block_interval: Duration,
    /// A block after the last split from a chain with the same genesis block.
    pub checkpoint: Checkpoint,
    /// Hash of the genesis block in hex, by which a server without the checkpoint is recognised. btc and bch share it.
    pub genesis: &'static str,
}

/// Signals BIP 125 replaceability and keeps the lock time enforceable.
const REPLACEABLE: u32 = 0xffff_fffd;
/// Disables replaceability and lock time.
const FINAL: u32 = 0xffff_ffff;

const BTC: Params = Params {
    chain: Chain::Btc,
    network: Network::Livenet,
    decimals: 8,
    p2pkh_version: 0,
    p2sh_versions: &[5],
    segwit_hrp: Some("bc"),
    address_types: &[
        AddressType::P2wpkh,
        AddressType::P2pkh,
        AddressType::P2shP2wpkh,
        AddressType::P2tr,
    ],
    cashaddr_prefix: None,
    uri_scheme: "bitcoin",
    key_versions: KeyVersion::BTC,
    max_money: 2_100_000_000_000_000,
    max_balance: 2_100_000_000_000_000,
    dust: DustLimits::BTC,
    data_carrier: DataCarrier::BTC,
    // Bitcoin Core 29.1 and later, `-minrelaytxfee`.
    price_floor: FeeRate::per_kilobyte(100),
    relay_minimum: FeeRate::per_kilobyte(100),
    fee_cap: 10_000,
    sequence: REPLACEABLE,
    // Bitcoin Core before 29.1; later versions accept 0.1.
    replacement: Some(ReplacementPolicy::DEFAULT),
    has_anchors: true,
    has_extension_block: false,
    // Bitcoin Core and Dogecoin Core, `MAX_BLOCK_SERIALIZED_SIZE`.
    max_block_size: 4_000_000,
    fork_id: false,
    coinbase_maturity: 100,
    block_interval: Duration::from_mins(10),
    // The block of the fourth halving, after the splits of bch and Bitcoin Gold.
    checkpoint: Checkpoint {
        height: 840_000,
        hash: "0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5",
    },
    genesis: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
};

const LTC: Params = Params {
    chain: Chain::Ltc,
    uri_scheme: "litecoin",
    p2pkh_version: 48,
    p2sh_versions: &[50, 5],
    segwit_hrp: Some("ltc"),
    has_anchors: false,
    has_extension_block: true,
    // Twice that of btc: the extension block has a separate limit.
    max_block_size: 8_000_000,
    key_versions: KeyVersion::LTC,
    max_money: 8_400_000_000_000_000,
    max_balance: 8_400_000_000_000_000,
    dust: DustLimits::LTC,
    data_carrier: DataCarrier::ONE,
    price_floor: FeeRate::per_byte(1),
    relay_minimum: FeeRate::per_byte(1),
    // Litecoin Core 0.21, `-mempoolreplacement`.
    replacement: Some(ReplacementPolicy::OPTIONAL),
    block_interval: Duration::from_secs(150),
    // Litecoin Core 0.21.4, `defaultAssumeValid`, after the split of Litecoin Cash.
    checkpoint: Checkpoint {
        height: 2_772_730,
        hash: "80cdb35c080484df5bf384b311fde3c4694d3405765bc0f596e9eb369ff286e5",
    },
    genesis: "12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2",
    ..BTC
};

const BCH: Params = Params {
    chain: Chain::Bch,
    segwit_hrp: None,
    address_types: &[AddressType::P2pkh],
    cashaddr_prefix: Some("bitcoincash"),
    uri_scheme: "bitcoincash",
    key_versions: KeyVersion::BCH,
    data_carrier: DataCarrier::BCH,
    price_floor: FeeRate::per_byte(1),
    relay_minimum: FeeRate::per_byte(1),
    sequence: FINAL,
    replacement: None,
    has_anchors: false,
    // Bitcoin Cash Node, `DEFAULT_EXCESSIVE_BLOCK_SIZE`.
    max_block_size: 32_000_000,
    fork_id: true,
    // Bitcoin Cash Node, the first block after the split of eCash in 2020, and after that of BSV.
    checkpoint: Checkpoint {
        height: 661_648,
        hash: "0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce",
    },
    ..BTC
};

const DOGE: Params = Params {
    chain: Chain::Doge,
    uri_scheme: "dogecoin",
    p2pkh_version: 30,
    p2sh_versions: &[22],
    segwit_hrp: None,
    address_types: &[AddressType::P2pkh],
    key_versions: KeyVersion::DOGE,
    max_money: 1_000_000_000_000_000_000,
    max_balance: i64::MAX.unsigned_abs(),
    dust: DustLimits::DOGE,
    data_carrier: DataCarrier::ONE,
    price_floor: FeeRate::per_byte(1000),
    relay_minimum: FeeRate::per_byte(100),
    fee_cap: 1_000_000,
    sequence: FINAL,
    // Dogecoin Core 1.14, `DEFAULT_INCREMENTAL_RELAY_FEE` and `DEFAULT_ENABLE_REPLACEMENT`.
    replacement: Some(ReplacementPolicy::DEFAULT),
    has_anchors: false,
    coinbase_maturity: 240,
    block_interval: Duration::from_mins(1),
    // Dogecoin Core 1.14, `checkpointData`.
    checkpoint: Checkpoint {
        height: 3_606_083,
        hash: "954c7c66dee51f0a3fb1edb26200b735f5275fe54d9505c76ebd2bcabac36f1e",
    },
    genesis: "1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691",
    ..BTC
};

/// All rows, livenet before testnet. The testnet of btc is testnet4, with the address format of
/// testnet3.
static ROWS: [Params; 8] = [
    BTC,
    LTC,
    BCH,
    DOGE,
    Params {
        network: Network::Testnet,
        p2pkh_version: 111,
        p2sh_versions: &[196],
        segwit_hrp: Some("tb"),
        key_versions: KeyVersion::BTC_TESTNET,
        // The genesis block of testnet4 (BIP 94).
        checkpoint: Checkpoint {
            height: 0,
            hash: "00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043",
        },
        genesis: "00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043",
        ..BTC
    },
    Params {
        network: Network::Testnet,
        p2pkh_version: 111,
        p2sh_versions: &[58, 196],
        segwit_hrp: Some("tltc"),
        key_versions: KeyVersion::LTC_TESTNET,
        // Litecoin Core, `checkpointData` of testnet4.
        checkpoint: Checkpoint {
            height: 2_056,
            hash: "17748a31ba97afdc9a4f86837a39d287e3e7c7290a08a1d816c5969c78a83289",
        },
        genesis: "4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0",
        ..LTC
    },
    Params {
        network: Network::Testnet,
        p2pkh_version: 111,
        p2sh_versions: &[196],
        cashaddr_prefix: Some("bchtest"),
        uri_scheme: "bchtest",
        key_versions: KeyVersion::LEGACY_TESTNET,
        // Bitcoin Cash Node, testnet3: the first block after the split of eCash.
        checkpoint: Checkpoint {
            height: 1_421_482,
            hash: "0000000023e0680a8a062b3cc289a4a341124ce7fcb6340ede207e194d73b60a",
        },
        genesis: "000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943",
        ..BCH
    },
    Params {
        network: Network::Testnet,
        p2pkh_version: 113,
        p2sh_versions: &[196],
        key_versions: KeyVersion::LEGACY_TESTNET,
        // Dogecoin Core 1.14, `checkpointData` of the testnet.
        checkpoint: Checkpoint {
            height: 483_173,
            hash: "a804201ca0aceb7e937ef7a3c613a9b7589245b10cc095148c4ce4965b0b73b5",
        },
        genesis: "bb0a78264637406b6360aad926284d544d7049f45189db5664f3c4d07350559e",
        ..DOGE
    },
];

impl Params {
    /// Returns the row of a chain on a network, or `None` if the combination is not supported.
    pub fn of(chain: Chain, network: Network) -> Option<&'static Self> {
        Self::all()
            .iter()
            .find(|row| row.chain == chain && row.network == network)
    }

    /// Returns all rows.
    pub fn all() -> &'static [Self] {
        &ROWS
    }

    /// Returns true if the chain has segregated witness outputs.
    pub const fn has_segwit(&self) -> bool {
        self.segwit_hrp.is_some()
    }

    /// Returns true if outputs may carry tokens (CHIP-2022-02).
    pub const fn has_tokens(&self) -> bool {
        self.cashaddr_prefix.is_some()
    }

    /// Returns true if headers may continue with the proof of a parent chain that is mined together (`AuxPoW`).
    pub(crate) const fn has_merged_mining(&self) -> bool {
        matches!(self.chain, Chain::Doge)
    }

    /// Returns the minimum and maximum fee of a transaction of this size in vbytes, in base units.
    pub(crate) fn fee_bounds(&self, size: u64) -> (u64, u64) {
        (self.relay_minimum.fee(size), self.fee_cap.saturating_mul(size))
    }
}

impl fmt::Display for Params {
    /// Writes chain and network, for example `btc livenet`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.chain, self.network)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wallet_core::model::ChainName;

    #[test]
    fn every_chain_has_both_networks() {
        for &chain in Chain::ALL {
            for network in Network::ALL {
                let row = Params::of(chain, network).expect("a row");
                assert_eq!((row.chain, row.network), (chain, network));
            }
        }
        assert_eq!(Params::all().len(), 8);
    }

    #[test]
    fn sum_of_500_inputs_fits_a_u64() {
        for row in Params::all() {
            assert!(row.max_money.checked_mul(2).is_some(), "{row}");
            assert!(
                row.price_floor >= row.relay_minimum && row.price_floor <= FeeRate::per_byte(row.fee_cap),
                "{row}"
            );
        }
    }

    #[test]
    fn checkpoints_are_distinct_blocks() {
        for row in Params::all() {
            let Checkpoint { height, hash } = row.checkpoint;
            assert_eq!(
                hash.parse::<bitcoin::BlockHash>()
                    .map(|hash| hash.to_string())
                    .as_deref(),
                Ok(hash)
            );
            let same_height = Params::all().iter().filter(|other| other.checkpoint.height == height);
            assert_eq!(same_height.count(), 1, "{row}");
        }
    }

    #[test]
    fn only_doge_has_an_unlimited_supply() {
        for row in Params::all() {
            let expected = match row.chain {
                Chain::Doge => (1 << 63) - 1,
                Chain::Btc | Chain::Ltc | Chain::Bch => row.max_money,
            };
            assert_eq!(row.max_balance, expected, "{row}");
        }
    }

    #[track_caller]
    fn check(chain: Chain, dust: [u64; 6], rates: [&str; 2], fee_cap: u64, max_money: u64) {
        for network in Network::ALL {
            let row = Params::of(chain, network).expect("a row");
            let DustLimits {
                p2pkh,
                p2sh,
                p2sh32,
                p2wpkh,
                p2wsh,
                p2a,
            } = row.dust;
            let limits = [p2pkh, p2sh, p2sh32, p2wpkh, p2wsh, p2a];
            // 0 marks an output type that the chain lacks.
            let known = dust
                .iter()
                .zip(limits)
                .all(|(&expected, limit)| expected == 0 || expected == limit);
            assert!(known, "{row}: {limits:?}");
            let found = [row.price_floor, row.relay_minimum].map(|rate| rate.to_string());
            assert_eq!((found, row.fee_cap), (rates.map(str::to_owned), fee_cap), "{row}");
            assert_eq!(row.max_money, max_money, "{row}");
        }
    }

    #[test]
    fn rows_match_the_limits_of_their_chains() {
        check(
            Chain::Btc,
            [546, 540, 0, 294, 330, 240],
            ["0.1", "0.1"],
            10_000,
            21 * 10_u64.pow(14),
        );
        check(
            Chain::Ltc,
            [5460, 5400, 0, 2940, 3300, 0],
            ["1", "1"],
            10_000,
            84 * 10_u64.pow(14),
        );
        check(
            Chain::Bch,
            [546, 540, 576, 0, 0, 0],
            ["1", "1"],
            10_000,
            21 * 10_u64.pow(14),
        );
        check(
            Chain::Doge,
            [1_000_000, 1_000_000, 0, 0, 0, 0],
            ["1000", "100"],
            1_000_000,
            10_u64.pow(18),
        );
    }
}
