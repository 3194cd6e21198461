//! The content security policy of the site.

use reqwest::Url;

/// The parts that do not depend on the server: pages load nothing from other hosts and run only the script of the site.
const FIXED: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; \
                     form-action 'none'; connect-src 'self'";

/// Returns the policy of a page whose requests go to a server, or to the host of the site if `server` is empty.
pub fn content(server: &str) -> String {
    let origin = Url::parse(server).map(|server| server.origin().ascii_serialization());
    origin.map_or_else(|_| FIXED.to_owned(), |origin| format!("{FIXED} {origin}"))
}

/// Returns the policy for a header, which also forbids frames. A page cannot forbid them by itself.
pub fn header() -> String {
    format!("{}; frame-ancestors 'none'", content(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_limited_to_the_server() {
        assert!(content("").ends_with("; connect-src 'self'"));
        let exported = content("https://wallet.example/base");
        assert!(
            exported.ends_with("; connect-src 'self' https://wallet.example"),
            "{exported}"
        );
    }
}
