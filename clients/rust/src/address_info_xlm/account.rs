//! Settings and open offers of an account.

use crate::wire::{Asset, Source};
use std::collections::BTreeMap;

text_enum! {
    /// The kind of a signer key, the field in a `setOptions` operation.
    SignerType {
        /// A public key.
        Ed25519PublicKey "ed25519PublicKey",
        /// The preimage of a hash.
        Sha256Hash "sha256Hash",
        /// A transaction that is authorized in advance.
        PreAuthTx "preAuthTx",
        /// A signature over a payload.
        Ed25519SignedPayload "ed25519SignedPayload",
    }
}

responses! {
    /// The settings of an account.
    AccountResponse {
        /// The sequence number of the last transaction.
        pub sequence: String,
        /// The signers, including the master key.
        pub signers: Vec<AccountSigner>,
        /// The total weights that operations require.
        pub thresholds: AccountThresholds,
        /// The flags of the account as an issuer.
        pub flags: AccountFlags,
        /// The home domain.
        pub home_domain: Option<String>,
        /// The data entries: values in base64 by name.
        pub data: BTreeMap<String, String>,
        /// The number of base reserves that sponsors pay.
        pub sponsored: u32,
        /// The number of base reserves that the account sponsors.
        pub sponsoring: u32,
        /// The number of ledger entries.
        pub subentries: u32,
        /// The source of the data.
        pub source: Source,
    }

    /// A signer of an account.
    AccountSigner {
        /// The key as a strkey.
        pub key: String,
        /// The kind of the key.
        pub r#type: SignerType,
        /// The weight.
        pub weight: u32,
        /// The account that pays the reserve.
        pub sponsor: Option<String>,
    }

    /// The total weights of signers that operations require.
    AccountThresholds {
        /// For operations of low security.
        pub low: u8,
        /// For most operations.
        pub medium: u8,
        /// For merges and changes of signers.
        pub high: u8,
    }

    /// The flags of an account as an issuer.
    AccountFlags {
        /// True if trustlines require an authorization.
        pub auth_required: bool,
        /// True if the issuer can revoke authorizations.
        pub auth_revocable: bool,
        /// True if the flags can never change.
        pub auth_immutable: bool,
        /// True if it can claw back its assets from new trustlines.
        pub auth_clawback_enabled: bool,
    }

    /// The open offers of an account.
    OffersResponse {
        /// The offers, latest first.
        pub offers: Vec<OpenOffer>,
        /// The cursor of the next page.
        pub next_cursor: Option<String>,
        /// The source of the data.
        pub source: Source,
    }

    /// An open offer.
    OpenOffer {
        /// The id.
        pub offer_id: String,
        /// The sold asset.
        pub selling: Asset,
        /// The bought asset.
        pub buying: Asset,
        /// The amount of the sold asset in base units.
        pub amount: String,
        /// The exact price: units of `buying` per unit of `selling`.
        pub price: String,
    }
}
