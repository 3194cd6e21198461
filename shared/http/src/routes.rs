//! Routes of a service together with their part of the OpenAPI document.

use crate::openapi::signature::Signature;
use crate::openapi::wrapper::Schemas;
use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodFilter, MethodRouter};
use utoipa::openapi::path::{HttpMethod, Operation, PathItem};
use utoipa::openapi::{Components, OpenApi};

/// Adds the parts of a handler's signature to an operation.
type Description = fn(&mut Operation, &mut Schemas);

/// The handlers of a path, by method.
pub struct Endpoint<S> {
    handlers: MethodRouter<S>,
    operations: Vec<(HttpMethod, Description)>,
}

macro_rules! methods {
    ($($name:ident $method:ident $filter:ident)*) => {
        impl<S: Clone + Send + Sync + 'static> Endpoint<S> {
            $(
                /// Adds the handler of this method.
                #[must_use]
                pub fn $name<H, T, A>(self, handler: H) -> Self
                where
                    H: Handler<T, S> + Signature<A>,
                    T: 'static,
                {
                    self.on(HttpMethod::$method, MethodFilter::$filter, handler)
                }
            )*
        }

        $(
            /// Creates an endpoint with the handler of this method.
            pub fn $name<H, T, S, A>(handler: H) -> Endpoint<S>
            where
                H: Handler<T, S> + Signature<A>,
                T: 'static,
                S: Clone + Send + Sync + 'static,
            {
                Endpoint { handlers: MethodRouter::new(), operations: Vec::new() }.$name(handler)
            }
        )*
    };
}

methods!(get Get GET  post Post POST  put Put PUT  delete Delete DELETE);

impl<S: Clone + Send + Sync + 'static> Endpoint<S> {
    fn on<H, T, A>(mut self, method: HttpMethod, filter: MethodFilter, handler: H) -> Self
    where
        H: Handler<T, S> + Signature<A>,
        T: 'static,
    {
        self.operations.push((method, H::describe));
        self.handlers = self.handlers.on(filter, handler);
        self
    }
}

/// The routes of a service, relative to the base path.
pub struct Routes<S> {
    tag: &'static str,
    router: Router<S>,
    operations: Vec<(&'static str, HttpMethod, Description)>,
}

impl<S: Clone + Send + Sync + 'static> Routes<S> {
    /// Creates no routes. `tag` is the tag of operations with a path that names none.
    pub fn new(tag: &'static str) -> Self {
        Self {
            tag,
            router: Router::new(),
            operations: Vec::new(),
        }
    }

    /// Adds the handlers of a path.
    #[must_use]
    pub fn route(mut self, path: &'static str, endpoint: Endpoint<S>) -> Self {
        let operations = endpoint.operations.into_iter();
        self.operations
            .extend(operations.map(|(method, description)| (path, method, description)));
        self.router = self.router.route(path, endpoint.handlers);
        self
    }

    /// Returns the router.
    pub fn router(self) -> Router<S> {
        self.router
    }

    /// Completes a document, which has the path, the texts and the special responses of every operation.
    pub fn describe(&self, title: &str, description: &str, mut document: OpenApi) -> OpenApi {
        title.clone_into(&mut document.info.title);
        document.info.description = Some(description.to_owned());
        let mut schemas = Schemas::new();
        for (path, method, add_signature) in &self.operations {
            let item = document.paths.paths.get_mut(*path);
            if let Some(operation) = item.and_then(|item| operation_mut(item, method)) {
                operation.tags = Some(vec![tag_of(path).unwrap_or(self.tag).to_owned()]);
                add_signature(operation, &mut schemas);
            }
        }
        let components = document.components.get_or_insert_with(Components::new);
        components.schemas.extend(schemas);
        document
    }
}

fn operation_mut<'a>(item: &'a mut PathItem, method: &HttpMethod) -> Option<&'a mut Operation> {
    match method {
        HttpMethod::Get => item.get.as_mut(),
        HttpMethod::Post => item.post.as_mut(),
        HttpMethod::Put => item.put.as_mut(),
        HttpMethod::Delete => item.delete.as_mut(),
        _ => None,
    }
}

/// Returns the tag of the operations below a path, which is the first word after `/api/`.
fn tag_of(path: &str) -> Option<&str> {
    match path.strip_prefix("/api/")?.split('/').next()? {
        "get-address" | "validate-address" => Some("address"),
        "batch" => None,
        parameter if parameter.starts_with('{') => None,
        tag => Some(tag),
    }
}
