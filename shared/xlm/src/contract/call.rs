//! Invocations of contracts, and the values of arguments and results.

use super::address::{CallAddress, ContractId};
use super::value::ContractValue;
use crate::chain::{from_base64, to_base64};
use crate::value::address::AccountId;
use std::fmt;
use std::str::FromStr;
use stellar_xdr as xdr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// A value of a contract: an argument or a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScValue(pub(crate) xdr::ScVal);

/// The name of a function: 1 to 32 letters, digits and underscores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionName(String);

/// The error for a string that is not the name of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("name of a function must have 1 to 32 characters of a-z, A-Z, 0-9 and _")]
pub struct FunctionNameError;

impl CodedError for FunctionNameError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

/// The maximum number of characters of a symbol.
const MAX_SYMBOL: usize = 32;

/// Returns true for the characters of a symbol.
pub(super) fn is_symbol(text: &str) -> bool {
    text.len() <= MAX_SYMBOL && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

impl FromStr for FunctionName {
    type Err = FunctionNameError;

    fn from_str(text: &str) -> Result<Self, FunctionNameError> {
        if text.is_empty() || !is_symbol(text) {
            return Err(FunctionNameError);
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for FunctionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The invocation of a function of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractInvocation {
    /// The contract.
    pub contract: ContractId,
    /// The function.
    pub function: FunctionName,
    /// The arguments in order.
    pub arguments: Vec<ScValue>,
}

impl ContractInvocation {
    /// Returns the invocation of a function of a token (SEP-41) without arguments: `decimals`, `symbol`, `name`.
    pub fn of_token(contract: ContractId, function: TokenQuery) -> Self {
        Self {
            contract,
            function: FunctionName(function.name().to_owned()),
            arguments: Vec::new(),
        }
    }

    /// Returns the invocation that reads the balance of a holder of a token (SEP-41).
    pub fn balance(contract: ContractId, holder: impl Into<CallAddress>) -> Self {
        Self {
            contract,
            function: FunctionName("balance".to_owned()),
            arguments: vec![ScValue::address(holder.into())],
        }
    }

    /// Returns the invocation that reads the amount that a spender may withdraw (SEP-41).
    pub fn allowance(contract: ContractId, owner: CallAddress, spender: CallAddress) -> Self {
        Self {
            contract,
            function: FunctionName("allowance".to_owned()),
            arguments: vec![ScValue::address(owner), ScValue::address(spender)],
        }
    }

    /// Returns the transfer of an amount in the base unit of a token (SEP-41).
    pub fn transfer(contract: ContractId, from: AccountId, to: CallAddress, amount: i128) -> Self {
        Self {
            contract,
            function: FunctionName("transfer".to_owned()),
            arguments: vec![
                ScValue::address(from.into()),
                ScValue::address(to),
                ScValue::amount(amount),
            ],
        }
    }

    /// Decodes an invocation; `None` if the address is not of a contract, or if the name is invalid.
    pub(crate) fn from_xdr(call: &xdr::InvokeContractArgs) -> Option<Self> {
        let Some(CallAddress::Contract(contract)) = CallAddress::from_xdr(&call.contract_address) else {
            return None;
        };
        Some(Self {
            contract,
            function: call.function_name.0.to_utf8_string().ok()?.parse().ok()?,
            arguments: call.args.iter().cloned().map(ScValue).collect(),
        })
    }

    /// Returns the operation of the source account of the transaction. The number of authorizations is bounded.
    pub(crate) fn operation(&self, authorizations: Vec<xdr::SorobanAuthorizationEntry>) -> xdr::Operation {
        xdr::Operation {
            source_account: None,
            body: xdr::OperationBody::InvokeHostFunction(xdr::InvokeHostFunctionOp {
                host_function: xdr::HostFunction::InvokeContract(self.to_xdr()),
                auth: authorizations.try_into().unwrap_or_default(),
            }),
        }
    }

    /// Returns the invocation in the form of a transaction.
    pub fn to_xdr(&self) -> xdr::InvokeContractArgs {
        let arguments: Vec<_> = self.arguments.iter().map(|value| value.0.clone()).collect();
        xdr::InvokeContractArgs {
            contract_address: self.contract.to_xdr(),
            // The name and the number of arguments are bounded.
            function_name: xdr::ScSymbol(self.function.0.as_str().try_into().unwrap_or_default()),
            args: arguments.try_into().unwrap_or_default(),
        }
    }
}

/// A function of a token without arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenQuery {
    /// The number of decimal places of amounts.
    Decimals,
    /// The symbol.
    Symbol,
    /// The name.
    Name,
}

impl TokenQuery {
    const fn name(self) -> &'static str {
        match self {
            Self::Decimals => "decimals",
            Self::Symbol => "symbol",
            Self::Name => "name",
        }
    }
}

impl ScValue {
    /// Decodes the base64 of a value.
    pub fn read(base64: &str) -> Option<Self> {
        from_base64(base64).map(Self)
    }

    /// Returns the value in base64.
    pub fn to_base64(&self) -> String {
        to_base64(&self.0)
    }

    /// Creates the value of an address.
    pub fn address(address: CallAddress) -> Self {
        Self(xdr::ScVal::Address(address.to_xdr()))
    }

    /// Creates the value of an amount: a signed number of 128 bits.
    pub fn amount(number: i128) -> Self {
        Self(number.into())
    }

    /// Returns the amount, `None` for values of a different type.
    pub fn as_amount(&self) -> Option<i128> {
        match &self.0 {
            xdr::ScVal::I128(parts) => Some(parts.into()),
            _ => None,
        }
    }

    /// Returns the unsigned number of 32 bits, `None` for values of a different type.
    pub fn as_u32(&self) -> Option<u32> {
        match self.0 {
            xdr::ScVal::U32(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the address, `None` for values of a different type.
    pub fn as_address(&self) -> Option<CallAddress> {
        match &self.0 {
            xdr::ScVal::Address(address) => CallAddress::from_xdr(address),
            _ => None,
        }
    }

    /// Returns the UTF-8 of a string or a symbol, `None` for values of a different type.
    pub fn as_text(&self) -> Option<String> {
        match &self.0 {
            xdr::ScVal::String(text) => text.0.to_utf8_string().ok(),
            xdr::ScVal::Symbol(text) => text.0.to_utf8_string().ok(),
            _ => None,
        }
    }

    /// Returns the value for review.
    pub fn shown(&self) -> ContractValue {
        ContractValue::of(&self.0)
    }
}
