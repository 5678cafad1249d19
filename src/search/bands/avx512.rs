//! The kernels in vectors of 512 bits.

use std::arch::x86_64::*;

use super::cpu::Form;
use super::join::{Block, CHUNK, CHUNKS, Table, Tables, WIDE, transposed};
use super::lists::{Group, Lines, Piece};

/// Sixteen items, and which of them are there and leave the lines free.
struct Sixteen {
    diagonals: __m512i,
    antidiagonals: __m512i,
    stay: __mmask16,
}

/// `(a & b) | c`, `a ^ b ^ c`, what two of three say, and `a & b & c`: truth tables of
/// [`_mm512_ternarylogic_epi32`].
const AND_OR: i32 = 0xea;
const XOR: i32 = 0x96;
const MAJORITY: i32 = 0xe8;
const AND: i32 = 0x80;

/// # Safety
/// The machine must have AVX-512, and the group's piece must be padded.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn load(from: Group<'_>, at: usize, free: [__m512i; 2]) -> Sixteen {
    let first = from.start + at;
    // SAFETY: sixteen items from one of the piece on are in it, by its padding.
    let (diagonals, antidiagonals) = unsafe {
        (
            _mm512_loadu_si512(from.piece.diagonals.as_ptr().add(first).cast()),
            _mm512_loadu_si512(from.piece.antidiagonals.as_ptr().add(first).cast()),
        )
    };
    let met = _mm512_and_si512(diagonals, free[0]);
    let met = _mm512_ternarylogic_epi32::<AND_OR>(antidiagonals, free[1], met);
    Sixteen {
        diagonals,
        antidiagonals,
        stay: _mm512_mask_testn_epi32_mask(first_lanes(from.len - at), met, met),
    }
}

/// The first lanes, or all.
fn first_lanes(count: usize) -> __mmask16 {
    match count {
        16.. => !0,
        _ => (1 << count) - 1,
    }
}

/// Writes the lanes that stay; sixteen words are written, whatever their number.
///
/// # Safety
/// The machine must have AVX-512, and sixteen words must fit at `into`.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn store(lanes: __m512i, stay: __mmask16, into: *mut u32) {
    // In a register first: writing some lanes only is slow on some machines.
    let first = _mm512_maskz_compress_epi32(stay, lanes);
    // SAFETY: the caller sees to it.
    unsafe { _mm512_storeu_si512(into.cast(), first) };
}

#[inline]
#[target_feature(enable = "avx512f")]
fn splat(lines: Lines) -> [__m512i; 2] {
    [
        _mm512_set1_epi32(lines.diagonals as i32),
        _mm512_set1_epi32(lines.antidiagonals as i32),
    ]
}

