//! Literals from decimal text, the inner loop of reading.

use super::words::is_blank;

/// The number that these bytes begin with, if it is one that a file may hold and a blank follows, and its
/// length together with that blank, unless it ends the line. The number may be beyond all literals, and has
/// at most [`MOST_DIGITS`].
#[inline]
pub fn number(bytes: &[u8]) -> Option<(i64, usize)> {
    let negative = bytes.first() == Some(&b'-');
    let digits = &bytes[usize::from(negative)..];
    let (magnitude, length) = short(digits).or_else(|| long(digits))?;
    let blank = *digits.get(length)?;
    // There is no negative 0.
    let exists = is_blank(blank) && !(negative && magnitude == 0);
    let number = if negative { -magnitude } else { magnitude };
    let length = usize::from(negative) + length + usize::from(blank != b'\n');
    exists.then_some((number, length))
}

/// With so many digits nothing overflows.
pub const MOST_DIGITS: usize = 18;

/// Up to seven digits, all at once: looking at one after the other costs a branch that nobody can predict.
#[inline]
fn short(bytes: &[u8]) -> Option<(i64, usize)> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // The digits 0 to 9 become their values, everything else becomes more.
    let values = u64::from_le_bytes(*bytes.first_chunk()?) ^ (EACH * b'0' as u64);
    // The highest bit of each byte that is no digit, right up to the first one.
    let others = (values.wrapping_add(EACH * (0x80 - 10)) | values) & (EACH * 0x80);
    let length = others.trailing_zeros() / 8;
    if !(1..8).contains(&length) {
        return None;
    }
    // Zeros in front make it eight digits; neighbours are joined to pairs, fours, and all eight.
    let ones = values << (64 - 8 * length);
    let pairs = (ones.wrapping_mul(1 + (10 << 8)) >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(1 + (100 << 16)) >> 16) & 0x0000_ffff_0000_ffff;
    let eight = fours.wrapping_mul(1 + (10_000 << 32)) >> 32;
    Some((eight as i64, length as usize))
}

/// Any number of digits, as far as the value goes.
fn long(bytes: &[u8]) -> Option<(i64, usize)> {
    let mut magnitude = 0;
    let mut length = 0;
    while let Some(digit) = bytes.get(length).map(|byte| byte.wrapping_sub(b'0'))
        && digit < 10
        && length < MOST_DIGITS
    {
        magnitude = magnitude * 10 + i64::from(digit);
        length += 1;
    }
    (length > 0).then_some((magnitude, length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_end_with_a_blank() {
        for rest in ["", "         ", "\n12345678", " 0\n"] {
            let read = |word: &str| number(format!("{word}{rest}").as_bytes());
            if rest.is_empty() {
                assert_eq!(read("12"), None);
                continue;
            }
            for word in [
                "0",
                "7",
                "-7",
                "12345678",
                "-123456",
                "999999999999999999",
                "0001",
            ] {
                let value = word.parse::<i64>().expect("a number");
                let length = word.len() + usize::from(!rest.starts_with('\n'));
                assert_eq!(read(word), Some((value, length)), "{word}{rest:?}");
            }
            for word in [
                "",
                "-",
                "--1",
                "+1",
                "-0",
                "-000",
                "1-",
                "1x",
                "x",
                "1.",
                "1\u{ff}",
                ":",
                "/",
                "1:",
                "1/",
                "1234567:",
                "9999999999999999999",
            ] {
                assert_eq!(read(word), None, "{word}{rest:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn numbers_are_read_as_the_standard_library_does(
            number: i32, shift in 0u32..32, rest in "[ \n][0-9 ]{0,12}"
        ) {
            let value = i64::from(number) >> shift;
            let text = format!("{value}{rest}");
            let length = value.to_string().len() + usize::from(rest.starts_with(' '));
            prop_assert_eq!(super::number(text.as_bytes()), Some((value, length)));
        }

        #[test]
        fn any_bytes_are_read_alike_all_at_once_and_one_by_one(
            bytes in prop::collection::vec(prop::sample::select(b"0123459-:/ \n\0\xff".as_slice()), 8..20)
        ) {
            if let Some(read) = short(&bytes) {
                prop_assert_eq!(Some(read), long(&bytes));
            }
        }
    }
}
