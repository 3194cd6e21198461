//! The stop signal.

use std::io;

/// Registers handlers for Ctrl-C and, if the platform has it, SIGTERM. The future completes when one arrives.
#[cfg(unix)]
pub fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Registers a handler for Ctrl-C. The future completes when it arrives.
#[cfg(not(unix))]
pub fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without a handler, only the end of the process can stop the server.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    })
}
