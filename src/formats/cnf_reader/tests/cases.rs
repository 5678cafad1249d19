//! Files that are read, and files that are refused.

/// Files, how many variables they have, and their clauses.
pub const ACCEPTED: [(&[u8], u32, &str); 48] = [
    (b"p cnf 2 1\n1 -2 0\n", 2, "1 -2"),
    (b"p cnf 2 1\n1 -2 0", 2, "1 -2"),
    (b"p cnf 0 0\n", 0, ""),
    (b"p cnf 0 0", 0, ""),
    (b"p cnf 0 1\n0\n", 0, ""),
    (b"p cnf 0 2\n0\n0\n", 0, "|"),
    (b"p cnf 0 2\n0 0", 0, "|"),
    (b"p cnf 5 0\n", 5, ""),
    (b"p cnf 9 1\n1 -2 0\n", 9, "1 -2"),
    (b"c\nc hello\np cnf 1 1\n1 0\n", 1, "1"),
    (b"c p cnf 7 7\np cnf 1 1\n1 0\n", 1, "1"),
    (b"cnf of mine\np cnf 1 1\n1 0\n", 1, "1"),
    (b"  c indented\n\tp cnf 1 1\n 1 0\n", 1, "1"),
    (b"c caf\xe9 \xff\xfe\np cnf 1 1\n1 0\n", 1, "1"),
    (b"c \0\np cnf 1 1\n1 0\n", 1, "1"),
    (b"p cnf 1 1\n1 0\nc after\n", 1, "1"),
    (b"p cnf 1 1\n1 0\nc after", 1, "1"),
    (b"p cnf 1 1\n1 0\nc", 1, "1"),
    (b"p cnf 1 2\n1 0\nc 1 0\n-1 0\n", 1, "1|-1"),
    (b"p cnf 2 1\n1\nc within 0\n2 0\n", 2, "1 2"),
    (b"p cnf 2 1\n1\ncwithin 0\n2 0\n", 2, "1 2"),
    (b"p cnf 2 1\n1 c rest of the line 0\n2 0\n", 2, "1 2"),
    (b"p cnf 2 1\n1 2 0 c a comment\n", 2, "1 2"),
    (b"p cnf 2 1\n1 2 0 c\n", 2, "1 2"),
    (b"p cnf 2 1 c a comment 9\n1 2 0\n", 2, "1 2"),
    (b"p cnf 2 1\r\n1 -2 0\r\n", 2, "1 -2"),
    (b"c dos\r\np cnf 2 1\r\n1 -2 0", 2, "1 -2"),
    (b"p\tcnf\t2\t1\n1\t-2\t0\n", 2, "1 -2"),
    (b"p  cnf   2    1   \n1   -2     0   \n", 2, "1 -2"),
    (b"   p cnf 2 1\n   1 -2 0\n", 2, "1 -2"),
    (b"\n\n\np cnf 2 1\n\n1\n\n-2\n\n0\n\n\n", 2, "1 -2"),
    (b"p cnf 2 1\n1\n-2\n0\n", 2, "1 -2"),
    (b"p cnf 2 3\n1 0 2 0 -1 -2 0\n", 2, "1|2|-1 -2"),
    (b"p cnf 3 2\n1 0 2\n3 0\n", 3, "1|2 3"),
    (b"p cnf 2 1\n1 -2 0\n%\n0\n", 2, "1 -2"),
    (b"p cnf 2 1\n1 -2 0\n%\n0\n\n\n", 2, "1 -2"),
    (b"p cnf 2 1\n1 -2 0\n%\n0", 2, "1 -2"),
    (b"p cnf 2 1\n1 -2 0\n%\n", 2, "1 -2"),
    (b"p cnf 2 1\n1 -2 0\n % \n 0 \nc end\n", 2, "1 -2"),
    (b"p cnf 2 1\r\n1 -2 0\r\n%\r\n0\r\n", 2, "1 -2"),
    (
        b"p cnf 2147483646 1\n-2147483646 0\n",
        2147483646,
        "-2147483646",
    ),
    (b"p cnf 2 1\n1 1 -1 2 0\n", 2, "1 1 -1 2"),
    (b"p cnf 02 01\n001 -02 0\n", 2, "1 -2"),
    (b"p cnf 2 1\n1 -2 00\n", 2, "1 -2"),
    (b"\xef\xbb\xbfp cnf 2 1\n1 -2 0\n", 2, "1 -2"),
    (b"\xef\xbb\xbfcomment\np cnf 2 1\n1 -2 0\n", 2, "1 -2"),
    (b"p cnf 2 1\n\x0b1\x0c-2 0\n\x0c", 2, "1 -2"),
    (b"p cnf 12 1\n10 -11 12 0\n", 12, "10 -11 12"),
];

