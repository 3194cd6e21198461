//! Messages that prove the ownership of an address or permit a withdrawal, without a transaction.
//!
//! Texts are hashed according to EIP-191 (`personal_sign`, <https://eips.ethereum.org/EIPS/eip-191>, version `0x45`), typed
//! data according to EIP-712. `ethers-core` contains an encoder of typed data as well, which accepts values out of range,
//! missing fields and cyclic types (docs/decisions/evm-payments.md#strict-encoder-of-typed-data).
//!
//! Permits are typed data that allow a spender to withdraw tokens without a transaction of their owner. Typed data of an
//! unknown form can look like such a permit (docs/decisions/evm-payments.md#unknown-authorisations).

mod typed_data;

pub use typed_data::{TypedData, TypedDataError};

use crate::transaction::signature::{AttachError, Parity, Signature};
use crate::value::{Address, Amount, Hash, PublicKey};
use typed_data::{Data, Struct};

/// A signature in the form of wallets: r, s, and v as 27 or 28.
pub type MessageSignature = [u8; 65];

/// The first `v`, of an even parity (Yellow Paper, appendix F).
const FIRST_V: u8 = 27;

/// Verifies that the signature of this hash recovers to the key; returns the signature with a low s.
pub fn sign_message(
    hash: Hash,
    key: &PublicKey,
    signature: &Signature,
    parity: Option<Parity>,
) -> Result<MessageSignature, AttachError> {
    let verified = signature.verify(hash, key, parity)?;
    let [r, s] = verified.numbers();
    let mut bytes = [0; 65];
    bytes[..32].copy_from_slice(&r.to_be_bytes());
    bytes[32..64].copy_from_slice(&s.to_be_bytes());
    bytes[64] = FIRST_V + u8::from(verified.parity() == Parity::Odd);
    Ok(bytes)
}

/// The prefix of every message, which no transaction has.
const PREFIX: &str = "\x19Ethereum Signed Message:\n";

/// Hashes the bytes of a message with the prefix and their number in decimal digits.
pub fn personal_hash(message: &[u8]) -> Hash {
    let length = message.len().to_string();
    Hash::of([PREFIX.as_bytes(), length.as_bytes(), message].concat())
}

/// Parts of the names of fields that name who may withdraw tokens.
const SPENDERS: [&str; 2] = ["spender", "operator"];
/// Part of the names of fields that name who may act or vote for the signer.
const DELEGATE: [&str; 1] = ["delegate"];
/// Parts of the names of fields that name what a delegate may do.
const POWERS: [&str; 2] = ["authority", "caveat"];
/// Parts of the names of structs that are authorisations.
const STRUCTS: [&str; 4] = ["permit", "authori", "approv", "allowance"];
/// Parts of the names of fields that name what may be withdrawn.
const AMOUNTS: [&str; 8] = [
    "amount", "value", "allow", "approved", "tokenid", "wad", "shares", "quantity",
];
/// Names of fields that name a token.
const IDS: [&str; 2] = ["id", "ids"];
/// Parts of the names of fields of orders: who sells, and what.
const SELLERS: [&str; 3] = ["offerer", "maker", "selltoken"];
const ASSETS: [&str; 2] = ["token", "asset"];
/// Fields with the calldata of a call, and the names of fields with the sender or contract.
const CALLDATA: [&str; 2] = ["bytes data", "bytes functionsignature"];
const PARTIES: [&str; 2] = ["to", "from"];

impl TypedData {
    /// Returns true if the data are no known permit, but the names in the primary type and the structs are those of an
    /// authorisation, an order or a call.
    pub fn is_unknown_authorisation(&self) -> bool {
        self.permit().is_none() && names_authorisation(&self.encoded_type())
    }
}

