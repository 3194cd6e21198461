//! Request bodies, read before a service responds.
//!
//! A gateway reads a request before it calls a function. Without that, a service that rejects a request early would leave
//! the body unread, and a client with a persistent connection would fail with its next request.

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use std::time::Duration;
use tokio::time::timeout;

/// Maximum number of bytes passed on: more than any service accepts, so that longer bodies are rejected by the service.
const MAX_KEPT: usize = 512 * 1024;

/// Maximum number of bytes read, the limit of API Gateway.
pub const MAX_READ: usize = 10 * 1024 * 1024;

/// A body as far as it was read.
struct ReadBody {
    /// The first bytes.
    kept: Vec<u8>,
    /// True if nothing of the body is left in the connection.
    complete: bool,
}

/// Reads the body of a request within a time, then calls the services. Closes the connection after the response if bytes
/// of the body are left.
pub async fn read(State(time): State<Duration>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(read) = timeout(time, read_body(body)).await else {
        return closing(StatusCode::REQUEST_TIMEOUT.into_response());
    };
    let request = Request::from_parts(parts, Body::from(Bytes::from(read.kept)));
    let response = next.run(request).await;
    if read.complete { response } else { closing(response) }
}

async fn read_body(mut body: Body) -> ReadBody {
    let (mut kept, mut length) = (Vec::new(), 0);
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map(|frame| frame.into_data().unwrap_or_default()) else {
            return ReadBody { kept, complete: false };
        };
        length += data.len();
        let room = MAX_KEPT - kept.len();
        kept.extend_from_slice(&data[..data.len().min(room)]);
        if length > MAX_READ {
            return ReadBody { kept, complete: false };
        }
    }
    ReadBody { kept, complete: true }
}

fn closing(mut response: Response) -> Response {
    response
        .headers_mut()
        .insert(CONNECTION, HeaderValue::from_static("close"));
    response
}
