//! The contracts that stand on every chain: compiled from the sources in `sandbox/contracts`, compared by the tests.

use revm::primitives::{Address, Bytes, U256, address, hex};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Where Multicall3 is deployed on every chain that has it.
pub const MULTICALL3: Address = address!("cA11bde05977b3631167028862bE2a173976CA11");
/// Where the OP Stack has the contract that tells the fees beside the gas.
pub const GAS_PRICE_ORACLE: Address = address!("420000000000000000000000000000000000000F");
/// A token whose calls return nothing.
pub const SILENT_TOKEN: Address = address!("5A4Db0C500000000000000000000000000000001");
/// A token that only its first holder can send.
pub const REFUSING_TOKEN: Address = address!("5a4DB0C500000000000000000000000000000002");
/// Pays on what it gets.
pub const FORWARDER: Address = address!("5A4Db0C500000000000000000000000000000003");

/// What the compiler made of the sources.
#[derive(Deserialize)]
struct Compiled {
    contracts: BTreeMap<String, Contract>,
}

/// A compiled contract.
#[derive(Deserialize)]
pub struct Contract {
    /// What deploys it, in hex.
    bytecode: String,
    /// The first four bytes of the calldata of each function, in hex, by the function's signature.
    selectors: BTreeMap<String, String>,
}

static COMPILED: LazyLock<Compiled> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../contracts/compiled.json")).expect("the tests read it"));

impl Contract {
    /// The contract with this name.
    pub fn named(name: &str) -> &'static Self {
        &COMPILED.contracts[name]
    }

    /// What deploys it, with the arguments of its constructor.
    ///
    /// # Panics
    /// When the compiled file is damaged; the tests read all of it.
    pub fn creation(&self, arguments: &[Argument<'_>]) -> Bytes {
        let mut code = hex::decode(&self.bytecode).expect("the tests read it");
        code.extend(encode(arguments));
        code.into()
    }

    /// The calldata that calls a function.
    ///
    /// # Panics
    /// When the compiled file is damaged; the tests read all of it.
    pub fn call(&self, signature: &str, arguments: &[Argument<'_>]) -> Bytes {
        let mut data = hex::decode(&self.selectors[signature]).expect("the tests read it");
        data.extend(encode(arguments));
        data.into()
    }
}

/// An argument of a function.
#[derive(Clone, Copy)]
pub enum Argument<'a> {
    /// A number of any size.
    Number(U256),
    /// An address.
    Address(Address),
    /// `bytes` or `string`.
    Bytes(&'a [u8]),
}

/// The arguments as the contract ABI has them: one word each, behind them what does not fit a word
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
