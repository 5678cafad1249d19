//! Map files there and back, and what is none.

use super::*;
use proptest::prelude::*;

const MAP: &str = "queensat-map 1 n 2 variables 6 squares 4 auxiliaries 3 clauses 9\n\
    1 column 1\n2 diagonal -1\n3 square 1 0\n4 square 0 1 1 1\n5 square 0 0\n6 symmetry flip\n";

type Owned = (u32, OwnedRole);

#[derive(Debug, PartialEq)]
enum OwnedRole {
    Squares(Vec<Square>),
    Auxiliary(GroupName),
    Symmetry(Symmetry),
}

fn read(text: &str) -> Result<(MapHeader, Vec<Owned>), String> {
    let mut roles = Vec::new();
    let header = read_map(text.as_bytes(), 2, |variable, role| {
        roles.push((
            variable,
            match role {
                Role::Squares(squares) => OwnedRole::Squares(squares.to_vec()),
                Role::Auxiliary(group) => OwnedRole::Auxiliary(group),
                Role::Symmetry(symmetry) => OwnedRole::Symmetry(symmetry),
            },
        ));
    });
    Ok((header.map_err(|error| error.to_string())?, roles))
}

fn write(header: &MapHeader, roles: &[Owned]) -> io::Result<String> {
    let mut writer = MapWriter::new(Vec::new(), header)?;
    for (_, role) in roles {
        match role {
            OwnedRole::Squares(squares) => writer.squares(squares.iter().copied())?,
            OwnedRole::Auxiliary(group) => writer.auxiliaries(1, *group)?,
            OwnedRole::Symmetry(symmetry) => writer.symmetries(1, *symmetry)?,
        }
    }
    Ok(String::from_utf8_lossy(&writer.finish()).into_owned())
}

#[test]
fn what_is_read_is_written_again_in_the_same_bytes() -> io::Result<()> {
    for text in [MAP.to_string(), MAP.replace('\n', "\r\n\n")] {
        let (header, roles) = read(&text).map_err(io::Error::other)?;
        assert_eq!(header.clauses, 9);
        let squares = [Square::new(0, 1), Square::new(1, 1)];
        assert_eq!(roles[3], (4, OwnedRole::Squares(squares.to_vec())));
        assert_eq!(roles[1], (2, OwnedRole::Auxiliary(GroupName::Diagonal(-1))));
        assert_eq!(roles[5], (6, OwnedRole::Symmetry(Symmetry::Flip)));
        assert_eq!(write(&header, &roles)?, MAP);
    }
    Ok(())
}

#[test]
fn what_is_no_map_is_refused_with_its_line_and_the_cure() {
    for (old, new, message) in [
        (MAP, "", "line 1: expected 'queensat-map 1 n N"),
        ("queensat-map 1", "queensat-map 2", "line 1: expected"),
        (" clauses 9", "", "line 1: expected"),
        ("n 2", "n 3", "line 1: it is the map of a formula for N = 3"),
        (
            "3 square",
            "2 square",
            "line 4: expected variable 3, not '2'",
        ),
        ("3 square 1 0\n", "", "line 4: expected variable 3, not '4'"),
        (
            "3 square 1 0",
            "3 square 1",
            "line 4: 'square 1' is no role",
        ),
        ("3 square 1 0", "3 square", "line 4: 'square' is no role"),
        (
            "3 square 1 0",
            "3 square1 0",
            "line 4: 'square1 0' is no role",
        ),
        (
            "3 square 1 0",
            "3 square -1 0",
            "line 4: 'square -1 0' is no",
        ),
        ("3 square 1 0", "3", "line 4: '' is no role"),
        (
            "3 square 1 0",
            "3 square 2 0",
            "line 4: square 2 0 is not on",
        ),
        (
            "3 square 1 0",
            "3 square 1 1",
            "line 5: square 1 1 has a variable already",
        ),
        ("column 1", "colum 1", "line 2: 'colum 1' is no role"),
        (
            "6 symmetry flip\n",
            "",
            "it holds 5 variables, but its first line says 6",
        ),
        (
            "0 1 1 1",
            "0 1",
            "it holds 3 squares, but its first line says 4",
        ),
        ("flip", "flop", "line 7: 'symmetry flop' is no role"),
        ("flip", "flip 1", "line 7: 'symmetry flip 1' is no role"),
        (" flip", "", "line 7: 'symmetry' is no role"),
        ("aries 3", "aries 2", "it holds 3 auxiliary variables, but"),
        (
            "variables 6",
            "variables 5",
            "line 7: the first line announces 5 variables",
        ),
    ] {
        let text = MAP.replacen(old, new, 1);
        let error = read(&text).err().unwrap_or_default();
        assert!(error.starts_with(message), "{old:?} {new:?}: {error}");
        assert!(error.contains(": write the map again") || error.contains(": give "));
    }
}

proptest! {
    #[test]
    fn no_change_of_a_few_bytes_makes_the_reader_panic(
        changes in prop::collection::vec((0..MAP.len(), any::<u8>()), 0..6)
    ) {
        let mut bytes = MAP.as_bytes().to_vec();
        for (at, byte) in changes {
            bytes[at] = byte;
        }
        let _ = read_map(bytes.as_slice(), 2, |_, _| {});
    }
}