/// Files and how their errors begin.
pub const REFUSED: [(&[u8], &str); 59] = [
    (b"", "line 1, column 1: it is empty"),
    (b"\n", "line 2, column 1: it ends without the header"),
    (
        b"c only talk\n",
        "line 2, column 1: it ends without the header",
    ),
    (
        b"c only talk",
        "line 1, column 12: it ends without the header",
    ),
    (
        b"1 2 0\n",
        "line 1, column 1: expected the header 'p cnf VARIABLES CLAUSES', not '1'",
    ),
    (
        b"c x\n\n  1 2 0\np cnf 2 1\n",
        "line 3, column 3: expected the header",
    ),
    (b"%\n0\n", "line 1, column 1: expected the header"),
    (
        b"hello world\n",
        "line 1, column 1: expected the header 'p cnf VARIABLES CLAUSES', not 'hello'",
    ),
    (b"{\"n\": 4}", "line 1, column 1: expected the header"),
    (
        b"s SATISFIABLE\nv 1 0\n",
        "line 1, column 1: expected the header",
    ),
    (b"pcnf 2 1\n", "line 1, column 1: expected the header"),
    (b"P CNF 2 1\n", "line 1, column 1: expected the header"),
    (b"\0\0\0\0", "line 1, column 1: expected the header"),
    (b"\x1f\x8b\x08", "line 1, column 1: expected the header"),
    (b"\xff\xfep\0 \0", "line 1, column 1: expected the header"),
    (
        b"p",
        "line 1, column 2: the header ends without the number of variables",
    ),
    (b"p\ncnf 2 1\n", "line 1, column 2: the header ends"),
    (
        b"p cnf\n2 1\n",
        "line 1, column 6: the header ends without the number of variables",
    ),
    (
        b"p cnf 2\n1 2 0\n",
        "line 1, column 8: the header ends without the number of clauses",
    ),
    (
        b"p wcnf 2 1 3\n",
        "line 1, column 3: 'p wcnf' begins another format",
    ),
    (
        b"p cnf+ 2 1\n",
        "line 1, column 3: 'p cnf+' begins another format",
    ),
    (
        b"p inccnf\n",
        "line 1, column 3: 'p inccnf' begins another format",
    ),
    (
        b"p CNF 2 1\n",
        "line 1, column 3: 'p CNF' begins another format",
    ),
    (b"p 2 1\n", "line 1, column 3: 'p 2' begins another format"),
    (
        b"p cnf two 1\n",
        "line 1, column 7: 'two' is not a number of variables",
    ),
    (
        b"p cnf -2 1\n",
        "line 1, column 7: '-2' is not a number of variables",
    ),
    (
        b"p cnf +2 1\n",
        "line 1, column 7: '+2' is not a number of variables",
    ),
    (
        b"p cnf 2 -1\n",
        "line 1, column 9: '-1' is not a number of clauses",
    ),
    (
        b"p cnf 2 1.5\n",
        "line 1, column 9: '1.5' is not a number of clauses",
    ),
    (
        b"p cnf 2147483647 1\n",
        "line 1, column 7: 2147483647 variables are too many: at most 2147483646",
    ),
    (
        b"p cnf 99999999999999999999999 1\n",
        "line 1, column 7: 99999999999999999999999 variables are too many",
    ),
    (
        b"p cnf 1 18446744073709551616\n",
        "line 1, column 9: 18446744073709551616 clauses are too many",
    ),
    (b"p cnf 2 1 7\n", "line 1, column 11: '7' after the header"),
    (
        b"p cnf 2 1 1 2 0\n",
        "line 1, column 11: '1' after the header",
    ),
    (
        b"p cnf 2 1\np cnf 2 1\n1 2 0\n",
        "line 2, column 1: a second header",
    ),
    (
        b"p cnf 2 1\n1 2 0\n p cnf 2 1\n",
        "line 3, column 2: a second header",
    ),
    (
        b"p cnf 2 1\n1 x 0\n",
        "line 2, column 3: 'x' is not a number",
    ),
    (
        b"p cnf 2 1\n1 +2 0\n",
        "line 2, column 3: '+2' is not a number",
    ),
    (
        b"p cnf 2 1\n1 -0\n",
        "line 2, column 3: '-0' is not a number",
    ),
    (
        b"p cnf 2 1\n1 - 2 0\n",
        "line 2, column 3: '-' is not a number",
    ),
    (
        b"p cnf 2 1\n1 --2 0\n",
        "line 2, column 3: '--2' is not a number",
    ),
    (
        b"p cnf 2 1\n1-2 0\n",
        "line 2, column 1: '1-2' is not a number",
    ),
    (
        b"p cnf 2 1\n1.0 0\n",
        "line 2, column 1: '1.0' is not a number",
    ),
    (
        b"p cnf 2 1\n1,2,0\n",
        "line 2, column 1: '1,2,0' is not a number",
    ),
    (
        b"p cnf 2 1\n1 c2 0\n",
        "line 2, column 3: 'c2' is not a number",
    ),
    (
        b"p cnf 2 1\nx1 x2 0\n",
        "line 2, column 1: 'x1' is not a number",
    ),
    (
        b"p cnf 2 1\na 1 0\n",
        "line 2, column 1: 'a' is not a number",
    ),
    (
        b"p cnf 2 1\n1 \xe9 0\n",
        "line 2, column 3: '\u{fffd}' is not a number",
    ),
    (
        b"p cnf 2 1\n1 2\x00 0\n",
        "line 2, column 3: '2\u{fffd}' is not a number",
    ),
    (
        b"p cnf 2 1\n1 2147483647 0\n",
        "line 2, column 3: '2147483647' is not a literal",
    ),
    (
        b"p cnf 2 1\n1 -4294967295 0\n",
        "line 2, column 3: '-4294967295' is not a literal",
    ),
    (
        b"p cnf 2 1\n1 18446744073709551617 0\n",
        "line 2, column 3: '18446744073709551617' is not a literal",
    ),
    (
        b"p cnf 2 1\n1 -18446744073709551618 0\n",
        "line 2, column 3: '-18446744073709551618' is not",
    ),
    (
        b"p cnf 2 2\n1 2 0\n-1 2\n",
        "line 3, column 1: the clause that begins here is not closed",
    ),
    (
        b"p cnf 2 1\nc x\n 1\nc y\n2",
        "line 3, column 2: the clause that begins here is not closed",
    ),
    (
        b"p cnf 2 1\n1 2\n%\n0\n",
        "line 2, column 1: the clause that begins here is not closed",
    ),
    (
        b"p cnf 2 1\n1 2 0\n%\n1 0\n",
        "line 4, column 1: '1' after the closing %",
    ),
    (
        b"p cnf 2 1\n1 2 0\n%\n0\n0\n",
        "line 5, column 1: '0' after the closing %",
    ),
    (
        b"p cnf 2 1\n1 2 0\n%%\n",
        "line 3, column 1: '%%' is not a number",
    ),
];

