//! Completed requests as spans, with the attributes of OpenTelemetry's conventions for HTTP
//! (<https://opentelemetry.io/docs/specs/semconv/http/http-spans/>). The path of a request is omitted, since a path may contain an
//! address.

use opentelemetry::trace::{Span, SpanKind, Status, TraceContextExt, Tracer};
use opentelemetry::{Context, KeyValue};
use opentelemetry_sdk::trace::SdkTracer;
use wallet_core::observation::CallOutcome;
use wallet_http::telemetry::{CallTrace, RequestTrace, TraceSink};

/// The receiver of completed requests.
pub struct Spans(SdkTracer);

impl Spans {
    pub const fn new(tracer: SdkTracer) -> Self {
        Self(tracer)
    }

    fn add_call(&self, parent: &Context, call: &CallTrace) {
        let mut attributes = vec![
            KeyValue::new("server.address", call.host.clone()),
            KeyValue::new("wallet_cloud.upstream.kind", call.kind.clone()),
            KeyValue::new("wallet_cloud.chain", call.chain.clone()),
            KeyValue::new("wallet_cloud.upstream.outcome", call.outcome.clone()),
        ];
        let is_usable = [CallOutcome::Ok, CallOutcome::Declined]
            .map(CallOutcome::name)
            .contains(&call.outcome.as_str());
        if !is_usable {
            attributes.push(KeyValue::new("error.type", call.outcome.clone()));
        }
        let span = self.0.span_builder(format!("{} {}", call.kind, call.chain));
        let span = span.with_kind(SpanKind::Client).with_attributes(attributes);
        let mut span = span.with_start_time(call.start).start_with_context(&self.0, parent);
        if !is_usable {
            span.set_status(Status::error(call.outcome.clone()));
        }
        span.end_with_timestamp(call.end);
    }
}

impl TraceSink for Spans {
    fn record(&self, request: &RequestTrace) {
        let service = request.route.trim_start_matches('/').split('/').next();
        let mut attributes = vec![
            KeyValue::new("http.request.method", request.method),
            KeyValue::new("http.response.status_code", i64::from(request.status)),
            KeyValue::new("wallet_cloud.service", service.unwrap_or_default().to_owned()),
            KeyValue::new("wallet_cloud.request_id", request.request_id.clone()),
        ];
        if let Some(code) = request.code {
            attributes.push(KeyValue::new("error.type", code));
        }
        let name = format!("{} {}", request.method, request.route);
        attributes.push(KeyValue::new("http.route", request.route.clone()));
        let span = self.0.span_builder(name);
        let span = span.with_kind(SpanKind::Server).with_attributes(attributes);
        // A new trace: the header `traceparent` of a client is not trusted.
        let mut span = span
            .with_start_time(request.start)
            .start_with_context(&self.0, &Context::new());
        let parent = Context::new().with_remote_span_context(span.span_context().clone());
        for call in &request.calls {
            self.add_call(&parent, call);
        }
        if request.status >= 500 {
            span.set_status(Status::error(request.code.unwrap_or_default()));
        }
        span.end_with_timestamp(request.end);
    }
}
