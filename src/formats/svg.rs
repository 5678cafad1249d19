//! Pictures: a board with its queens, holes, regions and attacks as SVG.

use std::cmp::Reverse;
use std::io::{self, Write};

use crate::board::{Attack, Regions, Square};

/// What to draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Picture<'a> {
    pub n: u32,
    pub queens: &'a [Square],
    /// Those of the queens that were given are drawn in a frame; sorted.
    pub given: &'a [Square],
    /// Crossed out.
    pub forbidden: &'a [Square],
    pub regions: Option<&'a Regions>,
    /// Lines between the queens' squares.
    pub attacks: &'a [Attack],
}

/// The side of a square.
const SIDE: u32 = 40;
/// Room for the names of rows and columns.
const MARGIN: u32 = 30;

/// Tints for regions, light to dark: each has a lightness of its own, so that no two become the same
/// grey, and hues that colour-blind readers tell apart (after Okabe and Ito).
const TINTS: [&str; 8] = [
    "#f3f3f3", "#fbeca0", "#bfdff2", "#f2bb80", "#8cc0a0", "#cf97b9", "#6aa3cc", "#a97e50",
];

/// Writes a picture of a board; a square is 40 units wide.
pub fn write_svg<W: Write>(picture: &Picture<'_>, out: &mut W) -> io::Result<()> {
    let n = picture.n;
    let size = u64::from(n) * u64::from(SIDE) + 2 * u64::from(MARGIN);
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}" font-family="sans-serif" text-anchor="middle">"#
    )?;
    writeln!(out, r##"<rect width="100%" height="100%" fill="#fff"/>"##)?;
    let tints = picture.regions.map(tints);
    for square in squares(n) {
        let dark = (square.row + square.col) % 2 == 1;
        let fill = match (&tints, picture.regions) {
            (Some(tints), Some(regions)) => tints[regions.of(square)],
            _ if dark => "#d5dbe3",
            _ => "#f7f8fa",
        };
        let (x, y) = corner(square);
        writeln!(
            out,
            r##"<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{fill}" stroke="#888" stroke-width="0.5"/>"##
        )?;
    }
    if let Some(regions) = picture.regions {
        write_letters(regions, out)?;
        write_borders(regions, out)?;
    }
    for &square in picture.forbidden {
        let (x, y) = corner(square);
        let (left, right, top, bottom) = (x + 10, x + SIDE - 10, y + 10, y + SIDE - 10);
        writeln!(
            out,
            r##"<path d="M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}" stroke="#444" stroke-width="3"/>"##
        )?;
    }
    for &queen in picture.queens {
        let given = picture.given.binary_search(&queen).is_ok();
        write_queen(queen, given, out)?;
    }
    for attack in picture.attacks {
        let ((x1, y1), (x2, y2)) = (centre(attack.a), centre(attack.b));
        let line = attack.line.phrase();
        let (a, b) = (attack.a.name(n), attack.b.name(n));
        for (colour, width) in [("#fff", 7), ("#c00", 3)] {
            writeln!(
                out,
                r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"><title>{a} attacks {b} {line}</title></line>"#
            )?;
        }
    }
    write_names(n, out)?;
    writeln!(
        out,
        r##"<rect x="{MARGIN}" y="{MARGIN}" width="{side}" height="{side}" fill="none" stroke="#000" stroke-width="3"/>"##,
        side = n * SIDE
    )?;
    writeln!(out, "</svg>")
}

fn squares(n: u32) -> impl Iterator<Item = Square> {
    (0..n).flat_map(move |row| (0..n).map(move |col| Square::new(row, col)))
}

/// The top left corner of a square.
fn corner(square: Square) -> (u32, u32) {
    (MARGIN + square.col * SIDE, MARGIN + square.row * SIDE)
}

fn centre(square: Square) -> (u32, u32) {
    let (x, y) = corner(square);
    (x + SIDE / 2, y + SIDE / 2)
}

/// A crown; a given one stands in a frame.
fn write_queen<W: Write>(queen: Square, given: bool, out: &mut W) -> io::Result<()> {
    let (x, y) = corner(queen);
    if given {
        let (x, y, side) = (x + 3, y + 3, SIDE - 6);
        writeln!(
            out,
            r##"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="none" stroke="#000" stroke-width="2"/>"##
        )?;
    }
    writeln!(
        out,
        r##"<path transform="translate({x} {y})" d="M10 30L7 13L14 20L20 9L26 20L33 13L30 30Z" fill="#111" stroke="#fff"/>"##
    )
}

