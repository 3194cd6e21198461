//! The log as lines for a terminal.

use super::record;
use std::fmt;
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::fmt::FormatFields;
use tracing_subscriber::fmt::format::{DefaultFields, Writer};

/// Formats the fields of an event, and adds the id of the current request at the end of the line.
pub(super) struct WithRequestId;

impl<'writer> FormatFields<'writer> for WithRequestId {
    fn format_fields<R: RecordFields>(&self, mut writer: Writer<'writer>, fields: R) -> fmt::Result {
        DefaultFields::new().format_fields(writer.by_ref(), fields)?;
        let id = record::current(|record| record.id.as_str().to_owned());
        id.map_or(Ok(()), |id| write!(writer, " requestId={id}"))
    }
}
