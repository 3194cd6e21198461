//! The routes of the site on the local server, and the start page.

use super::layout::{frame, policy_header};
use super::reference::DOCUMENTS;
use super::{FILES, File, PATH};
use axum::Router;
use axum::extract::Path;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use maud::{Markup, html};

/// A foreign page that opens a page of the site has no access to the window.
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Adds the start page and the documentation to the services.
pub fn with_site(app: Router) -> Router {
    let site = Router::new()
        .route("/", get(start_page))
        .route(PATH, get(async || Redirect::permanent("/docs/")))
        .route("/docs/", get(async || page("index.html")))
        .route("/docs/{*path}", get(async |Path(path): Path<String>| page(&path)))
        .layer(map_response(with_headers));
    app.merge(site)
}

/// `GET /`: HTML for browsers, otherwise a few lines of text.
async fn start_page(headers: HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    if accepted.is_some_and(|accepted| accepted.contains("text/html")) {
        return ([(CONTENT_TYPE, super::HTML)], start_html()).into_response();
    }
    ([(CONTENT_TYPE, "text/plain; charset=utf-8")], start_text()).into_response()
}

fn page(path: &str) -> Response {
    match FILES.get(path) {
        Some(File { media_type, body }) => ([(CONTENT_TYPE, *media_type)], body.as_slice()).into_response(),
        None => (StatusCode::NOT_FOUND, [(CONTENT_TYPE, super::HTML)], not_found()).into_response(),
    }
}

async fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    if let Ok(policy) = policy_header().try_into() {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

const ROOT: &str = "/docs/";

/// Next steps of a reader: address, title, description.
const STEPS: [(&str, &str, &str); 5] = [
    (
        "/docs/quick-start.html",
        "Quick start",
        "A first payment on the sandbox in ten minutes.",
    ),
    (
        "/wallet",
        "Wallet",
        "A wallet for fifteen chains in this browser: create one, use the faucet, pay.",
    ),
    (
        "/docs/",
        "Guides",
        "Authentication, payments, history, fees, errors, production.",
    ),
    (
        "/docs/reference/index.html",
        "API reference",
        "Every operation, with a form that sends requests to this server.",
    ),
    (
        "/docs/chains.html",
        "Chain notes",
        "Address types, base units and limits of each chain.",
    ),
];

/// Returns the start page.
fn start_html() -> String {
    let content = html! {
        main id="content" class="start" tabindex="-1" {
            h1 { "The local server is running" }
            p class="lead" {
                "An open, self-hosted back end for wallet apps: accounts, addresses, assets and payments. Private keys never \
                 leave the app. " code { "testnet" } " is a sandbox on this computer; its coins are free."
            }
            ul class="cards" {
                @for (target, title, description) in STEPS {
                    li { a href=(target) { strong { (title) } span { (description) } } }
                }
            }
            (services())
            (first_requests())
        }
    };
    frame("Start", "Start page of the local server", ROOT, "", &content)
}

fn services() -> Markup {
    html! {
        h2 id="services" { "Services" }
        div class="table" tabindex="0" {
            table {
                thead { tr { th scope="col" { "Service" } th scope="col" { "Base path" } th scope="col" { "Links" } } }
                tbody {
                    @for service in DOCUMENTS.iter() {
                        @let base = format!("/{}/v1", service.name);
                        tr {
                            th scope="row" { (service.title()) }
                            td { code { (base) } }
                            td {
                                a href={ (base) "/docs" } { "reference" span class="hidden" { " of " (service.title()) } } " · "
                                a href={ (base) "/openapi.json" } { "openapi.json" span class="hidden" { " of " (service.title()) } } " · "
                                a href={ (base) "/health" } { "health" span class="hidden" { " of " (service.title()) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn first_requests() -> Markup {
    html! {
        h2 id="try" { "Things to try" }
        ul {
            li { "Paste the first request that the server printed at start-up. It returns a permission token." }
            li { "Use that token in the " a href="/docs/reference/index.html" { "API reference" } " to send requests." }
            li { "Run " code { "cargo run -- demo" } " in another terminal: payments on every chain, step by step." }
            li { "Get coins from the sandbox with " code { "POST /sandbox/v1/faucet" } ", as the quick start shows." }
        }
    }
}

/// Returns the start page as text, for command-line clients.
fn start_text() -> String {
    let services: Vec<_> = DOCUMENTS
        .iter()
        .map(|service| format!("  /{}/v1", service.name))
        .collect();
    let services = services.join("\n");
    format!(
        "Wallet Cloud Services {}\n\nOpen this address in a browser for the documentation, or read /docs/.\n\nServices, each \
         with /openapi.json, /health and /docs:\n{services}\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// Returns the page for an address that the site does not have.
fn not_found() -> String {
    let content = html! {
        main id="content" class="start" tabindex="-1" {
            h1 { "Page not found" }
            p { "The documentation has no page at this address. " a href="/docs/" { "Open the overview" } "." }
        }
    };
    frame("Page not found", "Page not found", ROOT, "", &content)
}
