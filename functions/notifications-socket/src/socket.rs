//! An invocation.

use lambda_runtime::Error;
use serde::Deserialize;
use serde_json::{Value, json};
use wallet_deliver::gateway::GatewaySockets;

/// An event of a WebSocket API.
/// <https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-mapping-template-reference.html>
///
/// `lambda_http` has a type of such events, whose code would be part of every function with requests.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    request_context: Context,
    /// The message of the client.
    #[serde(default)]
    body: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Context {
    connection_id: String,
    route_key: String,
}

/// Handles an event. Every connection is accepted, and opened by the first message, which has the token: browsers cannot send
/// headers with the connection, and a URL would be part of logs.
pub async fn handle(sockets: &GatewaySockets, event: Event) -> Result<Value, Error> {
    let Context {
        connection_id,
        route_key,
    } = event.request_context;
    match route_key.as_str() {
        "$connect" => {}
        "$disconnect" => sockets.disconnected(&connection_id).await?,
        _ => {
            let text = event.body.unwrap_or_default();
            sockets.message(&connection_id, &text).await?;
        }
    }
    Ok(json!({ "statusCode": 200 }))
}
