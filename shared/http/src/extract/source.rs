//! The network that a request comes from.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use lambda_http::request::RequestContext;
use std::convert::Infallible;
use std::net::IpAddr;
use wallet_core::auth::SourceNetwork;

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
    use axum::http::Request;

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
