//! Health report of the upstreams of a pool, for the operator.

use super::chain_lag::Head;
use super::member::Member;
use super::pool::Pool;
use super::source::Source;
use crate::client::Deadline;
use crate::config::Kind;
use crate::failure::Failure;
use futures::future::join_all;
use tokio::time::{Instant, timeout_at};
use wallet_core::model::Network;
use wallet_core::ports::upstream_health::{UpstreamReport, UpstreamState};

/// Health of one upstream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Protocol.
    pub kind: Kind,
    /// Host, with the port if the setting has one.
    pub host: String,
    /// State of the upstream.
    pub state: UpstreamState,
    /// Latest block, if known.
    pub head: Option<Head>,
    /// Number of blocks behind the greatest height that counts against it.
    pub lag: Option<u64>,
}

impl Report {
    /// Converts this into the operator's report for an upstream of this chain and network.
    pub fn of(self, chain: &'static str, network: Network) -> UpstreamReport {
        UpstreamReport {
            chain,
            network,
            kind: self.kind.name(),
            host: self.host,
            state: self.state,
            height: self.head.map(|head| head.height),
            lag: self.lag,
            block_time: self.head.and_then(|head| head.time),
        }
    }
}

impl<S: Source + ?Sized> Pool<S> {
    /// Requests the heads of all upstreams concurrently, and verifies their chains, except those with a fresh head or an open breaker.
    pub async fn report(&self, deadline: Deadline) -> Vec<Report> {
        let members = self.members();
        let checks = members.iter().map(|member| self.check_member(member, deadline));
        let checks = join_all(checks).await;
        let heads = self.heads();
        let reports = members.iter().zip(checks).enumerate();
        reports
            .map(|(which, (member, check))| Report {
                kind: member.kind,
                host: member.host.clone(),
                state: match check {
                    Ok(()) if self.check_lag(which).is_ok() => UpstreamState::Up,
                    Ok(()) | Err(Failure::Lagging { .. }) => UpstreamState::Behind,
                    Err(Failure::Paused { .. }) => UpstreamState::Paused,
                    Err(_) => UpstreamState::Down,
                },
                head: heads.claims[which].map(|claim| claim.head),
                lag: heads.lag(which),
            })
            .collect()
    }

    async fn check_member(&self, member: &Member<S>, deadline: Deadline) -> Result<(), Failure> {
        if let Some(wait) = member.retry_after() {
            return Err(Failure::Paused { wait });
        }
        let end = Instant::from_std(deadline.instant());
        let head = self.request_head(member);
        let before = head.clone();
        let chain = member.request_chain(async move { drop(before.await) });
        let check = timeout_at(end, head).await;
        check.unwrap_or(Err(Failure::TimedOut))?;
        member.verify(chain, deadline).await
    }
}
