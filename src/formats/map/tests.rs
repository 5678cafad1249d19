//! Map files there and back, and what is none.

use super::*;
use proptest::prelude::*;

const MAP: &str = "queensat-map 1 n 2 variables 5 squares 4 auxiliaries 2 clauses 9\n\
    1 column 1\n2 diagonal -1\n3 square 1 0\n4 square 0 1 1 1\n5 square 0 0\n";

type Owned = (u32, Result<Vec<Square>, GroupName>);

fn read(text: &str) -> Result<(MapHeader, Vec<Owned>), String> {
    let mut roles = Vec::new();
    let header = read_map(text.as_bytes(), 2, |variable, role| {
        roles.push((
            variable,
            match role {
                Role::Squares(squares) => Ok(squares.to_vec()),
                Role::Auxiliary(group) => Err(group),
            },
        ));
    });
    Ok((header.map_err(|error| error.to_string())?, roles))
}

fn write(header: &MapHeader, roles: &[Owned]) -> io::Result<String> {
    let mut writer = MapWriter::new(Vec::new(), header)?;
    for (_, role) in roles {
        match role {
            Ok(squares) => writer.squares(squares.iter().copied())?,
            Err(group) => writer.auxiliaries(1, *group)?,
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
        assert_eq!(roles[3], (4, Ok(squares.to_vec())));
        assert_eq!(roles[1], (2, Err(GroupName::Diagonal(-1))));
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
            "5 square 0 0\n",
            "",
            "it holds 4 variables, but its first line says 5",
        ),
        (
            "0 1 1 1",
            "0 1",
            "it holds 3 squares, but its first line says 4",
        ),
        ("aries 2", "aries 3", "it holds 2 auxiliary variables, but"),
        (
            "variables 5",
            "variables 4",
            "line 6: the first line announces 4 variables",
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
