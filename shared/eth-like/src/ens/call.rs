//! Calls of the contracts of the Ethereum Name Service, and their results.

use super::{CoinType, EnsName};
use crate::calls::abi::{Budget, Kind, Value, read};
use crate::value::{Address, Hash};
use ethers_core::abi::{Token, encode};
use wallet_core::name::NameError;

/// The registry, at the same address on Ethereum and Sepolia.
pub const REGISTRY: Address = Address::from_bytes([
    0x00, 0x00, 0x00, 0x00, 0x00, 0x0c, 0x2e, 0x07, 0x4e, 0xc6, 0x9a, 0x0d, 0xfb, 0x29, 0x97, 0xba, 0x6c, 0x7d, 0x2e,
    0x1e,
]);

/// `resolver(bytes32)` of the registry.
const RESOLVER: [u8; 4] = [0x01, 0x78, 0xb8, 0xbf];
/// The function `supportsInterface(bytes4)` (ERC-165).
const SUPPORTS_INTERFACE: [u8; 4] = [0x01, 0xff, 0xc9, 0xa7];
/// `resolve(bytes,bytes)`, and the id of the interface (ENSIP-10).
const RESOLVE: [u8; 4] = [0x90, 0x61, 0xb9, 0x23];
/// The function `addr(bytes32)` (ENSIP-1).
const ADDR: [u8; 4] = [0x3b, 0x3b, 0x57, 0xde];
/// The function `addr(bytes32,uint256)` (ENSIP-9).
const ADDR_OF_COIN: [u8; 4] = [0xf1, 0xcb, 0x7e, 0x06];
/// The function `name(bytes32)` (ENSIP-3).
const NAME: [u8; 4] = [0x69, 0x1f, 0x34, 0x31];

/// The outcome of a call of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallOutcome {
    /// The returned data; none from an address without code.
    Returned(Vec<u8>),
    /// The data of the error.
    Reverted(Vec<u8>),
}

/// A record of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnsCall {
    /// The address of a coin type.
    Address(CoinType),
    /// The name of a reverse name.
    Name,
}

/// The resolver of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolver {
    /// The address of the contract.
    pub contract: Address,
    /// True if the contract resolves also names below its own (ENSIP-10).
    pub is_extended: bool,
}

impl Resolver {
    /// Returns the call of the registry for the resolver of a node.
    pub fn of_node(node: Hash) -> Vec<u8> {
        with_arguments(RESOLVER, &[word(node)])
    }

    /// Reads the result of [`Self::of_node`]: `None` for a node without a resolver, and on a network without a registry, as the
    /// sandbox.
    pub fn contract(outcome: &CallOutcome) -> Result<Option<Address>, NameError> {
        match returned(outcome)? {
            [] => Ok(None),
            data => address(data).map(|address| (address != Address::ZERO).then_some(address)),
        }
    }

    /// Returns the call that shows if a contract resolves names below its own.
    pub fn supports_names_below() -> Vec<u8> {
        with_arguments(SUPPORTS_INTERFACE, &[Token::FixedBytes(RESOLVE.to_vec())])
    }

    /// Reads the result of [`Self::supports_names_below`]. A contract without ERC-165 reverts.
    pub fn is_extended(outcome: &CallOutcome) -> bool {
        match outcome {
            CallOutcome::Returned(data) => {
                data.len() == 32 && data[..31].iter().all(|byte| *byte == 0) && data[31] == 1
            }
            CallOutcome::Reverted(_) => false,
        }
    }

    /// Returns the call for a record of a name.
    pub fn call(self, name: &EnsName, record: EnsCall) -> Vec<u8> {
        let call = record.call(name.node());
        if self.is_extended {
            with_arguments(RESOLVE, &[Token::Bytes(name.dns_encoded()), Token::Bytes(call)])
        } else {
            call
        }
    }

    /// Returns the result of the record in the data that [`Self::call`] returned.
    pub fn record(self, data: Vec<u8>) -> Result<Vec<u8>, NameError> {
        if self.is_extended {
            return bytes(&data).map(<[u8]>::to_vec);
        }
        Ok(data)
    }
}

impl EnsCall {
    fn call(self, node: Hash) -> Vec<u8> {
        match self {
            // Resolvers that are older than ENSIP-9 have this function only.
            Self::Address(CoinType::ETHER) => with_arguments(ADDR, &[word(node)]),
            Self::Address(CoinType(coin)) => with_arguments(ADDR_OF_COIN, &[word(node), Token::Uint(coin.into())]),
            Self::Name => with_arguments(NAME, &[word(node)]),
        }
    }

    /// Reads the address of a record: `None` without one.
    ///
    /// # Errors
    /// The data are not the record of an address of an EVM chain.
    pub fn address(self, data: &[u8]) -> Result<Option<Address>, NameError> {
        let found = match self {
            Self::Address(CoinType::ETHER) => address(data)?,
            _ => match bytes(data)? {
                [] => return Ok(None),
                found => Address::from_bytes(found.try_into().map_err(|_| FORM)?),
            },
        };
        Ok((found != Address::ZERO).then_some(found))
    }
}

/// Reads the name of a record, empty without one.
///
/// # Errors
/// The data are not a text.
pub fn text_of(data: &[u8]) -> Result<String, NameError> {
    String::from_utf8(bytes(data)?.to_vec()).map_err(|_| FORM)
}

const FORM: NameError = NameError::Unusable("the data of a contract are not of the expected form");

fn word(hash: Hash) -> Token {
    Token::FixedBytes(hash.0.to_vec())
}

