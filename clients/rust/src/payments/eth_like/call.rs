//! The content of a transaction: a payment, a token call or any call.

use super::address::Address;
use crate::payments::amount::Amount;
use crate::payments::check::PaymentError;

/// `transfer(address,uint256)`
const TRANSFER: [u8; 4] = [0xa9, 0x05, 0x9c, 0xbb];
/// `approve(address,uint256)`
const APPROVE: [u8; 4] = [0x09, 0x5e, 0xa7, 0xb3];

/// The largest amount.
const MAXIMUM: Amount = Amount::from_be_bytes([0xff; 32]);
/// The largest amount of tokens with balances of 96 bits, and the lowest one that no listed token has
/// (docs/decisions/evm-payments.md#unlimited-approvals).
const UNLIMITED: [u128; 2] = [(1 << 96) - 1, 1 << 127];

/// Returns true if an allowance has no effective limit.
pub fn is_unlimited(amount: Amount) -> bool {
    let [maximum, lowest] = UNLIMITED.map(Amount::from);
    amount == maximum || amount >= lowest
}

/// A transfer or approval in calldata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenCall {
    selector: [u8; 4],
    address: Address,
    amount: Amount,
}

impl TokenCall {
    /// Decodes calldata as contracts read them: further bytes are ignored, missing ones are zeros, as are the bits that an
    /// address does not have.
    pub fn decode(data: &[u8]) -> Option<Self> {
        let (selector, arguments) = data.split_first_chunk::<4>()?;
        let mut words = [0; 64];
        for (byte, found) in words.iter_mut().zip(arguments) {
            *byte = *found;
        }
        let (address, amount) = words.split_at(32);
        [TRANSFER, APPROVE].contains(selector).then_some(Self {
            selector: *selector,
            address: Address(address[12..].try_into().ok()?),
            amount: Amount::from_be_bytes(amount.try_into().ok()?),
        })
    }

    /// Decodes calldata that are exactly the encoding of a call.
    fn decode_exact(data: &[u8]) -> Option<Self> {
        Self::decode(data).filter(|call| token_call(call.selector, call.address, call.amount) == data)
    }

    /// Returns method, recipient or spender, and amount in the form of `parse`.
    pub fn names(&self) -> (String, String, String) {
        let method = if self.selector == TRANSFER {
            "transfer"
        } else {
            "approve"
        };
        (method.to_owned(), self.address.to_string(), self.amount.to_string())
    }

    /// Returns the action of this call of a contract.
    fn action(self, contract: Address) -> Action {
        let (contract, address, amount) = (contract.to_string(), self.address.to_string(), self.amount);
        if self.selector == TRANSFER {
            return Action::TransferToken {
                contract,
                to: address,
                amount,
            };
        }
        let spender = address;
        if amount == MAXIMUM {
            return Action::ApproveUnlimited { contract, spender };
        }
        Action::ApproveToken {
            contract,
            spender,
            amount,
        }
    }
}

/// The content of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Pays coins.
    Pay {
        /// The recipient.
        to: String,
        /// The amount in wei.
        amount: Amount,
    },
    /// Pays all coins.
    PayAll {
        /// The recipient.
        to: String,
    },
    /// Transfers ERC-20 tokens.
    TransferToken {
        /// The contract of the token.
        contract: String,
        /// The recipient.
        to: String,
        /// The amount in base units of the token.
        amount: Amount,
    },
    /// Allows an address to transfer ERC-20 tokens; 0 revokes it. An amount without an effective limit is rejected.
    ApproveToken {
        /// The contract of the token.
        contract: String,
        /// The spender.
        spender: String,
        /// The amount in base units of the token.
        amount: Amount,
    },
    /// Allows an address to transfer all ERC-20 tokens of the sender, also future ones.
    ApproveUnlimited {
        /// The contract of the token.
        contract: String,
        /// The spender.
        spender: String,
    },
    /// Calls a contract with any data, or deploys one. The app is responsible for the meaning of the data.
    Call {
        /// The contract; `None` deploys one.
        to: Option<String>,
        /// The amount in wei.
        amount: Amount,
        /// The calldata.
        data: Vec<u8>,
    },
}

/// The fields of a transaction that an action determines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields {
    pub to: Option<Address>,
    /// The amount in wei; `None` for all coins.
    pub amount: Option<Amount>,
    pub data: Vec<u8>,
}

impl Action {
    /// Returns the action that revokes the allowance of a spender.
    pub fn revoke(contract: &str, spender: &str) -> Self {
        Self::ApproveToken {
            contract: contract.to_owned(),
            spender: spender.to_owned(),
            amount: Amount::default(),
        }
    }

    /// Returns the action of a transaction with these fields.
    pub(super) fn of(to: Option<Address>, amount: Amount, data: &[u8]) -> Self {
        let call = TokenCall::decode_exact(data).filter(|_| amount == Amount::default());
        match (to, call) {
            (Some(to), None) if data.is_empty() => Self::Pay {
                to: to.to_string(),
                amount,
            },
            (Some(contract), Some(call)) => call.action(contract),
            (to, _) => Self::Call {
                to: to.map(|to| to.to_string()),
                amount,
                data: data.to_vec(),
            },
        }
    }

