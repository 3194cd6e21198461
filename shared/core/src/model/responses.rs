//! A fact as several upstreams report it, none of which is trusted alone
//! (docs/decisions/upstreams.md#facts-from-several-upstreams).

/// Factor between the highest and the lowest of several prices above which a price is an outlier.
pub const MAX_PRICE_SPREAD: u64 = 4;

/// The responses of the upstreams to a request, at least one, in their order of preference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Responses<T> {
    first: T,
    others: Vec<T>,
}

impl<T> Responses<T> {
    /// Creates the response of a single upstream.
    pub const fn one(response: T) -> Self {
        Self {
            first: response,
            others: Vec::new(),
        }
    }

    /// Creates the responses of the upstreams, `None` without any.
    pub fn of(responses: impl IntoIterator<Item = T>) -> Option<Self> {
        let mut responses = responses.into_iter();
        let first = responses.next()?;
        Some(Self {
            first,
            others: responses.collect(),
        })
    }

    /// Returns the response of the most preferred upstream.
    pub const fn first(&self) -> &T {
        &self.first
    }

    /// Returns the responses in the order of the upstreams.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// Applies a function to each response.
    pub fn map<U>(&self, of: impl Fn(&T) -> U) -> Responses<U> {
        Responses {
            first: of(&self.first),
            others: self.others.iter().map(of).collect(),
        }
    }

    /// Returns the responses with this property, or all of them if none has it.
    #[must_use]
    pub fn preferring(self, has_property: impl Fn(&T) -> bool) -> Self
    where
        T: Clone,
    {
        let preferred = self.iter().filter(|response| has_property(response)).cloned();
        Self::of(preferred).unwrap_or(self)
    }

    /// Returns true if at least half of the responses have this property.
    pub fn at_least_half(&self, has_property: impl Fn(&T) -> bool) -> bool {
        let count = self.iter().filter(|response| has_property(response)).count();
        count * 2 > self.others.len()
    }
}

impl<T: Clone + Ord> Responses<T> {
    /// Returns the middle response; of an even number the lower of the two in the middle.
    pub fn lower_median(&self) -> T {
        let sorted = self.sorted();
        sorted.get((sorted.len() - 1) / 2).unwrap_or(&self.first).clone()
    }

    /// Returns the middle response; of an even number the higher of the two in the middle.
    pub fn upper_median(&self) -> T {
        let sorted = self.sorted();
        sorted.get(sorted.len() / 2).unwrap_or(&self.first).clone()
    }

    /// Returns true if the highest response exceeds the lowest response, multiplied by this function.
    pub fn spread_exceeds(&self, multiple: impl Fn(&T) -> T) -> bool {
        let (lowest, highest) = (self.iter().min(), self.iter().max());
        lowest.zip(highest).is_some_and(|(low, high)| *high > multiple(low))
    }

    fn sorted(&self) -> Vec<T> {
        let mut sorted: Vec<_> = self.iter().cloned().collect();
        sorted.sort_unstable();
        sorted
    }
}

/// Value that follows from the responses of several upstreams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surveyed<T> {
    /// The value.
    pub value: T,
    /// True if the prices of the upstreams differ by more than [`MAX_PRICE_SPREAD`].
    pub has_outlier: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn responses(responses: &[u64]) -> Responses<u64> {
        Responses::of(responses.iter().copied()).expect("an response")
    }

    #[test]
    fn medians_of_one_to_four_responses() {
        for (reported, lower, upper) in [
            (&[7][..], 7, 7),
            (&[9, 7], 7, 9),
            (&[7, 9], 7, 9),
            (&[9, 1, 7], 7, 7),
            (&[9, 1, 7, 8], 7, 8),
        ] {
            let responses = responses(reported);
            assert_eq!((responses.lower_median(), responses.upper_median()), (lower, upper));
        }
    }

    #[test]
    fn spread_counts_above_the_factor() {
        let spread = |reported: &[u64]| responses(reported).spread_exceeds(|low| low.saturating_mul(MAX_PRICE_SPREAD));
        assert!(!spread(&[1]));
        assert!(!spread(&[40, 10, 20]));
        assert!(spread(&[41, 10, 20]));
        assert!(spread(&[1, 0]));
    }

    #[test]
    fn half_of_the_responses_suffices() {
        let half = |reported: &[u64]| responses(reported).at_least_half(|response| *response > 0);
        assert!(half(&[1]) && half(&[0, 1]) && half(&[1, 0, 1]));
        assert!(!half(&[0]) && !half(&[0, 0, 1]));
    }

    #[test]
    fn responses_without_a_property_count_if_none_has_it() {
        let preferring = |reported: &[u64]| responses(reported).preferring(|response| *response > 5);
        assert_eq!(preferring(&[1, 7, 2, 9]), responses(&[7, 9]));
        assert_eq!(preferring(&[1, 2]), responses(&[1, 2]));
    }

    proptest! {
        #[test]
        fn one_of_three_does_not_move_the_median_beyond_the_others(honest in any::<[u64; 2]>(), false_one in any::<u64>()) {
            let [low, high] = [honest[0].min(honest[1]), honest[0].max(honest[1])];
            for reported in [[false_one, low, high], [low, high, false_one]] {
                prop_assert!((low..=high).contains(&responses(&reported).lower_median()));
            }
        }
    }
}