/// As [`Cpu::append`](super::cpu::Cpu::append).
///
/// # Safety
/// The machine must have AVX-512, the group's piece must be padded, and there must be room for the group
/// and the padding.
#[target_feature(enable = "avx512f,popcnt")]
pub(super) unsafe fn append(from: Group<'_>, free: Lines, queen: Lines, into: &mut Piece) {
    let (free, queen) = (splat(free), splat(queen));
    let mut end = into.diagonals.len();
    debug_assert!(into.diagonals.capacity() >= end + from.len + Piece::PADDING);
    debug_assert!(into.antidiagonals.capacity() >= end + from.len + Piece::PADDING);
    for at in (0..from.len).step_by(16) {
        // SAFETY: no more than `at` items were written before, so that sixteen fit.
        unsafe {
            let sixteen = load(from, at, free);
            let to = into.diagonals.as_mut_ptr().add(end);
            let diagonals = _mm512_or_si512(sixteen.diagonals, queen[0]);
            store(diagonals, sixteen.stay, to);
            let to = into.antidiagonals.as_mut_ptr().add(end);
            let antidiagonals = _mm512_or_si512(sixteen.antidiagonals, queen[1]);
            store(antidiagonals, sixteen.stay, to);
            end += sixteen.stay.count_ones() as usize;
        }
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
#[target_feature(enable = "avx512f,popcnt")]
pub(super) unsafe fn gather(from: Group<'_>, free: Lines, form: Form, words: &mut Vec<u32>) {
    let free = splat(free);
    let mask = _mm512_set1_epi32(form.mask() as i32);
    let first = _mm512_set1_epi32(form.first as i32);
    let (low_up, high_up) = match form.turned {
        false => (0, form.count),
        true => (form.count, 0),
    };
    let low_up = _mm512_set1_epi32(low_up as i32);
    let high_up = _mm512_set1_epi32(high_up as i32);
    debug_assert!(words.is_empty() && words.capacity() >= from.len + Piece::PADDING);
    let mut end = 0;
    for at in (0..from.len).step_by(16) {
        // SAFETY: no more than `at` words were written before, so that sixteen fit.
        unsafe {
            let sixteen = load(from, at, free);
            let low = _mm512_and_si512(sixteen.diagonals, mask);
            let high = _mm512_and_si512(_mm512_srlv_epi32(sixteen.antidiagonals, first), mask);
            let word = _mm512_or_si512(
                _mm512_sllv_epi32(low, low_up),
                _mm512_sllv_epi32(high, high_up),
            );
            store(word, sixteen.stay, words.as_mut_ptr().add(end));
            end += sixteen.stay.count_ones() as usize;
        }
    }
    // SAFETY: all up to here was written.
    unsafe { words.set_len(end) };
}

/// As [`Cpu::join`](super::cpu::Cpu::join).
#[target_feature(enable = "avx512f,avx512vpopcntdq,popcnt,bmi1,bmi2")]
pub(super) fn join(top: &mut Vec<u32>, bottom: &mut Vec<u32>, tables: &mut Tables) -> u64 {
    let (large, small) = match top.len() >= bottom.len() {
        true => (top, &*bottom),
        false => (bottom, &*top),
    };
    // A table is worth what it takes to fill it where so many pairs make use of it.
    let is_worth = |used: usize| small.len() * used.saturating_sub(80) > 6_000;
    let len = large.len();
    let rest = len % WIDE;
    let padded = len.next_multiple_of(if is_worth(rest) { WIDE } else { 16 });
    large.resize(padded, u32::MAX);
    let mut count = 0;
    for (i, block) in large.chunks(WIDE).enumerate() {
        let used = (len - i * WIDE).min(WIDE);
        count += match is_worth(used) {
            true => by_block(block, small, &mut tables.wide),
            false => one_by_one(block, used, small),
        };
    }
    large.truncate(len);
    count
}

/// How many vectors of words are held while those of the other group pass.
const HELD: usize = 4;

#[target_feature(enable = "avx512f,popcnt")]
fn one_by_one(held: &[u32], used: usize, passing: &[u32]) -> u64 {
    let mut count = 0;
    let (vectors, _) = held.as_chunks::<16>();
    let meant = |vector: usize| first_lanes(used - vector * 16);
    let mut first = 0;
    let (fours, rest) = vectors.as_chunks::<HELD>();
    for four in fours {
        let lanes = [
            meant(first),
            meant(first + 1),
            meant(first + 2),
            meant(first + 3),
        ];
        count += pass(four, lanes, passing);
        first += HELD;
    }
    for vector in rest {
        count += pass(&[*vector], [meant(first)], passing);
        first += 1;
    }
    count
}

#[inline]
#[target_feature(enable = "avx512f,popcnt")]
fn pass<const V: usize>(held: &[[u32; 16]; V], meant: [__mmask16; V], passing: &[u32]) -> u64 {
    let mut words = [_mm512_setzero_si512(); V];
    for (word, held) in words.iter_mut().zip(held) {
        // SAFETY: there are sixteen.
        *word = unsafe { _mm512_loadu_si512(held.as_ptr().cast()) };
    }
    let one = _mm512_set1_epi32(1);
    let mut counts = [_mm512_setzero_si512(); V];
    for &word in passing {
        let word = _mm512_set1_epi32(word as i32);
        for i in 0..V {
            let apart = _mm512_mask_testn_epi32_mask(meant[i], words[i], word);
            counts[i] = _mm512_mask_add_epi32(counts[i], apart, counts[i], one);
        }
    }
    let mut sum = _mm512_setzero_si512();
    for count in counts {
        sum = _mm512_add_epi32(sum, count);
    }
    _mm512_reduce_add_epi32(sum) as u32 as u64
}

/// As in the portable [`join`](super::join).
#[target_feature(enable = "avx512f,avx512vpopcntdq,popcnt,bmi1,bmi2")]
fn by_block(block: &[u32], passing: &[u32], table: &mut Table<8>) -> u64 {
    fill(block, table);
    let table = &*table;
    let zero = _mm512_setzero_si512();
    let (mut ones, mut twos, mut fours) = (zero, zero, zero);
    let (quads, rest) = passing.as_chunks::<4>();
    for &[a, b, c, d] in quads {
        let [a, b, c, d] = [a, b, c, d].map(|word| look(table, word));
        let carry_ab = _mm512_ternarylogic_epi64::<MAJORITY>(ones, a, b);
        ones = _mm512_ternarylogic_epi64::<XOR>(ones, a, b);
        let carry_cd = _mm512_ternarylogic_epi64::<MAJORITY>(ones, c, d);
        ones = _mm512_ternarylogic_epi64::<XOR>(ones, c, d);
        let carry = _mm512_ternarylogic_epi64::<MAJORITY>(twos, carry_ab, carry_cd);
        twos = _mm512_ternarylogic_epi64::<XOR>(twos, carry_ab, carry_cd);
        fours = _mm512_add_epi64(fours, _mm512_popcnt_epi64(carry));
    }
    let mut left = zero;
    for &word in rest {
        left = _mm512_add_epi64(left, _mm512_popcnt_epi64(look(table, word)));
    }
    let sum = |counts: __m512i| _mm512_reduce_add_epi64(counts) as u64;
    4 * sum(fours) + 2 * sum(_mm512_popcnt_epi64(twos)) + sum(_mm512_popcnt_epi64(ones)) + sum(left)
}

/// As in the portable [`join`](super::join).
#[inline]
#[target_feature(enable = "avx512f")]
fn fill(block: &[u32], table: &mut Table<8>) {
    let columns = transposed::<8>(block);
    // SAFETY: a block has 512 bits.
    let load = |block: &Block<8>| unsafe { _mm512_loadu_si512(block.as_ptr().cast()) };
    let meant = _mm512_xor_si512(load(&columns[31]), _mm512_set1_epi32(-1));
    for (chunk, values) in table.0.iter_mut().enumerate() {
        let mut avoid = [meant; 1 << CHUNK];
        for bit in 0..CHUNK {
            let column = load(&columns[chunk * CHUNK + bit]);
            for value in 0..1 << bit {
                avoid[value | 1 << bit] = _mm512_andnot_si512(column, avoid[value]);
            }
        }
        for (value, avoid) in values.iter_mut().zip(avoid) {
            // SAFETY: as above; the table is aligned to blocks.
            unsafe { _mm512_store_si512(value.as_mut_ptr().cast(), avoid) };
        }
    }
}

/// The words of the block that avoid all chunks of a word.
#[inline]
#[target_feature(enable = "avx512f")]
fn look(table: &Table<8>, word: u32) -> __m512i {
    let row = |chunk: usize| {
        let value = word as usize >> (chunk * CHUNK) & ((1 << CHUNK) - 1);
        // SAFETY: the value is less than the number of rows, each of 512 bits.
        unsafe { _mm512_load_si512(table.0[chunk].as_ptr().add(value).cast()) }
    };
    const { assert!(CHUNKS == 6) };
    let low = _mm512_ternarylogic_epi64::<AND>(row(0), row(1), row(2));
    let high = _mm512_ternarylogic_epi64::<AND>(row(3), row(4), row(5));
    _mm512_and_si512(low, high)
}
