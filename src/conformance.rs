//! Boards with known answers, for a solver to prove itself on.

use crate::board::{Regions, Square, Turn};
use crate::crosscheck::{Task, Way, count};
use crate::puzzle::Puzzle;
use crate::solve::{Options, Solution, solve};

/// One board, and what is known of it.
#[derive(Clone, Debug)]
pub struct Case {
    /// What is asked, for people.
    pub name: &'static str,
    puzzle: Puzzle,
    known: Known,
}

#[derive(Clone, Copy, Debug)]
enum Known {
    Placement,
    None,
    /// So many placements, found by blocking one after another.
    Count(u64),
}

/// How a solver did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Passed,
    /// In words.
    Failed(String),
    Interrupted,
}

/// The boards in the order in which a solver meets them, easy ones first.
pub fn cases() -> Vec<Case> {
    use Known::{Count, None, Placement};
    let queens = Puzzle::queens;
    let with = |n, squares: &[(u32, u32)]| {
        let squares: Vec<Square> = squares.iter().map(|&(r, c)| Square::new(r, c)).collect();
        queens(n).with_settled(&squares, &[])
    };
    // The first row and column are one region: its queen leaves both without another.
    let corner: Vec<u8> = (0..25u8).map(|i| (i / 5).min(i % 5)).collect();
    let cases = [
        ("1 queen", queens(1), Placement),
        ("4 queens", queens(4), Placement),
        ("8 queens", queens(8), Placement),
        ("20 queens", queens(20), Placement),
        ("50 queens", queens(50), Placement),
        (
            "12 queens that a quarter turn keeps",
            queens(12).symmetric(Turn::Quarter),
            Placement,
        ),
        ("13 queens on a torus", Puzzle::torus(13), Placement),
        ("2 queens", queens(2), None),
        ("3 queens", queens(3), None),
        ("6 queens on a torus", Puzzle::torus(6), None),
        ("8 queens on a torus", Puzzle::torus(8), None),
        ("9 queens on a torus", Puzzle::torus(9), None),
        (
            "8 queens, a1 and c5 of them, none on b7",
            with(8, &[(7, 0), (3, 2)]).with_settled(&[], &[Square::new(1, 1)]),
            None,
        ),
        (
            "regions in corners",
            Puzzle::regions(Regions::from_numbers(5, &corner)),
            None,
        ),
        ("4 queens, all placements", queens(4), Count(2)),
        ("5 queens, all placements", queens(5), Count(10)),
        ("6 queens, all placements", queens(6), Count(4)),
        ("7 queens, all placements", queens(7), Count(40)),
        (
            "5 queens on a torus, all placements",
            Puzzle::torus(5),
            Count(10),
        ),
        (
            "7 queens on a torus, all placements",
            Puzzle::torus(7),
            Count(28),
        ),
        ("4 rooks, all placements", Puzzle::rooks(4), Count(24)),
        (
            "8 queens, b4 and d5 of them, all placements",
            with(8, &[(4, 1), (3, 3)]),
            Count(2),
        ),
    ];
    cases
        .into_iter()
        .map(|(name, puzzle, known)| Case {
            name,
            puzzle,
            known,
        })
        .collect()
}

impl Case {
    /// What is known, for people.
    pub fn known(&self) -> String {
        match self.known {
            Known::Placement => "a placement".to_string(),
            Known::None => "none".to_string(),
            Known::Count(count) => count.to_string(),
        }
    }

    /// Has the solver of these options answer.
    pub fn run(&self, options: &Options) -> Outcome {
        let found = match self.known {
            Known::Placement | Known::None => self.solve(options),
            Known::Count(_) => self.count(options),
        };
        match found {
            Ok(Some(found)) if found == self.known() => Outcome::Passed,
            Ok(Some(found)) => Outcome::Failed(format!("it finds {found}")),
            Ok(None) => Outcome::Interrupted,
            Err(error) => Outcome::Failed(error),
        }
    }

    fn solve(&self, options: &Options) -> Result<Option<String>, String> {
        let solution = solve(&self.puzzle, options).map_err(|error| error.to_string())?;
        Ok(match solution {
            Solution::Placement(_) => Some("a placement".to_string()),
            Solution::None => Some("none".to_string()),
            Solution::Unknown => None,
        })
    }

    fn count(&self, options: &Options) -> Result<Option<String>, String> {
        let task = Task {
            puzzle: self.puzzle.clone(),
            // All by the solver, which shows every clause that blocks a placement.
            cube_rows: Some(0),
            options: options.clone(),
            ..Task::default()
        };
        let found = count(&task, &Way::Blocking, None, &|_| ());
        let found = found.map_err(|error| error.to_string())?;
        Ok(found.map(|found| found.count.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solvers_inside_the_process_pass() {
        for case in cases() {
            for &solver in crate::solver::Embedded::ALL {
                let options = Options {
                    solver: solver.into(),
                    ..Options::default()
                };
                assert_eq!(case.run(&options), Outcome::Passed, "{}", case.name);
            }
        }
    }
}
