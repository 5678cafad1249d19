//! Exporting and listing take little memory, however much is written.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

use common::PROGRAM;

/// Runs the program, reads all that it prints, and gives the most memory that it ever held, in KiB.
///
/// The system keeps the peak itself; it is looked up after each read, while the program waits to
/// write more.
fn peak_memory(arguments: &str) -> u64 {
    let mut child = Command::new(PROGRAM)
        .args(arguments.split(' '))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut out = child.stdout.take().unwrap();
    let mut buffer = vec![0; 1 << 20];
    let mut peak = 0;
    while out.read(&mut buffer).unwrap() > 0 {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let high_water = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = high_water.and_then(|words| words.split_whitespace().next()?.parse().ok());
        peak = peak.max(kib.unwrap_or(0));
    }
    assert!(child.wait().unwrap().success());
    assert!(peak > 0, "the peak was never seen");
    eprintln!("{arguments}: {peak} KiB");
    peak
}

const MIB: u64 = 1024;

#[test]
fn nine_million_clauses_stream_in_under_32_mib() {
    assert!(peak_memory("encode 1000 --amo product") < 32 * MIB);
}

#[test]
fn a_tuned_numbering_and_its_map_need_no_more_memory() {
    let arguments = "encode 1000 --amo product --order tuned --map /dev/null";
    assert!(peak_memory(arguments) < 32 * MIB);
}

#[test]
fn a_hundred_million_clauses_need_no_more_memory() {
    assert!(peak_memory("encode 400 --amo pairwise") < 32 * MIB);
}

#[test]
fn every_encoding_streams() {
    for encoding in common::ENCODINGS {
        let peak = peak_memory(&format!("encode 200 --amo {encoding}"));
        assert!(peak < 32 * MIB, "{encoding}");
    }
}

#[test]
fn a_third_of_a_million_placements_are_never_together_in_memory() {
    assert!(peak_memory("enumerate 14 --unordered --format list -q") < 16 * MIB);
}
