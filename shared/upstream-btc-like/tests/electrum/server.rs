//! A scriptable Electrum server on the loopback interface that can misbehave.

use serde_json::{Value, json};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};
use tokio_rustls::TlsAcceptor;

/// A question as it arrived.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Which connection it came over, from 0.
    pub connection: usize,
    /// `blockchain.headers.subscribe`
    pub method: String,
    /// The parameters.
    pub params: Value,
}

/// What the server does with a question.
#[derive(Clone, Debug)]
pub enum Say {
    /// Answers.
    Result(Value),
    /// Answers with an error.
    Error(i64, String),
    /// Answers behind the next answer to another question; several such answers come last first.
    Later(Value),
    /// Writes these lines; `ID` in them stands for the question's id.
    Lines(String),
    /// Never answers.
    Nothing,
    /// Answers with a line that never ends, one byte of it each time this much time has passed.
    Drip(Duration),
    /// Answers with a line that never ends, as fast as it can.
    Flood,
    /// Writes these bytes and closes the connection.
    Close(String),
    /// Answers this and then closes the connection.
    Last(Value),
}

impl Say {
    /// An error with code and text.
    pub fn error(code: i64, message: &str) -> Self {
        Self::Error(code, message.to_owned())
    }
}

type Script = Arc<dyn Fn(&Call) -> Say + Send + Sync>;

/// A running server. Dropping it stops it.
pub struct Server {
    /// Where it listens.
    pub port: u16,
    calls: Arc<Mutex<Vec<Call>>>,
    task: JoinHandle<()>,
}

impl Server {
    /// Starts a server that answers each question as the script says. It agrees on a version by itself, unless the
    /// script does not say `Nothing` to it.
    pub async fn start(script: impl Fn(&Call) -> Say + Send + Sync + 'static) -> Self {
        Self::listen(None, script).await
    }

    /// The same behind TLS.
    pub async fn secured(tls: TlsAcceptor, script: impl Fn(&Call) -> Say + Send + Sync + 'static) -> Self {
        Self::listen(Some(tls), script).await
    }

    async fn listen(tls: Option<TlsAcceptor>, script: impl Fn(&Call) -> Say + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("a bound port").port();
        let calls = Arc::new(Mutex::new(Vec::new()));
        let task = tokio::spawn(accept(listener, tls, Arc::clone(&calls), Arc::new(script)));
        Self { port, calls, task }
    }

    /// As it stands in a setting.
    pub fn setting(&self) -> String {
        format!("electrum+tcp://127.0.0.1:{}", self.port)
    }

    /// Everything asked so far, but for the version and the newest block, which the pool of upstreams asks for, too.
    pub fn calls(&self) -> Vec<Call> {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = calls
            .iter()
            .filter(|call| !["server.version", "blockchain.headers.subscribe"].contains(&call.method.as_str()));
        asked.cloned().collect()
    }

    /// The methods of these.
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
            // A client that gave up is no fault of the test.
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
        let mut question: Value = serde_json::from_str(&line)?;
        let call = Call {
            connection,
            method: question["method"].as_str().unwrap_or_default().to_owned(),
            params: question["params"].take(),
        };
        let id = &question["id"];
        calls.lock().unwrap_or_else(PoisonError::into_inner).push(call.clone());
        let answer = |result: Value| format!("{}\n", json!({ "jsonrpc": "2.0", "id": id, "result": result }));
        let say = match script(&call) {
            Say::Nothing if call.method == "server.version" => Say::Result(json!(["Scripted 1.0", "1.4"])),
            say => say,
        };
        match say {
            Say::Result(result) => {
                writer.write_all(answer(result).as_bytes()).await?;
                while let Some(line) = later.pop() {
                    let line: String = line;
                    writer.write_all(line.as_bytes()).await?;
                }
            }
            Say::Later(result) => later.push(answer(result)),
            Say::Error(code, message) => {
                let error = json!({ "id": id, "error": { "code": code, "message": message } });
                writer.write_all(format!("{error}\n").as_bytes()).await?;
            }
            Say::Lines(text) => writer.write_all(text.replace("ID", &id.to_string()).as_bytes()).await?,
            Say::Nothing => {}
            Say::Drip(pause) => loop {
                writer.write_all(b" ").await?;
                writer.flush().await?;
                tokio::time::sleep(pause).await;
            },
            Say::Flood => loop {
                writer.write_all(&vec![b' '; 0x10000]).await?;
            },
            Say::Close(text) => {
                writer.write_all(text.replace("ID", &id.to_string()).as_bytes()).await?;
                return writer.shutdown().await;
            }
            Say::Last(result) => {
                writer.write_all(answer(result).as_bytes()).await?;
                return writer.shutdown().await;
            }
        }
        writer.flush().await?;
    }
    Ok(())
}
