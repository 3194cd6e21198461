//! The log as JSON lines, and as lines for a terminal.

use super::line::Line;
use super::metrics::{CompletedRequest, MetricFormat};
use super::record;
use crate::error::ErrorCode;
use std::fmt;
use std::io::Write;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::fmt::format::{DefaultFields, Writer};
use tracing_subscriber::fmt::{FormatFields, MakeWriter};
use tracing_subscriber::layer::{Context, Layer};

/// Writes each event as a JSON line with a single write: time, level, target, message and fields, then the id of the
/// request; the line of a completed request has the facts and metrics of the request too.
///
/// The formatter of `tracing-subscriber` with a span per request takes 6 to 9 µs a line, this formatter about 2 µs.
#[derive(Debug)]
pub(super) struct JsonLines<W> {
    writer: W,
    metrics: MetricFormat,
}

impl<W> JsonLines<W> {
    pub(super) const fn new(writer: W, metrics: MetricFormat) -> Self {
        Self { writer, metrics }
    }
}

impl<S, W> Layer<S> for JsonLines<W>
where
    S: Subscriber,
    W: for<'a> MakeWriter<'a> + 'static,
{
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut fields = Fields::at(Line::now(), event);
        event.record(&mut fields);
        let mut line = fields.line;
        let is_request = event.metadata().target() == record::REQUEST;
        let extra = record::current(|record| {
            if is_request {
                record.write(&mut line);
                self.metrics.write(&fields.request, record, &mut line)
            } else {
                line.field("requestId", record.id.as_str());
                Vec::new()
            }
        });
        let mut bytes = line.end();
        bytes.extend(extra.unwrap_or_default());
        // There is no place to report that the log cannot be written.
        let _ = self.writer.make_writer().write_all(&bytes);
    }
}

/// The fields of an event.
struct Fields {
    line: Line,
    request: CompletedRequest,
}

impl Fields {
    fn at(mut line: Line, event: &Event<'_>) -> Self {
        line.field("level", event.metadata().level().as_str());
        line.field("target", event.metadata().target());
        Self {
            line,
            request: CompletedRequest::default(),
        }
    }
}

impl Visit for Fields {
    fn record_u64(&mut self, field: &Field, value: u64) {
        match field.name() {
            "status" => self.request.status = value,
            "milliseconds" => self.request.milliseconds = value,
            _ => {}
        }
        self.line.field(field.name(), &value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.line.field(field.name(), &value);
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.line.field(field.name(), &value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.line.field(field.name(), &value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "route" => {
                let service = value.trim_start_matches('/').split('/').next();
                service.unwrap_or_default().clone_into(&mut self.request.service);
            }
            "code" => self.request.is_not_configured = value == ErrorCode::NotConfigured.name(),
            _ => {}
        }
        self.line.field(field.name(), value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.line.field(field.name(), &format!("{value:?}"));
    }
}

/// Formats the fields of an event, and adds the id of the current request at the end of the line.
pub(super) struct WithRequestId;

impl<'writer> FormatFields<'writer> for WithRequestId {
    fn format_fields<R: RecordFields>(&self, mut writer: Writer<'writer>, fields: R) -> fmt::Result {
        DefaultFields::new().format_fields(writer.by_ref(), fields)?;
        let id = record::current(|record| record.id.as_str().to_owned());
        id.map_or(Ok(()), |id| write!(writer, " requestId={id}"))
    }
}
