//! GET /api/{chain}/nfts

use crate::Services;
use crate::info::{OwnerPage, OwnerRequest, log_missing, next_cursor};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::{Flag, Source};
use wallet_core::wire::{AmountText, ContractText};
use wallet_eth_like::{Chain, OwnedNft, ReceivedNfts};
use wallet_http::{Cost, Data, ErrorCode, HandlerResult, PathChain, Query, RequestDeadline, UpstreamBudget};

/// `source.partial` entry if tokens may be missing.
const NO_NFTS: &str = "nfts";

/// `source.partial` entry if the asset list is unreadable.
const NO_ASSETS: &str = "assets";

/// Requests of a page: two lists of an index, and a call of Multicall3 for the owners and for the texts.
const REQUESTS: usize = 4;

/// The non-fungible tokens of an address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NftsResponse)]
pub struct Response {
    /// The tokens, last received first.
    nfts: Vec<Nft>,
    /// The `cursor` of the next page, with tokens received earlier; absent on the last page. A page may be empty before the
    /// last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "AAAAAAEStaw")]
    next_cursor: Option<String>,
    /// The source of the owners, and the missing parts of the response: `nfts` if no index lists the received tokens, or not
    /// all, and `assets` if the asset list cannot be read, without which each collection counts as unlisted.
    source: Source,
}

/// A non-fungible token of the address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Nft {
    /// `erc721` for a token with a single owner, `erc1155` for a token of which several owners have amounts.
    #[schema(pattern = "^(erc721|erc1155)$", example = "erc721")]
    kind: &'static str,
    /// The contract of the collection.
    contract: ContractText,
    /// The id of the token within the collection.
    id: AmountText,
    /// The owned amount; 1 for `erc721`.
    amount: AmountText,
    /// The name that the contract returns for the collection, without invisible characters and at most 64 characters long.
    /// Anyone can choose the name. Absent if the contract has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, max_length = 64, example = "CryptoKitties")]
    collection: Option<String>,
    /// The URI of the metadata exactly as the contract returns the text, which is not checked, not fetched, and may be
    /// hostile. Absent if the contract returns none, or one of more than about 900 bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, max_length = 1024, example = "ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1")]
    token_uri: Option<String>,
    /// True if the collection is not in the asset list.
    #[schema(example = true)]
    unlisted: bool,
    /// The notes about the token, as for transactions: `unlisted-token` if the collection is not in the asset list.
    flags: Vec<Flag>,
}

/// Returns the non-fungible tokens that an address owns now.
///
/// The tokens are found in the lists of received tokens of an index, and the owner of each is read from the contract at the
/// block of `source`: a token that was sent on is not listed, nor one that only the index reports. A token that was received
/// twice may be on two pages. If no index lists received tokens, the list is empty and `source.partial` contains `nfts`.
#[utoipa::path(
    get, path = "/api/{chain}/nfts", operation_id = "nfts",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<OwnerRequest>,
) -> HandlerResult<Response> {
    let OwnerPage { params, owner, block } = request.read(chain)?;
    budget.spend(Cost::requests(REQUESTS))?;
    let received = services.index.received_nfts(params, owner, block, deadline).await;
    let received = received.unwrap_or_else(|error| {
        log_missing(&error, "received tokens");
        ReceivedNfts {
            is_partial: true,
            ..ReceivedNfts::default()
        }
    });
    let received = received.page();
    let keys: Vec<_> = received.rows.iter().map(|row| row.key).collect();
    let held = services.node.owned_nfts(params, owner, &keys, deadline).await?;
    let contracts: Vec<_> = held.tokens.iter().map(|owned| owned.key.contract).collect();
    let listed = services.tokens.are_listed(chain, &contracts).await;
    let missing = [
        (received.is_partial || held.is_partial, NO_NFTS),
        (listed.is_err(), NO_ASSETS),
    ];
    let listed = listed.unwrap_or_else(|_| vec![false; contracts.len()]);
    Ok(Data(Response {
        nfts: held.tokens.into_iter().zip(listed).map(nft).collect(),
        next_cursor: next_cursor(received.next),
        source: Source {
            upstream: held.upstream,
            block: held.block.to_string(),
            partial: missing
                .into_iter()
                .filter_map(|(lacks, part)| lacks.then_some(part))
                .collect(),
        },
    }))
}

fn nft((owned, is_listed): (OwnedNft, bool)) -> Nft {
    Nft {
        kind: owned.key.kind.name(),
        contract: ContractText::of(owned.key.contract),
        id: AmountText(owned.key.id.to_string()),
        amount: AmountText(owned.amount.to_string()),
        collection: Some(owned.collection).filter(|name| !name.is_empty()),
        token_uri: owned.uri,
        unlisted: !is_listed,
        flags: Vec::from_iter((!is_listed).then_some(Flag::UnlistedToken)),
    }
}
