//! The errors of the secret commands.

use wallet_core::auth::{KeySetError, MerchantIdError, MerchantSecretError, PermissionSetError};
use wallet_core::ports::store::StoreError;
use wallet_store::secrets::{CreateSecretError, UpstreamKeySetError};

/// The error of a command. The message states the remedy; a source is printed after the message.
#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    /// The secret holds keys already.
    #[error("{name} already holds keys and was not changed. To add new keys: wallet-cloud keys rotate")]
    KeysExist {
        /// The name of the secret.
        name: String,
    },
    /// The secret holds no keys to rotate.
    #[error("{name} holds no keys yet. To create them: wallet-cloud keys init")]
    NoKeys {
        /// The name of the secret.
        name: String,
    },
    /// The keys of the last rotation are not in use yet.
    #[error("an announced key is not in use yet. Wait until it is, then rotate again")]
    RotationPending,
    /// No signing key has this id.
    #[error("there is no signing key {kid}. The ids are the kid members of /authorization/v1/.well-known/jwks.json")]
    UnknownKey {
        /// The requested key id.
        kid: String,
    },
    /// The key set is invalid.
    #[error("{name} cannot be used: {cause}")]
    Keys {
        /// The name of the secret.
        name: String,
        /// The reason.
        cause: KeySetError,
    },
    /// The merchant does not exist.
    #[error("there is no merchant {id}. Its id is the part of its key between the first two underscores")]
    UnknownMerchant {
        /// The requested id.
        id: String,
    },
    /// The merchant's secret is invalid.
    #[error("the merchant {id} cannot be used: {cause}")]
    Merchant {
        /// The id of the merchant.
        id: String,
        /// The reason.
        cause: MerchantSecretError,
    },
    /// Two keys are valid already.
    #[error(
        "the merchant {id} has two valid keys, the maximum; the older one expires {ends}. \
             To revoke all old keys now: --keep-old 0"
    )]
    TwoKeys {
        /// The id of the merchant.
        id: String,
        /// The time until the older key expires.
        ends: String,
    },
    /// Too many merchants have similar names.
    #[error("too many merchants have names similar to {name}. Choose another name")]
    NameUsedUp {
        /// The requested name.
        name: String,
    },
    /// The set of upstream keys is invalid.
    #[error("{name} cannot be used: {cause}")]
    UpstreamKeys {
        /// The name of the secret.
        name: String,
        /// The reason.
        cause: UpstreamKeySetError,
    },
    /// No key is stored for the host.
    #[error("there is no key for {host}. To list the hosts with keys: wallet-cloud upstreams list")]
    NoUpstreamKey {
        /// The requested host.
        host: String,
    },
    /// The host or the key is invalid.
    #[error(transparent)]
    UpstreamKey(#[from] UpstreamKeySetError),
    /// The merchant id is invalid.
    #[error(transparent)]
    Id(#[from] MerchantIdError),
    /// The permissions cannot be granted.
    #[error("--permissions is invalid")]
    Permissions(#[from] PermissionSetError),
    /// The secret store failed.
    #[error("the secret store cannot be accessed")]
    Store(#[from] StoreError),
}

impl From<CreateSecretError> for OperatorError {
    fn from(error: CreateSecretError) -> Self {
        match error {
            CreateSecretError::Exists { name } => Self::KeysExist { name },
            CreateSecretError::Store(error) => Self::Store(error),
        }
    }
}
