//! Version bytes of extended keys (BIP 32) and the address types that they imply (SLIP-132).

use super::address_type::AddressType;

/// Version bytes of one kind of extended keys.
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

/// Versions of btc livenet.
pub(super) const BTC: &[KeyVersion] = &[XPUB, YPUB, ZPUB];
/// Versions of btc testnet.
pub(super) const BTC_TESTNET: &[KeyVersion] = &[TPUB, UPUB, VPUB];
/// Versions of ltc livenet. Wallets also export keys with the versions of btc.
pub(super) const LTC: &[KeyVersion] = &[LTUB, MTUB, ZPUB, XPUB, YPUB];
/// Versions of ltc testnet.
pub(super) const LTC_TESTNET: &[KeyVersion] = &[TPUB, UPUB, VPUB, TTUB];
/// Versions of bch livenet.
pub(super) const BCH: &[KeyVersion] = &[XPUB];
/// Versions of doge livenet. Wallets also export keys with the version of btc.
pub(super) const DOGE: &[KeyVersion] = &[DGUB, XPUB];
/// Versions of the testnets of bch and doge.
pub(super) const LEGACY_TESTNET: &[KeyVersion] = &[TPUB];

/// Version bytes of keys of multi-signature wallets, public and private: `Ypub`, `Zpub`, `Upub`, `Vpub`.
pub(super) const MULTISIG: [(u32, u32); 4] = [
    (0x0295_b43f, 0x0295_b005),
    (0x02aa_7ed3, 0x02aa_7a99),
    (0x0242_89ef, 0x0242_85b5),
    (0x0257_5483, 0x0257_5048),
];