pub(super) fn with_arguments(selector: [u8; 4], arguments: &[Token]) -> Vec<u8> {
    [selector.to_vec(), encode(arguments)].concat()
}

fn returned(outcome: &CallOutcome) -> Result<&[u8], NameError> {
    match outcome {
        CallOutcome::Returned(data) => Ok(data),
        CallOutcome::Reverted(_) => Err(FORM),
    }
}

fn address(data: &[u8]) -> Result<Address, NameError> {
    match data.split_at_checked(12) {
        Some(([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], address)) => {
            Ok(Address::from_bytes(address.try_into().map_err(|_| FORM)?))
        }
        _ => Err(FORM),
    }
}

/// Reads the only result of a function that returns bytes or a text.
pub(super) fn bytes(data: &[u8]) -> Result<&[u8], NameError> {
    const HEAD: usize = 32;
    // The reader skips a selector, so that the offset of the head counts from behind the selector.
    let start = crate::calls::word(data, 0);
    let length = crate::calls::word(data, HEAD);
    let is_at_once = start[..31].iter().all(|byte| *byte == 0) && usize::from(start[31]) == HEAD;
    let count = length[24..]
        .iter()
        .fold(0_usize, |count, byte| count << 8 | usize::from(*byte));
    let found = data.get(2 * HEAD..).and_then(|rest| rest.get(..count));
    match found {
        Some(found) if is_at_once && length[..24].iter().all(|byte| *byte == 0) => Ok(found),
        _ => Err(FORM),
    }
}

/// The arguments of an error or a function of the given types.
pub(super) fn arguments<'data>(kinds: &[Kind], data: &'data [u8]) -> Option<Vec<Value<'data>>> {
    Some(read(kinds, data, &mut Budget::of(data)).ok()?.values)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn returned_bytes(content: &[u8]) -> Vec<u8> {
        encode(&[Token::Bytes(content.to_vec())])
    }

    #[test]
    fn selectors_are_those_of_the_signatures() {
        for (signature, selector) in [
            ("resolver(bytes32)", RESOLVER),
            ("supportsInterface(bytes4)", SUPPORTS_INTERFACE),
            ("resolve(bytes,bytes)", RESOLVE),
            ("addr(bytes32)", ADDR),
            ("addr(bytes32,uint256)", ADDR_OF_COIN),
            ("name(bytes32)", NAME),
        ] {
            assert_eq!(Hash::of(signature).0[..4], selector, "{signature}");
        }
        assert_eq!(REGISTRY.to_string(), "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e");
    }

    #[test]
    fn call_of_an_extended_resolver_has_name_and_call() {
        let name: EnsName = "vb.eth".parse().expect("a name");
        let contract = REGISTRY;
        let plain = Resolver {
            contract,
            is_extended: false,
        };
        let call = plain.call(&name, EnsCall::Address(CoinType::ETHER));
        assert_eq!(call, [ADDR.as_slice(), &name.node().0].concat());
        let extended = Resolver {
            contract,
            is_extended: true,
        };
        let wrapped = extended.call(&name, EnsCall::Address(CoinType::ETHER));
        let values = arguments(&[Kind::Bytes, Kind::Bytes], &wrapped).expect("arguments");
        assert!(matches!(values[..], [Value::Bytes(b"\x02vb\x03eth\x00"), Value::Bytes(inner)] if inner == call));
        assert_eq!(extended.record(returned_bytes(b"abc")), Ok(b"abc".to_vec()));
        assert_eq!(plain.record(b"abc".to_vec()), Ok(b"abc".to_vec()));
    }

    #[test]
    fn addresses_are_read_by_their_coin_type() {
        let (ether, other) = (
            EnsCall::Address(CoinType::ETHER),
            EnsCall::Address(CoinType(2_147_483_785)),
        );
        let address = encode(&[Token::Address(REGISTRY.0)]);
        assert_eq!(ether.address(&address), Ok(Some(REGISTRY)));
        assert_eq!(ether.address(&[0; 32]), Ok(None));
        assert_eq!(other.address(&returned_bytes(&REGISTRY.to_bytes())), Ok(Some(REGISTRY)));
        assert_eq!(other.address(&returned_bytes(&[])), Ok(None));
        assert_eq!(other.address(&returned_bytes(&[0; 20])), Ok(None));
        for data in [
            Vec::new(),
            vec![0; 31],
            vec![0; 33],
            vec![0xff; 32],
            returned_bytes(&[1; 20]),
        ] {
            assert_eq!(ether.address(&data), Err(FORM), "{data:?}");
        }
        let endless = [[0; 31].as_slice(), &[32], &[0xff; 32]].concat();
        for data in [Vec::new(), vec![0xff; 96], endless, returned_bytes(&[1; 21]), address] {
            assert_eq!(other.address(&data), Err(FORM), "{data:?}");
        }
    }

    #[test]
    fn only_true_is_support_of_an_interface() {
        let one = encode(&[Token::Bool(true)]);
        assert!(Resolver::is_extended(&CallOutcome::Returned(one.clone())));
        for outcome in [
            CallOutcome::Returned(Vec::new()),
            CallOutcome::Returned(vec![0; 32]),
            CallOutcome::Returned(vec![1; 32]),
            CallOutcome::Reverted(one),
        ] {
            assert!(!Resolver::is_extended(&outcome));
        }
        assert_eq!(Resolver::contract(&CallOutcome::Returned(vec![0; 32])), Ok(None));
        assert_eq!(Resolver::contract(&CallOutcome::Returned(Vec::new())), Ok(None));
        assert!(Resolver::contract(&CallOutcome::Reverted(Vec::new())).is_err());
    }
}
