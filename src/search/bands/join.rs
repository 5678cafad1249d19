//! The join: how many pairs of words have no bit in common.
//!
//! Nearly all of the count's time goes here. It is plain code over arrays, which the compiler turns into
//! the widest vectors that its caller allows.

/// Room to join words.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub(super) wide: Box<Table<8>>,
    narrow: Box<Table<4>>,
}

/// So many times 64 words, a bit each.
pub(super) type Block<const L: usize> = [u64; L];

/// Bits of a word that are looked up at once, and how often.
pub(super) const CHUNK: usize = 5;
pub(super) const CHUNKS: usize = 6;

/// Words have at most so many bits, so that bit 31 can tell those that mean nothing.
pub(super) const WORD_BITS: u32 = (CHUNK * CHUNKS) as u32;

/// For each chunk of a word's bits and each value of the chunk: which words of a block avoid it.
#[derive(Debug)]
#[repr(align(64))]
pub(super) struct Table<const L: usize>(pub(super) [[Block<L>; 1 << CHUNK]; CHUNKS]);

impl<const L: usize> Default for Table<L> {
    fn default() -> Table<L> {
        Table([[[0; L]; 1 << CHUNK]; CHUNKS])
    }
}

pub(super) const WIDE: usize = 8 * 64;
const NARROW: usize = 4 * 64;

/// How many pairs of a top and a bottom word have no bit in common. Room beyond the words may be used.
#[inline(always)]
pub(super) fn count_disjoint(
    top: &mut Vec<u32>,
    bottom: &mut Vec<u32>,
    tables: &mut Tables,
) -> u64 {
    let (large, small) = match top.len() >= bottom.len() {
        true => (top, &*bottom),
        false => (bottom, &*top),
    };
    let len = large.len();
    // Words that are all ones have a bit in common with all but the empty word.
    large.resize(len.next_multiple_of(WIDE), u32::MAX);
    let mut count = 0;
    for (i, block) in large.chunks_exact(WIDE).enumerate() {
        let used = (len - i * WIDE).min(WIDE);
        let (narrow, _) = block.split_at(NARROW);
        // A table is worth what it takes to fill it where so many pairs make use of it.
        let gain = |words: usize| small.len() * used.saturating_sub(words);
        count += if used > NARROW && gain(96) > 12_000 {
            by_block::<8>(block, small, &mut tables.wide)
        } else if used <= NARROW && gain(64) > 8_000 {
            by_block::<4>(narrow, small, &mut tables.narrow)
        } else {
            one_by_one(&block[..used.next_multiple_of(STEP)], small, used)
        };
    }
    large.truncate(len);
    count
}

/// How many words are held while those of the other group pass.
const STEP: usize = 16;

#[inline(always)]
fn one_by_one(held: &[u32], passing: &[u32], used: usize) -> u64 {
    let mut count = 0u64;
    let (wide, rest) = held.as_chunks::<{ 3 * STEP }>();
    for held in wide {
        count += pass(held, passing);
    }
    for held in rest.as_chunks::<STEP>().0 {
        count += pass(held, passing);
    }
    // The empty word went with those that mean nothing, too.
    let empty = passing.iter().filter(|&&word| word == 0).count();
    count - (empty * (held.len() - used)) as u64
}

#[inline(always)]
fn pass<const N: usize>(held: &[u32; N], passing: &[u32]) -> u64 {
    let mut counts = [0u32; N];
    for &word in passing {
        for (count, &held) in counts.iter_mut().zip(held) {
            *count += u32::from(held & word == 0);
        }
    }
    counts.iter().map(|&count| u64::from(count)).sum()
}

/// Bit-sliced: for each passing word, the words of the block that avoid all of its chunks.
#[inline(always)]
fn by_block<const L: usize>(block: &[u32], passing: &[u32], table: &mut Table<L>) -> u64 {
    fill(block, table);
    let look = |word: u32| -> Block<L> {
        let mut avoid = [!0; L];
        for (chunk, values) in table.0.iter().enumerate() {
            let value = word as usize >> (chunk * CHUNK) & ((1 << CHUNK) - 1);
            avoid = and(&avoid, &values[value]);
        }
        avoid
    };
    // Harley and Seal: bits are added in columns, and counted once in four words.
    let (mut ones, mut twos, mut fours) = ([0; L], [0; L], 0);
    let (quads, rest) = passing.as_chunks::<4>();
    for &[a, b, c, d] in quads {
        let carry_ab = add(&mut ones, &look(a), &look(b));
        let carry_cd = add(&mut ones, &look(c), &look(d));
        let carry = add(&mut twos, &carry_ab, &carry_cd);
        fours += ones_of(&carry);
    }
    let rest: u64 = rest.iter().map(|&word| ones_of(&look(word))).sum();
    4 * fours + 2 * ones_of(&twos) + ones_of(&ones) + rest
}

