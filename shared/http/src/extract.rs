//! Extractors that reject with the error envelope: JSON bodies, query parameters, the chain, network and transaction of a
//! request, the deadline, and the network that a request comes from.
//!
//! Bodies are checked in the order 415, 413, 400; a missing body without a content type is 400.

use crate::error::{ApiError, ErrorCode, ResultExt};
use crate::system::SystemClock;
use axum::body::HttpBody as _;
use axum::extract::{FromRequest, FromRequestParts, Path, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use lambda_http::request::RequestContext;
use serde::de::DeserializeSeed;
use serde_json::Deserializer;
use std::convert::Infallible;
use std::net::IpAddr;
use std::ops::Deref;
use std::time::Duration;
use tokio::time::Instant;
use wallet_core::auth::SourceNetwork;
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_core::wire::{Field, Fields, FromFields, Known, Required, Wire};

/// Parses the items of a list: at most `maximum`, all different. The path of an error is the index.
///
/// # Errors
/// Too many items, an item that `parse` rejects, or a repeated item.
pub fn distinct<T: PartialEq>(
    texts: &[&str],
    maximum: usize,
    item: &str,
    parse: impl Fn(&str) -> Result<T, ApiError>,
) -> Result<Vec<T>, ApiError> {
    if texts.len() > maximum {
        return Err(ApiError::invalid_request(format!("Request at most {maximum} {item}s.")));
    }
    let mut items = Vec::with_capacity(texts.len());
    for (index, text) in texts.iter().enumerate() {
        let field = || format!("[{index}]");
        let parsed = parse(text).at(field())?;
        if items.contains(&parsed) {
            let message = format!("Request each {item} only once.");
            return Err(ApiError::invalid_request(message).at(field()));
        }
        items.push(parsed);
    }
    Ok(items)
}

/// The maximum size of a body: 256 KiB.
pub const MAX_BODY_BYTES: usize = 256 * 1024;

/// A JSON object from the request body.
#[derive(Clone, Debug)]
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: FromFields> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        if !request.headers().contains_key(CONTENT_TYPE) && request.body().is_end_stream() {
            return Err(not_an_object());
        }
        if !is_json(request.headers()) {
            let message = "Send the body as Content-Type: application/json.";
            return Err(ApiError::new(ErrorCode::UnsupportedMediaType, message));
        }
        // A body declared as too large is rejected before it has arrived.
        if request.body().size_hint().lower() > MAX_BODY_BYTES as u64 {
            return Err(too_large());
        }
        let body = Limited::new(request.into_body(), MAX_BODY_BYTES).collect().await;
        let bytes = body.map_err(|error| unread(&*error))?.to_bytes();
        parse(&bytes).map(Self)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

fn unread(error: &(dyn std::error::Error + Send + Sync + 'static)) -> ApiError {
    if error.is::<LengthLimitError>() {
        too_large()
    } else {
        ApiError::invalid_request("The body ended early; send it again.")
    }
}

fn too_large() -> ApiError {
    ApiError::new(ErrorCode::PayloadTooLarge, "Send a body of at most 256 KiB.")
}

fn not_an_object() -> ApiError {
    ApiError::invalid_request("Send a JSON object as the body.")
}

fn parse<T: FromFields>(bytes: &[u8]) -> Result<T, ApiError> {
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err(not_an_object());
    }
    let mut json = Deserializer::from_slice(bytes);
    let fields = Known::of::<T>().deserialize(&mut json);
    let fields = fields.and_then(|fields| json.end().map(|()| fields));
    let invalid = |error: serde_json::Error| {
        let (line, column) = (error.line(), error.column());
        ApiError::invalid_request(format!("The body is not valid JSON (line {line}, column {column})."))
    };
    fields.map(|mut fields| T::take("", &mut fields)).map_err(invalid)
}

/// The parameters of the query string.
#[derive(Clone, Debug)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: FromFields> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let parameters = axum::extract::Query::<Vec<(String, String)>>::try_from_uri(&parts.uri).ok();
        let fields = parameters.and_then(|parameters| Fields::of_query::<T>(parameters.0));
        let invalid = || ApiError::invalid_request("Send each query parameter at most once, percent-encoded as UTF-8.");
        fields
            .map(|mut fields| Self(T::take("", &mut fields)))
            .ok_or_else(invalid)
    }
}

/// The chain in the path segment `{chain}`. Any other value is 404 `chain_not_supported`.
#[derive(Clone, Copy, Debug)]
pub struct PathChain<C>(pub C);

