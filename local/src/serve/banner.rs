//! What the server says when it is up.

use super::Running;
use std::fmt;

/// The start-up text of a running server.
pub struct Banner<'a>(pub &'a Running);

/// Any UUID does; this one is easy to recognise as a placeholder.
const TOKEN_ID: &str = "00000000-0000-4000-8000-000000000001";

impl fmt::Display for Banner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(Running {
            base_url,
            merchant_key,
            place,
            sandbox_chains,
            ..
        }) = self;
        writeln!(f, "\nWallet Cloud Services {}\n", env!("CARGO_PKG_VERSION"))?;
        writeln!(f, "  Base URL      {base_url}")?;
        writeln!(f, "  Merchant key  {merchant_key}")?;
        writeln!(f, "  State         {place}")?;
        if !sandbox_chains.is_empty() {
            writeln!(f, "  Sandbox       {} (network \"testnet\")", sandbox_chains.join(", "))?;
        }
        writeln!(f, "\nA first request to paste:\n")?;
        writeln!(
            f,
            "  curl -s {base_url}/authorization/v1/api/permission/issue-by-key \\"
        )?;
        writeln!(f, "    -H 'Content-Type: application/json' \\")?;
        writeln!(
            f,
            "    -d '{{\"tokenId\":\"{TOKEN_ID}\",\"permissions\":[\"read\"],\"merchantKey\":\"{merchant_key}\"}}'"
        )?;
        writeln!(
            f,
            "\n`cargo run -- demo` walks a whole payment. Ctrl-C stops the server.\n"
        )
    }
}
