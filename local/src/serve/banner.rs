//! The start-up text of the server.

use super::Running;
use std::fmt;
use uuid::Uuid;
use wallet_sandbox::chain::Endpoint;

/// The start-up text of a running server.
pub struct Banner<'a>(pub &'a Running);

impl fmt::Display for Banner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let running = self.0;
        let (base_url, merchant_key) = (&running.base_url, &running.merchant_key);
        let token_id = Uuid::new_v4();
        writeln!(f, "\nWallet Cloud Services {}\n", env!("CARGO_PKG_VERSION"))?;
        writeln!(f, "  Base URL      {base_url}")?;
        writeln!(f, "  Docs          {base_url}/docs/")?;
        writeln!(f, "  Wallet page   {base_url}/wallet")?;
        writeln!(f, "  Merchant key  {merchant_key}")?;
        writeln!(f, "  Testnet       {}", Testnet(&running.sandbox))?;
        writeln!(f, "  Livenet       {}", Livenet(&running.livenet_chains))?;
        writeln!(f, "  State         {}", running.place)?;
        writeln!(
            f,
            "
A first request to paste:

  curl -s {base_url}/authorization/v1/api/permission/issue-by-key \\
    -H 'Content-Type: application/json' \\
    -d '{{\"tokenId\":\"{token_id}\",\"permissions\":[\"read\"],\"merchantKey\":\"{merchant_key}\"}}'

`cargo run -- demo` makes payments on each chain; POST /sandbox/v1/faucet provides coins and tokens. \
Ctrl-C stops the server."
        )
    }
}

/// The upstreams of the testnets: the addresses of the sandbox, to which wallets can be pointed.
struct Testnet<'a>(&'a [Endpoint]);

impl fmt::Display for Testnet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("configured upstreams");
        }
        f.write_str("sandbox on this computer")?;
        for endpoint in self.0 {
            let Endpoint {
                chain, protocol, url, ..
            } = endpoint;
            write!(f, "\n    {chain:<6}{protocol:<10}{url}")?;
            if let Some(id) = endpoint.chain_id {
                write!(f, "  chain id {id}")?;
            }
        }
        Ok(())
    }
}

/// The upstreams of the livenets.
struct Livenet<'a>(&'a [&'static str]);

impl fmt::Display for Livenet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => f.write_str("no upstream"),
            chains => write!(f, "upstreams for {}", chains.join(", ")),
        }
    }
}