/// Returns true for the encoded type of an authorisation, such as `Permit(address spender,uint256 value)`.
fn names_authorisation(encoded_type: &str) -> bool {
    let encoded_type = encoded_type.to_ascii_lowercase();
    let parts = encoded_type.split(['(', ')', ',']);
    let (fields, structs): (Vec<_>, Vec<_>) = parts.partition(|part| part.contains(' '));
    let names: Vec<_> = fields.iter().filter_map(|field| field.rsplit(' ').next()).collect();
    let contain =
        |names: &[&str], parts: &[&str]| names.iter().any(|name| parts.iter().any(|part| name.contains(part)));
    let are = |names: &[&str], known: &[&str]| names.iter().any(|name| known.contains(name));
    let has_amount = contain(&names, &AMOUNTS) || are(&names, &IDS);
    let is_authorisation = contain(&structs, &STRUCTS);
    let has_power = has_amount || is_authorisation || contain(&names, &POWERS);
    contain(&names, &SPENDERS)
        || is_authorisation && has_amount
        || contain(&names, &DELEGATE) && has_power
        || contain(&names, &SELLERS) && contain(&names, &ASSETS) && has_amount
        || are(&fields, &CALLDATA) && are(&names, &PARTIES)
}

/// The structs of the Permit2 contract (Uniswap/permit2, MIT, `PermitHash.sol`).
const TOKEN_PERMISSIONS: &str = "TokenPermissions(address token,uint256 amount)";
const PERMIT_DETAILS: &str = "PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)";

/// The form of a permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PermitStandard {
    /// An allowance of a token (<https://eips.ethereum.org/EIPS/eip-2612>).
    Eip2612,
    /// An unlimited allowance of DAI and tokens with the same function, or the revocation.
    Dai,
    /// Allowances within Permit2, each with an expiration.
    Permit2Allowance,
    /// A single transfer by Permit2.
    Permit2Transfer,
    /// A single transfer to a recipient (<https://eips.ethereum.org/EIPS/eip-3009>).
    Eip3009,
}

/// A permitted withdrawal of one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permission {
    /// The token contract.
    pub token: Address,
    /// The maximum amount in base units.
    pub amount: Amount,
    /// The time in Unix seconds at which an allowance within Permit2 ends.
    pub expiration: Option<Amount>,
}

/// A permit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permit {
    /// The form.
    pub standard: PermitStandard,
    /// The contract that verifies the signature.
    pub contract: Address,
    /// The account or contract that may withdraw the tokens; of an EIP-3009 transfer the recipient.
    pub spender: Address,
    /// The time in Unix seconds until which the signature is valid; `None` without a limit.
    pub deadline: Option<Amount>,
    /// The permitted withdrawals.
    pub permissions: Vec<Permission>,
}

impl TypedData {
    /// Returns the permit that the signature of the data grants, or `None` for different data.
    pub fn permit(&self) -> Option<Permit> {
        let contract = self.verifying_contract()?;
        let encoded = self.encoded_type();
        let (own, inner) = encoded.split_once(')')?;
        let (name, fields) = own.split_once('(')?;
        let form = FORMS.iter().find(|form| form.matches(name, fields, inner))?;
        (form.read)(contract, self.message())
    }
}

impl Permit {
    /// Returns the spender, who may withdraw tokens or receives them, and the contracts. A permit of nothing, which revokes an
    /// earlier permit, has no recipient.
    pub fn recipients(&self) -> Vec<Address> {
        if self
            .permissions
            .iter()
            .all(|permission| permission.amount == Amount::ZERO)
        {
            return Vec::new();
        }
        let tokens = self.permissions.iter().map(|permission| permission.token);
        [self.spender, self.contract].into_iter().chain(tokens).collect()
    }

    /// Returns true if an amount is unlimited.
    pub fn is_unlimited(&self) -> bool {
        let mut amounts = self.permissions.iter().map(|permission| permission.amount);
        amounts.any(Amount::is_unlimited)
    }
}

/// A struct that is a permit.
struct Form {
    name: &'static str,
    /// The fields, as in the encoding of the type.
    fields: &'static str,
    /// The encoding of the inner struct.
    inner: &'static str,
    /// True if a further field with structs follows, which the contract does not interpret.
    has_witness: bool,
    read: fn(Address, &Struct) -> Option<Permit>,
}

