//! How the upstreams of a pool are, for whoever operates the services.

use super::member::Member;
use super::pool::{MEASURE_FOR, Pool};
use super::standing::{Head, best};
use crate::client::Deadline;
use crate::config::Kind;
use crate::failure::Failure;
use futures::future::join_all;
use tokio::time::{Instant, timeout_at};
use wallet_core::model::Network;
use wallet_core::ports::upstream_health::{UpstreamReport, UpstreamState};

/// How one upstream is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its protocol.
    pub kind: Kind,
    /// Its host, with the port where the setting has one.
    pub host: String,
    /// Whether it serves.
    pub state: UpstreamState,
    /// The newest block, where known.
    pub head: Option<Head>,
    /// How many blocks it is behind the best of its peers.
    pub lag: Option<u64>,
}

impl Report {
    /// What it is for whoever operates the services, of an upstream of this chain and network.
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

impl<S: ?Sized + Send + Sync + 'static> Pool<S> {
    /// Asks all upstreams at the same time for their heads, unless these are a few seconds old or the upstream is left alone.
    pub async fn report(&self, deadline: Deadline) -> Vec<Report> {
        let members = self.members();
        let looks = members.iter().map(|member| self.look_at(member, deadline));
        let looks = join_all(looks).await;
        let heads: Vec<_> = members.iter().map(|member| member.last_head(MEASURE_FOR)).collect();
        let best = best(&heads.iter().flatten().copied().collect::<Vec<_>>(), self.tolerated());
        let reports = members.iter().zip(looks).zip(heads).enumerate();
        reports
            .map(|(which, ((member, look), head))| Report {
                kind: member.kind,
                host: member.host.clone(),
                state: match look {
                    Ok(()) if self.judge(which).is_ok() => UpstreamState::Up,
                    Ok(()) | Err(Failure::Behind { .. }) => UpstreamState::Behind,
                    Err(Failure::Paused { .. }) => UpstreamState::Paused,
                    Err(_) => UpstreamState::Down,
                },
                head,
                lag: head.zip(best).map(|(head, best)| best.saturating_sub(head.height)),
            })
            .collect()
    }

    async fn look_at(&self, member: &Member<S>, deadline: Deadline) -> Result<(), Failure> {
        if let Some(wait) = member.shut() {
            return Err(Failure::Paused { wait });
        }
        let end = Instant::from_std(deadline.moment());
        let look = timeout_at(end, self.look(member)).await;
        look.unwrap_or(Err(Failure::TimedOut)).map(|_| ())
    }
}
