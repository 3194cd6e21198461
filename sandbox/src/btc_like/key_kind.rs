//! The kinds of extended public keys, and their version bytes on the testnets.

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
