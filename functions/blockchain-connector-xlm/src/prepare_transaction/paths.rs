//! GET /api/prepare-transaction/paths/{chain}

use crate::Services;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_http::{
    ApiError, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, Query, RequestDeadline, Required, UpstreamBudget,
};
use wallet_xlm::operation::schema::AnyAsset;
use wallet_xlm::wire::{AccountField, PositiveUnits, QueryAsset, Recipient};
use wallet_xlm::{Asset, Chain, PathQuery, PaymentPath};

wallet_core::request! {
    /// A payment from an asset to a different asset. Either `sourceAsset` or `destinationAsset` is required.
    pub struct Request {
        /// The address of the sender: G….
        from: Required<AccountField>,
        /// The recipient: G… or M…. The sender if absent.
        to: Field<Recipient>,
        /// The amount, in stroops: of `sourceAsset` to send, or of `destinationAsset` to deliver.
        amount: Required<PositiveUnits>,
        /// The asset of which exactly `amount` is sent: `native`, or the code and the issuer as `CODE:ISSUER`.
        source_asset: Field<QueryAsset>,
        /// The asset of which exactly `amount` is delivered: `native`, or the code and the issuer as `CODE:ISSUER`.
        destination_asset: Field<QueryAsset>,
        /// The network: `livenet` or `testnet`.
        network: Field<Network>,
    }
}

/// The paths of a payment.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PathsResponse)]
pub struct Response {
    /// The paths, in the order of the server. Empty if the exchange has none.
    paths: Vec<PathRecord>,
}

/// A path, with the amounts at its current prices.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentPath)]
pub struct PathRecord {
    /// The sent asset.
    #[schema(value_type = AnyAsset)]
    source_asset: Asset,
    /// The sent amount, in stroops.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "25000000")]
    source_amount: String,
    /// The received asset.
    #[schema(value_type = AnyAsset)]
    destination_asset: Asset,
    /// The received amount, in stroops.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "3100000")]
    destination_amount: String,
    /// The assets between the two, for `path` of the operations pathPaymentStrictSend and pathPaymentStrictReceive.
    #[schema(value_type = Vec<AnyAsset>, max_items = 5)]
    path: Vec<Asset>,
}

/// A validated request.
struct ParsedRequest {
    network: Network,
    query: PathQuery,
}

/// Returns the paths of a payment through the exchange of the network.
///
/// With `sourceAsset`, exactly `amount` of it is sent, and the paths lead to all assets that the recipient can hold. With
/// `destinationAsset`, exactly `amount` of it is delivered, and the paths start at all assets of which the sender has
/// enough. Prices change with every ledger: `destMin` and `sendMax` of the payment limit the change that the sender
/// accepts.
#[utoipa::path(
    get, path = "/api/prepare-transaction/paths/{chain}", operation_id = "paths",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::InvalidAmount]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    _: PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let parsed = request.read()?;
    budget.spend(Cost::SEVERAL_FACTS)?;
    let paths = services.node.paths(parsed.network, parsed.query, deadline).await?;
    Ok(Data(Response {
        paths: paths.into_iter().map(PathRecord::from).collect(),
    }))
}

impl Request {
    fn read(self) -> Result<ParsedRequest, ApiError> {
        let from = self.from.get()?;
        let to = self.to.get()?.map_or(from, |to| to.account);
        let amount = self.amount.get()?;
        let neither = self.source_asset.error("Send sourceAsset or destinationAsset.");
        let both = self
            .destination_asset
            .error("Send either sourceAsset or destinationAsset, not both.");
        let (source, destination) = (self.source_asset.get()?, self.destination_asset.get()?);
        let query = match (source, destination) {
            (Some(source), None) => PathQuery::StrictSend { source, amount, to },
            (None, Some(destination)) => PathQuery::StrictReceive {
                from,
                destination,
                amount,
            },
            (None, None) => return Err(neither.into()),
            (Some(_), Some(_)) => return Err(both.into()),
        };
        let network = self.network.or_default()?;
        Ok(ParsedRequest { network, query })
    }
}

impl From<PaymentPath> for PathRecord {
    fn from(found: PaymentPath) -> Self {
        Self {
            source_asset: found.source_asset,
            source_amount: found.source_amount.to_string(),
            destination_asset: found.destination_asset,
            destination_amount: found.destination_amount.to_string(),
            path: found.path,
        }
    }
}
