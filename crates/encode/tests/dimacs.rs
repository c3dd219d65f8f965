//! Files that people have, read; and cleaned.

use std::io::{self, BufRead, BufReader, Read};

use qedoku_encode::dimacs::fix::{FixError, FixOptions, fix};
use qedoku_encode::dimacs::read::{Header, Item, ReadError, Reader, Tolerated};
use qedoku_encode::dimacs::stats::{Rules, Source, Stats};
use qedoku_encode::{ClauseFamily, Encoding, EncodingOptions, Numbering, Scheme, VariableMap};
use qedoku_puzzle::{Board, Puzzle};

struct File {
    clauses: Vec<Vec<i32>>,
    header: Option<(u32, u64)>,
    tolerated: Vec<Tolerated>,
    description: Vec<String>,
}

fn read_from(input: impl BufRead) -> Result<File, ReadError> {
    let mut reader = Reader::new(input);
    let mut clauses = Vec::new();
    while let Some(clause) = reader.next_clause()? {
        clauses.push(clause.iter().map(|lit| lit.to_dimacs()).collect());
    }
    assert!(reader.next_clause()?.is_none(), "the end is the end");
    let header = reader.header().map(|header| (header.variables, header.clauses));
    let (tolerated, description) = (reader.tolerated().to_vec(), reader.description().to_vec());
    Ok(File { clauses, header, tolerated, description })
}

/// Reads a text whole and byte by byte, which must make no difference.
fn read(text: &str) -> Result<File, String> {
    let told = |result: Result<File, ReadError>| result.map_err(|error| error.to_string());
    let whole = told(read_from(text.as_bytes()));
    let bytes = told(read_from(BufReader::with_capacity(1, text.as_bytes())));
    match (&whole, &bytes) {
        (Ok(a), Ok(b)) => {
            assert_eq!((&a.clauses, &a.tolerated, &a.description), (&b.clauses, &b.tolerated, &b.description));
        }
        (a, b) => assert_eq!(a.as_ref().err(), b.as_ref().err(), "{text}"),
    }
    whole
}

/// The clauses of a text, and what was tolerated.
fn bent(text: &str) -> (Vec<Vec<i32>>, Vec<Tolerated>) {
    let file = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    (file.clauses, file.tolerated)
}

fn refused(text: &str) -> String {
    read(text).err().unwrap_or_else(|| panic!("read: {text}"))
}

#[test]
fn a_clean_file_is_read_without_remark() {
    let file = read("c hello\nc qedoku 1 x\np cnf 3 3\n1 -2 0\n3 0\n-1 2\n-3 0\n").unwrap();
    assert_eq!(file.clauses, [vec![1, -2], vec![3], vec![-1, 2, -3]]);
    assert_eq!(file.header, Some((3, 3)));
    assert_eq!(file.tolerated, []);
    assert_eq!(file.description, ["c qedoku 1 x"]);
}

#[test]
fn an_empty_clause_is_a_clause_and_an_empty_formula_a_formula() {
    assert_eq!(bent("p cnf 0 1\n0\n"), (vec![vec![]], vec![]));
    assert_eq!(bent("p cnf 0 0\n"), (vec![], vec![]));
    assert_eq!(bent("p cnf 0 0"), (vec![], vec![]));
}

#[test]
fn what_has_only_one_meaning_is_read_and_noted() {
    let two = vec![vec![1, 2], vec![-1]];
    let cases: [(&str, &[Tolerated]); 9] = [
        ("p cnf 2 2\r\n1 2 0\r\n-1 0\r\n", &[Tolerated::Crlf(1)]),
        ("p cnf 2 2\n1 2 0\n-1", &[Tolerated::MissingZero(3)]),
        ("p cnf 2 2\n1 2 0\n-1 0\n%\n0\n\n", &[Tolerated::Tail(4)]),
        ("p cnf 2 2\n\n1 2 0\n\n-1 0\n", &[Tolerated::BlankLine(2)]),
        ("p cnf 2 2\n 1 2 0\n  -1 0\n", &[Tolerated::Indented(2)]),
        ("p cnf 2 2\n1\t2 0\n-1 0\n", &[Tolerated::Tabs(2)]),
        ("p cnf 2 2\n1\nc why\n2 0 c because\n-1 0\n", &[Tolerated::CommentInside(3)]),
        ("1 2 0\n-1 0\n", &[Tolerated::NoHeader]),
        ("1 2 0\np cnf 2 2\n-1 0\n", &[Tolerated::LateHeader(2)]),
    ];
    for (text, tolerated) in cases {
        assert_eq!(bent(text), (two.clone(), tolerated.to_vec()), "{text}");
    }
}

