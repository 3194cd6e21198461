//! A scriptable Electrum server on the loopback interface that can misbehave.

use serde_json::{Value, json};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};
use tokio_rustls::TlsAcceptor;

/// A received call.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The index of the connection, from 0.
    pub connection: usize,
    /// `blockchain.headers.subscribe`
    pub method: String,
    /// The parameters.
    pub params: Value,
}

/// The server's reaction to a call.
#[derive(Clone, Debug)]
pub enum Reaction {
    /// Responds with a result.
    Result(Value),
    /// Responds with an error.
    Error(i64, String),
    /// Responds after the next response to a different call; several delayed responses are sent last to first.
    Delayed(Value),
    /// Writes raw lines; `ID` is replaced by the id of the call.
    Lines(String),
    /// Never responds.
    Nothing,
    /// Responds with an endless line, a byte per interval.
    Drip(Duration),
    /// Responds with an endless line at full speed.
    Flood,
    /// Writes raw bytes and closes the connection.
    Close(String),
    /// Responds with this result and then closes the connection.
    ResultThenClose(Value),
}

impl Reaction {
    /// Returns an error with code and message.
    pub fn error(code: i64, message: &str) -> Self {
        Self::Error(code, message.to_owned())
    }
}

type Script = Arc<dyn Fn(&Call) -> Reaction + Send + Sync>;

/// The header of block 840 000 of btc: <https://mempool.space/api/block-height/840000>.
pub const CHECKPOINT: &str = "00e05f2aab948491071265ad552351d0ad625745668da54b0172010000000000000000004f89a5d73bd4d4\
                              887f25981fe81892ccafda10c27f52d6f3dd28183a7c411b03b7072366194203177d9863ea";

/// Returns true for the call for the checkpoint of btc livenet.
fn is_for_checkpoint(call: &Call) -> bool {
    call.method == "blockchain.block.header" && call.params[0] == 840_000
}

fn with_checkpoint(
    script: impl Fn(&Call) -> Reaction + Send + Sync + 'static,
) -> impl Fn(&Call) -> Reaction + Send + Sync + 'static {
    move |call| {
        if is_for_checkpoint(call) {
            Reaction::Result(json!(CHECKPOINT))
        } else {
            script(call)
        }
    }
}

/// A running server that stops when dropped.
pub struct Server {
    /// The port of the listener.
    pub port: u16,
    calls: Arc<Mutex<Vec<Call>>>,
    task: JoinHandle<()>,
}

impl Server {
    /// Starts a server of btc livenet that responds to each call as scripted, except for the checkpoint. The
    /// server negotiates the version if the script returns `Nothing`.
    pub async fn start(script: impl Fn(&Call) -> Reaction + Send + Sync + 'static) -> Self {
        Self::listen(None, with_checkpoint(script)).await
    }

    /// Starts the same server with TLS.
    pub async fn secured(tls: TlsAcceptor, script: impl Fn(&Call) -> Reaction + Send + Sync + 'static) -> Self {
        Self::listen(Some(tls), with_checkpoint(script)).await
    }

    /// Starts a server that responds to each call as scripted.
    pub async fn of_any_chain(script: impl Fn(&Call) -> Reaction + Send + Sync + 'static) -> Self {
        Self::listen(None, script).await
    }

    async fn listen(tls: Option<TlsAcceptor>, script: impl Fn(&Call) -> Reaction + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("a bound port").port();
        let calls = Arc::new(Mutex::new(Vec::new()));
        let task = tokio::spawn(accept(listener, tls, Arc::clone(&calls), Arc::new(script)));
        Self { port, calls, task }
    }

    /// Returns the upstream setting of the server.
    pub fn setting(&self) -> String {
        format!("electrum+tcp://127.0.0.1:{}", self.port)
    }

    /// Returns the number of calls for the checkpoint so far.
    pub fn checkpoint_calls(&self) -> usize {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.iter().filter(|call| is_for_checkpoint(call)).count()
    }

    /// Returns all calls so far, except for the version, the latest block and the checkpoint, which the upstream pool
    /// requests as well.
    pub fn calls(&self) -> Vec<Call> {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let relevant = calls
            .iter()
            .filter(|call| !["server.version", "blockchain.headers.subscribe"].contains(&call.method.as_str()))
            .filter(|call| !is_for_checkpoint(call));
        relevant.cloned().collect()
    }

    /// Returns the methods of [`Self::calls`].
    pub fn methods(&self) -> Vec<String> {
        self.calls().into_iter().map(|call| call.method).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(listener: TcpListener, tls: Option<TlsAcceptor>, calls: Arc<Mutex<Vec<Call>>>, script: Script) {
    // Aborting the server drops its connections too.
    let mut connections = JoinSet::new();
    for number in 0.. {
        let Ok((stream, _)) = listener.accept().await else {
            return;
        };
        let (tls, calls, script) = (tls.clone(), Arc::clone(&calls), Arc::clone(&script));
        connections.spawn(async move {
            // A client that disconnects is not an error of the test.
            let _ = match tls {
                None => serve(stream, number, &calls, &script).await,
                Some(tls) => match tls.accept(stream).await {
                    Ok(stream) => serve(stream, number, &calls, &script).await,
                    Err(error) => Err(error),
                },
            };
        });
    }
}

async fn serve(
    stream: impl AsyncRead + AsyncWrite,
    connection: usize,
    calls: &Mutex<Vec<Call>>,
    script: &Script,
) -> io::Result<()> {
    let (reader, mut writer) = tokio::io::split(stream);
    let mut lines = BufReader::new(reader).lines();
    let mut later = Vec::new();
    while let Some(line) = lines.next_line().await? {
        let mut request: Value = serde_json::from_str(&line)?;
        let call = Call {
            connection,
            method: request["method"].as_str().unwrap_or_default().to_owned(),
            params: request["params"].take(),
        };
        let id = &request["id"];
        calls.lock().unwrap_or_else(PoisonError::into_inner).push(call.clone());
        let response = |result: Value| format!("{}\n", json!({ "jsonrpc": "2.0", "id": id, "result": result }));
        let reaction = match script(&call) {
            Reaction::Nothing if call.method == "server.version" => Reaction::Result(json!(["Scripted 1.0", "1.4"])),
            reaction => reaction,
        };
        match reaction {
            Reaction::Result(result) => {
                writer.write_all(response(result).as_bytes()).await?;
                while let Some(line) = later.pop() {
                    let line: String = line;
                    writer.write_all(line.as_bytes()).await?;
                }
            }
            Reaction::Delayed(result) => later.push(response(result)),
            Reaction::Error(code, message) => {
                let error = json!({ "id": id, "error": { "code": code, "message": message } });
                writer.write_all(format!("{error}\n").as_bytes()).await?;
            }
            Reaction::Lines(text) => writer.write_all(text.replace("ID", &id.to_string()).as_bytes()).await?,
            Reaction::Nothing => {}
            Reaction::Drip(interval) => loop {
                writer.write_all(b" ").await?;
                writer.flush().await?;
                tokio::time::sleep(interval).await;
            },
            Reaction::Flood => loop {
                writer.write_all(&vec![b' '; 0x10000]).await?;
            },
            Reaction::Close(text) => {
                writer.write_all(text.replace("ID", &id.to_string()).as_bytes()).await?;
                return writer.shutdown().await;
            }
            Reaction::ResultThenClose(result) => {
                writer.write_all(response(result).as_bytes()).await?;
                return writer.shutdown().await;
            }
        }
        writer.flush().await?;
    }
    Ok(())
}
