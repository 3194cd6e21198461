//! Upstreams of a pool with a capability that others lack, such as an index of accounts.

use super::Source;
use super::lane::Lane;
use super::pool::Pool;
use super::requests::Search;
use crate::client::Deadline;
use crate::failure::Failure;
use wallet_core::ports::upstream::UpstreamError;

/// The upstreams of a pool that have the interface `P`. The remaining upstreams serve no request, and still count for the
/// detection of lagging upstreams.
pub struct Part<'a, S: ?Sized, P: ?Sized> {
    pool: &'a Pool<S>,
    interface: Interface<S, P>,
}

/// Returns the interface of an upstream, `None` without the capability.
type Interface<S, P> = for<'s> fn(&'s S) -> Option<&'s P>;

impl<S: Source + ?Sized> Pool<S> {
    /// Returns the upstreams with an interface, `None` if no upstream of the pool has the interface.
    pub fn part<P: ?Sized>(&self, interface: Interface<S, P>) -> Option<Part<'_, S, P>> {
        let has_any = self.members().iter().any(|member| interface(member.source()).is_some());
        has_any.then_some(Part { pool: self, interface })
    }
}

impl<'a, S: Source + ?Sized, P: ?Sized + Sync + 'a> Part<'a, S, P> {
    /// Queries the upstreams sequentially, as [`Pool::read`] does.
    pub async fn read<T, F: Future<Output = Result<T, Failure>>>(
        &self,
        deadline: Deadline,
        request: impl Fn(&'a P, Deadline) -> F,
    ) -> Result<T, UpstreamError> {
        self.read_in(Lane::Required, deadline, request).await
    }

    /// Queries the upstreams sequentially, as [`Pool::read_in`] does.
    pub async fn read_in<T, F: Future<Output = Result<T, Failure>>>(
        &self,
        lane: Lane,
        deadline: Deadline,
        request: impl Fn(&'a P, Deadline) -> F,
    ) -> Result<T, UpstreamError> {
        self.read_most_complete(lane, deadline, request, |_| 0).await
    }

    /// Queries the upstreams sequentially, as [`Pool::read_most_complete`] does.
    pub async fn read_most_complete<T, F: Future<Output = Result<T, Failure>>>(
        &self,
        lane: Lane,
        deadline: Deadline,
        request: impl Fn(&'a P, Deadline) -> F,
        missing: impl Fn(&T) -> u64,
    ) -> Result<T, UpstreamError> {
        let interface = self.interface;
        let selection = |source: &S| interface(source).is_some();
        let request = |source, deadline| sent(interface(source).map(|part| request(part, deadline)));
        let read = self.pool.read_selected(&selection, lane, deadline, request, missing);
        read.await
    }

    /// Queries the upstreams until one has the item, as [`Pool::find_in`] does.
    pub async fn find_in<T, F: Future<Output = Result<Option<T>, Failure>>>(
        &self,
        lane: Lane,
        deadline: Deadline,
        request: impl Fn(&'a P, Deadline) -> F,
    ) -> Result<Search<T>, UpstreamError> {
        let interface = self.interface;
        let selection = |source: &S| interface(source).is_some();
        let request = |source, deadline| sent(interface(source).map(|part| request(part, deadline)));
        self.pool.find_selected(&selection, lane, deadline, request).await
    }

    /// Sends a request to every available upstream, as [`Pool::read_by_operator`] does.
    pub async fn read_by_operator<T, F: Future<Output = Result<T, Failure>>>(
        &self,
        lane: Lane,
        deadline: Deadline,
        request: impl Fn(&'a P, Deadline) -> F,
    ) -> Result<Vec<(&'a str, T)>, UpstreamError> {
        let interface = self.interface;
        let selection = |source: &S| interface(source).is_some();
        let request = |source, deadline| sent(interface(source).map(|part| request(part, deadline)));
        let read = self.pool.read_selected_by_operator(&selection, lane, deadline, request);
        read.await
    }
}

/// Sends a request to an upstream of the selection, which has the interface.
async fn sent<T>(request: Option<impl Future<Output = Result<T, Failure>>>) -> Result<T, Failure> {
    match request {
        Some(request) => request.await,
        None => Err(Failure::Declined {
            cause: "an upstream without the interface".to_owned(),
        }),
    }
}
