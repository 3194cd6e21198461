//! Addresses of every supported type, as strings and as scripts.

pub(crate) mod cashaddr;
mod parse;
pub(crate) mod sender;

pub use parse::AddressError;

use crate::chain::params::Params;
use bitcoin::bech32::{Fe32, Hrp, segwit};
use bitcoin::hashes::{Hash, sha256d};
use bitcoin::opcodes::all::{OP_EQUAL, OP_HASH256, OP_PUSHNUM_1};
use bitcoin::script::Builder;
use bitcoin::{PubkeyHash, Script, ScriptBuf, ScriptHash, WPubkeyHash, WScriptHash, XOnlyPublicKey, base58};
use cashaddr::Content;
use std::fmt;
use wallet_core::lists::{Listable, RecipientDigest};
use wallet_core::model::ChainName;

/// CashAddr type of a public key hash.
const CASHADDR_P2PKH: u8 = 0;
/// CashAddr type of a script hash.
const CASHADDR_P2SH: u8 = 1;
/// CashAddr type of a token-aware public key hash, with the script of type 0.
const CASHADDR_TOKEN_P2PKH: u8 = 2;
/// CashAddr type of a token-aware script hash, with the script of type 1.
const CASHADDR_TOKEN_P2SH: u8 = 3;

/// Witness program of pay-to-anchor outputs.
const ANCHOR: [u8; 2] = [0x4e, 0x73];

/// Output type of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AddressKind {
    /// Pay to public key hash.
    P2pkh,
    /// Pay to script hash: 20 bytes or, on bch, 32 bytes.
    P2sh,
    /// Pay to witness public key hash (BIP 141).
    P2wpkh,
    /// Pay to witness script hash (BIP 141).
    P2wsh,
    /// Pay to taproot output key (BIP 341).
    P2tr,
    /// Pay to anchor (BIP 433): an output that requires no signature, to raise the fee of the transaction.
    P2a,
}

impl AddressKind {
    /// Returns the name used in responses, for example `p2wpkh`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::P2pkh => "p2pkh",
            Self::P2sh => "p2sh",
            Self::P2wpkh => "p2wpkh",
            Self::P2wsh => "p2wsh",
            Self::P2tr => "p2tr",
            Self::P2a => "p2a",
        }
    }
}

/// Hash or key in the output script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Program {
    P2pkh([u8; 20]),
    P2sh([u8; 20]),
    P2sh32([u8; 32]),
    P2wpkh([u8; 20]),
    P2wsh([u8; 32]),
    P2tr([u8; 32]),
    P2a,
}

impl Program {
    fn to_script(self) -> ScriptBuf {
        match self {
            Self::P2pkh(hash) => ScriptBuf::new_p2pkh(&PubkeyHash::from_byte_array(hash)),
            Self::P2sh(hash) => ScriptBuf::new_p2sh(&ScriptHash::from_byte_array(hash)),
            Self::P2sh32(hash) => Builder::new()
                .push_opcode(OP_HASH256)
                .push_slice(hash)
                .push_opcode(OP_EQUAL)
                .into_script(),
            Self::P2wpkh(hash) => ScriptBuf::new_p2wpkh(&WPubkeyHash::from_byte_array(hash)),
            Self::P2wsh(hash) => ScriptBuf::new_p2wsh(&WScriptHash::from_byte_array(hash)),
            Self::P2tr(key) => Builder::new().push_opcode(OP_PUSHNUM_1).push_slice(key).into_script(),
            Self::P2a => Builder::new()
                .push_opcode(OP_PUSHNUM_1)
                .push_slice(ANCHOR)
                .into_script(),
        }
    }

    fn from_script(script: &Script) -> Option<Self> {
        match script.as_bytes() {
            [0x76, 0xa9, 20, hash @ .., 0x88, 0xac] => hash.try_into().ok().map(Self::P2pkh),
            [0xa9, 20, hash @ .., 0x87] => hash.try_into().ok().map(Self::P2sh),
            [0xaa, 32, hash @ .., 0x87] => hash.try_into().ok().map(Self::P2sh32),
            [0x00, 20, hash @ ..] => hash.try_into().ok().map(Self::P2wpkh),
            [0x00, 32, hash @ ..] => hash.try_into().ok().map(Self::P2wsh),
            [0x51, 32, key @ ..] => key.try_into().ok().map(Self::P2tr),
            [0x51, 2, program @ ..] if program == ANCHOR => Some(Self::P2a),
            _ => None,
        }
    }

    /// Returns true if the chain has outputs of this type.
    fn exists_on(self, params: &Params) -> bool {
        match self {
            Self::P2pkh(_) | Self::P2sh(_) => true,
            Self::P2sh32(_) => params.cashaddr_prefix.is_some(),
            Self::P2wpkh(_) | Self::P2wsh(_) | Self::P2tr(_) => params.has_segwit(),
            Self::P2a => params.has_anchors,
        }
    }
}

/// An address of a chain and network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    params: &'static Params,
    program: Program,
    script: ScriptBuf,
}

impl AsRef<Self> for Address {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl Address {
    fn new(params: &'static Params, program: Program) -> Self {
        Self {
            params,
            program,
            script: program.to_script(),
        }
    }

