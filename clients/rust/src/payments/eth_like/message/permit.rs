//! Permits: typed data whose signature lets a spender withdraw tokens without a transaction of their owner.

use super::typed_data::{Node, TypedData};
use crate::blockchain_connector_eth_like::message::{PermitPermission, PermitSummary};
use crate::payments::amount::Amount;
use crate::payments::eth_like::address::Address;

/// EIP-2612.
const EIP2612: &str = "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)";
/// DAI and tokens with the same function.
const DAI: &str = "Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)";
/// The structs of Permit2 (Uniswap/permit2, MIT, `PermitHash.sol`).
const PERMIT_DETAILS: &str = "PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)";
const TOKEN_PERMISSIONS: &str = "TokenPermissions(address token,uint256 amount)";
const ALLOWANCES: [&str; 2] = [
    "PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)",
    "PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)",
];
const TRANSFERS: [&str; 2] = [
    "PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)",
    "PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)",
];
/// Transfers with a witness, whose type follows.
const WITNESS_TRANSFERS: [&str; 2] = [
    "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,",
    "PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline,",
];

/// Transfers of EIP-3009.
const EIP3009: [&str; 2] = [
    "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)",
    "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)",
];

/// The form of a permit.
#[derive(Clone, Copy)]
enum Form {
    Eip2612,
    Dai,
    Allowance,
    Transfer,
    Eip3009,
}

impl Form {
    /// Returns the form with this encoded type.
    fn of(encoded: &str) -> Option<Self> {
        let is_one_of = |first: [&str; 2], rest: &str| {
            let mut found = first.iter().filter_map(|first| encoded.strip_prefix(first));
            found.any(|remaining| remaining == rest)
        };
        let has_witness = || {
            let mut found = WITNESS_TRANSFERS.iter().filter_map(|first| encoded.strip_prefix(first));
            found.any(|rest| {
                rest.split_once(')')
                    .is_some_and(|(_, inner)| inner.contains(TOKEN_PERMISSIONS))
            })
        };
        match encoded {
            EIP2612 => Some(Self::Eip2612),
            DAI => Some(Self::Dai),
            _ if EIP3009.contains(&encoded) => Some(Self::Eip3009),
            _ if is_one_of(ALLOWANCES, PERMIT_DETAILS) => Some(Self::Allowance),
            _ if is_one_of(TRANSFERS, TOKEN_PERMISSIONS) || has_witness() => Some(Self::Transfer),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Eip2612 => "eip-2612",
            Self::Dai => "dai",
            Self::Allowance => "permit2-allowance",
            Self::Transfer => "permit2-transfer",
            Self::Eip3009 => "eip-3009",
        }
    }

    /// Returns the time until which the signature is valid. 0 means no limit in the form of DAI.
    fn deadline(self, message: &Node) -> Option<Amount> {
        match self {
            Self::Eip2612 | Self::Transfer => message.field("deadline")?.amount(),
            Self::Allowance => message.field("sigDeadline")?.amount(),
            Self::Eip3009 => message.field("validBefore")?.amount(),
            Self::Dai => message
                .field("expiry")?
                .amount()
                .filter(|expiry| *expiry != Amount::default()),
        }
    }

    /// Returns the name of the field with the account that may withdraw the tokens, or receives them.
    fn spender(self) -> &'static str {
        match self {
            Self::Eip3009 => "to",
            Self::Eip2612 | Self::Dai | Self::Allowance | Self::Transfer => "spender",
        }
    }

    fn permissions(self, message: &Node, contract: Address) -> Option<Vec<PermitPermission>> {
        let own = |amount: Amount| PermitPermission {
            token: contract.to_string(),
            amount: amount.to_string(),
            expiration: None,
        };
        let items = match self {
            Self::Eip2612 | Self::Eip3009 => return Some(vec![own(message.field("value")?.amount()?)]),
            Self::Dai => {
                let is_allowed = message.field("allowed")?.amount()? != Amount::default();
                let allowed = if is_allowed { [0xff; 32] } else { [0; 32] };
                return Some(vec![own(Amount::from_be_bytes(allowed))]);
            }
            Self::Allowance => message.field("details")?,
            Self::Transfer => message.field("permitted")?,
        };
        let items = items.elements().unwrap_or(std::slice::from_ref(items));
        items.iter().map(permission).collect()
    }
}

/// Returns the permit that the signature of typed data grants, or `None` for other data.
pub fn read(data: &TypedData) -> Option<PermitSummary> {
    let contract = data.verifying_contract()?;
    let form = Form::of(&data.encoded_type())?;
    let message = data.message();
    let mut permissions = form.permissions(message, contract)?;
    let single = if permissions.len() == 1 {
        permissions.pop()
    } else {
        None
    };
    let (token, amount, expiration) = match &single {
        Some(single) => (
            Some(single.token.clone()),
            Some(single.amount.clone()),
            single.expiration.clone(),
        ),
        None => (None, None, None),
    };
    Some(PermitSummary {
        r#type: "permit".to_owned(),
        standard: form.name().to_owned(),
        contract: contract.to_string(),
        spender: message.field(form.spender())?.address()?.to_string(),
        token,
        amount,
        expiration,
        permissions: single.is_none().then_some(permissions),
        deadline: form.deadline(message).map(|deadline| deadline.to_string()),
    })
}

fn permission(item: &Node) -> Option<PermitPermission> {
    Some(PermitPermission {
        token: item.field("token")?.address()?.to_string(),
        amount: item.field("amount")?.amount()?.to_string(),
        expiration: item
            .field("expiration")
            .and_then(Node::amount)
            .map(|time| time.to_string()),
    })
}
