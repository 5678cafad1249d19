//! The kernels, and which of them this machine can run.

use std::fmt;
use std::str::FromStr;

use super::join::{Tables, count_disjoint};
use super::lists::{Band, Group, Lines, Piece};

/// Which instructions are used. All give the same counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cpu {
    /// What every machine has.
    Portable,
    /// 256-bit vectors.
    Avx2,
    /// 512-bit vectors.
    Avx512,
}

/// A name that is no path, or one that this machine can't run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownCpu {
    #[error("there is no code for '{0}': there is portable, avx2, avx512")]
    Name(String),
    #[error("this machine does not have {0}: leave out --cpu for the best that it has")]
    NotHere(Cpu),
}

impl Cpu {
    pub const ALL: [Cpu; 3] = [Cpu::Portable, Cpu::Avx2, Cpu::Avx512];

    pub fn name(self) -> &'static str {
        match self {
            Cpu::Portable => "portable",
            Cpu::Avx2 => "avx2",
            Cpu::Avx512 => "avx512",
        }
    }

    /// Whether this machine can run it.
    #[cfg(target_arch = "x86_64")]
    pub fn is_here(self) -> bool {
        match self {
            Cpu::Portable => true,
            Cpu::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("popcnt")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
            }
            Cpu::Avx512 => {
                Cpu::Avx2.is_here()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512vpopcntdq")
            }
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub fn is_here(self) -> bool {
        self == Cpu::Portable
    }

    /// The fastest that this machine can run.
    pub fn best() -> Cpu {
        let mut here = Cpu::ALL.into_iter().rev().filter(|cpu| cpu.is_here());
        here.next().unwrap_or(Cpu::Portable)
    }

    /// Appends to a piece the items of a group that leave these lines free, with a queen's lines added.
    pub(super) fn append(self, from: Group<'_>, free: Lines, queen: Lines, into: &mut Piece) {
        into.diagonals.reserve(from.len + Piece::PADDING);
        into.antidiagonals.reserve(from.len + Piece::PADDING);
        match self {
            Cpu::Portable => append(from, free, queen, into),
            // SAFETY: such a value is made only where the machine has the instructions; there is room
            // for the items and the padding, and the group's piece is padded.
            #[cfg(target_arch = "x86_64")]
            Cpu::Avx2 => unsafe { super::avx2::append(from, free, queen, into) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Cpu::Avx512 => unsafe { super::avx512::append(from, free, queen, into) },
            #[cfg(not(target_arch = "x86_64"))]
            Cpu::Avx2 | Cpu::Avx512 => append(from, free, queen, into),
        }
    }

    /// The shared diagonals of those items of a group that leave these lines free, as words.
    pub(super) fn gather(self, from: Group<'_>, free: Lines, form: Form, words: &mut Vec<u32>) {
        words.clear();
        words.reserve(from.len + Piece::PADDING);
        match self {
            Cpu::Portable => gather(from, free, form, words),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Cpu::Avx2 => unsafe { super::avx2::gather(from, free, form, words) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Cpu::Avx512 => unsafe { super::avx512::gather(from, free, form, words) },
            #[cfg(not(target_arch = "x86_64"))]
            Cpu::Avx2 | Cpu::Avx512 => gather(from, free, form, words),
        }
    }

    /// How many pairs of a top and a bottom word have no bit in common.
    pub(super) fn join(
        self,
        top: &mut Vec<u32>,
        bottom: &mut Vec<u32>,
        tables: &mut Tables,
    ) -> u64 {
        match self {
            Cpu::Portable => count_disjoint(top, bottom, tables),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Cpu::Avx2 => unsafe { super::avx2::join(top, bottom, tables) },
            #[cfg(target_arch = "x86_64")]
            Cpu::Avx512 => unsafe { super::avx512::join(top, bottom, tables) },
            #[cfg(not(target_arch = "x86_64"))]
            Cpu::Avx2 | Cpu::Avx512 => count_disjoint(top, bottom, tables),
        }
    }
}

/// How an item becomes a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// Where the shared lines of the antidiagonals begin; those of the diagonals begin at bit 0.
    pub(super) first: u32,
    /// How many there are of each.
    pub(super) count: u32,
    /// Whether the antidiagonals come first: to the other band they are diagonals.
    pub(super) turned: bool,
}

impl Form {
    pub(super) fn top(band: &Band) -> Form {
        let (first, count) = band.shared();
        Form {
            first,
            count,
            turned: false,
        }
    }

    pub(super) fn bottom(band: &Band) -> Form {
        Form {
            turned: true,
            ..Form::top(band)
        }
    }

    pub(super) fn mask(self) -> u32 {
        (1 << self.count) - 1
    }

    #[inline]
    fn word(self, diagonals: u32, antidiagonals: u32) -> u32 {
        let low = diagonals & self.mask();
        let high = antidiagonals.checked_shr(self.first).unwrap_or(0) & self.mask();
        match self.turned {
            false => low | high << self.count,
            true => high | low << self.count,
        }
    }
}

/// Writes every item and goes on after those that stay: no branch to be foreseen wrongly.
fn append(from: Group<'_>, free: Lines, queen: Lines, into: &mut Piece) {
    let start = into.diagonals.len();
    into.diagonals.resize(start + from.len, 0);
    into.antidiagonals.resize(start + from.len, 0);
    let mut end = start;
    for (diagonals, antidiagonals) in from.items() {
        into.diagonals[end] = diagonals | queen.diagonals;
        into.antidiagonals[end] = antidiagonals | queen.antidiagonals;
        let met = diagonals & free.diagonals | antidiagonals & free.antidiagonals;
        end += usize::from(met == 0);
    }
    into.diagonals.truncate(end);
    into.antidiagonals.truncate(end);
}

fn gather(from: Group<'_>, free: Lines, form: Form, words: &mut Vec<u32>) {
    words.resize(from.len, 0);
    let mut end = 0;
    for (diagonals, antidiagonals) in from.items() {
        words[end] = form.word(diagonals, antidiagonals);
        let met = diagonals & free.diagonals | antidiagonals & free.antidiagonals;
        end += usize::from(met == 0);
    }
    words.truncate(end);
}

impl Group<'_> {
    fn items(&self) -> impl Iterator<Item = (u32, u32)> {
        let diagonals = &self.piece.diagonals[self.start..][..self.len];
        let antidiagonals = &self.piece.antidiagonals[self.start..][..self.len];
        diagonals.iter().copied().zip(antidiagonals.iter().copied())
    }
}

impl fmt::Display for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Cpu {
    type Err = UnknownCpu;

    fn from_str(name: &str) -> Result<Cpu, UnknownCpu> {
        let cpu = Cpu::ALL.into_iter().find(|cpu| cpu.name() == name);
        let cpu = cpu.ok_or_else(|| UnknownCpu::Name(name.to_string()))?;
        match cpu.is_here() {
            true => Ok(cpu),
            false => Err(UnknownCpu::NotHere(cpu)),
        }
    }
}
