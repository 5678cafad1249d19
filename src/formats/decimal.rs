//! Literals as decimal text, the inner loop of every export.

/// At most this many bytes for one literal: sign, ten digits, and what the last store overhangs.
pub const ROOM: usize = 16;

/// The four digits of 0 to 9999 as ASCII, first digit in the lowest byte.
static FOUR_DIGITS: [u32; 10_000] = four_digits();

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

/// Writes `number` in decimal to the start of `out`, and gives its length; the bytes behind it are
/// overwritten with no meaning.
#[inline]
pub fn write_decimal(number: i32, out: &mut [u8; ROOM]) -> usize {
    out[0] = b'-';
    let sign = usize::from(number < 0);
    let magnitude = number.unsigned_abs();
    if magnitude < 10_000 {
        sign + leading(magnitude, &mut out[sign..])
    } else if magnitude < 100_000_000 {
        let at = sign + leading(magnitude / 10_000, &mut out[sign..]);
        four(magnitude % 10_000, &mut out[at..]);
        at + 4
    } else {
        let (high, low) = (magnitude / 100_000_000, magnitude % 100_000_000);
        let at = sign + leading(high, &mut out[sign..]);
        four(low / 10_000, &mut out[at..]);
        four(low % 10_000, &mut out[at + 4..]);
        at + 8
    }
}

/// A number below 10 000 without leading zeros, without a branch; gives its length.
#[inline]
fn leading(number: u32, out: &mut [u8]) -> usize {
    let length = 1 + u32::from(number >= 10) + u32::from(number >= 100) + u32::from(number >= 1000);
    let digits = FOUR_DIGITS[number as usize] >> (8 * (4 - length));
    out[..4].copy_from_slice(&digits.to_le_bytes());
    length as usize
}

/// A number below 10 000 with all four digits.
#[inline]
fn four(number: u32, out: &mut [u8]) {
    out[..4].copy_from_slice(&FOUR_DIGITS[number as usize].to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(number: i32) -> String {
        let mut out = [0; ROOM];
        let length = write_decimal(number, &mut out);
        String::from_utf8_lossy(&out[..length]).into_owned()
    }

    #[test]
    fn every_length_is_written_right() {
        let mut power = 1i64;
        while power <= i64::from(i32::MAX) {
            for number in [power - 1, power, power + 1, 9 * power] {
                if let Ok(number) = i32::try_from(number) {
                    assert_eq!(text(number), number.to_string());
                    assert_eq!(text(-number), (-number).to_string());
                }
            }
            power *= 10;
        }
        assert_eq!(text(i32::MAX), i32::MAX.to_string());
        assert_eq!(text(i32::MIN), i32::MIN.to_string());
    }

    proptest! {
        #[test]
        fn numbers_are_written_as_the_standard_library_does(number: i32, shift in 0u32..31) {
            let number = number >> shift;
            prop_assert_eq!(text(number), number.to_string());
        }
    }
}
