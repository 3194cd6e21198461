//! A server and what must outlive its last response.

use super::connections::{self, ConnectionLimits, Responders};
use super::{DataFolder, EmbeddedDatabase};
use anyhow::Context;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A running server with its database and data folder.
pub struct Server {
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
    _database: EmbeddedDatabase,
    _folder: Option<DataFolder>,
    grace: Duration,
}

impl Server {
    /// Serves until shutdown. `keep` is dropped after the last response; `grace` is the maximum time for running
    /// requests to complete.
    pub fn start<K: Send + 'static>(
        listener: TcpListener,
        responders: Responders,
        keep: K,
        (database, folder): (EmbeddedDatabase, Option<DataFolder>),
        grace: Duration,
    ) -> Self {
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(async move {
            let stopped = async {
                // A dropped sender also stops the server.
                let _ = stopped.await;
            };
            connections::serve(listener, responders, ConnectionLimits::default(), stopped).await;
            drop(keep);
        });
        Self {
            stop,
            served,
            _database: database,
            _folder: folder,
            grace,
        }
    }

    /// Stops accepting requests, completes the running ones and closes the files.
    pub async fn shutdown(self) -> anyhow::Result<()> {
        drop(self.stop);
        // Connections that remain open after the grace period are closed when the process ends.
        let served = tokio::time::timeout(self.grace, self.served).await;
        served.map_or(Ok(()), |ended| ended.context("the server failed"))
    }
}
