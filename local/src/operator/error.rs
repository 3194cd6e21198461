//! Why a command did nothing.

use wallet_core::auth::{KeySetError, MerchantIdError, MerchantSecretError, PermissionSetError};
use wallet_core::ports::store::StoreError;
use wallet_store::secrets::{CreateSecretError, UpstreamKeySetError};

/// Why a command did nothing. The text says what to do; where there is a source, that is printed behind it.
#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    /// There is something already.
    #[error("{name} holds keys already and stays as it is. To bring in new ones: wallet-cloud keys rotate")]
    KeysExist {
        /// The secret.
        name: String,
    },
    /// There is nothing to rotate.
    #[error("{name} holds no keys yet. To make some: wallet-cloud keys init")]
    NoKeys {
        /// The secret.
        name: String,
    },
    /// The last rotation is not over.
    #[error("a key is announced already that is not in use yet. Wait until it is, then rotate again")]
    RotationPending,
    /// The key set is not as it should be.
    #[error("{name} cannot be used: {cause}")]
    Keys {
        /// The secret.
        name: String,
        /// What is wrong.
        cause: KeySetError,
    },
    /// No such merchant.
    #[error("there is no merchant {id}. Its id is the part of its key between the first two underscores")]
    UnknownMerchant {
        /// The id.
        id: String,
    },
    /// What a merchant's secret holds is not as it should be.
    #[error("the merchant {id} cannot be used: {cause}")]
    Merchant {
        /// The id.
        id: String,
        /// What is wrong.
        cause: MerchantSecretError,
    },
    /// Two keys are good already.
    #[error(
        "the merchant {id} has two good keys, the most there may be; the older one ends {ends}. \
             To end all old ones now: --keep-old 0"
    )]
    TwoKeys {
        /// The id.
        id: String,
        /// When the older one ends.
        ends: String,
    },
    /// Too many merchants have nearly this name.
    #[error("too many merchants are called {name}. Choose another name")]
    NameUsedUp {
        /// The name.
        name: String,
    },
    /// The keys of upstreams are not as they should be.
    #[error("{name} cannot be used: {cause}")]
    UpstreamKeys {
        /// The secret.
        name: String,
        /// What is wrong.
        cause: UpstreamKeySetError,
    },
    /// There is nothing to forget.
    #[error("there is no key for {host}. To see which hosts have one: wallet-cloud upstreams list")]
    NoUpstreamKey {
        /// The host.
        host: String,
    },
    /// A host that cannot be one, or a key.
    #[error(transparent)]
    UpstreamKey(#[from] UpstreamKeySetError),
    /// An id that cannot be one.
    #[error(transparent)]
    Id(#[from] MerchantIdError),
    /// Permissions that cannot be granted.
    #[error("--permissions cannot be taken")]
    Permissions(#[from] PermissionSetError),
    /// The secret store failed.
    #[error("the secret store cannot be used")]
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
