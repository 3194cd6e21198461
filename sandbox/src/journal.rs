//! The file that a chain is kept in: one line of JSON for each transaction and block, only ever added to.
//!
//! It is replayed at start, and everything in it is judged again. A last line without its end is
//! what a crash leaves behind and is cut off; anything else that does not fit stops the start.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A journal could not be read.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file system failed.
    #[error("the sandbox file {path} cannot be used")]
    File {
        /// The file.
        path: PathBuf,
        /// What happened.
        source: io::Error,
    },
    /// A line does not fit what stands before it.
    #[error(
        "line {number} of the sandbox file {path} is damaged ({problem}); delete the file to begin this chain anew"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which line, counted from 1.
        number: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// Where new lines go.
#[derive(Debug)]
pub enum Journal {
    /// Nowhere: the chain ends with the process.
    Memory,
    /// To the end of a file.
    File {
        /// The open file.
        file: File,
        /// Its length up to the last whole line, in bytes.
        length: u64,
    },
}

impl Journal {
    /// Opens a journal, made if it is not there, and replays its lines one after the other.
    pub fn open<Line: DeserializeOwned>(
        path: &Path,
        mut replay: impl FnMut(Line) -> Result<(), String>,
    ) -> Result<Self, JournalError> {
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

    /// Adds a line. When this fails, the file is as it was before.
    pub fn append(&mut self, line: &impl Serialize) -> io::Result<()> {
        let Self::File { file, length } = self else {
            return Ok(());
        };
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        if let Err(error) = file.write_all(text.as_bytes()) {
            // Half a line may stand in the file; without this the next one would be glued to it.
            file.set_len(*length)?;
            return Err(error);
        }
        *length += text.len() as u64;
        Ok(())
    }
}
