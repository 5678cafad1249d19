//! Random puzzles of every kind, and their placements found by trying all permutations.

use std::fmt;

use fastrand::Rng;
use queensat::board::Regions;
use queensat::{Puzzle, Square};

/// A square: row and column, both from 0.
pub type Cell = (u32, u32);

/// Which queens attack each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    Plain,
    Torus,
    Rooks,
    Regions,
}

/// What a random puzzle is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A plain board with given queens and forbidden squares.
    Completion,
    /// A torus with given queens or forbidden squares.
    Torus,
    /// Rooks with given rooks or forbidden squares.
    Rooks,
    /// Regions with nothing settled.
    Regions,
    /// Regions, torus or rooks with given queens and forbidden squares.
    Mixed,
}

impl Kind {
    pub const ALL: [Kind; 5] = [
        Kind::Completion,
        Kind::Torus,
        Kind::Rooks,
        Kind::Regions,
        Kind::Mixed,
    ];
}

/// A puzzle in plain numbers, of size up to 8, so that a set of squares fits into 64 bits.
///
/// It knows its rules by its own arithmetic, pair by pair; the library's `Puzzle` is made from it
/// only to be held against it.
#[derive(Clone, Debug)]
pub struct Riddle {
    pub n: u32,
    pub law: Law,
    /// The letter of each square by row and column; empty unless there are regions.
    letters: Vec<char>,
    pub given: Vec<Cell>,
    pub forbidden: Vec<Cell>,
}

impl Riddle {
    /// A random puzzle of this kind; some have many placements, some none.
    pub fn random(kind: Kind, seed: u64) -> Riddle {
        let rng = &mut Rng::with_seed(seed);
        let law = match kind {
            Kind::Completion => Law::Plain,
            Kind::Torus => Law::Torus,
            Kind::Rooks => Law::Rooks,
            Kind::Regions => Law::Regions,
            Kind::Mixed => choose(&[Law::Torus, Law::Rooks, Law::Regions], rng),
        };
        let sizes: &[u32] = match law {
            Law::Plain => &[0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8],
            // The others have no placement.
            Law::Torus => &[0, 1, 2, 3, 4, 5, 5, 5, 6, 7, 7, 7, 7, 8],
            Law::Rooks => &[0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 7, 8],
            Law::Regions => &[1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8],
        };
        let mut riddle = Riddle::bare(choose(sizes, rng), law, rng);
        let (given, forbidden) = match kind {
            Kind::Completion | Kind::Mixed => (true, true),
            Kind::Torus | Kind::Rooks => {
                let given = rng.bool();
                (given, !given)
            }
            Kind::Regions => (false, false),
        };
        // So many rooks have too many placements to list unless most of the board is settled.
        let crowded = law == Law::Rooks && riddle.n > 5;
        if given {
            let queens = rng.u32(if crowded {
                riddle.n - 4..riddle.n
            } else {
                0..4
            });
            riddle.give(queens, rng);
        }
        if forbidden {
            let thin: &[u32] = if given { &[0, 10, 30] } else { &[70, 75, 80] };
            let densities = if crowded { thin } else { &[0, 10, 20, 30, 50] };
            riddle.forbid(choose(densities, rng), rng);
        }
        riddle
    }

    /// An empty board; letters at random, so that regions need not be connected.
    pub fn bare(n: u32, law: Law, rng: &mut Rng) -> Riddle {
        let mut letters = Vec::new();
        if law == Law::Regions {
            let mut alphabet: Vec<char> = ('a'..='z').chain('A'..='Z').collect();
            rng.shuffle(&mut alphabet);
            alphabet.truncate(n as usize);
            letters.clone_from(&alphabet);
            letters.extend((n..n * n).map(|_| choose(&alphabet, rng)));
            rng.shuffle(&mut letters);
        }
        Riddle {
            n,
            law,
            letters,
            given: Vec::new(),
            forbidden: Vec::new(),
        }
    }

    /// Gives up to `queens` queens; mostly such that do not attack each other.
    pub fn give(&mut self, queens: u32, rng: &mut Rng) {
        let carelessly = rng.u32(0..8) == 0;
        for _ in 0..20 * queens {
            if self.n == 0 || self.given.len() as u32 == queens {
                break;
            }
            let queen = (rng.u32(0..self.n), rng.u32(0..self.n));
            let apart = |&other: &Cell| queen != other && self.lines(queen, other).is_empty();
            if carelessly || self.given.iter().all(apart) {
                self.given.push(queen);
            }
        }
    }

    /// Forbids about so many of a hundred squares; mostly none with a given queen, and sometimes
    /// in such a way that the board is its own mirror image.
    pub fn forbid(&mut self, percent: u32, rng: &mut Rng) {
        let carelessly = rng.u32(0..8) == 0;
        let mirrored = rng.u32(0..4) == 0;
        for row in 0..self.n {
            for col in 0..self.n {
                let image = (row, self.n - 1 - col);
                let forbid = match mirrored && image.1 < col {
                    true => self.forbidden.contains(&image),
                    false => rng.u32(0..100) < percent,
                };
                if forbid && (carelessly || !self.given.contains(&(row, col))) {
                    self.forbidden.push((row, col));
                }
            }
        }
        rng.shuffle(&mut self.forbidden);
    }

    /// The same board with nothing settled but these squares.
    pub fn with_settled(&self, given: &[Cell], forbidden: &[Cell]) -> Riddle {
        Riddle {
            given: given.to_vec(),
            forbidden: forbidden.to_vec(),
            ..self.clone()
        }
    }

