//! The distinct values of a sample.
//!
//! Takes an ascending slice; gives each value once, with the cumulative count. Must not know how they are used.

#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    values: Vec<f64>,
    ends: Vec<u32>,
    /// Whether any values are equal, including zeros of both signs.
    are_tied: bool,
}

impl Groups {
    /// Groups the values without branches on the data. Zeros of both signs are different.
    pub(super) fn fill(&mut self, ascending: &[f64]) {
        self.values.clear();
        self.values.extend_from_slice(ascending);
        self.ends.clear();
        // Most samples have no ties. All pairs are counted because that needs no branch for each.
        let next = ascending.iter().skip(1);
        let ties: u64 = ascending.iter().zip(next).map(|(x, y)| u64::from(x == y)).sum();
        self.are_tied = ties != 0;
        if !self.are_tied {
            return self.ends.extend(1..=ascending.len() as u32);
        }
        self.ends.resize(ascending.len(), 0);
        let mut group = 0;
        for (i, &value) in ascending.iter().enumerate() {
            let next = ascending.get(i + 1).unwrap_or(&f64::NAN);
            self.values[group] = value;
            self.ends[group] = i as u32 + 1;
            group += usize::from(next.to_bits() != value.to_bits());
        }
        self.values.truncate(group);
        self.ends.truncate(group);
    }

    /// Returns each value once, ascending.
    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns each value once, ascending, and how often it occurs.
    pub(super) fn sized(&self) -> impl DoubleEndedIterator<Item = (f64, usize)> {
        self.values.iter().enumerate().map(|(at, &value)| (value, self.size(at) as usize))
    }

    /// Returns how often the value at an index occurs.
    pub(super) fn size(&self, index: usize) -> u32 {
        self.ends[index] - index.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// Returns Σ (t³ − t) over the groups of t equal values. Here zeros of both signs are equal.
    pub(super) fn tie_sum(&self) -> f64 {
        if !self.are_tied {
            return 0.0;
        }
        let (mut start, mut sum) = (0, 0.0);
        for (i, &end) in self.ends.iter().enumerate() {
            if self.values.get(i + 1) != Some(&self.values[i]) {
                let t = f64::from(end - std::mem::replace(&mut start, end));
                sum += t * t * t - t;
            }
        }
        sum
    }
}