    /// Encodes the action.
    pub fn fields(&self) -> Result<Fields, PaymentError> {
        let zero = Some(Amount::default());
        Ok(match self {
            Self::Pay { to, amount } => Fields {
                to: Some(address("to", to)?),
                amount: Some(*amount),
                data: Vec::new(),
            },
            Self::PayAll { to } => Fields {
                to: Some(address("to", to)?),
                amount: None,
                data: Vec::new(),
            },
            Self::TransferToken { contract, to, amount } => Fields {
                to: Some(address("contract", contract)?),
                amount: zero,
                data: token_call(TRANSFER, address("to", to)?, *amount),
            },
            Self::ApproveToken {
                contract,
                spender,
                amount,
            } => {
                if is_unlimited(*amount) {
                    let problem = "the amount has no effective limit: use ApproveUnlimited";
                    return Err(PaymentError::invalid("amount", problem));
                }
                Fields {
                    to: Some(address("contract", contract)?),
                    amount: zero,
                    data: token_call(APPROVE, address("spender", spender)?, *amount),
                }
            }
            Self::ApproveUnlimited { contract, spender } => Fields {
                to: Some(address("contract", contract)?),
                amount: zero,
                data: token_call(APPROVE, address("spender", spender)?, MAXIMUM),
            },
            Self::Call { to, amount, data } => Fields {
                to: to.as_deref().map(|to| address("to", to)).transpose()?,
                amount: Some(*amount),
                data: data.clone(),
            },
        })
    }
}

fn address(field: &'static str, text: &str) -> Result<Address, PaymentError> {
    text.parse().map_err(|error| PaymentError::invalid(field, error))
}

/// Encodes a call with an address and an amount (contract ABI).
fn token_call(selector: [u8; 4], address: Address, amount: Amount) -> Vec<u8> {
    let mut data = selector.to_vec();
    data.extend([0; 12]);
    data.extend(address.0);
    data.extend(amount.to_be_bytes());
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    const OTHER: &str = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

    fn approval(amount: Amount) -> Action {
        Action::ApproveToken {
            contract: TOKEN.to_owned(),
            spender: OTHER.to_owned(),
            amount,
        }
    }

    /// The contract ABI: the selector of ERC-20, then two words.
    #[test]
    fn approvals_and_revocations_are_encoded_as_specified() {
        let data = approval(Amount::from(255_u64)).fields().expect("fields").data;
        assert_eq!(
            hex::encode(data),
            "095ea7b3000000000000000000000000fb6916095ca1df60bb79ce92ce3ea74c37c5d359\
             00000000000000000000000000000000000000000000000000000000000000ff"
        );
        let revoked = Action::revoke(TOKEN, OTHER).fields().expect("fields").data;
        assert_eq!(revoked[36..], [0; 32]);
    }

    #[test]
    fn unlimited_approvals_need_their_own_action() {
        let limit = u128::pow(2, 127);
        for amount in [Amount::from(limit), Amount::from(u128::pow(2, 96) - 1), MAXIMUM] {
            let error = approval(amount).fields().expect_err("an unlimited amount");
            assert!(
                matches!(error, PaymentError::Invalid { field: "amount", .. }),
                "{error}"
            );
        }
        for amount in [limit - 1, u128::pow(2, 96), u128::pow(2, 96) - 2] {
            approval(amount.into()).fields().expect("a limited amount");
        }
        let unlimited = Action::ApproveUnlimited {
            contract: TOKEN.to_owned(),
            spender: OTHER.to_owned(),
        };
        assert_eq!(unlimited.fields().expect("fields").data[36..], [0xff; 32]);
    }

    #[test]
    fn actions_are_those_of_their_fields() {
        let transfer = Action::TransferToken {
            contract: TOKEN.to_owned(),
            to: OTHER.to_owned(),
            amount: Amount::from(7_u64),
        };
        let unlimited = Action::ApproveUnlimited {
            contract: TOKEN.to_owned(),
            spender: OTHER.to_owned(),
        };
        let pay = Action::Pay {
            to: OTHER.to_owned(),
            amount: Amount::from(7_u64),
        };
        let call = Action::Call {
            to: Some(OTHER.to_owned()),
            amount: Amount::from(7_u64),
            data: transfer.fields().expect("fields").data,
        };
        let deployment = Action::Call {
            to: None,
            amount: Amount::default(),
            data: vec![1],
        };
        for action in [
            transfer,
            unlimited,
            approval(Amount::from(5_u64)),
            pay,
            call,
            deployment,
        ] {
            let Fields { to, amount, data } = action.fields().expect("fields");
            assert_eq!(Action::of(to, amount.expect("an amount"), &data), action);
        }
    }

    #[test]
    fn calldata_are_read_as_contracts_read_them() {
        let data = approval(Amount::from(5_u64)).fields().expect("fields").data;
        let exact = TokenCall::decode(&data);
        assert!(exact.is_some());
        assert_eq!(TokenCall::decode_exact(&data), exact);
        let mut padded = data.clone();
        padded[4] = 1;
        for other in [padded, [&data[..], &[0]].concat(), data[..67].to_vec()] {
            let found = TokenCall::decode(&other).expect("a call");
            assert_eq!(Some(found.address), exact.map(|call| call.address));
            assert_eq!(TokenCall::decode_exact(&other), None, "{}", hex::encode(other));
        }
        let mut named = data;
        named[0] = 1;
        assert_eq!(TokenCall::decode(&named), None);
    }
}