    /// Returns the address of a public key hash.
    pub(super) fn p2pkh(params: &'static Params, hash: PubkeyHash) -> Self {
        Self::new(params, Program::P2pkh(hash.to_byte_array()))
    }

    /// Returns the address of a redeem script.
    pub(super) fn p2sh(params: &'static Params, redeem_script: &Script) -> Self {
        Self::new(params, Program::P2sh(redeem_script.script_hash().to_byte_array()))
    }

    /// Returns the output script of a redeem script with the hash of 32 bytes.
    pub(super) fn p2sh32_script(redeem_script: &[u8]) -> ScriptBuf {
        Program::P2sh32(sha256d::Hash::hash(redeem_script).to_byte_array()).to_script()
    }

    /// Returns the address of a witness public key hash.
    pub(super) fn p2wpkh(params: &'static Params, hash: WPubkeyHash) -> Self {
        Self::new(params, Program::P2wpkh(hash.to_byte_array()))
    }

    /// Returns the address of a taproot output key.
    pub(super) fn p2tr(params: &'static Params, output_key: XOnlyPublicKey) -> Self {
        Self::new(params, Program::P2tr(output_key.serialize()))
    }

    /// Returns the address of an output script, or `None` if the script has no address form on this
    /// chain.
    pub fn from_script(params: &'static Params, script: &Script) -> Option<Self> {
        Program::from_script(script)
            .filter(|program| program.exists_on(params))
            .map(|program| Self::new(params, program))
    }

    /// Returns the chain and network.
    pub const fn params(&self) -> &'static Params {
        self.params
    }

    /// Returns the output type.
    pub const fn kind(&self) -> AddressKind {
        match self.program {
            Program::P2pkh(_) => AddressKind::P2pkh,
            Program::P2sh(_) | Program::P2sh32(_) => AddressKind::P2sh,
            Program::P2wpkh(_) => AddressKind::P2wpkh,
            Program::P2wsh(_) => AddressKind::P2wsh,
            Program::P2tr(_) => AddressKind::P2tr,
            Program::P2a => AddressKind::P2a,
        }
    }

    /// Returns the output script that pays to this address.
    pub fn script_pubkey(&self) -> &Script {
        &self.script
    }

    /// Returns the dust limit of an output to this address, in base units. An output at the limit is not dust.
    pub const fn dust_limit(&self) -> u64 {
        let limits = &self.params.dust;
        match self.program {
            Program::P2pkh(_) => limits.p2pkh,
            Program::P2sh(_) => limits.p2sh,
            Program::P2sh32(_) => limits.p2sh32,
            Program::P2wpkh(_) => limits.p2wpkh,
            Program::P2wsh(_) | Program::P2tr(_) => limits.p2wsh,
            Program::P2a => limits.p2a,
        }
    }

    /// Encodes the address. `with_prefix` affects bch only: `bitcoincash:q…` or `q…`.
    pub fn encode(&self, with_prefix: bool) -> String {
        let text = match &self.program {
            Program::P2pkh(hash) => self.encode_hash(CASHADDR_P2PKH, self.params.p2pkh_version, hash),
            Program::P2sh(hash) => self.encode_hash(CASHADDR_P2SH, self.params.p2sh_versions[0], hash),
            Program::P2sh32(hash) => self.encode_cashaddr(CASHADDR_P2SH, hash),
            Program::P2wpkh(hash) => self.encode_bech32(Fe32::Q, hash),
            Program::P2wsh(hash) => self.encode_bech32(Fe32::Q, hash),
            Program::P2tr(key) => self.encode_bech32(Fe32::P, key),
            Program::P2a => self.encode_bech32(Fe32::P, &ANCHOR),
        };
        match text.split_once(':') {
            Some((_, payload)) if !with_prefix => payload.to_owned(),
            _ => text,
        }
    }

    fn encode_hash(&self, kind: u8, version: u8, hash: &[u8; 20]) -> String {
        if self.params.cashaddr_prefix.is_some() {
            return self.encode_cashaddr(kind, hash);
        }
        let mut bytes = vec![version];
        bytes.extend_from_slice(hash);
        base58::encode_check(&bytes)
    }

    fn encode_cashaddr(&self, kind: u8, hash: &[u8]) -> String {
        let prefix = self.params.cashaddr_prefix.unwrap_or_default();
        let content = Content {
            kind,
            hash: hash.to_vec(),
        };
        cashaddr::encode(prefix, &content).expect("20 and 32 bytes are valid CashAddr hash sizes")
    }

    fn encode_bech32(&self, version: Fe32, program: &[u8]) -> String {
        let hrp = Hrp::parse_unchecked(self.params.segwit_hrp.unwrap_or_default());
        segwit::encode(hrp, version, program).expect("2, 20 and 32 bytes are valid witness program lengths")
    }
}

impl Listable for Address {
    /// Hashes the output script, which all forms of an address share, on both networks of the chain.
    fn digest(&self) -> RecipientDigest {
        RecipientDigest::of(self.params.chain.name(), self.script.as_bytes())
    }
}

impl fmt::Display for Address {
    /// Writes the canonical form: base58, bech32 or, on bch, CashAddr with the prefix.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.encode(true))
    }
}
