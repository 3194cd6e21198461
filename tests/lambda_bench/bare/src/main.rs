//! A Lambda function without any of our code: `GET /hello`, and `POST /echo` that parses a JSON body and returns JSON.

use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

async fn hello() -> Json<Value> {
    Json(json!({ "data": "hello" }))
}

async fn echo(Json(body): Json<Value>) -> Json<Value> {
    Json(json!({ "data": { "fields": body.as_object().map(serde_json::Map::len) } }))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let app = Router::new().route("/hello", get(hello)).route("/echo", post(echo));
    lambda_http::run(app).await
}
