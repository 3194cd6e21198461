//! The subcommands of `lists`, and the location of the table.

use super::file::MAX_FILE;
use super::{ListEditor, ListFile};
use crate::operator::Report;
use crate::operator::aws::AwsAccess;
use crate::serve::{self, EmbeddedDatabase};
use anyhow::Context;
use clap::{Args, Subcommand};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wallet_core::lists::{ListAction, ListName};
use wallet_store::dynamodb::{Client, DynamoLists};

/// The output of a stack that names the table of the lists.
pub const LISTS_TABLE: &str = "ListsTable";

/// Commands on lists of addresses.
#[derive(Debug, Subcommand)]
pub enum ListsCommand {
    /// Import a list of addresses, in place of an earlier list of the same name
    Import {
        /// The name of the list: letters, digits, dots, hyphens and underscores
        name: ListName,
        /// A text file with an address per line, a CSV file with a column `address` and optionally `chain`, or the SDN list of
        /// OFAC (`sdn.xml`, `sdn_advanced.xml` or `sdn.csv`)
        file: PathBuf,
        /// `warn` for a warning about the recipient, `refuse` to reject estimates and hashes of payments to it
        #[arg(long, value_name = "warn|refuse")]
        action: ListAction,
        /// Leave out invalid addresses instead of rejecting the file
        #[arg(long)]
        skip_invalid: bool,
    },
    /// List the names, actions and sizes of the lists
    List,
    /// Remove a list with all addresses
    Remove {
        /// The name of the list
        name: ListName,
    },
}

/// The location of the lists: a data folder, or a table on AWS.
#[derive(Args, Debug)]
pub struct ListsTarget {
    /// The data folder of a server on this machine, which may be running
    // Not the id `data`: clap gives the default of the server's flag with that id to a global flag of a subcommand.
    #[arg(long = "data", id = "lists_data", value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// The table on AWS, the output `ListsTable` of the stack
    #[arg(long, value_name = "NAME", env = "WALLET_CLOUD_LISTS_TABLE", global = true)]
    lists_table: Option<String>,
    #[command(flatten)]
    aws: AwsAccess,
}

impl ListsTarget {
    /// Opens the table. `--data` has precedence over the table on AWS, and without both, the default folder is used.
    pub async fn open(&self) -> anyhow::Result<ListEditor> {
        if self.data.is_none()
            && let Some(table) = self.table().await?
        {
            let table = DynamoLists::new(Client::new(&self.aws.load().await?), table);
            return Ok(ListEditor::new(Arc::new(table)));
        }
        let folder = self.data.as_deref().unwrap_or(Path::new(serve::DEFAULT_DATA));
        let database = EmbeddedDatabase::open_existing(folder).await?;
        Ok(ListEditor::new(Arc::new(database.lists)))
    }

    async fn table(&self) -> anyhow::Result<Option<String>> {
        if self.lists_table.is_some() {
            return Ok(self.lists_table.clone());
        }
        let Some(stack) = self.aws.read_stack().await? else {
            return Ok(None);
        };
        let table = stack.outputs.get(LISTS_TABLE).cloned();
        let table = table.with_context(|| format!("the stack has no output {LISTS_TABLE}"))?;
        Ok(Some(table))
    }
}

impl ListsCommand {
    /// Runs the command and returns the output.
    pub async fn run(&self, editor: &ListEditor) -> anyhow::Result<Report> {
        Ok(match self {
            Self::Import {
                name,
                file,
                action,
                skip_invalid,
            } => {
                let path = file.display().to_string();
                let content = read_file(file).with_context(|| format!("{path} cannot be read"))?;
                let list = ListFile {
                    name,
                    action: *action,
                    path: &path,
                    content: &content,
                    skips_invalid: *skip_invalid,
                };
                editor.import(list).await?
            }
            Self::List => editor.list().await?,
            Self::Remove { name } => editor.remove(name).await?,
        })
    }
}

/// Reads a file up to one byte more than the maximum, which the import then rejects.
fn read_file(path: &Path) -> std::io::Result<Vec<u8>> {
    let limit = u64::try_from(MAX_FILE).unwrap_or(u64::MAX);
    let mut content = Vec::new();
    File::open(path)?
        .take(limit.saturating_add(1))
        .read_to_end(&mut content)?;
    Ok(content)
}
