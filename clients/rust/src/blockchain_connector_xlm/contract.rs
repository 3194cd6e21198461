//! Calls of contracts, as the service decodes and simulates them.

use serde::{Deserialize, Serialize};

responses! {
    /// The call of a host function, as `parse` returns it in the `call` of an operation.
    ContractCall {
        /// The called function.
        #[serde(flatten)]
        pub function: HostFunction,
        /// The calls that accounts and contracts authorize.
        pub authorizations: Vec<Authorization>,
    }

    /// A call that an address authorizes.
    Authorization {
        /// The address that authorizes the call by a separate signature; absent if the signature of the transaction does.
        pub address: Option<String>,
        /// The number that makes a separate signature valid for a single use.
        pub nonce: Option<String>,
        /// The last ledger in which a separate signature is valid.
        pub expiration_ledger: Option<u32>,
        /// The addresses to which the authorizing address delegates its signature.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub delegates: Vec<String>,
        /// The authorized call.
        pub invocation: Invocation,
    }

    /// An authorized call with the further calls that it may make in the same name.
    Invocation {
        /// The called function.
        #[serde(flatten)]
        pub function: HostFunction,
        /// The further authorized calls.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub invocations: Vec<Invocation>,
        /// Further authorized calls that are nested too deeply to be shown: XDR in base64.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub unshown: Vec<String>,
    }

    /// The call of a function of a contract.
    FunctionCall {
        /// The address of the contract: C….
        pub contract: String,
        /// The name of the function.
        pub function: String,
        /// `native`, if the contract is that of the lumen.
        pub asset: Option<String>,
        /// The arguments in order.
        pub arguments: Vec<ContractValue>,
        /// The call as one of a token (SEP-41), if the function and the arguments have this form.
        pub token: Option<TokenCall>,
    }

    /// The creation of a contract.
    Creation {
        /// The hash of the code in hex.
        pub code: Option<String>,
        /// The asset of the contract: `native` or `CODE:ISSUER`.
        pub asset: Option<String>,
        /// The address that determines the address of the contract.
        pub deployer: Option<String>,
        /// The arguments of the constructor in order.
        pub arguments: Vec<ContractValue>,
    }

    /// The upload of code.
    Upload {
        /// The SHA-256 hash of the code in hex.
        pub code: String,
        /// The size of the code in bytes.
        pub size: u64,
    }
}

/// A function of the network that runs or creates contracts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[non_exhaustive]
pub enum HostFunction {
    Invoke(FunctionCall),
    Create(Creation),
    Upload(Upload),
}

/// The call of a token contract. Amounts are in the base unit of the token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[non_exhaustive]
pub enum TokenCall {
    Transfer {
        from: String,
        to: String,
        amount: String,
    },
    TransferFrom {
        spender: String,
        from: String,
        to: String,
        amount: String,
    },
    /// `amount` 0 revokes the approval.
    Approve {
        from: String,
        spender: String,
        amount: String,
        expiration_ledger: u32,
    },
    Mint {
        to: String,
        amount: String,
    },
    Burn {
        from: String,
        amount: String,
    },
    BurnFrom {
        spender: String,
        from: String,
        amount: String,
    },
    Clawback {
        from: String,
        amount: String,
    },
}

/// A value of a contract with the type. Numbers are strings of decimal digits, bytes are in hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", content = "value", rename_all = "camelCase")]
#[non_exhaustive]
pub enum ContractValue {
    Bool(bool),
    Void,
    /// The kind and the code of an error.
    Error(String),
    U32(String),
    I32(String),
    U64(String),
    I64(String),
    /// A Unix time in seconds.
    Timepoint(String),
    /// A number of seconds.
    Duration(String),
    U128(String),
    I128(String),
    U256(String),
    I256(String),
    Bytes(String),
    String(String),
    /// The bytes of a string that is not UTF-8.
    StringBytes(String),
    Symbol(String),
    Vec(Vec<ContractValue>),
    Map(Vec<ContractMapEntry>),
    Address(String),
    /// A value that only the network stores: XDR in base64.
    Other(String),
}

/// An entry of a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ContractMapEntry {
    pub key: ContractValue,
    pub value: ContractValue,
}

impl ContractMapEntry {
    /// Creates an entry for the arguments of a call.
    pub fn new(key: ContractValue, value: ContractValue) -> Self {
        Self { key, value }
    }
}