#[test]
fn a_header_that_counts_wrong_is_noted_with_both_numbers() {
    let (_, tolerated) = bent("p cnf 729 999999\n111 999 0\n");
    let wrong =
        [Tolerated::Variables { declared: 729, highest: 999 }, Tolerated::Clauses { declared: 999_999, counted: 1 }];
    assert_eq!(tolerated, wrong);
    assert_eq!(bent("p cnf 999 1\n1 0\n").1, [], "more variables than used are no mistake");
}

#[test]
fn files_put_one_after_the_other_are_one_formula() {
    let second = Header { variables: 2, clauses: 1 };
    let rules_then_givens = "p cnf 2 1\n1 2\np cnf 2 1\n-1 0\n";
    let (clauses, tolerated) = bent(rules_then_givens);
    assert_eq!(clauses, [vec![1, 2], vec![-1]]);
    let notes = [
        Tolerated::MissingZero(2),
        Tolerated::AnotherHeader(3, second),
        Tolerated::Clauses { declared: 1, counted: 2 },
    ];
    assert_eq!(tolerated, notes);
}

#[test]
fn without_header_and_zeros_every_line_is_a_clause() {
    let (clauses, tolerated) = bent("111 112\n-111 -112\n\n-113");
    assert_eq!(clauses, [vec![111, 112], vec![-111, -112], vec![-113]]);
    assert_eq!(tolerated, [Tolerated::LinePerClause(1), Tolerated::BlankLine(3), Tolerated::NoHeader]);
    assert_eq!(
        refused("1 2\n3 0\n"),
        "line 2: a 0 ends a clause, but the one on line 1 has none; put a 0 after every clause, or a header before the first"
    );
}

#[test]
fn nonsense_is_refused_with_its_place() {
    for (text, error) in [
        ("p cnf 2 1\n1 x 0\n", "line 2, column 3: expected a literal or 0, found 'x'"),
        ("p cnf 2 1\n1,2 0\n", "line 2, column 2: expected a digit or a blank, found ','"),
        ("p cnf 2 1\n1 - 0\n", "line 2, column 4: expected a digit, found the byte 0x20"),
        ("p cnf 2 1\n1 -\n", "line 2, column 4: expected a digit, found the end of the line"),
        ("p cnf 2 1\n1 -", "line 2, column 4: expected a digit, found the end of the file"),
        ("p cnf 2 1\n1 \u{e9} 0\n", "line 2, column 3: expected a literal or 0, found the byte 0xc3"),
        ("p cnf 2 1\n1 c 0\n", "line 2, column 3: expected a literal or 0, found 'c'"),
        ("p cnf 2 1\n1 2147483648 0\n", "line 2, column 12: a literal beyond 2147483647"),
        ("p wcnf 2 1 5\n", "line 1, column 1: expected 'p cnf VARIABLES CLAUSES', found 'p wcnf 2 1 5'"),
        ("c a\n p cnf 2\n", "line 2, column 2: expected 'p cnf VARIABLES CLAUSES', found 'p cnf 2'"),
        ("p cnf 1 1\n1 0\n%\n0\n2 0\n", "line 5, column 1: expected nothing but 0 after '%', found '2'"),
        ("", "neither a header nor a clause: this is no DIMACS file"),
        ("c only\nc comments", "neither a header nor a clause: this is no DIMACS file"),
    ] {
        assert_eq!(refused(text), error, "{text}");
    }
    let long = format!("p cnf 1 1 {}\n", " ".repeat(300));
    assert!(refused(&long).starts_with("line 1, column 1: expected 'p cnf"));
}

#[test]
fn the_largest_literal_is_read() {
    assert_eq!(bent("p cnf 2147483647 1\n-2147483647 0\n"), (vec![vec![-i32::MAX]], vec![]));
}

#[test]
fn comments_are_given_only_if_asked_for() {
    let mut reader = Reader::new("c one\r\np cnf 1 1\n1 0\nc two".as_bytes()).with_comments();
    let mut items = Vec::new();
    while let Some(item) = reader.next_item().unwrap() {
        items.push(match item {
            Item::Comment(text) => String::from_utf8(text.to_vec()).unwrap(),
            Item::Clause(clause) => format!("{clause:?}"),
        });
    }
    assert_eq!(items, ["c one", "[1]", "c two"]);
}

/// The same bytes for the same seed (the generator `SplitMix` of Steele, Lea and Flood).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

