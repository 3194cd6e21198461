//! A child process that responds to each line of JSON with a line of JSON: `{"ok": …}` or `{"error": …}`.

use serde_json::{Value, json};
use std::path::Path;
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// A running child process. When dropped, the input closes, and a process that does not exit is killed.
#[derive(Debug)]
pub struct JsonLines {
    _child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
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
            .kill_on_drop(true)
            .spawn()
            .expect("the interpreter starts");
        let input = child.stdin.take().expect("the input is piped");
        let output = child.stdout.take().expect("the output is piped");
        Self {
            _child: child,
            input,
            output: BufReader::new(output).lines(),
        }
    }

    /// Sends a request and returns the response; `Err` contains the child's `error`.
    pub async fn request(&mut self, request: &Value) -> Result<Value, Value> {
        let line = format!("{request}\n");
        self.input.write_all(line.as_bytes()).await.expect("the child reads");
        let line = self.output.next_line().await.expect("the child writes");
        let line = line.unwrap_or_else(|| panic!("the child ended at {request}"));
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
