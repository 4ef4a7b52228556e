//! The numbers of a segment, packed.
//!
//! Runs of one benchmark differ little, so a column stores its smallest number and the distance of each other number
//! from it, in as many bytes as the largest distance requires, or no bytes if all are equal. That needs a third of the
//! space of plain integers, and saves time because less memory is read.

use crate::base::ListInterner;
use crate::format::Number;

/// The numbers of a segment in blocks of rows: for each row the iteration count, then one value for each unit of its
/// layout.
///
/// A number is stored as its digits, read as one integer. The positions of the points are one small pattern per block.
/// Numbers that do not fit (negative, huge, with an exponent) are stored separately as doubles, with their index
/// instead of the digits.
#[derive(Debug, Clone, Default)]
pub(super) struct Values {
    /// For each block: the width of each column in bytes, for every 64th column the sum of the widths before it, the
    /// smallest number of each column, then column by column the distances to add to it.
    pub(super) bytes: Vec<u8>,
    pub(super) wide: Vec<u64>,
    /// For each column, the number of digits after the point, or [`WIDE`].
    pub(super) patterns: ListInterner<u8>,
}

/// The position of a block, with the data that is necessary to read it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    pub(super) start: u32,
    pub(super) rows: u16,
    pub(super) pattern: u16,
}

pub(super) const WIDE: u8 = u8::MAX;

/// The maximum number of rows in a block.
pub(super) const BLOCK_ROWS: usize = 64;

/// The size in bytes at which a segment ends, so that positions fit 32 bits.
const BYTES_MAX: usize = 1 << 30;

/// The number of columns between sums of widths, so that no column is far after one: a line may have a million.
const MARK_EVERY: usize = 64;

/// Rows that are collected for a block.
#[derive(Debug, Default)]
pub(super) struct BlockBuffer {
    /// Column by column, in the order of packing, with room for the same number of rows in each.
    numbers: Vec<u32>,
    columns: usize,
    room: usize,
    pub(super) rows: usize,
}

impl BlockBuffer {
    /// Prepares for rows with this number of columns.
    pub(super) fn begin(&mut self, columns: usize) {
        // The block has few rows if each row has very many numbers.
        self.room = (4096 / columns).clamp(1, BLOCK_ROWS);
        self.rows = 0;
        self.columns = columns;
        self.numbers.resize(self.room * columns, 0);
    }

    pub(super) fn is_full(&self) -> bool {
        self.rows == self.room
    }

    /// Adds a row.
    pub(super) fn push(&mut self, numbers: impl Iterator<Item = u32>) {
        for (column, number) in self.numbers.chunks_exact_mut(self.room).zip(numbers) {
            column[self.rows] = number;
        }
        self.rows += 1;
    }

    /// Adds a row of two numbers.
    #[inline]
    pub(super) fn push_pair(&mut self, [first, second]: [u32; 2]) {
        self.numbers[self.rows] = first;
        self.numbers[self.room + self.rows] = second;
        self.rows += 1;
    }

    /// Returns the first number of the last row.
    pub(super) fn last_first(&self) -> Option<u32> {
        self.rows.checked_sub(1).map(|last| self.numbers[last])
    }

    /// Adds rows while there is room; returns the others.
    pub(super) fn push_rows<'r>(&mut self, rows: &'r [u32]) -> &'r [u32] {
        let count = (rows.len() / self.columns).min(self.room - self.rows);
        let (now, later) = rows.split_at(count * self.columns);
        for (i, column) in self.numbers.chunks_exact_mut(self.room).enumerate() {
            let numbers = now.iter().skip(i).step_by(self.columns);
            column[self.rows..].iter_mut().zip(numbers).for_each(|(own, &number)| *own = number);
        }
        self.rows += count;
        later
    }

    fn columns(&self) -> impl Iterator<Item = &[u32]> {
        self.numbers.chunks_exact(self.room).map(|column| &column[..self.rows])
    }
}

impl Values {
    pub(super) fn seeded(seed: u64) -> Values {
        Values { patterns: ListInterner::seeded(seed), ..Values::default() }
    }

    pub(super) fn is_full(&self) -> bool {
        BYTES_MAX <= self.bytes.len()
    }