impl<S: Send + Sync, C: ChainName> FromRequestParts<S> for PathChain<C> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let name = Path::<String>::from_request_parts(parts, state).await;
        chain(&name.map(|Path(name)| name).unwrap_or_default()).map(Self)
    }
}

/// Parses the name of a chain of a service. Any other name is 404 `chain_not_supported`.
fn chain<C: ChainName>(name: &str) -> Result<C, ApiError> {
    C::from_name(name).ok_or_else(|| {
        let supported: Vec<_> = C::ALL.iter().map(|chain| chain.name()).collect();
        let message = format!("Use one of the chains of this service: {}.", supported.join(", "));
        ApiError::new(ErrorCode::ChainNotSupported, message).detail("supported", supported)
    })
}

/// Reads the chain of an entry of a batch.
///
/// # Errors
/// The field is invalid, or the service does not have the chain.
pub fn chain_of<C: ChainName, T>(field: Required<T>) -> Result<C, ApiError>
where
    T: Wire<Value: Deref<Target = str>>,
{
    let name = field.name();
    chain(&field.get()?).at(name)
}

/// Returns the error for a network that a chain does not have in this service.
pub fn network_not_supported(chain: &str, network: Network) -> ApiError {
    let message = format!("Use another network: {chain} has no {network} in this service.");
    ApiError::new(ErrorCode::NetworkNotSupported, message).at("network")
}

/// Returns the transaction of a request with two fields for the transaction, of which exactly a single field must be present.
///
/// # Errors
/// Neither or both fields are present, or a field has a different type.
pub fn one_of<C, T: Wire<C>>(txdata: Field<T>, unsigned_message: Field<T>) -> Result<Required<T>, ApiError> {
    match (txdata.is_present()?, unsigned_message.is_present()?) {
        (true, false) => Ok(txdata.required()),
        (false, true) => Ok(unsigned_message.required()),
        (false, false) => Err(txdata.error("Send txdata or unsignedMessage.").into()),
        (true, true) => {
            let message = "Send either txdata or unsignedMessage, not both.";
            Err(unsigned_message.error(message).into())
        }
    }
}

/// The time limit of one request. The gateway in front of the functions times out after 30 s.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(25);

/// The time reserved for the response to leave the function before Lambda freezes or ends it.
const PARTING_TIME: Duration = Duration::from_secs(1);

/// The deadline of the request: 25 s after its arrival, or a second before Lambda ends the function.
pub struct RequestDeadline(pub Deadline);

impl<S: Sync> FromRequestParts<S> for RequestDeadline {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let set = parts.extensions.get::<Deadline>().copied();
        // `mount` sets the deadline; in a router served without it, the time starts here.
        Ok(Self(set.unwrap_or_else(|| in_time(REQUEST_TIME))))
    }
}

/// The deadline of a request whose response has the errors of upstreams in its entries, or names what they do not provide.
pub struct EntryDeadline(pub Deadline);

impl<S: Sync> FromRequestParts<S> for EntryDeadline {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let RequestDeadline(deadline) = RequestDeadline::from_request_parts(parts, state).await?;
        Ok(Self(deadline))
    }
}

/// Sets the deadline of a request on arrival.
pub(crate) async fn set_deadline(State(time): State<Duration>, mut request: Request, next: Next) -> Response {
    let lambda = request.extensions().get::<lambda_http::Context>();
    let remaining = lambda.and_then(|context| remaining_until(context.deadline, SystemClock.now()));
    let time = remaining.map_or(time, |remaining| time.min(remaining));
    request.extensions_mut().insert(in_time(time));
    next.run(request).await
}

/// Returns the deadline at this time from now, on the clock of the runtime, which a test can pause.
fn in_time(time: Duration) -> Deadline {
    Deadline::at((Instant::now() + time).into_std())
}

/// Returns the remaining time for work if Lambda ends the function at `end`, in milliseconds since the Unix epoch. Lambda
/// starts no request after its end, but `cargo lambda watch` sends a constant in the past: `None`, for no limit.
fn remaining_until(end: u64, now: Timestamp) -> Option<Duration> {
    let end = Timestamp::from_millis(end);
    (end > now).then(|| end.since(now).saturating_sub(PARTING_TIME))
}

/// The address of the peer of a connection. A server that is not behind the gateway inserts it into its requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeerAddress(pub IpAddr);

/// The address of the client of the content delivery network, for a request with the secret of the network
/// ([`crate::edge`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ViewerAddress(pub IpAddr);

/// The network that a request comes from: of the viewer that the edge reports, of the address that the gateway reports in the request
/// context, or of the [`PeerAddress`]. Headers such as `X-Forwarded-For` have no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source(pub SourceNetwork);