/// The letters of rows and columns in chess notation; on large boards they would only be a blur.
fn write_names<W: Write>(n: u32, out: &mut W) -> io::Result<()> {
    for i in (0..n).filter(|_| n <= 100) {
        let (_, y) = centre(Square::new(i, 0));
        let (x, _) = centre(Square::new(0, i));
        let name = Square::new(n - 1, i).name(n).to_string();
        let column = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let (left, below, row) = (MARGIN / 2, MARGIN + n * SIDE + 20, n - i);
        writeln!(
            out,
            r#"<text x="{left}" y="{}" font-size="14">{row}</text>"#,
            y + 5
        )?;
        writeln!(
            out,
            r#"<text x="{x}" y="{below}" font-size="14">{column}</text>"#
        )?;
    }
    Ok(())
}

/// Each square's region in the corner, so that nobody depends on colour.
fn write_letters<W: Write>(regions: &Regions, out: &mut W) -> io::Result<()> {
    for square in squares(regions.n()) {
        let (x, y) = corner(square);
        let letter = regions.letter(regions.of(square));
        writeln!(
            out,
            r##"<text x="{}" y="{}" font-size="9" fill="#333">{letter}</text>"##,
            x + 6,
            y + 10
        )?;
    }
    Ok(())
}

/// Thick lines where two regions meet.
fn write_borders<W: Write>(regions: &Regions, out: &mut W) -> io::Result<()> {
    let mut path = String::new();
    for square in squares(regions.n()) {
        let (x, y) = corner(square);
        let differs = |row, col| regions.of(square) != regions.of(Square::new(row, col));
        if square.col > 0 && differs(square.row, square.col - 1) {
            path.push_str(&format!("M{x} {y}v{SIDE}"));
        }
        if square.row > 0 && differs(square.row - 1, square.col) {
            path.push_str(&format!("M{x} {y}h{SIDE}"));
        }
    }
    writeln!(
        out,
        r##"<path d="{path}" stroke="#000" stroke-width="3" stroke-linecap="square" fill="none"/>"##
    )
}

/// A tint for each region, so that neighbours differ as long as there are tints left.
fn tints(regions: &Regions) -> Vec<&'static str> {
    let count = regions.n() as usize;
    let mut meets = vec![vec![false; count]; count];
    for square in squares(regions.n()) {
        for (row, col) in [(square.row + 1, square.col), (square.row, square.col + 1)] {
            if row < regions.n() && col < regions.n() {
                let (a, b) = (regions.of(square), regions.of(Square::new(row, col)));
                meets[a][b] = true;
                meets[b][a] = true;
            }
        }
    }
    // Those with most neighbours first, while there is still a choice.
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&region| Reverse(meets[region].iter().filter(|&&meets| meets).count()));
    let mut chosen = vec![None; count];
    let mut uses = [0; TINTS.len()];
    for region in order {
        let taken = |tint: &usize| (0..count).any(|r| meets[region][r] && chosen[r] == Some(*tint));
        // Of the tints that no neighbour has, the one used least.
        let tint = (0..TINTS.len())
            .filter(|tint| !taken(tint))
            .min_by_key(|&tint| uses[tint])
            .unwrap_or(region % TINTS.len());
        uses[tint] += 1;
        chosen[region] = Some(tint);
    }
    let tint = |tint: Option<usize>| TINTS[tint.unwrap_or_default()];
    chosen.into_iter().map(tint).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tints_differ_in_lightness_and_between_neighbours() {
        let lightness = |tint: &str| {
            let part = |i: usize| f64::from(u8::from_str_radix(&tint[i..i + 2], 16).unwrap());
            0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
        };
        assert!(
            TINTS
                .windows(2)
                .all(|w| lightness(w[0]) - lightness(w[1]) > 8.0)
        );
        let regions = Regions::parse("AAB\nCAB\nCCB\n").unwrap();
        let tints = tints(&regions);
        assert_ne!(tints[0], tints[1]);
        assert_ne!(tints[0], tints[2]);
        assert_ne!(tints[1], tints[2]);
    }
}