    pub(super) fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
        self.wide.shrink_to_fit();
    }

    /// Returns the number of a pattern.
    pub(super) fn pattern(&mut self, pattern: &[u8]) -> u16 {
        // A segment never has more patterns than rows.
        self.patterns.intern(pattern) as u16
    }

    /// Returns the integer that represents a number.
    #[inline]
    pub(super) fn integer(&mut self, number: Number) -> u32 {
        match number {
            Number::Short { mantissa, .. } => mantissa,
            Number::Wide(value) => {
                self.wide.push(value.to_bits());
                self.wide.len() as u32 - 1
            }
        }
    }

    /// Packs rows; returns their position.
    pub(super) fn pack(&mut self, buffer: &BlockBuffer) -> u32 {
        let start = self.bytes.len();
        let bytes = &mut self.bytes;
        let marks = start + buffer.columns;
        let leasts = marks + 4 * (buffer.columns / MARK_EVERY);
        bytes.resize(leasts, 0);
        for (column, numbers) in buffer.columns().enumerate() {
            let range = |(least, most): (u32, u32), &n: &u32| (least.min(n), most.max(n));
            let (least, most) = numbers.iter().fold((u32::MAX, 0), range);
            bytes[start + column] = match most - least {
                0 => 0,
                1..=0xff => 1,
                0x100..=0xffff => 2,
                _ => 4,
            };
            bytes.extend_from_slice(&least.to_le_bytes());
        }
        let (widths, rest) = bytes[start..].split_at_mut(buffer.columns);
        let mut sum = 0u32;
        for (chunk, mark) in widths.chunks_exact(MARK_EVERY).zip(rest.chunks_exact_mut(4)) {
            sum += chunk.iter().map(|&width| u32::from(width)).sum::<u32>();
            mark.copy_from_slice(&sum.to_le_bytes());
        }
        for (column, numbers) in buffer.columns().enumerate() {
            let least = least(&bytes[leasts..], column);
            let above = numbers.iter().map(|number| number - least);
            match bytes[start + column] {
                0 => {}
                1 => bytes.extend(above.map(|n| n as u8)),
                2 => bytes.extend(above.flat_map(|n| (n as u16).to_le_bytes())),
                _ => bytes.extend(above.flat_map(u32::to_le_bytes)),
            }
        }
        start as u32
    }

    /// Returns the number of digits after the point in a column of a block, or [`WIDE`]. Column 0 is the iteration
    /// count.
    pub(super) fn decimals(&self, block: Block, column: usize) -> u8 {
        self.patterns.get(u32::from(block.pattern))[column]
    }

    /// Appends the integers of a column of a block with `columns` columns.
    pub(super) fn integers(&self, block: Block, columns: usize, column: usize, out: &mut Vec<u32>) {
        let rows = usize::from(block.rows);
        let (widths, rest) = self.bytes[block.start as usize..].split_at(columns);
        let (marks, rest) = rest.split_at(4 * (columns / MARK_EVERY));
        let marked = column / MARK_EVERY;
        let since = &widths[marked * MARK_EVERY..column];
        let sum: usize = since.iter().map(|&width| usize::from(width)).sum();
        let before = sum + if marked == 0 { 0 } else { least(marks, marked - 1) as usize };
        let least = least(rest, column);
        let width = usize::from(widths[column]);
        let above = &rest[4 * columns + before * rows..][..width * rows];
        // Blocks that were decoded may contain anything.
        let sum = |above: u32| least.wrapping_add(above);
        match width {
            0 => out.resize(out.len() + rows, least),
            1 => out.extend(above.iter().map(|&n| sum(n.into()))),
            2 => {
                let (pairs, _) = above.as_chunks();
                out.extend(pairs.iter().map(|&n| sum(u16::from_le_bytes(n).into())));
            }
            _ => {
                let (fours, _) = above.as_chunks();
                out.extend(fours.iter().map(|&n| sum(u32::from_le_bytes(n))));
            }
        }
    }

    /// Returns the end of a block with this number of columns, if the block is valid: it is within the bytes, and the
    /// position of each number is known.
    pub(super) fn end_of(&self, block: Block, columns: usize) -> Option<u32> {
        let rest = self.bytes.get(block.start as usize..)?;
        let (widths, rest) = rest.split_at_checked(columns)?;
        widths.iter().all(|width| [0, 1, 2, 4].contains(width)).then_some(())?;
        let (marks, rest) = rest.split_at_checked(4 * (columns / MARK_EVERY))?;
        let mut width = 0;
        for (column, &own) in widths.iter().enumerate() {
            let mark = column.checked_sub(1).filter(|_| column % MARK_EVERY == 0);
            let is_right = |last: usize| least(marks, last / MARK_EVERY) as usize == width;
            mark.is_none_or(is_right).then_some(())?;
            width += usize::from(own);
        }
        if columns != 0 && columns.is_multiple_of(MARK_EVERY) {
            (least(marks, columns / MARK_EVERY - 1) as usize == width).then_some(())?;
        }
        let len = columns.checked_mul(4)?.checked_add(width.checked_mul(block.rows.into())?)?;
        let (_, rest) = rest.split_at_checked(len)?;
        let known = usize::from(block.pattern) < self.patterns.count();
        let pattern = known.then(|| self.patterns.get(block.pattern.into()))?;
        (pattern.len() == columns).then_some(())?;
        let mut integers = Vec::new();
        for (column, &decimals) in pattern.iter().enumerate() {
            if decimals == WIDE {
                self.integers(block, columns, column, &mut integers);
            } else if Number::DECIMALS_MAX < decimals {
                return None;
            }
        }
        let sound = integers.iter().all(|&i| (i as usize) < self.wide.len());
        sound.then(|| u32::try_from(self.bytes.len() - rest.len()).ok())?
    }

    /// Returns the number that an integer represents.
    pub(super) fn number(&self, integer: u32, decimals: u8) -> Number {
        match decimals {
            WIDE => Number::Wide(f64::from_bits(self.wide[integer as usize])),
            decimals => Number::Short { mantissa: integer, decimals },
        }
    }

    /// Returns the numbers of each row of a block: iterations, then the measurements.
    pub(super) fn rows(&self, block: Block, columns: usize) -> Vec<(i64, Vec<Number>)> {
        let mut integers = Vec::new();
        self.all_integers(block, columns, &mut integers);
        let row = |row: usize| {
            let (iterations, numbers) = self.row(block, &integers, row);
            (iterations, numbers.collect())
        };
        (0..usize::from(block.rows)).map(row).collect()
    }

    /// Replaces the content of `out` by the integers of a block, column by column.
    pub(super) fn all_integers(&self, block: Block, columns: usize, out: &mut Vec<u32>) {
        out.clear();
        (0..columns).for_each(|column| self.integers(block, columns, column, out));
    }

    /// Returns the numbers of one row of a block with these integers.
    pub(super) fn row(
        &self,
        block: Block,
        integers: &[u32],
        row: usize,
    ) -> (i64, impl Iterator<Item = Number>) {
        let decimals = self.patterns.get(block.pattern.into()).iter();
        let of_row = integers[row..].iter().step_by(block.rows.into());
        let mut numbers = of_row.zip(decimals).map(|(&n, &decimals)| self.number(n, decimals));
        let iterations = match numbers.next() {
            Some(Number::Short { mantissa, .. }) => i64::from(mantissa),
            Some(Number::Wide(bits)) => bits.to_bits() as i64,
            None => 0,
        };
        (iterations, numbers)
    }
}