/// Files with a wrong header: the error, and what is told instead of it.
pub const MISCOUNTED: [(&[u8], &str, &str); 8] = [
    (
        b"p cnf 1 1\n1 -2 0\n",
        "line 2, column 3: variable 2 is beyond the 1 of the header",
        "the number of variables is 2, not 1 as the header says",
    ),
    (
        b"p cnf 0 1\n7 0\n",
        "line 2, column 1: variable 7 is beyond the 0 of the header",
        "the number of variables is 7, not 0 as the header says",
    ),
    (
        b"p cnf 2 1\n1 0\n2 0\n",
        "line 3, column 1: the clause that begins here is one more than the 1 of the header",
        "the number of clauses is 2, not 1 as the header says",
    ),
    (
        b"p cnf 2 1\n1 0 2\nc\n-1 0 0\n",
        "line 2, column 5: the clause that begins here is one more",
        "the number of clauses is 3, not 1 as the header says",
    ),
    (
        b"p cnf 2 0\n0\n",
        "line 2, column 1: the clause that begins here is one more than the 0",
        "the number of clauses is 1, not 0 as the header says",
    ),
    (
        b"p cnf 2 2\n1 2 0\n",
        "line 3, column 1: the file ends at 1 of the 2 clauses",
        "the number of clauses is 1, not 2 as the header says",
    ),
    (
        b"p cnf 2 18446744073709551615\n1 2 0",
        "line 2, column 6: the file ends at 1 of the",
        "the number of clauses is 1, not 18446744073709551615 as the header says",
    ),
    (
        b"p cnf 2 2\n1 2 0\n%\n0\n",
        "line 5, column 1: the file ends at 1 of the",
        "the number of clauses is 1, not 2 as the header says",
    ),
];
