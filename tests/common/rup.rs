//! A proof checker that shares nothing with the program: every added clause has to follow by unit
//! propagation, and the last one is empty. Slow and short.

use std::collections::BTreeMap;

/// A clause as a set of literals.
pub type Clause = Vec<i64>;

/// A step: whether the clause is added (or else deleted), and the clause.
pub type Step = (bool, Clause);

fn set(mut clause: Clause) -> Clause {
    clause.sort_unstable();
    clause.dedup();
    clause
}

/// The clauses of a DIMACS file that is written plainly.
pub fn clauses(dimacs: &str) -> Vec<Clause> {
    let lines = dimacs.lines().filter(|line| !line.starts_with(['c', 'p']));
    let numbers = lines.flat_map(str::split_ascii_whitespace);
    let numbers: Vec<i64> = numbers
        .map(|word| word.parse().expect("a number"))
        .collect();
    let mut clauses: Vec<Clause> = numbers.split(|&n| n == 0).map(<[i64]>::to_vec).collect();
    assert_eq!(clauses.pop(), Some(Vec::new()), "the last clause is closed");
    clauses
}

/// The steps of a proof in text form.
pub fn text_steps(proof: &[u8]) -> Vec<Step> {
    let text = std::str::from_utf8(proof).expect("a text");
    assert!(text.is_empty() || text.ends_with('\n'));
    let step = |line: &str| {
        let numbers = line.strip_prefix("d ");
        let words = numbers.unwrap_or(line).split(' ');
        let mut clause: Clause = words.map(|word| word.parse().expect("a number")).collect();
        assert_eq!(clause.pop(), Some(0), "{line:?}");
        assert!(!clause.contains(&0), "{line:?}");
        (numbers.is_none(), clause)
    };
    text.lines().map(step).collect()
}

/// The steps of a proof in binary form.
pub fn binary_steps(proof: &[u8]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut bytes = proof.iter().copied();
    while let Some(kind) = bytes.next() {
        assert!(kind == b'a' || kind == b'd', "{kind}");
        let mut clause = Vec::new();
        loop {
            let (mut code, mut shift) = (0u64, 0);
            loop {
                let byte = bytes.next().expect("the step is whole");
                code |= u64::from(byte % 128) << shift;
                shift += 7;
                if byte < 128 {
                    break;
                }
            }
            if code == 0 {
                break;
            }
            let variable = (code / 2) as i64;
            clause.push(if code % 2 == 1 { -variable } else { variable });
        }
        steps.push((kind == b'a', clause));
    }
    steps
}

/// Holds a proof against its formula. A deleted clause is gone, also where it is a unit clause or has made
/// one, which some checkers pass over: so the proof holds for these and for those.
pub fn check(formula: &[Clause], steps: &[Step]) -> Result<(), String> {
    let mut present: BTreeMap<Clause, usize> = BTreeMap::new();
    for clause in formula {
        *present.entry(set(clause.clone())).or_default() += 1;
    }
    for (number, (added, clause)) in steps.iter().enumerate() {
        let clause = set(clause.clone());
        if !added {
            match present.get_mut(&clause) {
                Some(count) if *count > 0 => *count -= 1,
                _ => {
                    return Err(format!(
                        "step {number} deletes {clause:?}, which is not there"
                    ));
                }
            }
            continue;
        }
        let there = present.iter().filter(|(_, count)| **count > 0);
        let there: Vec<&Clause> = there.map(|(clause, _)| clause).collect();
        if !follows(&there, &clause) {
            return Err(format!("step {number}, {clause:?}, does not follow"));
        }
        if clause.is_empty() {
            let last = number + 1 == steps.len();
            return last
                .then_some(())
                .ok_or("there are steps after the empty clause".into());
        }
        *present.entry(clause).or_default() += 1;
    }
    Err("the empty clause is not derived".into())
}

/// Whether unit propagation finds a contradiction once all literals of the clause are false.
fn follows(clauses: &[&Clause], clause: &[i64]) -> bool {
    let mut values: BTreeMap<i64, bool> = BTreeMap::new();
    for &lit in clause {
        if values.insert(lit.abs(), lit < 0) == Some(lit > 0) {
            return true;
        }
    }
    loop {
        let mut changed = false;
        for clause in clauses {
            let value = |lit: &i64| values.get(&lit.abs()).map(|&value| value == (*lit > 0));
            if clause.iter().any(|lit| value(lit) == Some(true)) {
                continue;
            }
            let mut open = clause.iter().filter(|lit| value(lit).is_none());
            match (open.next().copied(), open.next()) {
                (None, _) => return true,
                (Some(lit), None) => {
                    values.insert(lit.abs(), lit > 0);
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            return false;
        }
    }
}
