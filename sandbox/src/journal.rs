//! The append-only file of a chain: a JSON line per transaction and block.
//!
//! The file is replayed at start and every line is validated again. An incomplete last line, as a crash may
//! leave, is cut off. A different invalid line is an error.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// An error that makes a journal unusable.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error("the sandbox file {path} cannot be used")]
    File {
        /// The path of the file.
        path: PathBuf,
        source: io::Error,
    },
    /// A line is inconsistent with the preceding lines.
    #[error("line {number} of the sandbox file {path} is damaged ({problem}); delete the file to start a new chain")]
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// The line number, counted from 1.
        number: usize,
        problem: String,
    },
}

/// The destination of new lines.
#[derive(Debug)]
pub enum Journal {
    /// No file: the chain is lost when the process exits.
    Memory,
    /// The end of a file.
    File {
        file: File,
        /// The length of all complete lines in bytes.
        length: u64,
    },
}

impl Journal {
    /// Opens a journal, creating the file if it is missing, and replays the lines in order; without a path, the chain
    /// is in memory only.
    pub fn open<Event: DeserializeOwned>(
        path: Option<&Path>,
        mut replay: impl FnMut(Event) -> Result<(), String>,
    ) -> Result<Self, JournalError> {
        let Some(path) = path else {
            return Ok(Self::Memory);
        };
        let fault = |source| JournalError::File {
            path: path.to_owned(),
            source,
        };
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(fault)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(fault)?;
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let length = whole.len() as u64;
        file.set_len(length).map_err(fault)?;
        for (number, line) in (1..).zip(whole.lines()) {
            let line = serde_json::from_str(line).map_err(|error| error.to_string());
            line.and_then(&mut replay).map_err(|problem| JournalError::Damaged {
                path: path.to_owned(),
                number,
                problem,
            })?;
        }
        Ok(Self::File { file, length })
    }

    /// Appends a line. On error the file is restored to the previous length.
    pub fn append(&mut self, line: &impl Serialize) -> io::Result<()> {
        let Self::File { file, length } = self else {
            return Ok(());
        };
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        if let Err(error) = file.write_all(text.as_bytes()) {
            // A partial line may have been written; without truncation the next line would be appended to the partial
            // line.
            file.set_len(*length)?;
            return Err(error);
        }
        *length += text.len() as u64;
        Ok(())
    }
}
