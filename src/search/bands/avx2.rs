//! The kernels in vectors of 256 bits.

use std::arch::x86_64::*;

use super::cpu::Form;
use super::join::{Tables, count_disjoint};
use super::lists::{Group, Lines, Piece};

/// For each set of lanes: the lanes in it, first.
static LANES_OF: [[u32; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut lane, mut at) = (0, 0);
        while lane < 8 {
            if set >> lane & 1 == 1 {
                table[set][at] = lane;
                at += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    table
};

/// Eight items, and which of them are there and leave the lines free.
struct Eight {
    diagonals: __m256i,
    antidiagonals: __m256i,
    stay: usize,
}

/// # Safety
/// The machine must have AVX2, and the group's piece must be padded.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
unsafe fn load(from: Group<'_>, at: usize, free: [__m256i; 2]) -> Eight {
    let first = from.start + at;
    // SAFETY: eight items from one of the piece on are in it, by its padding.
    let (diagonals, antidiagonals) = unsafe {
        (
            _mm256_loadu_si256(from.piece.diagonals.as_ptr().add(first).cast()),
            _mm256_loadu_si256(from.piece.antidiagonals.as_ptr().add(first).cast()),
        )
    };
    let met = _mm256_or_si256(
        _mm256_and_si256(diagonals, free[0]),
        _mm256_and_si256(antidiagonals, free[1]),
    );
    let none = _mm256_cmpeq_epi32(met, _mm256_setzero_si256());
    let stay = _mm256_movemask_ps(_mm256_castsi256_ps(none)) as usize;
    let there = (1usize << (from.len - at).min(8)) - 1;
    Eight {
        diagonals,
        antidiagonals,
        stay: stay & there,
    }
}

/// Writes the lanes that stay; eight words are written, whatever their number.
///
/// # Safety
/// The machine must have AVX2, and eight words must fit at `into`.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
unsafe fn store(lanes: __m256i, stay: usize, into: *mut u32) {
    // SAFETY: the table has rows of eight; the caller sees to the rest.
    unsafe {
        let order = _mm256_loadu_si256(LANES_OF[stay].as_ptr().cast());
        _mm256_storeu_si256(into.cast(), _mm256_permutevar8x32_epi32(lanes, order));
    }
}

#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn splat(lines: Lines) -> [__m256i; 2] {
    [
        _mm256_set1_epi32(lines.diagonals as i32),
        _mm256_set1_epi32(lines.antidiagonals as i32),
    ]
}

/// As [`Cpu::append`](super::cpu::Cpu::append).
///
/// # Safety
/// The machine must have AVX2, the group's piece must be padded, and there must be room for the group and
/// the padding.
#[target_feature(enable = "avx2,popcnt")]
pub(super) unsafe fn append(from: Group<'_>, free: Lines, queen: Lines, into: &mut Piece) {
    let (free, queen) = (splat(free), splat(queen));
    let mut end = into.diagonals.len();
    debug_assert!(into.diagonals.capacity() >= end + from.len + Piece::PADDING);
    debug_assert!(into.antidiagonals.capacity() >= end + from.len + Piece::PADDING);
    let mut at = 0;
    while at < from.len {
        // SAFETY: no more than `at` items were written before, so that eight fit.
        unsafe {
            let eight = load(from, at, free);
            let to = into.diagonals.as_mut_ptr().add(end);
            store(_mm256_or_si256(eight.diagonals, queen[0]), eight.stay, to);
            let to = into.antidiagonals.as_mut_ptr().add(end);
            store(
                _mm256_or_si256(eight.antidiagonals, queen[1]),
                eight.stay,
                to,
            );
            end += eight.stay.count_ones() as usize;
        }
        at += 8;
    }
    // SAFETY: all up to here was written.
    unsafe {
        into.diagonals.set_len(end);
        into.antidiagonals.set_len(end);
    }
}

/// As [`Cpu::gather`](super::cpu::Cpu::gather).
///
/// # Safety
/// As for [`append`].
#[target_feature(enable = "avx2,popcnt")]
pub(super) unsafe fn gather(from: Group<'_>, free: Lines, form: Form, words: &mut Vec<u32>) {
    let free = splat(free);
    let mask = _mm256_set1_epi32(form.mask() as i32);
    let first = _mm_cvtsi32_si128(form.first as i32);
    let (low_up, high_up) = match form.turned {
        false => (0, form.count),
        true => (form.count, 0),
    };
    let low_up = _mm_cvtsi32_si128(low_up as i32);
    let high_up = _mm_cvtsi32_si128(high_up as i32);
    debug_assert!(words.is_empty() && words.capacity() >= from.len + Piece::PADDING);
    let mut end = 0;
    let mut at = 0;
    while at < from.len {
        // SAFETY: no more than `at` words were written before, so that eight fit.
        unsafe {
            let eight = load(from, at, free);
            let low = _mm256_and_si256(eight.diagonals, mask);
            let high = _mm256_and_si256(_mm256_srl_epi32(eight.antidiagonals, first), mask);
            let word = _mm256_or_si256(
                _mm256_sll_epi32(low, low_up),
                _mm256_sll_epi32(high, high_up),
            );
            store(word, eight.stay, words.as_mut_ptr().add(end));
            end += eight.stay.count_ones() as usize;
        }
        at += 8;
    }
    // SAFETY: all up to here was written.
    unsafe { words.set_len(end) };
}

/// As [`Cpu::join`](super::cpu::Cpu::join).
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
pub(super) fn join(top: &mut Vec<u32>, bottom: &mut Vec<u32>, tables: &mut Tables) -> u64 {
    count_disjoint(top, bottom, tables)
}
