//! Routes of a service together with their part of the OpenAPI document.
//!
//! A service lists the routes once, for a [`Purpose`]: [`Served`] or [`Described`].

use crate::openapi::signature::Signature;
use crate::openapi::wrapper::Schemas;
use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodFilter, MethodRouter};
use utoipa::openapi::path::{HttpMethod, Operation, PathItem};
use utoipa::openapi::{Components, OpenApi};

/// Adds the parts of a handler's signature to an operation.
type Description = fn(&mut Operation, &mut Schemas);

/// The use of the listed routes. The functions serve committed documents, so that their executables have no part of the
/// descriptions.
pub trait Purpose<S> {
    /// The collected part of a path.
    type Endpoint: Default;
    /// The collected parts of all paths.
    type Routes: Default;

    /// Adds the handler of a method.
    fn add_handler<H, T, A>(
        endpoint: Self::Endpoint,
        method: HttpMethod,
        filter: MethodFilter,
        handler: H,
    ) -> Self::Endpoint
    where
        H: Handler<T, S> + Signature<A>,
        T: 'static;

    /// Adds a path.
    fn add_path(routes: Self::Routes, path: &'static str, endpoint: Self::Endpoint) -> Self::Routes;
}

/// Collects the handlers, for the router.
pub enum Served {}

impl<S: Clone + Send + Sync + 'static> Purpose<S> for Served {
    type Endpoint = MethodRouter<S>;
    type Routes = Router<S>;

    fn add_handler<H, T, A>(
        endpoint: MethodRouter<S>,
        _method: HttpMethod,
        filter: MethodFilter,
        handler: H,
    ) -> MethodRouter<S>
    where
        H: Handler<T, S> + Signature<A>,
        T: 'static,
    {
        endpoint.on(filter, handler)
    }

    fn add_path(routes: Router<S>, path: &'static str, endpoint: MethodRouter<S>) -> Router<S> {
        routes.route(path, endpoint)
    }
}

/// Collects the descriptions, for the document.
pub enum Described {}

impl<S> Purpose<S> for Described {
    type Endpoint = Vec<(HttpMethod, Description)>;
    type Routes = Vec<(&'static str, HttpMethod, Description)>;

    fn add_handler<H, T, A>(
        mut endpoint: Self::Endpoint,
        method: HttpMethod,
        _filter: MethodFilter,
        _handler: H,
    ) -> Self::Endpoint
    where
        H: Handler<T, S> + Signature<A>,
        T: 'static,
    {
        endpoint.push((method, H::describe));
        endpoint
    }

    fn add_path(mut routes: Self::Routes, path: &'static str, endpoint: Self::Endpoint) -> Self::Routes {
        let operations = endpoint.into_iter();
        routes.extend(operations.map(|(method, description)| (path, method, description)));
        routes
    }
}

/// The handlers of a path, by method.
pub struct Endpoint<S, P: Purpose<S>>(P::Endpoint);

macro_rules! methods {
    ($($name:ident $method:ident $filter:ident)*) => {
        impl<S, P: Purpose<S>> Endpoint<S, P> {
            $(
                /// Adds the handler of this method.
                #[must_use]
                pub fn $name<H, T, A>(self, handler: H) -> Self
                where
                    H: Handler<T, S> + Signature<A>,
                    T: 'static,
                {
                    Self(P::add_handler(self.0, HttpMethod::$method, MethodFilter::$filter, handler))
                }
            )*
        }

        $(
            /// Creates an endpoint with the handler of this method.
            pub fn $name<H, T, S, A, P>(handler: H) -> Endpoint<S, P>
            where
                H: Handler<T, S> + Signature<A>,
                T: 'static,
                P: Purpose<S>,
            {
                Endpoint(P::Endpoint::default()).$name(handler)
            }
        )*
    };
}

methods!(get Get GET  post Post POST  put Put PUT  delete Delete DELETE);

/// The routes of a service, relative to the base path.
pub struct Routes<S, P: Purpose<S>> {
    tag: &'static str,
    collected: P::Routes,
}

impl<S, P: Purpose<S>> Routes<S, P> {
    /// Creates no routes. `tag` is the tag of operations with a path that names none.
    pub fn new(tag: &'static str) -> Self {
        Self {
            tag,
            collected: P::Routes::default(),
        }
    }

    /// Adds the handlers of a path.
    #[must_use]
    pub fn route(self, path: &'static str, endpoint: Endpoint<S, P>) -> Self {
        Self {
            collected: P::add_path(self.collected, path, endpoint.0),
            ..self
        }
    }
}

impl<S: Clone + Send + Sync + 'static> Routes<S, Served> {
    /// Returns the router.
    pub fn router(self) -> Router<S> {
        self.collected
    }
}

impl<S> Routes<S, Described> {
    /// Completes a document, which has the path, the texts and the special responses of every operation.
    pub fn describe(&self, title: &str, description: &str, mut document: OpenApi) -> OpenApi {
        title.clone_into(&mut document.info.title);
        document.info.description = Some(description.to_owned());
        let mut schemas = Schemas::new();
        for (path, method, add_signature) in &self.collected {
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
        "get-address" | "validate-address" | "resolve-name" | "lookup-address" => Some("address"),
        "batch" => None,
        parameter if parameter.starts_with('{') => None,
        tag => Some(tag),
    }
}