#[inline(always)]
fn and<const L: usize>(a: &Block<L>, b: &Block<L>) -> Block<L> {
    let mut both = [0; L];
    for i in 0..L {
        both[i] = a[i] & b[i];
    }
    both
}

/// Adds two bits to a third in each column, and gives the carries.
#[inline(always)]
fn add<const L: usize>(sum: &mut Block<L>, a: &Block<L>, b: &Block<L>) -> Block<L> {
    let mut carry = [0; L];
    for i in 0..L {
        let half = sum[i] ^ a[i];
        carry[i] = (sum[i] & a[i]) | (half & b[i]);
        sum[i] = half ^ b[i];
    }
    carry
}

#[inline(always)]
fn ones_of<const L: usize>(block: &Block<L>) -> u64 {
    block.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// Which words of a block avoid each value of each chunk.
#[inline(always)]
fn fill<const L: usize>(block: &[u32], table: &mut Table<L>) {
    let columns = transposed::<L>(block);
    let meant = columns[31].map(|bits| !bits);
    for (chunk, values) in table.0.iter_mut().enumerate() {
        values[0] = meant;
        for bit in 0..CHUNK {
            let avoid = columns[chunk * CHUNK + bit].map(|bits| !bits);
            let (without, with) = values.split_at_mut(1 << bit);
            for (with, without) in with.iter_mut().zip(without.iter()) {
                *with = and(without, &avoid);
            }
        }
    }
}

/// Bit b of the words as row b, in whatever order: squares of 32 × 32 bits, two in each lane.
/// (The exchange of smaller and smaller quarters is in Warren, *Hacker's Delight*, 7-3.)
#[inline(always)]
pub(super) fn transposed<const L: usize>(block: &[u32]) -> [Block<L>; 32] {
    let mut rows = [[0; L]; 32];
    for (row, words) in rows.iter_mut().zip(block.chunks_exact(2 * L)) {
        for (lane, pair) in row.iter_mut().zip(words.as_chunks().0) {
            let [low, high]: [u32; 2] = *pair;
            *lane = u64::from(low) | u64::from(high) << 32;
        }
    }
    let mut mask = 0x0000_ffff_0000_ffff_u64;
    let mut half = 16;
    while half > 0 {
        for row in (0..32).filter(|row| row & half == 0) {
            let (above, below) = rows.split_at_mut(row + half);
            for (upper, lower) in above[row].iter_mut().zip(&mut below[0]) {
                let exchanged = ((*upper >> half) ^ *lower) & mask;
                *upper ^= exchanged << half;
                *lower ^= exchanged;
            }
        }
        half /= 2;
        mask ^= mask << half;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    #[test]
    fn every_size_counts_what_pairs_one_by_one_do() {
        let mut rng = Rng::with_seed(1);
        let mut tables = Tables::default();
        for (top, bottom) in [
            (0, 0),
            (0, 5),
            (1, 1),
            (7, 9),
            (16, 16),
            (17, 48),
            (64, 64),
            (97, 25),
            (128, 100),
            (511, 30),
            (512, 512),
            (513, 27),
            (700, 1100),
            (1500, 40),
            (96, 2000),
        ] {
            for bits in [1, 3, 13, 26, 30] {
                let mut group = |len: usize| -> Vec<u32> {
                    let word = |_| rng.u32(..) & rng.u32(..) & rng.u32(..) & ((1 << bits) - 1);
                    (0..len).map(word).collect()
                };
                let (mut tops, mut bottoms) = (group(top), group(bottom));
                let pairs = tops.iter().flat_map(|t| bottoms.iter().map(move |b| t & b));
                let expected = pairs.filter(|&common| common == 0).count() as u64;
                assert_eq!(
                    count_disjoint(&mut tops, &mut bottoms, &mut tables),
                    expected,
                    "{top} {bottom} {bits}"
                );
                assert_eq!((tops.len(), bottoms.len()), (top, bottom));
            }
        }
    }
}
