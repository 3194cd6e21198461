//! Permits: typed data that allow a spender to withdraw tokens without a transaction of their owner.

use super::typed_data::{Data, Struct, TypedData};
use crate::value::address::Address;
use crate::value::amount::Amount;

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