/// Returns entry `i` of a list of 32-bit numbers.
fn least(list: &[u8], i: usize) -> u32 {
    list[4 * i..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_columns_come_back() {
        for columns in [63, 64, 65, 128, 200] {
            let mut buffer = BlockBuffer::default();
            buffer.begin(columns);
            let number = |row: usize, column: usize| (row << (column % 20)) as u32 + 7;
            for row in 0..3 {
                buffer.push((0..columns).map(|column| number(row, column)));
            }
            let mut values = Values::default();
            values.pattern(&vec![0; columns]);
            let block = Block { start: values.pack(&buffer), rows: 3, pattern: 0 };
            for column in 0..columns {
                let mut integers = Vec::new();
                values.integers(block, columns, column, &mut integers);
                let want: Vec<u32> = (0..3).map(|row| number(row, column)).collect();
                assert_eq!(integers, want, "{column} of {columns}");
            }
            assert_eq!(values.end_of(block, columns), Some(values.bytes.len() as u32));
        }
    }

    #[test]
    fn columns_of_every_width_come_back() {
        let tops = [0, 1, 255, 256, 65_535, 65_536, u32::MAX];
        for rows in [1, 2, 63, 64] {
            let number = |row: usize, column: usize| match row {
                0 => tops[column],
                row => tops[column] / row as u32,
            };
            let mut buffer = BlockBuffer::default();
            buffer.begin(tops.len());
            for row in 0..rows {
                assert!(!buffer.is_full());
                buffer.push((0..tops.len()).map(|column| number(row, column)));
            }
            assert_eq!(buffer.is_full(), rows == 64);
            let mut values = Values::default();
            values.pack(&buffer);
            let start = values.pack(&buffer);
            let block = Block { start, rows: rows as u16, pattern: 0 };
            for column in 0..tops.len() {
                let mut integers = Vec::new();
                values.integers(block, tops.len(), column, &mut integers);
                let want: Vec<u32> = (0..rows).map(|row| number(row, column)).collect();
                assert_eq!(integers, want);
            }
        }
    }
}
