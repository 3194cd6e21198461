//! The documents of several services, with which responses are compared.

use super::document::{Document, Operation};
use super::problem::Kind;
use super::response::{self, Problem};
use wallet_client::{Request, Response};

/// The documents of several services.
pub struct Contract(Vec<Document>);

impl Contract {
    /// Creates the contract of these documents.
    pub fn new(documents: Vec<Document>) -> Self {
        Self(documents)
    }

    /// Returns the documents.
    pub fn documents(&self) -> &[Document] {
        &self.0
    }

    /// Returns the document of the service of a path.
    pub fn document(&self, path: &str) -> Option<&Document> {
        let service = path.split('/').nth(1).unwrap_or_default();
        self.0.iter().find(|document| document.service == service)
    }

    /// Returns the name of the operation at a path, or of the request if it is not documented, with the deviations of its
    /// response.
    pub fn compare(&self, path: &str, request: &Request, response: &Response) -> (String, Vec<Problem>) {
        let method = request.method;
        // A path of another method still has a documented rejection.
        let found = self.document(path).and_then(|document| {
            let operation = document.find(method, path);
            Some((document, operation.or_else(|| document.at_path(path).next())?))
        });
        let Some((document, operation)) = found else {
            return (format!("{} {path}", method.name()), response::of_unknown_path(response));
        };
        let problems = response::of_operation(document, operation, request, response);
        if operation.method == method || response.status == 405 {
            return (operation.name.clone(), problems);
        }
        let Operation { path, .. } = operation;
        let problem = format!("the method is not documented, and the status is {}", response.status);
        (format!("{} {path}", method.name()), vec![(Kind::Status, problem)])
    }
}