impl Form {
    fn matches(&self, name: &str, fields: &str, inner: &str) -> bool {
        self.name == name
            && if self.has_witness {
                fields
                    .strip_prefix(self.fields)
                    .is_some_and(|rest| rest.starts_with(','))
                    && inner.contains(self.inner)
            } else {
                self.fields == fields && self.inner == inner
            }
    }
}

/// The fields of both transfers of EIP-3009.
const EIP3009: &str = "address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce";

const FORMS: [Form; 10] = [
    Form {
        name: "Permit",
        fields: "address owner,address spender,uint256 value,uint256 nonce,uint256 deadline",
        inner: "",
        has_witness: false,
        read: read_eip2612,
    },
    Form {
        name: "Permit",
        fields: "address holder,address spender,uint256 nonce,uint256 expiry,bool allowed",
        inner: "",
        has_witness: false,
        read: read_dai,
    },
    Form {
        name: "PermitSingle",
        fields: "PermitDetails details,address spender,uint256 sigDeadline",
        inner: PERMIT_DETAILS,
        has_witness: false,
        read: read_allowance,
    },
    Form {
        name: "PermitBatch",
        fields: "PermitDetails[] details,address spender,uint256 sigDeadline",
        inner: PERMIT_DETAILS,
        has_witness: false,
        read: read_allowance,
    },
    Form {
        name: "PermitTransferFrom",
        fields: "TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline",
        inner: TOKEN_PERMISSIONS,
        has_witness: false,
        read: read_transfer,
    },
    Form {
        name: "PermitBatchTransferFrom",
        fields: "TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline",
        inner: TOKEN_PERMISSIONS,
        has_witness: false,
        read: read_transfer,
    },
    Form {
        name: "PermitWitnessTransferFrom",
        fields: "TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline",
        inner: TOKEN_PERMISSIONS,
        has_witness: true,
        read: read_transfer,
    },
    Form {
        name: "PermitBatchWitnessTransferFrom",
        fields: "TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline",
        inner: TOKEN_PERMISSIONS,
        has_witness: true,
        read: read_transfer,
    },
    Form {
        name: "TransferWithAuthorization",
        fields: EIP3009,
        inner: "",
        has_witness: false,
        read: read_eip3009,
    },
    Form {
        name: "ReceiveWithAuthorization",
        fields: EIP3009,
        inner: "",
        has_witness: false,
        read: read_eip3009,
    },
];

fn read_eip2612(contract: Address, message: &Struct) -> Option<Permit> {
    Some(Permit {
        standard: PermitStandard::Eip2612,
        contract,
        spender: address(message, "spender")?,
        deadline: amount(message, "deadline"),
        permissions: vec![Permission {
            token: contract,
            amount: amount(message, "value")?,
            expiration: None,
        }],
    })
}

/// Reads a permit of DAI, in which the deadline 0 means no limit.
fn read_dai(contract: Address, message: &Struct) -> Option<Permit> {
    let is_allowed = amount(message, "allowed")? != Amount::ZERO;
    Some(Permit {
        standard: PermitStandard::Dai,
        contract,
        spender: address(message, "spender")?,
        deadline: amount(message, "expiry").filter(|expiry| *expiry != Amount::ZERO),
        permissions: vec![Permission {
            token: contract,
            amount: if is_allowed { Amount::MAX } else { Amount::ZERO },
            expiration: None,
        }],
    })
}

fn read_eip3009(contract: Address, message: &Struct) -> Option<Permit> {
    Some(Permit {
        standard: PermitStandard::Eip3009,
        contract,
        spender: address(message, "to")?,
        deadline: amount(message, "validBefore"),
        permissions: vec![Permission {
            token: contract,
            amount: amount(message, "value")?,
            expiration: None,
        }],
    })
}

