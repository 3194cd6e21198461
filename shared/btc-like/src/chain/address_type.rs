//! Types of addresses, and the versions of extended keys that name them (SLIP-132).

use std::str::FromStr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Type of an address with a single key. The chain table lists the types of each chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AddressType {
    /// Pay to public key hash.
    P2pkh,
    /// Pay to witness public key hash, nested in pay to script hash (BIP 141).
    P2shP2wpkh,
    /// Pay to witness public key hash, the default of every `type` parameter.
    #[default]
    P2wpkh,
    /// Pay to taproot output key with the key path only (BIP 86).
    P2tr,
}

impl AddressType {
    /// All types.
    pub const ALL: [Self; 4] = [Self::P2pkh, Self::P2shP2wpkh, Self::P2wpkh, Self::P2tr];

    /// Returns the name used in requests and responses, for example `p2sh-p2wpkh`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::P2pkh => "p2pkh",
            Self::P2shP2wpkh => "p2sh-p2wpkh",
            Self::P2wpkh => "p2wpkh",
            Self::P2tr => "p2tr",
        }
    }
}

/// The string is not the name of an address type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("type must be 'p2pkh', 'p2sh-p2wpkh', 'p2wpkh' or 'p2tr'")]
pub struct UnknownAddressTypeError;

impl CodedError for UnknownAddressTypeError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

impl FromStr for AddressType {
    type Err = UnknownAddressTypeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut types = Self::ALL.into_iter();
        types.find(|known| known.name() == text).ok_or(UnknownAddressTypeError)
    }
}

/// Version bytes of a kind of extended keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyVersion {
    /// Version bytes of the public key.
    pub public: u32,
    /// Version bytes of the private key.
    pub private: u32,
    /// The address type that the version implies.
    pub output: AddressType,
}

impl KeyVersion {
    /// Versions of btc livenet.
    pub(crate) const BTC: &[Self] = &[XPUB, YPUB, ZPUB];
    /// Versions of btc testnet.
    pub(crate) const BTC_TESTNET: &[Self] = &[TPUB, UPUB, VPUB];
    /// Versions of ltc livenet. Wallets also export keys with the versions of btc.
    pub(crate) const LTC: &[Self] = &[LTUB, MTUB, ZPUB, XPUB, YPUB];
    /// Versions of ltc testnet.
    pub(crate) const LTC_TESTNET: &[Self] = &[TPUB, UPUB, VPUB, TTUB];
    /// Versions of bch livenet.
    pub(crate) const BCH: &[Self] = &[XPUB];
    /// Versions of doge livenet. Wallets also export keys with the version of btc.
    pub(crate) const DOGE: &[Self] = &[DGUB, XPUB];
    /// Versions of the testnets of bch and doge.
    pub(crate) const LEGACY_TESTNET: &[Self] = &[TPUB];

    const fn new(public: u32, private: u32, output: AddressType) -> Self {
        Self {
            public,
            private,
            output,
        }
    }
}

const XPUB: KeyVersion = KeyVersion::new(0x0488_b21e, 0x0488_ade4, AddressType::P2pkh);
const YPUB: KeyVersion = KeyVersion::new(0x049d_7cb2, 0x049d_7878, AddressType::P2shP2wpkh);
const ZPUB: KeyVersion = KeyVersion::new(0x04b2_4746, 0x04b2_430c, AddressType::P2wpkh);
const TPUB: KeyVersion = KeyVersion::new(0x0435_87cf, 0x0435_8394, AddressType::P2pkh);
const UPUB: KeyVersion = KeyVersion::new(0x044a_5262, 0x044a_4e28, AddressType::P2shP2wpkh);
const VPUB: KeyVersion = KeyVersion::new(0x045f_1cf6, 0x045f_18bc, AddressType::P2wpkh);
const LTUB: KeyVersion = KeyVersion::new(0x019d_a462, 0x019d_9cfe, AddressType::P2pkh);
const MTUB: KeyVersion = KeyVersion::new(0x01b2_6ef6, 0x01b2_6792, AddressType::P2shP2wpkh);
const TTUB: KeyVersion = KeyVersion::new(0x0436_f6e1, 0x0436_ef7d, AddressType::P2pkh);
const DGUB: KeyVersion = KeyVersion::new(0x02fa_cafd, 0x02fa_c398, AddressType::P2pkh);

/// Version bytes of keys of multi-signature wallets, public and private: `Ypub`, `Zpub`, `Upub`, `Vpub`.
pub(crate) const MULTISIG: [(u32, u32); 4] = [
    (0x0295_b43f, 0x0295_b005),
    (0x02aa_7ed3, 0x02aa_7a99),
    (0x0242_89ef, 0x0242_85b5),
    (0x0257_5483, 0x0257_5048),
];