#[test]
fn no_bytes_make_the_reader_panic_and_pieces_make_no_difference() {
    const PARTS: [&str; 18] = [
        "1",
        "-2",
        "0",
        " ",
        "\n",
        "\r\n",
        "\t",
        "p cnf 3 2\n",
        "c x\n",
        "c qedoku 1 board\n",
        "%\n",
        "-",
        "9999999999",
        "p",
        "x",
        "\u{feff}",
        "12",
        "\n0\n",
    ];
    for seed in 0..20_000 {
        let mut random = Random(seed);
        let mut bytes = Vec::new();
        for _ in 0..random.below(14) {
            match random.below(12) {
                0 => bytes.push(random.below(256) as u8),
                _ => bytes.extend_from_slice(PARTS[random.below(PARTS.len())].as_bytes()),
            }
        }
        let told = |result: Result<File, ReadError>| {
            result.map(|file| (file.clauses, file.tolerated)).map_err(|error| error.to_string())
        };
        let whole = told(read_from(&bytes[..]));
        let pieces = told(read_from(BufReader::with_capacity(1 + random.below(3), &bytes[..])));
        assert_eq!(whole, pieces, "seed {seed}");
        assert_eq!(Stats::of(Reader::new(&bytes[..])).is_ok(), whole.is_ok(), "seed {seed}");
        check_fix(&bytes, whole.ok().map(|(clauses, _)| clauses), seed);
    }
}

/// What can be read can be fixed; the result has the same clauses and nothing bent but comments.
fn check_fix(bytes: &[u8], clauses: Option<Vec<Vec<i32>>>, seed: u64) {
    let mut clean = Vec::new();
    let fixed = fix(|| Ok(bytes), FixOptions::default(), &mut clean);
    assert_eq!(fixed.is_ok(), clauses.is_some(), "seed {seed}");
    if let Some(clauses) = clauses {
        let file = read_from(&clean[..]).unwrap();
        assert_eq!(file.clauses, clauses, "seed {seed}");
        let bent = |one: &&Tolerated| !matches!(one, Tolerated::CommentInside(_));
        assert_eq!(file.tolerated.iter().find(bent), None, "seed {seed}");
    }
}

fn stats(text: &str) -> Stats {
    Stats::of(Reader::new(text.as_bytes())).unwrap()
}

#[test]
fn stats_count_what_is_there() {
    let stats = stats("p cnf 9 9\n1 -1 0\n2 2 0\n3 4 3 -4 0\n0\n7 0\n");
    assert_eq!((stats.clauses, stats.literals, stats.highest, stats.used), (5, 9, 7, Some(5)));
    assert_eq!((stats.tautologies, stats.repeats), (2, 2));
    assert_eq!(stats.lengths.iter().collect::<Vec<_>>(), [(0..=0, 1), (1..=1, 1), (2..=2, 2), (4..=4, 1)]);
    assert_eq!(stats.tolerated, [Tolerated::Clauses { declared: 9, counted: 5 }]);
    assert!(stats.rules.is_none());
}

#[test]
fn long_clauses_are_counted_by_powers_of_two() {
    let clause = |length: usize| "1 ".repeat(length) + "0\n";
    let text = format!("p cnf 1 4\n{}{}{}{}", clause(255), clause(256), clause(511), clause(512));
    let lengths: Vec<_> = stats(&text).lengths.iter().collect();
    assert_eq!(lengths, [(255..=255, 1), (256..=511, 2), (512..=1023, 1)]);
    assert_eq!(stats(&text).lengths.exactly(255), 1);
}

#[test]
fn variables_too_high_to_be_told_apart_are_not_counted() {
    assert_eq!(stats("p cnf 2147483647 1\n1 2147483647 0\n").used, None);
}

fn puzzle() -> Puzzle {
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap()
}

fn encoded(options: EncodingOptions) -> (Vec<u8>, qedoku_encode::FormulaSize) {
    let puzzle = puzzle();
    let mut file = Vec::new();
    let size = Encoding::new(&puzzle, options).unwrap().write_dimacs(&mut file).unwrap();
    (file, size)
}

#[test]
fn our_own_files_are_told_by_their_description_and_counted_by_family() {
    for (scheme, _) in Scheme::ALL.into_iter().filter(|(scheme, _)| *scheme != Scheme::Reduced) {
        for numbering in [Numbering::RowMajor, Numbering::Base] {
            let (file, size) = encoded(EncodingOptions { scheme, numbering, ..EncodingOptions::default() });
            let stats = Stats::of(Reader::new(&file[..])).unwrap();
            let rules = stats.rules.unwrap();
            assert_eq!((rules.source, rules.variables.numbering()), (Source::Described, numbering));
            assert_eq!((stats.clauses, stats.literals), (size.clauses, size.literals));
            assert_eq!(rules.by_family, size.by_family, "{scheme}");
            assert_eq!((rules.extra, rules.other), (0, 0), "{scheme}");
            assert_eq!(stats.tolerated, []);
        }
    }
}

#[test]
fn clauses_with_extra_variables_are_extra() {
    let amo = qedoku_encode::Amo::Sequential;
    let (file, _) = encoded(EncodingOptions { scheme: Scheme::Efficient, amo, ..EncodingOptions::default() });
    let rules = Stats::of(Reader::new(&file[..])).unwrap().rules.unwrap();
    assert!(rules.extra > 0 && rules.other == 0);
    assert_eq!(rules.of(ClauseFamily::CellAtLeastOne), 81);
}

