//! Receivers without sockets, so that a paused clock counts only the times of receivers and store.

use async_trait::async_trait;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::{Instant, sleep};
use wallet_deliver::{Request, Response, Transport};
use wallet_notifications::delivery::{Endpoint, Failure};

/// A request that has arrived.
#[derive(Clone, Debug)]
pub struct Arrived {
    pub id: String,
    pub body: Vec<u8>,
    pub at: Instant,
}

/// Receivers by host: the time that each needs, and the status.
#[derive(Default)]
pub struct Network {
    hosts: Mutex<HashMap<String, (Duration, u16)>>,
    arrived: Mutex<Vec<Arrived>>,
}

impl Network {
    pub fn new(hosts: &[(&str, Duration, u16)]) -> Arc<Self> {
        let network = Self::default();
        for (host, time, status) in hosts {
            network.set(host, *time, *status);
        }
        Arc::new(network)
    }

    pub fn set(&self, host: &str, time: Duration, status: u16) {
        self.hosts.lock().unwrap().insert(host.to_owned(), (time, status));
    }

    pub fn arrived(&self) -> Vec<Arrived> {
        self.arrived.lock().unwrap().clone()
    }
}

#[async_trait]
impl Transport for Network {
    async fn post(&self, endpoint: &Endpoint, request: Request) -> Result<Response, Failure> {
        let host = endpoint.url().host_str().unwrap_or_default();
        let found = self.hosts.lock().unwrap().get(host).copied();
        let (time, status) = found.ok_or(Failure::Unresolved)?;
        let id = request.headers.iter().find(|(name, _)| *name == "webhook-id");
        self.arrived.lock().unwrap().push(Arrived {
            id: id.map(|(_, id)| id.clone()).unwrap_or_default(),
            body: request.body,
            at: Instant::now(),
        });
        sleep(time).await;
        Ok(Response {
            status,
            retry_after: None,
        })
    }
}
