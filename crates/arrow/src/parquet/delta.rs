//! Whole numbers that grow or stay, as Parquet packs differences.

use super::indices::varint;

/// Numbers of a block, and parts of one with a width of their own.
const BLOCK: usize = 128;
const PARTS: usize = 4;
const PART: usize = BLOCK / PARTS;

/// Packs numbers.
pub(super) fn pack(numbers: &[i64], out: &mut Vec<u8>) {
    varint(BLOCK as u64, out);
    varint(PARTS as u64, out);
    varint(numbers.len() as u64, out);
    zigzag(numbers.first().copied().unwrap_or_default(), out);
    let mut differences = [0_i64; BLOCK];
    let mut last = numbers.first().copied().unwrap_or_default();
    for block in numbers.get(1..).unwrap_or_default().chunks(BLOCK) {
        for (difference, &number) in differences.iter_mut().zip(block) {
            // Whoever adds them up overflows likewise.
            *difference = number.wrapping_sub(last);
            last = number;
        }
        let own = &mut differences[..block.len()];
        let least = own.iter().copied().min().unwrap_or_default();
        zigzag(least, out);
        let mut above = [0_u64; BLOCK];
        for (above, difference) in above.iter_mut().zip(&*own) {
            *above = difference.wrapping_sub(least) as u64;
        }
        let widths: [u32; PARTS] = std::array::from_fn(|part| {
            let all =
                above[part * PART..(part + 1) * PART].iter().fold(0, |all, above| all | above);
            u64::BITS - all.leading_zeros()
        });
        out.extend(widths.map(|width| width as u8));
        let used = block.len().div_ceil(PART);
        for (part, &width) in above.chunks_exact(PART).zip(&widths).take(used) {
            bits(part, width, out);
        }
    }
}

/// Packs numbers of so many bits, the lowest first.
fn bits(numbers: &[u64], width: u32, out: &mut Vec<u8>) {
    if width <= 32 {
        return narrow_bits(numbers, width, out);
    }
    let (mut room, mut filled) = (0_u128, 0);
    for &number in numbers {
        room |= u128::from(number) << filled;
        filled += width;
        while 32 <= filled {
            out.extend_from_slice(&(room as u32).to_le_bytes());
            room >>= 32;
            filled -= 32;
        }
    }
}

/// The same for at most 32 bits, as most are.
fn narrow_bits(numbers: &[u64], width: u32, out: &mut Vec<u8>) {
    if width == 0 {
        return;
    }
    let (mut room, mut filled) = (0_u64, 0);
    for &number in numbers {
        room |= number << filled;
        filled += width;
        if 32 <= filled {
            out.extend_from_slice(&(room as u32).to_le_bytes());
            room >>= 32;
            filled -= 32;
        }
    }
}

/// Small numbers of either sign in few bytes.
fn zigzag(number: i64, out: &mut Vec<u8>) {
    varint((number << 1 ^ number >> 63) as u64, out);
}
