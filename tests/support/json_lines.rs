//! A child process that responds to each line of JSON with a line of JSON: `{"ok": …}` or `{"error": …}`.

use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use tokio::task::spawn_blocking;

/// A running child process, which is killed when dropped.
#[derive(Debug)]
pub struct JsonLines {
    /// `None` during a request, and after a cancelled request.
    pipes: Option<Pipes>,
}

/// The process with the pipes; not of tokio, whose pipes belong to the runtime of one test.
#[derive(Debug)]
struct Pipes {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl JsonLines {
    /// Starts `node SCRIPT ARGUMENTS…`; the standard error is inherited.
    pub fn node(script: &Path, arguments: &[&str]) -> Self {
        Self::start(Path::new("node"), script, arguments)
    }

    /// Starts `INTERPRETER SCRIPT ARGUMENTS…`; the standard error is inherited.
    pub fn start(interpreter: &Path, script: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(interpreter)
            .arg(script)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the interpreter starts");
        let input = child.stdin.take().expect("the input is piped");
        let output = BufReader::new(child.stdout.take().expect("the output is piped"));
        let pipes = Some(Pipes { child, input, output });
        Self { pipes }
    }

    /// Returns the process for other tests, or `None` if a request did not end.
    pub fn release(&mut self) -> Option<Self> {
        self.pipes.take().map(|pipes| Self { pipes: Some(pipes) })
    }

    /// Sends a request and returns the response; `Err` contains the child's `error`.
    pub async fn request(&mut self, request: &Value) -> Result<Value, Value> {
        let mut pipes = self.pipes.take().expect("the last request ended");
        let line = format!("{request}\n");
        let (pipes, line) = spawn_blocking(move || {
            let response = pipes.exchange(&line);
            (pipes, response)
        })
        .await
        .expect("reading and writing do not panic");
        self.pipes = Some(pipes);
        let line = line.unwrap_or_else(|error| panic!("the child ended at {request}: {error}"));
        let mut response: Value = serde_json::from_str(&line).expect("the response is JSON");
        match response.get_mut("error") {
            Some(error) => Err(error.take()),
            None => Ok(response["ok"].take()),
        }
    }

    /// Calls an operation with parameters, which must succeed.
    pub async fn call(&mut self, operation: &str, mut parameters: Value) -> Value {
        parameters["op"] = json!(operation);
        match self.request(&parameters).await {
            Ok(value) => value,
            Err(error) => panic!("{operation} failed: {error}; parameters {parameters}"),
        }
    }
}

impl Pipes {
    fn exchange(&mut self, line: &str) -> io::Result<String> {
        self.input.write_all(line.as_bytes())?;
        let mut response = String::new();
        self.output.read_line(&mut response)?;
        Ok(response)
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        // The process may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