impl<S: Sync> FromRequestParts<S> for Source {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(network_of(parts)))
    }
}

fn network_of(parts: &Parts) -> SourceNetwork {
    if let Some(viewer) = parts.extensions.get::<ViewerAddress>() {
        return SourceNetwork::of(viewer.0);
    }
    if let Some(context) = parts.extensions.get::<RequestContext>() {
        let address = match context {
            RequestContext::ApiGatewayV2(context) => context.http.source_ip.as_deref(),
            _ => None,
        };
        return address.map_or(SourceNetwork::Unknown, SourceNetwork::parse);
    }
    let peer = parts.extensions.get::<PeerAddress>();
    peer.map_or(SourceNetwork::Unknown, |peer| SourceNetwork::of(peer.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Bytes;
    use axum::http::Request;
    use http_body::{Frame, SizeHint};
    use std::convert::Infallible;
    use std::pin::Pin;
    use std::task::{Context, Poll};
    use std::time::Duration;

    wallet_core::request! {
        #[derive(Debug)]
        struct Empty {}
    }

    async fn rejection(content_type: Option<&str>, body: axum::body::Body) -> (ErrorCode, String) {
        let mut request = Request::new(body);
        if let Some(content_type) = content_type {
            let value = content_type.parse().unwrap();
            request.headers_mut().insert(CONTENT_TYPE, value);
        }
        let extraction = Body::<Empty>::from_request(request, &());
        let result = tokio::time::timeout(Duration::from_secs(5), extraction).await.unwrap();
        let error = result.unwrap_err();
        (error.code, error.message.into_owned())
    }

    #[tokio::test]
    async fn missing_body_without_content_type_is_an_invalid_request() {
        let (code, message) = rejection(None, axum::body::Body::empty()).await;
        assert_eq!(code, ErrorCode::InvalidRequest);
        assert_eq!(message, "Send a JSON object as the body.");
        for (content_type, body) in [(Some("text/plain"), ""), (Some(""), ""), (None, "{}")] {
            let (code, _) = rejection(content_type, body.into()).await;
            assert_eq!(code, ErrorCode::UnsupportedMediaType, "{content_type:?}");
        }
    }

    /// A body with a declared length in bytes that never yields data.
    struct DeclaredBody(u64);

    impl http_body::Body for DeclaredBody {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            Poll::Pending
        }

        fn size_hint(&self) -> SizeHint {
            SizeHint::with_exact(self.0)
        }
    }

    #[tokio::test]
    async fn body_declared_too_large_is_rejected_before_it_arrives() {
        let body = axum::body::Body::new(DeclaredBody(256 * 1024 + 1));
        let (code, _) = rejection(Some("application/json"), body).await;
        assert_eq!(code, ErrorCode::PayloadTooLarge);
    }

    #[test]
    fn one_second_before_the_lambda_deadline_is_reserved_for_the_response() {
        let now = Timestamp::from_secs(1_000);
        assert_eq!(remaining_until(1_005_500, now), Some(Duration::from_millis(4_500)));
        assert_eq!(remaining_until(1_000_900, now), Some(Duration::ZERO));
    }

    #[test]
    fn deadline_in_the_past_is_no_limit() {
        let now = Timestamp::from_secs(1_000);
        for constant in [0, 600_000, 1_000_000] {
            assert_eq!(remaining_until(constant, now), None);
        }
    }

    fn network(request: Request<()>) -> String {
        network_of(&request.into_parts().0).to_string()
    }

    #[test]
    fn peer_address_is_the_source_without_a_gateway() {
        let mut request = Request::new(());
        assert_eq!(network(request.clone()), "unknown");
        request.extensions_mut().insert(PeerAddress([192, 0, 2, 1].into()));
        assert_eq!(network(request), "192.0.2.1/32");
    }

    #[test]
    fn gateway_address_takes_precedence_and_headers_have_no_effect() {
        let mut context = lambda_http::aws_lambda_events::apigw::ApiGatewayV2httpRequestContext::default();
        context.http.source_ip = Some("2001:db8::1".to_owned());
        let mut request = Request::builder()
            .header("x-forwarded-for", "192.0.2.9")
            .body(())
            .unwrap();
        request.extensions_mut().insert(PeerAddress([192, 0, 2, 1].into()));
        request
            .extensions_mut()
            .insert(RequestContext::ApiGatewayV2(context.clone()));
        assert_eq!(network(request.clone()), "2001:db8::/64");
        context.http.source_ip = None;
        request.extensions_mut().insert(RequestContext::ApiGatewayV2(context));
        assert_eq!(network(request), "unknown");
    }
}
