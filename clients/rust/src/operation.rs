//! Endpoints of the services.

/// An HTTP method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// `GET`
    Get,
    /// `POST`
    Post,
    /// `PUT`
    Put,
    /// `DELETE`
    Delete,
}

impl Method {
    /// Returns the name in upper case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }
}

/// An endpoint of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Operation {
    /// The name of the service, the first part of the base path.
    pub service: &'static str,
    /// The method.
    pub method: Method,
    /// The path relative to the base path, with parameters in braces.
    pub path: &'static str,
    /// True if the request may be sent again although the first request may have been processed.
    pub is_repeatable: bool,
}

impl Operation {
    /// Returns the path of the URL with the parameters in the order of the path.
    pub(crate) fn url_path(&self, parameters: &[&str]) -> String {
        let mut path = format!("/{}/v1", self.service);
        let mut parameters = parameters.iter();
        for segment in self.path.split('/').skip(1) {
            path.push('/');
            if segment.starts_with('{') {
                let value = parameters.next().copied().unwrap_or_default();
                path.push_str(&crate::encoding::segment(value));
            } else {
                path.push_str(segment);
            }
        }
        path
    }
}
