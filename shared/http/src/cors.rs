//! Cross-origin requests. CORS is handled only here; the gateway has none.

use crate::rate_limits::{RATE_LIMIT, RATE_LIMIT_POLICY};
use crate::request_id;
use http::header::{AUTHORIZATION, CONTENT_TYPE, ETAG, IF_NONE_MATCH, RETRY_AFTER};
use http::{HeaderValue, Method};
use std::str::FromStr;
use std::time::Duration;
use tower_http::cors::{AllowOrigin, CorsLayer};

/// The web origins that may send cross-origin requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AllowedOrigins {
    /// All origins, the default: tokens are bearer tokens and no cookie is ever read.
    #[default]
    Any,
    /// Only the listed origins.
    List(Vec<HeaderValue>),
}

/// Parses `*` or a comma-separated list of origins such as `https://wallet.example`.
impl FromStr for AllowedOrigins {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.trim() == "*" {
            return Ok(Self::Any);
        }
        let origin = |item: &str| {
            let item = item.trim();
            let plain = item.starts_with("https://") || item.starts_with("http://");
            match HeaderValue::from_str(item) {
                Ok(value) if plain && !item.ends_with('/') => Ok(value),
                _ => Err("must be '*' or a comma-separated list of origins such as https://wallet.example".to_owned()),
            }
        };
        text.split(',').map(origin).collect::<Result<_, _>>().map(Self::List)
    }
}

pub(crate) fn layer(origins: &AllowedOrigins) -> CorsLayer {
    let origins = match origins {
        AllowedOrigins::Any => AllowOrigin::any(),
        AllowedOrigins::List(list) => AllowOrigin::list(list.iter().cloned()),
    };
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([AUTHORIZATION, CONTENT_TYPE, IF_NONE_MATCH, request_id::HEADER])
        .expose_headers([ETAG, request_id::HEADER, RETRY_AFTER, RATE_LIMIT, RATE_LIMIT_POLICY])
        .max_age(Duration::from_mins(10))
}