    /// The names of the lines along which queens on two different squares attack each other.
    pub fn lines(&self, a: Cell, b: Cell) -> Vec<String> {
        let mut lines = Vec::new();
        let down = i64::from(b.0) - i64::from(a.0);
        let right = i64::from(b.1) - i64::from(a.1);
        let n = i64::from(self.n);
        let mut add = |line: &str, is_shared| {
            if is_shared {
                lines.push(line.to_string());
            }
        };
        add("row", down == 0);
        add("column", right == 0);
        let (diagonal, antidiagonal) = match self.law {
            Law::Plain => (down == right, down == -right),
            Law::Torus => (
                (down - right).rem_euclid(n) == 0,
                (down + right).rem_euclid(n) == 0,
            ),
            Law::Rooks => (false, false),
            Law::Regions => (
                (down, right) == (1, 1) || (down, right) == (-1, -1),
                (down, right) == (1, -1) || (down, right) == (-1, 1),
            ),
        };
        add("diagonal", diagonal);
        add("antidiagonal", antidiagonal);
        if self.law == Law::Regions {
            let letter = self.letter(a);
            add(&format!("region {letter}"), letter == self.letter(b));
        }
        lines
    }

    fn letter(&self, cell: Cell) -> char {
        self.letters[(cell.0 * self.n + cell.1) as usize]
    }

    /// The set bit of a square.
    pub fn bit(&self, cell: Cell) -> u64 {
        1 << (cell.0 * self.n + cell.1)
    }

    /// The set of some squares.
    pub fn set(&self, cells: &[Cell]) -> u64 {
        cells.iter().fold(0, |set, &cell| set | self.bit(cell))
    }

    /// All squares, in reading order.
    pub fn cells(&self) -> Vec<Cell> {
        let row = |row| (0..self.n).map(move |col| (row, col));
        (0..self.n).flat_map(row).collect()
    }

    /// Every set of N queens that do not attack each other, whatever is settled: all permutations of
    /// the columns, pair by pair; in lexicographic order of the lists.
    pub fn peaceful(&self) -> Vec<u64> {
        let cells = self.cells();
        let attacked_from = |&a: &Cell| {
            let attacked = cells.iter().filter(|&&b| !self.lines(a, b).is_empty());
            attacked.fold(0, |set, &b| set | self.bit(b))
        };
        let attacked: Vec<u64> = cells.iter().map(attacked_from).collect();
        let mut found = Vec::new();
        let mut columns: Vec<u32> = (0..self.n).collect();
        loop {
            let mut queens = 0;
            let stands_alone = |(row, &col): (u32, &u32)| {
                let attacked = attacked[(row * self.n + col) as usize];
                let alone = queens & attacked == 0;
                queens |= self.bit((row, col));
                alone
            };
            if (0..).zip(&columns).all(stands_alone) {
                found.push(queens);
            }
            if !super::next_permutation(&mut columns) {
                return found;
            }
        }
    }

    /// Whether a set of queens keeps what is given and forbidden.
    pub fn keeps_settled(&self, queens: u64) -> bool {
        let (given, forbidden) = (self.set(&self.given), self.set(&self.forbidden));
        queens & given == given && queens & forbidden == 0
    }

    /// Every placement, as a set of squares, in lexicographic order of the lists.
    pub fn placements(&self) -> Vec<u64> {
        let mut placements = self.peaceful();
        placements.retain(|&queens| self.keeps_settled(queens));
        placements
    }

    /// The library's puzzle.
    pub fn puzzle(&self) -> Puzzle {
        let mut puzzle = match self.law {
            Law::Plain => Puzzle::queens(self.n),
            Law::Torus => Puzzle::torus(self.n),
            Law::Rooks => Puzzle::rooks(self.n),
            Law::Regions => Puzzle::regions(Regions::parse(&self.grid()).expect("a grid")),
        };
        for &cell in &self.given {
            puzzle = puzzle.queen(square(cell)).expect("on the board");
        }
        for &cell in &self.forbidden {
            puzzle = puzzle.forbid(square(cell)).expect("on the board");
        }
        puzzle
    }

    /// The set that a list of columns stands for.
    pub fn set_of_columns(&self, columns: &[u32]) -> u64 {
        assert_eq!(columns.len(), self.n as usize);
        let queens = (0..).zip(columns);
        queens.fold(0, |set, (row, &col)| set | self.bit((row, col)))
    }

    /// The letters, a line a row.
    fn grid(&self) -> String {
        let rows = self.letters.chunks(self.n as usize);
        rows.map(|row| row.iter().collect::<String>() + "\n")
            .collect()
    }
}

/// The command-line options of the puzzle, and the grid of its regions.
impl fmt::Display for Riddle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.law {
            Law::Plain => write!(f, "{}", self.n)?,
            Law::Torus => write!(f, "{} --torus", self.n)?,
            Law::Rooks => write!(f, "{} --rooks", self.n)?,
            Law::Regions => write!(f, "--regions FILE")?,
        }
        for (row, col) in &self.given {
            write!(f, " --queen {row},{col}")?;
        }
        for (row, col) in &self.forbidden {
            write!(f, " --forbid {row},{col}")?;
        }
        if self.law == Law::Regions {
            write!(f, "\n{}", self.grid())?;
        }
        Ok(())
    }
}

/// The library's square.
pub fn square(cell: Cell) -> Square {
    Square::new(cell.0, cell.1)
}

/// The plain numbers of a square.
pub fn cell(square: Square) -> Cell {
    (square.row, square.col)
}

fn choose<T: Copy>(list: &[T], rng: &mut Rng) -> T {
    list[rng.usize(0..list.len())]
}
