//! When to stop.

use std::io;

/// Returns on Ctrl-C or, where there is one, on SIGTERM.
#[cfg(unix)]
pub async fn stop_signal() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        pressed = tokio::signal::ctrl_c() => pressed,
        _ = terminate.recv() => Ok(()),
    }
}

/// Returns on Ctrl-C.
#[cfg(not(unix))]
pub async fn stop_signal() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}
