//! POST /api/transaction/get-hash/{chain}/multi-operations

use super::terms::{Terms, TermsRequest};
use super::{Response, build, market, recipients_without_memo};
use crate::{Services, facts};
use axum::extract::State;
use futures::FutureExt;
use serde_json::Value;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::wire::Warning;
use wallet_http::{
    ApiError, Body, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, ResultExt,
    UpstreamBudget,
};
use wallet_xlm::operation::{Operation, Operations, check_memo};
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{Account, AccountId, AccountQuery, Chain, Ledger, PublicKey};

wallet_core::request! {
    /// A transaction of 1 to 100 operations.
    #[schema(as = MultiOperationsRequest)]
    pub struct Request {
        /// The public key of the source account, which pays the fee: 64 hex digits, or its address.
        public_key: Required<PublicKey>,
        /// The network: `livenet` or `testnet`. The hash is valid only on this network.
        network: Field<Network>,
        /// The operations in the order of execution, which is atomic. Unknown fields of an operation are
        /// rejected. Numbers that are not amounts may be JSON numbers or strings of decimal digits.
        #[schema(value_type = Vec<Operation>, min_items = 1, max_items = 100)]
        operations: Required<Vec<Value>>,
        #[serde(flatten)]
        terms: TermsRequest,
    }
}

/// A validated request.
struct ParsedRequest {
    source: AccountId,
    network: Network,
    operations: Operations,
    terms: Terms,
}

/// Builds a transaction of several operations and returns the hash to sign.
///
/// All limits of the protocol are checked, and an error names the invalid field by its path, such as
/// `operations[3].claimants[0].predicate.not`. If the recipient of a payment, a path payment or a
/// merge requires a memo (SEP-29) and the transaction has none, the response is status 400 with
/// `details.memoRequired`.
///
/// A price is never inverted: with `selling` XLM and `buying` USD, the price 0.25 of manageSellOffer and
/// createPassiveSellOffer means 0.25 USD per XLM. With `buying` XLM and `selling` USD, the price 0.25 of manageBuyOffer
/// also means 0.25 USD per XLM. The warning `price_outlier` compares it with the best offers
/// on the first four markets of the transaction; offers on further markets are not checked.
#[utoipa::path(
    post, path = "/api/transaction/get-hash/{chain}/multi-operations", operation_id = "getHashMultiOperations",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount,
        ErrorCode::FeeTooLow, ErrorCode::FeeTooHigh, ErrorCode::AccountNotFound, ErrorCode::RecipientListed,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    _: PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let parsed = request.read()?;
    services.lists.check(parsed.operations.recipients()).await?;
    budget.spend(Cost::SEVERAL_FACTS + Cost::requests(parsed.operations.as_slice().len()))?;
    let node = &*services.node;
    let (source, recipients, ledger, has_outlier) = tokio::try_join!(
        node.account(parsed.network, parsed.source.into(), deadline),
        facts::accounts(
            node,
            parsed.network,
            recipients_without_memo(&parsed.operations, &parsed.terms.memo)
                .into_iter()
                .map(AccountQuery::from),
            deadline
        ),
        parsed.ledger(node, deadline),
        market::has_price_outlier(node, parsed.network, &parsed.operations, deadline).map(Ok)
    )?;
    let source = facts::existing(source, "publicKey")?;
    parsed.check(&recipients, ledger)?;
    let ParsedRequest {
        network,
        operations,
        terms,
        ..
    } = &parsed;
    let mut response = build(&services, &source, *network, operations, terms)?;
    response.warnings.extend(Warning::of_offers(has_outlier));
    Ok(Data(response))
}

impl Request {
    fn read(self) -> Result<ParsedRequest, ApiError> {
        let source = self.public_key.get()?.account();
        let network = self.network.or_default()?;
        let name = self.operations.name();
        let operations = Operations::read(&self.operations.get()?, source).at(name)?;
        let terms = self.terms.read(operations.as_slice().len())?;
        Ok(ParsedRequest {
            source,
            network,
            operations,
            terms,
        })
    }
}

impl ParsedRequest {
    /// Returns the latest ledger if required by an operation.
    async fn ledger(&self, node: &dyn XlmNode, deadline: Deadline) -> Result<Option<Ledger>, UpstreamError> {
        if !self.operations.create_accounts() {
            return Ok(None);
        }
        node.ledger(self.network, deadline).await.map(Some)
    }

    /// Checks the operations against data of the network.
    fn check(&self, recipients: &[Account], ledger: Option<Ledger>) -> Result<(), ApiError> {
        if let Some(ledger) = ledger {
            let checked = self
                .operations
                .check_starting_balances(self.source, ledger.base_reserve);
            checked.at("operations")?;
        }
        Ok(check_memo(recipients)?)
    }
}
