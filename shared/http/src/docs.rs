//! `GET /docs` of every service: the way to the documentation.
//!
//! A function contains no documentation, which would exceed the size budget, and redirects to the configured site
//! (docs/decisions/clients.md#documentation-site).

use axum::Router;
use axum::extract::State;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use std::str::FromStr;

/// The address of the documentation site, if configured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocsAddress(Option<String>);

impl DocsAddress {
    /// Creates the address of a site on the host of the services; `path` has no trailing slash.
    pub fn on_same_host(path: &'static str) -> Self {
        Self(Some(path.to_owned()))
    }
}

/// Parses an absolute URL such as `https://docs.wallet.example/api`.
impl FromStr for DocsAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_web = ["https://", "http://"]
            .iter()
            .any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
        let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic()) && !text.contains(['?', '#']);
        if is_web && is_plain && !text.ends_with('/') {
            return Ok(Self(Some(text.to_owned())));
        }
        Err("must be a URL such as https://docs.wallet.example, without a trailing slash")
    }
}

/// Adds the route, relative to the base path of a service.
pub(crate) fn add_route(router: Router, service: &'static str, address: DocsAddress) -> Router {
    router.route("/docs", get(docs).with_state((service, address)))
}

async fn docs(State((service, address)): State<(&'static str, DocsAddress)>) -> Response {
    match address.0 {
        Some(address) => Redirect::temporary(&format!("{address}/reference/{service}.html")).into_response(),
        None => Html(page(service)).into_response(),
    }
}

/// Returns the page of a deployment without a documentation site.
fn page(service: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\"><title>{service}</title></head>\
         <body><main><h1>{service}</h1><p>This deployment has no documentation site. The OpenAPI document \
         <a href=\"openapi.json\">openapi.json</a> describes every operation.</p></main></body></html>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use http::{Request, StatusCode};
    use http_body_util::BodyExt;
    use tower::ServiceExt;

    async fn get_docs(address: DocsAddress) -> Response {
        let request = Request::get("/docs").body(Body::empty()).unwrap();
        add_route(Router::new(), "asset-info", address)
            .oneshot(request)
            .await
            .unwrap()
    }

    #[tokio::test]
    async fn configured_site_is_the_target_of_a_redirect() {
        for (address, target) in [
            (
                "https://docs.wallet.example".parse(),
                "https://docs.wallet.example/reference/asset-info.html",
            ),
            (
                "http://127.0.0.1:8000/a".parse(),
                "http://127.0.0.1:8000/a/reference/asset-info.html",
            ),
            (
                Ok(DocsAddress::on_same_host("/docs")),
                "/docs/reference/asset-info.html",
            ),
        ] {
            let response = get_docs(address.unwrap()).await;
            assert_eq!(response.status(), StatusCode::TEMPORARY_REDIRECT);
            assert_eq!(response.headers()["location"], target);
        }
    }

    #[tokio::test]
    async fn page_links_the_document_without_a_site() {
        let response = get_docs(DocsAddress::default()).await;
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let text = std::str::from_utf8(&body).unwrap();
        assert!(
            text.contains("<h1>asset-info</h1>") && text.contains("href=\"openapi.json\""),
            "{text}"
        );
    }

    #[test]
    fn addresses_other_than_base_urls_are_rejected() {
        let invalid = [
            "docs.wallet.example",
            "/docs",
            "https://",
            "https://a.example/",
            "https://a.example/?x",
            "https://a b",
            "https://a\r\nb",
        ];
        for text in invalid {
            assert!(text.parse::<DocsAddress>().is_err(), "{text}");
        }
    }
}