/// The rules as a foreign file has them: another header, no description.
fn foreign(numbering: Numbering, header: &str) -> Option<Rules> {
    let (file, _) = encoded(EncodingOptions { scheme: Scheme::Extended, numbering, ..EncodingOptions::default() });
    let text = String::from_utf8(file).unwrap();
    let clauses = &text[text.find("p cnf").unwrap()..];
    let clauses = &clauses[clauses.find('\n').unwrap() + 1..];
    stats(&format!("{header}{clauses}")).rules
}

#[test]
fn foreign_files_are_told_by_header_and_first_clause() {
    for (numbering, header) in [
        (Numbering::RowMajor, "p cnf 729 12018\n"),
        (Numbering::RowMajor, ""),
        (Numbering::Base, "p cnf 999 12016\n"),
        (Numbering::Base, "p cnf 729 12018\n"),
        (Numbering::Base, ""),
    ] {
        let rules = foreign(numbering, header).unwrap_or_else(|| panic!("{numbering}, {header}"));
        assert_eq!((rules.source, rules.variables.numbering()), (Source::Inferred, numbering));
        assert_eq!(rules.variables.board(), Board::CLASSIC);
        assert_eq!((rules.of(ClauseFamily::HouseAtMostOne), rules.of(ClauseFamily::Given), rules.other), (8748, 30, 0));
    }
    assert!(foreign(Numbering::RowMajor, "p cnf 730 1\n").is_none());
}

#[test]
fn a_formula_about_something_else_is_not_taken_for_sudoku() {
    assert!(stats("p cnf 64 4\n1 0\n1 30 60 0\n-5 -20 9 0\n7 -60 0\n").rules.is_none());
}

#[test]
fn a_meaning_that_the_caller_knows_is_used() {
    let variables = VariableMap::for_board(Board::of_side(6).unwrap(), Numbering::Base);
    let rules = Stats::with(Reader::new("-111 -121 0\n-111 -231 0\n-111 -411 0\n1 0\n".as_bytes()), variables);
    let rules = rules.unwrap().rules.unwrap();
    assert_eq!((rules.source, rules.of(ClauseFamily::HouseAtMostOne), rules.other), (Source::Known, 3, 1));
}

fn fixed(text: &str, options: FixOptions) -> String {
    let mut out = Vec::new();
    fix(|| Ok(text.as_bytes()), options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_bent_file_is_made_straight() {
    let text = "c a\r\np cnf 9 9\r\n 1\t2 0 3\r\n-1 0\r\nc b\r\np cnf 2 1\r\n4\r\n%\r\n";
    let text = &text[..text.len() - 3];
    let kept = "c a\np cnf 9 3\n1 2 0\n3 -1 0\nc b\n4 0\n";
    assert_eq!(fixed(text, FixOptions::default()), kept);
    let without = FixOptions { comments: false, tidy: false };
    assert_eq!(fixed(text, without), "p cnf 9 3\n1 2 0\n3 -1 0\n4 0\n");
}

#[test]
fn tautologies_and_repeats_go_only_if_asked() {
    let text = "p cnf 3 3\n1 2 -1 0\n3 1 3 2 1 0\n-2 0\n";
    assert_eq!(fixed(text, FixOptions::default()), text);
    let tidy = FixOptions { tidy: true, ..FixOptions::default() };
    assert_eq!(fixed(text, tidy), "p cnf 3 2\n3 1 2 0\n-2 0\n");
}

#[test]
fn a_clean_file_of_ours_stays_as_it_is() {
    let (file, _) = encoded(EncodingOptions::default());
    let mut out = Vec::new();
    let told = fix(|| Ok(&file[..]), FixOptions::default(), &mut out).unwrap();
    assert_eq!((out, told.tolerated), (file, vec![]));
}

#[test]
fn an_input_that_changes_between_the_passes_is_an_error() {
    let mut texts = ["1 0\n", "1 0\n2 0\n"].into_iter();
    let result = fix(|| Ok(texts.next().unwrap().as_bytes()), FixOptions::default(), io::sink());
    assert!(matches!(result, Err(FixError::Changed)));
}

#[test]
fn a_clause_without_end_is_refused_before_memory_runs_out() {
    struct Ones;
    impl Read for Ones {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let pairs = buffer.len() / 2;
            buffer[..2 * pairs].chunks_exact_mut(2).for_each(|pair| pair.copy_from_slice(b"1 "));
            Ok(2 * pairs)
        }
    }
    let mut reader = Reader::new(BufReader::new(b"p cnf 1 1\n".chain(Ones)));
    assert!(matches!(reader.next_clause(), Err(ReadError::ClauseTooLong { line: 2 })));
}
