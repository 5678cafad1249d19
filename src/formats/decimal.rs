//! Literals as decimal text, the inner loop of every export.

/// At most this many bytes for one literal: sign, ten digits, a blank, and what the last store
/// overhangs.
pub const ROOM: usize = 16;

/// The digits of 0 to 9999 as ASCII, first digit in the lowest byte, with leading zeros.
static FOUR: [u32; 10_000] = four_digits();

/// The same without leading zeros, and with [`END`] behind them; the highest byte says how many.
static LEADING: [u64; 10_000] = leading_digits();

/// A blank, and the end of a clause in case that this literal is its last.
const END: u64 = u32::from_le_bytes([b' ', b'0', b'\n', 0]) as u64;

const fn four_digits() -> [u32; 10_000] {
    let mut table = [0; 10_000];
    let mut i = 0;
    while i < 10_000 {
        let digits = [
            b'0' + (i / 1000) as u8,
            b'0' + (i / 100 % 10) as u8,
            b'0' + (i / 10 % 10) as u8,
            b'0' + (i % 10) as u8,
        ];
        table[i] = u32::from_le_bytes(digits);
        i += 1;
    }
    table
}

const fn leading_digits() -> [u64; 10_000] {
    let all = four_digits();
    let mut table = [0; 10_000];
    let mut i = 0;
    while i < 10_000 {
        let length = 1 + (i >= 10) as u64 + (i >= 100) as u64 + (i >= 1000) as u64;
        let digits = all[i] >> (8 * (4 - length));
        table[i] = digits as u64 | END << (8 * length) | length << 56;
        i += 1;
    }
    table
}

/// Writes `number` in decimal and a blank to the start of `out`, and gives their length. The two
/// bytes behind them are `0` and the end of the line; others are overwritten with no meaning.
#[inline]
pub fn write_literal(number: i32, out: &mut [u8; ROOM]) -> usize {
    out[0] = b'-';
    let sign = usize::from(number < 0);
    let magnitude = number.unsigned_abs();
    let digits = if magnitude < 10_000 {
        leading(magnitude, sign, out)
    } else if magnitude < 100_000_000 {
        let digits = leading(magnitude / 10_000, sign, out);
        four(magnitude % 10_000, sign + digits, out);
        digits + 4
    } else {
        let (high, low) = (magnitude / 100_000_000, magnitude % 100_000_000);
        let digits = leading(high, sign, out).min(2);
        four(low / 10_000, sign + digits, out);
        four(low % 10_000, sign + digits + 4, out);
        digits + 8
    };
    sign + digits + 1
}

/// Writes `number` in decimal to the start of `out`, and gives its length; the bytes behind it are
/// overwritten with no meaning.
#[inline]
pub fn write_decimal(number: i32, out: &mut [u8; ROOM]) -> usize {
    write_literal(number, out) - 1
}

/// A number below 10 000 without leading zeros, and the end; gives the number of its digits.
#[inline]
fn leading(number: u32, at: usize, out: &mut [u8; ROOM]) -> usize {
    let text = LEADING[number as usize];
    out[at..at + 8].copy_from_slice(&text.to_le_bytes());
    (text >> 56 & 7) as usize
}

/// A number below 10 000 with all four digits, and the end.
#[inline]
fn four(number: u32, at: usize, out: &mut [u8; ROOM]) {
    let text = u64::from(FOUR[number as usize]) | END << 32;
    out[at..at + 8].copy_from_slice(&text.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What is written, with the end of the clause that it would make.
    fn text(number: i32) -> String {
        let mut out = [0; ROOM];
        let length = write_literal(number, &mut out);
        String::from_utf8_lossy(&out[..length + 2]).into_owned()
    }

    #[test]
    fn every_length_is_written_right() {
        let mut power = 1i64;
        while power <= i64::from(i32::MAX) {
            for number in [power - 1, power, power + 1, 9 * power] {
                if let Ok(number) = i32::try_from(number) {
                    assert_eq!(text(number), format!("{number} 0\n"));
                    assert_eq!(text(-number), format!("{} 0\n", -number));
                }
            }
            power *= 10;
        }
        assert_eq!(text(i32::MAX), format!("{} 0\n", i32::MAX));
        assert_eq!(text(i32::MIN), format!("{} 0\n", i32::MIN));
    }

    proptest! {
        #[test]
        fn numbers_are_written_as_the_standard_library_does(number: i32, shift in 0u32..31) {
            let number = number >> shift;
            prop_assert_eq!(text(number), format!("{number} 0\n"));
        }
    }
}
