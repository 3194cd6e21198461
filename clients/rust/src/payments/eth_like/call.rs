//! The content of a transaction: a payment, a token call or any call.

use crate::payments::Amount;
use crate::payments::check::PaymentError;
use std::fmt::Display;
use wallet_eth_like::Address;
use wallet_eth_like::erc20::{self, TokenCall, TokenCallKind};

/// The content of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// Allows an address to transfer ERC-20 tokens; 0 revokes the allowance. An amount without an effective limit is
    /// rejected.
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
    /// Calls or deploys a contract with any data. The app is responsible for the meaning of the data.
    Call {
        /// The contract; `None` for a deployment.
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

    /// Returns the action of a transaction with the fields.
    pub(super) fn of(to: Option<Address>, amount: Amount, data: &[u8]) -> Self {
        let call = erc20::decode_exact(data).filter(|_| amount == Amount::ZERO);
        match (to, call) {
            (Some(to), None) if data.is_empty() => Self::Pay {
                to: to.to_string(),
                amount,
            },
            (Some(contract), Some(call)) => Self::of_call(contract, call),
            (to, _) => Self::Call {
                to: to.map(|to| to.to_string()),
                amount,
                data: data.to_vec(),
            },
        }
    }

    /// Returns the action of a token call.
    fn of_call(contract: Address, call: TokenCall) -> Self {
        let (contract, address, amount) = (contract.to_string(), call.address.to_string(), call.amount);
        match call.kind {
            TokenCallKind::Transfer => Self::TransferToken {
                contract,
                to: address,
                amount,
            },
            TokenCallKind::Approve if amount == Amount::MAX => Self::ApproveUnlimited {
                contract,
                spender: address,
            },
            TokenCallKind::Approve => Self::ApproveToken {
                contract,
                spender: address,
                amount,
            },
        }
    }

    /// Encodes the action.
    pub fn fields(&self) -> Result<Fields, PaymentError> {
        let zero = Some(Amount::ZERO);
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
                data: data("to", erc20::transfer_data(address("to", to)?, *amount))?,
            },
            Self::ApproveToken {
                contract,
                spender,
                amount,
            } => {
                if amount.is_unlimited() {
                    let problem = "the amount has no effective limit: use ApproveUnlimited";
                    return Err(PaymentError::invalid("amount", problem));
                }
                Fields {
                    to: Some(address("contract", contract)?),
                    amount: zero,
                    data: data("spender", erc20::approve_data(address("spender", spender)?, *amount))?,
                }
            }
            Self::ApproveUnlimited { contract, spender } => Fields {
                to: Some(address("contract", contract)?),
                amount: zero,
                data: data(
                    "spender",
                    erc20::approve_data(address("spender", spender)?, Amount::MAX),
                )?,
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

fn data<E: Display>(field: &'static str, encoded: Result<Vec<u8>, E>) -> Result<Vec<u8>, PaymentError> {
    encoded.map_err(|error| PaymentError::invalid(field, error))
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
        for amount in [Amount::from(limit), Amount::from(u128::pow(2, 96) - 1), Amount::MAX] {
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
}
