//! Errors of typed data, with the path of the invalid part.

use super::field_type::Atom;
use crate::value::Amount;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo, nested_field};

/// The typed data are invalid at a path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct TypedDataError {
    /// The path of the invalid part. The path consists of valid identifiers only.
    path: Option<String>,
    reason: Reason,
}

/// Reasons why typed data are invalid. They contain no text of the client.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Reason {
    /// A JSON value of a type that is not an object.
    #[error("typed data and structs must be JSON objects")]
    NotAnObject,
    /// A JSON value of a type that is not a list.
    #[error("arrays must be JSON lists")]
    NotAList,
    /// A part besides the four of typed data.
    #[error("typed data must consist of types, primaryType, domain and message")]
    UnknownPart,
    /// A declared field is missing.
    #[error("the field is required by its type")]
    Missing,
    /// A field that the type does not declare.
    #[error("the object has a field that its type does not declare")]
    Undeclared,
    /// The primary type is not a declared struct.
    #[error("primaryType must be a struct of types other than EIP712Domain")]
    PrimaryType,
    /// Too many structs.
    #[error("types must contain at most {maximum} structs")]
    TooManyTypes {
        /// The maximum number of structs.
        maximum: usize,
    },
    /// The name of a struct is not an identifier, or is that of a type of Solidity.
    #[error("the name of a struct must be an identifier of at most {maximum} characters that is not another type")]
    StructName {
        /// The maximum number of characters.
        maximum: usize,
    },
    /// The declaration of a struct is not a list of fields.
    #[error("a struct must be a list of fields with a name and a type")]
    Declaration,
    /// Two fields with the same name.
    #[error("the name of a field must be an identifier of at most {maximum} characters that no other field has")]
    FieldName {
        /// The maximum number of characters.
        maximum: usize,
    },
    /// A type that is neither atomic nor declared.
    #[error("the type must be a type of EIP-712 or a struct of types, with at most {maximum} array dimensions")]
    UnknownType {
        /// The maximum number of array dimensions.
        maximum: usize,
    },
    /// A field of the domain that EIP-712 does not define.
    #[error(
        "the domain must have some of the fields name and version (string), chainId (uint256), verifyingContract \
         (address) and salt (bytes32)"
    )]
    DomainField,
    /// The domain of a different chain.
    #[error("the domain is of the chain {chain_id}, expected {expected}")]
    OtherChain {
        /// The chain id of the domain.
        chain_id: Amount,
        /// The chain id of the requested chain and network.
        expected: u64,
    },
    /// A value of a different type or out of range.
    #[error("the value must be {0}")]
    Value(Atom),
    /// An array of a different length.
    #[error("the array must have {expected} elements")]
    Length {
        /// The declared number of elements.
        expected: usize,
    },
    /// Structs and arrays are nested too deeply.
    #[error("structs and arrays must be nested at most {maximum} levels deep")]
    TooDeep {
        /// The maximum number of levels.
        maximum: usize,
    },
}

impl Reason {
    /// Returns the error at a path, or at the value without a path.
    pub(super) fn at(self, path: &str) -> TypedDataError {
        TypedDataError {
            path: (!path.is_empty()).then(|| path.to_owned()),
            reason: self,
        }
    }
}

impl TypedDataError {
    /// Returns the error with a path that starts with `outer`.
    #[must_use]
    pub(super) fn inside(self, outer: &str) -> Self {
        Self {
            path: Some(nested_field(outer, self.path)),
            ..self
        }
    }

    /// Returns the same error in an element of an array.
    #[must_use]
    pub(super) fn in_element(self, index: usize) -> Self {
        self.inside(&format!("[{index}]"))
    }
}

impl CodedError for TypedDataError {
    fn info(&self) -> ErrorInfo {
        let info = ErrorInfo::describe(ErrorCode::InvalidRequest, self);
        match &self.path {
            Some(path) => info.at(path),
            None => info,
        }
    }
}
