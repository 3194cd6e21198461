//! The contracts deployed on every chain, compiled from the sources in `local/contracts`. The tests compare
//! both.

use revm::primitives::{Address, Bytes, U256, address, hex};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The address of Multicall3, equal on every chain.
pub const MULTICALL3: Address = address!("cA11bde05977b3631167028862bE2a173976CA11");
/// The address of the OP Stack contract that returns the rollup fees.
pub const GAS_PRICE_ORACLE: Address = address!("420000000000000000000000000000000000000F");
/// A token with functions that return nothing.
pub const SILENT_TOKEN: Address = address!("5A4Db0C500000000000000000000000000000001");
/// A token that only the initial holder can transfer.
pub const REFUSING_TOKEN: Address = address!("5a4DB0C500000000000000000000000000000002");
/// A contract that forwards received funds.
pub const FORWARDER: Address = address!("5A4Db0C500000000000000000000000000000003");
/// An ERC-721 collection of which everyone can mint tokens.
pub const ART: Address = address!("5A4Db0C500000000000000000000000000000004");
/// An ERC-1155 collection of which everyone can mint tokens.
pub const EDITIONS: Address = address!("5A4Db0C500000000000000000000000000000005");
/// Permit2, equal on every chain.
pub const PERMIT2: Address = address!("000000000022D473030F116dDEE9F6B43aC78BA3");

/// The output of the compiler.
#[derive(Deserialize)]
struct Compiled {
    contracts: BTreeMap<String, Contract>,
}

/// A compiled contract.
#[derive(Deserialize)]
pub struct Contract {
    /// The creation bytecode in hex.
    bytecode: String,
    /// The function selectors (first four bytes of the calldata) in hex, by function signature.
    selectors: BTreeMap<String, String>,
}

static COMPILED: LazyLock<Compiled> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../contracts/compiled.json")).expect("the tests parse it")
});

impl Contract {
    /// Returns the contract with this name.
    pub fn named(name: &str) -> &'static Self {
        &COMPILED.contracts[name]
    }

    /// Returns the creation bytecode with encoded constructor arguments.
    ///
    /// # Panics
    /// If the compiled file is damaged; the tests read the whole file.
    pub fn creation(&self, arguments: &[Argument<'_>]) -> Bytes {
        let mut code = hex::decode(&self.bytecode).expect("the tests parse it");
        code.extend(encode(arguments));
        code.into()
    }

    /// Returns the calldata of a function call.
    ///
    /// # Panics
    /// If the compiled file is damaged; the tests read the whole file.
    pub fn call(&self, signature: &str, arguments: &[Argument<'_>]) -> Bytes {
        let mut data = hex::decode(&self.selectors[signature]).expect("the tests parse it");
        data.extend(encode(arguments));
        data.into()
    }
}

/// An argument of a function.
#[derive(Clone, Copy)]
pub enum Argument<'a> {
    /// An integer of any size.
    Number(U256),
    Address(Address),
    /// A `bytes` or `string` value.
    Bytes(&'a [u8]),
}

/// Encodes arguments as the contract ABI defines: a word each, followed by the dynamic data
/// (<https://docs.soliditylang.org/en/latest/abi-spec.html>).
fn encode(arguments: &[Argument<'_>]) -> Vec<u8> {
    let mut words = Vec::new();
    let mut tail = Vec::new();
    for argument in arguments {
        match argument {
            Argument::Number(number) => words.extend(number.to_be_bytes::<32>()),
            Argument::Address(address) => words.extend(address.into_word()),
            Argument::Bytes(bytes) => {
                words.extend(U256::from(32 * arguments.len() + tail.len()).to_be_bytes::<32>());
                tail.extend(U256::from(bytes.len()).to_be_bytes::<32>());
                tail.extend_from_slice(bytes);
                tail.resize(tail.len().next_multiple_of(32), 0);
            }
        }
    }
    words.extend(tail);
    words
}
