//! The log as lines for a terminal.

use super::record;
use std::fmt;
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

/// Adds the id of the current request before each line.
pub(super) struct WithRequestId<F>(pub(super) F);

impl<S, N, F> FormatEvent<S, N> for WithRequestId<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(&self, context: &FmtContext<'_, S, N>, mut writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        if let Some(id) = record::current(|record| record.id.as_str().to_owned()) {
            write!(writer, "request_id={id} ")?;
        }
        self.0.format_event(context, writer, event)
    }
}
