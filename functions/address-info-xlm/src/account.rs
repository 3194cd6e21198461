//! GET /api/{chain}/account

use crate::Services;
use axum::extract::State;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use wallet_core::model::{Network, Source, UNREADABLE_ROWS};
use wallet_core::wire::XlmAccountText;
use wallet_http::{
    ApiError, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, Query, RequestDeadline, Required, UpstreamBudget,
};
use wallet_xlm::history::AccountFacts;
use wallet_xlm::wire::AnyAccount;
use wallet_xlm::{Account, Chain, WeightedSigner};

wallet_core::request! {
    /// The address of an account.
    pub struct Request {
        /// The address: G…, or M… for one user of a multiplexed account.
        address: Required<AnyAccount>,
        /// The network: `livenet` or `testnet`.
        network: Field<Network>,
    }
}

/// The settings of an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccountResponse)]
pub struct Response {
    /// The sequence number of the last transaction of the account.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "128920000000008")]
    sequence: String,
    /// The signers, including the master key of the account, also with the weight 0.
    signers: Vec<SignerRecord>,
    /// The total weights of signers that operations require.
    thresholds: ThresholdsRecord,
    /// The flags of the account as an issuer.
    flags: FlagsRecord,
    /// The home domain. Absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "example.com")]
    home_domain: Option<String>,
    /// The data entries: values in base64 by name.
    #[schema(example = json!({ "config.memo_required": "MQ==" }))]
    data: BTreeMap<String, String>,
    /// The number of base reserves of the account that others pay.
    #[schema(example = 0)]
    sponsored: u32,
    /// The number of base reserves that the account pays for others.
    #[schema(example = 1)]
    sponsoring: u32,
    /// The number of ledger entries of the account: trustlines (a pool share counts twice), offers, data entries and
    /// signers besides the master key.
    #[schema(example = 3)]
    subentries: u32,
    /// The source of the data and the missing parts of the response.
    source: Source,
}

/// A signer of an account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AccountSigner)]
pub struct SignerRecord {
    /// The key: G… for a public key, X… for the hash of a preimage, T… for a transaction that is authorized in
    /// advance, P… for a signed payload.
    #[schema(example = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ")]
    key: String,
    /// The kind of the key, which is its field in `signer` of the operation setOptions.
    #[serde(rename = "type")]
    #[schema(
        pattern = "^(ed25519PublicKey|sha256Hash|preAuthTx|ed25519SignedPayload)$",
        example = "ed25519PublicKey"
    )]
    kind: &'static str,
    /// The weight, which counts towards a threshold. With 0 the key signs nothing.
    #[schema(example = 1)]
    weight: u32,
    /// The account that pays the reserve of the signer. Absent if the account pays it itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    sponsor: Option<XlmAccountText>,
}

/// The total weights of signers that operations require.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AccountThresholds)]
pub struct ThresholdsRecord {
    /// For operations of low security, such as the claim of a balance.
    #[schema(maximum = 255, example = 0)]
    low: u8,
    /// For most operations, such as payments.
    #[schema(maximum = 255, example = 2)]
    medium: u8,
    /// For a merge of the account, and for changes of its signers and thresholds.
    #[schema(maximum = 255, example = 2)]
    high: u8,
}

/// The flags of an account as an issuer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the flags of the protocol")]
#[schema(as = AccountFlags)]
pub struct FlagsRecord {
    /// True if trustlines for its assets require its authorization.
    #[schema(example = false)]
    auth_required: bool,
    /// True if it can revoke the authorization of trustlines.
    #[schema(example = false)]
    auth_revocable: bool,
    /// True if the flags can never change, and the account can never be merged.
    #[schema(example = false)]
    auth_immutable: bool,
    /// True if it can claw back its assets from new trustlines.
    #[schema(example = false)]
    auth_clawback_enabled: bool,
}

/// Returns the signers, thresholds, flags and data entries of an account.
///
/// A missing account is status 404; a payment of lumens to its address creates it. `source.partial` contains `rows` if
/// a signer, a data entry or the home domain is unreadable; these are omitted. It contains `data` if no upstream lists the
/// data entries: Stellar RPC servers know only the entry that requires memos.
#[utoipa::path(
    get, path = "/api/{chain}/account", operation_id = "account",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::AccountNotFound]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    _: PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let address = request.address.get()?;
    let network = request.network.or_default()?;
    budget.spend(Cost::SEVERAL_FACTS)?;
    let facts = services
        .index
        .account_facts(network, address.account.into(), deadline)
        .await?;
    let account = facts.account.as_ref().ok_or_else(missing)?;
    Ok(Data(Response::new(account, &facts)))
}

/// The entry of `source.partial` for data entries that no upstream lists.
const NOT_ALL_DATA: &str = "data";

fn missing() -> ApiError {
    let message = "The account does not exist on this network; a payment of lumens to its address creates it.";
    ApiError::new(ErrorCode::AccountNotFound, message).at("address")
}

impl Response {
    fn new(account: &Account, facts: &AccountFacts) -> Self {
        let settings = &account.settings;
        let (thresholds, flags) = (settings.thresholds, settings.flags);
        let entries = settings.data.iter();
        let partial = [
            (settings.unlisted > 0).then_some(NOT_ALL_DATA),
            settings.lacks_entries.then_some(UNREADABLE_ROWS),
        ];
        Self {
            sequence: account.sequence.to_string(),
            signers: account.signers.iter().map(SignerRecord::from).collect(),
            thresholds: ThresholdsRecord {
                low: thresholds.low,
                medium: thresholds.medium,
                high: thresholds.high,
            },
            flags: FlagsRecord {
                auth_required: flags.required,
                auth_revocable: flags.revocable,
                auth_immutable: flags.immutable,
                auth_clawback_enabled: flags.clawback_enabled,
            },
            home_domain: settings.home_domain.as_ref().map(ToString::to_string),
            data: entries
                .map(|(name, value)| (name.to_string(), BASE64.encode(value)))
                .collect(),
            sponsored: account.sponsored,
            sponsoring: account.sponsoring,
            subentries: account.subentries,
            source: Source {
                upstream: facts.upstream,
                block: facts.ledger.sequence.to_string(),
                partial: partial.into_iter().flatten().collect(),
            },
        }
    }
}

impl From<&WeightedSigner> for SignerRecord {
    fn from(signer: &WeightedSigner) -> Self {
        Self {
            key: signer.key.to_string(),
            kind: signer.key.kind().name(),
            weight: signer.weight,
            sponsor: signer.sponsor.map(XlmAccountText::of),
        }
    }
}