fn read_allowance(contract: Address, message: &Struct) -> Option<Permit> {
    Some(Permit {
        standard: PermitStandard::Permit2Allowance,
        contract,
        spender: address(message, "spender")?,
        deadline: amount(message, "sigDeadline"),
        permissions: permissions(message.field("details")?)?,
    })
}

fn read_transfer(contract: Address, message: &Struct) -> Option<Permit> {
    Some(Permit {
        standard: PermitStandard::Permit2Transfer,
        contract,
        spender: address(message, "spender")?,
        deadline: amount(message, "deadline"),
        permissions: permissions(message.field("permitted")?)?,
    })
}

/// Reads a permission or a list of permissions.
fn permissions(data: &Data) -> Option<Vec<Permission>> {
    let items = data.elements().unwrap_or(std::slice::from_ref(data));
    items.iter().map(|item| permission(item.as_struct()?)).collect()
}

fn permission(item: &Struct) -> Option<Permission> {
    Some(Permission {
        token: address(item, "token")?,
        amount: amount(item, "amount")?,
        expiration: amount(item, "expiration"),
    })
}

fn address(message: &Struct, name: &str) -> Option<Address> {
    message.field(name)?.address()
}

fn amount(message: &Struct, name: &str) -> Option<Amount> {
    message.field(name)?.amount()
}

#[cfg(test)]
mod tests {
    use super::{names_authorisation, personal_hash};

    /// The test case of `hashMessage` in ethers.js (MIT), documentation of `hashMessage`.
    #[test]
    fn hash_of_a_published_message() {
        let hash = personal_hash(b"Hello World").to_string();
        assert_eq!(
            hash,
            "0xa1de988600a42c4b4ab089b619297c17d53cffae5d5120d82d8a92d0bb3b78f2"
        );
    }

    #[test]
    fn length_counts_bytes() {
        assert_ne!(personal_hash("é".as_bytes()), personal_hash(b"e"));
        assert_ne!(personal_hash(b""), personal_hash(b"0"));
    }

    #[test]
    fn names_of_authorisations_are_recognised() {
        for encoded in [
            "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline,uint256 more)",
            "Permit(address spender,address owner,uint256 value,uint256 nonce,uint256 deadline)",
            "Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)",
            "TransferWithAuthorization(address from,address to,uint256 value,bytes32 nonce)",
            "Grant(address newOperator,Limit[] limits)Limit(uint256 maxAmount)",
            "Session(Delegate[] delegates)Delegate(address delegate,bool isAllowed)",
            // The form of old tokens, and that of a token of ERC-721.
            "Permit(address owner,address spender,uint256 wad,uint256 nonce,uint256 deadline)",
            "Permit(address spender,uint256 id,uint256 nonce,uint256 deadline)",
            "Grant(address spender)",
            "Authorization(address to,uint256[] ids)",
            // MetaMask's delegation framework.
            "Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)",
            // Orders of Seaport, 1inch and CoW.
            "OrderComponents(address offerer,address zone,OfferItem[] offer,uint256 counter)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)",
            "Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)",
            "Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo)",
            // Calls of Safe, OpenZeppelin's forwarder and Biconomy.
            "SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 nonce)",
            "ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)",
            "MetaTransaction(uint256 nonce,address from,bytes functionSignature)",
        ] {
            assert!(names_authorisation(encoded), "{encoded}");
        }
    }

    #[test]
    fn other_messages_are_not() {
        for encoded in [
            "Mail(Person from,Person to,string contents)Person(string name,address wallet)",
            "Delegation(address delegatee,uint256 nonce,uint256 expiry)",
            "Order(string item,uint256 amount)",
            "Attest(bytes32 schema,address recipient,uint64 expirationTime,bool revocable,bytes data,uint256 deadline)",
            "Payment(address to,uint256 amount)",
            "Authorization(string statement,uint256 nonce)",
        ] {
            assert!(!names_authorisation(encoded), "{encoded}");
        }
    }
}
