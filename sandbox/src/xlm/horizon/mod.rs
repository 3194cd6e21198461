//! The Horizon API of the chain (<https://developers.stellar.org/docs/data/apis/horizon>).
//!
//! Each resource has a file. Amounts are decimal strings with seven decimals, 64-bit numbers are strings,
//! and errors are problem documents (RFC 7807).

mod accounts;
mod claimable_balances;
mod effects;
mod ledgers;
mod market;
mod operations;
mod problem;
mod request;
mod stream;
mod transactions;
pub(super) mod view;

use super::ledger::Ledger;
use super::node::Node;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use problem::Problem;
use serde_json::Value;
use std::sync::Arc;
use stream::Streams;
use tower_http::cors::{self, CorsLayer};

/// The maximum size of a body in bytes.
const MAX_BODY: usize = 200 << 10;
/// The response header with the ledger to which the response refers.
const LATEST_LEDGER: HeaderName = HeaderName::from_static("latest-ledger");

/// The state shared by the handlers.
#[derive(Clone)]
struct Horizon(Arc<Node>);

/// Returns the routes, relative to the chain's own path. Browsers may use them from any origin, as with public servers.
pub fn router(node: Arc<Node>) -> Router {
    let cors = CorsLayer::new()
        .allow_origin(cors::Any)
        .allow_headers(cors::Any)
        .expose_headers([header::DATE, LATEST_LEDGER]);
    let streams = Streams::new(Arc::clone(&node));
    streamed()
        .route_layer(from_fn_with_state(streams, stream::serve))
        .merge(others().route_layer(from_fn(stream::reject)))
        .fallback(async || Problem::not_found())
        .layer(cors)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(Horizon(node))
}

/// Returns the routes with streams.
#[rustfmt::skip]
fn streamed() -> Router<Horizon> {
    Router::new()
        .route("/accounts/{account}", get(accounts::get))
        .route("/accounts/{account}/data/{key}", get(accounts::data_entry))
        .route("/accounts/{account}/effects", get(effects::list))
        .route("/accounts/{account}/offers", get(market::offers::list))
        .route("/accounts/{account}/operations", get(operations::list))
        .route("/accounts/{account}/payments", get(operations::payments))
        .route("/accounts/{account}/trades", get(market::trades::list))
        .route("/accounts/{account}/transactions", get(transactions::list))
        .route("/effects", get(effects::list))
        .route("/ledgers", get(ledgers::list))
        .route("/ledgers/{sequence}/effects", get(effects::list))
        .route("/ledgers/{sequence}/operations", get(operations::list))
        .route("/ledgers/{sequence}/payments", get(operations::payments))
        .route("/ledgers/{sequence}/transactions", get(transactions::list))
        .route("/operations", get(operations::list))
        .route("/operations/{id}/effects", get(effects::of_operation))
        .route("/order_book", get(market::order_book))
        .route("/payments", get(operations::payments))
        .route("/trades", get(market::trades::list))
        .route("/transactions", get(transactions::list).post(transactions::submit))
        .route("/transactions/{hash}/effects", get(effects::list))
        .route("/transactions/{hash}/operations", get(operations::list))
        .route("/transactions/{hash}/payments", get(operations::payments))
}

/// Returns the routes without streams.
fn others() -> Router<Horizon> {
    Router::new()
        .route("/", get(ledgers::root))
        .route("/accounts", get(accounts::list))
        .route("/assets", get(market::assets::list))
        .route("/claimable_balances", get(claimable_balances::list))
        .route("/claimable_balances/{id}", get(claimable_balances::get))
        .route("/fee_stats", get(ledgers::fee_stats))
        .route("/friendbot", get(transactions::pay).post(transactions::pay))
        .route("/ledgers/{sequence}", get(ledgers::get))
        .route("/offers", get(market::offers::list))
        .route("/offers/{id}", get(market::offers::get))
        .route("/operations/{id}", get(operations::get))
        .route("/paths", get(market::paths::strict_receive))
        .route("/paths/strict-receive", get(market::paths::strict_receive))
        .route("/paths/strict-send", get(market::paths::strict_send))
        .route("/transactions/{hash}", get(transactions::get))
        .route("/transactions_async", post(transactions::submit_async))
}

impl Horizon {
    /// Runs a node call on a blocking thread, because a call may wait for a lock or for a disk write.
    async fn run_blocking<T: Send + 'static>(
        &self,
        call: impl FnOnce(&Node) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let node = Arc::clone(&self.0);
        tokio::task::spawn_blocking(move || call(&node))
            .await
            .map_err(Problem::internal)?
    }

    /// Runs a lookup and adds the ledger to which the result refers.
    async fn lookup(
        &self,
        call: impl FnOnce(&Ledger) -> Result<Value, Problem> + Send + 'static,
    ) -> Result<Response, Problem> {
        let response = self.run_blocking(|node| {
            node.read(|ledger| {
                let found = call(ledger)?;
                Ok((found, ledger.tip().header.ledger_seq))
            })
        });
        let (found, latest) = response.await?;
        Ok(([(LATEST_LEDGER, latest.to_string())], Json(found)).into_response())
    }
}
