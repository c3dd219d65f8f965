//! Damaged input files: every command that reads a file ends with a verdict or an error, never with a panic or a hang.

use std::fs;
use std::path::PathBuf;

use qedoku_testdata::{Rng, readers, seed};

use crate::command::{TestFolder, qedoku};
use crate::{CampaignProgress, campaign_size};

/// Command lines; `FILE` is the damaged file.
const COMMAND_LINES: [&str; 11] = [
    "solve FILE",
    "solve FILE --json",
    "count FILE --limit 10",
    "convert FILE --to line",
    "convert FILE --to json",
    "stats FILE",
    "candidates FILE",
    "rate FILE",
    "decode FILE --size 9x9",
    "encode FILE -o /dev/null",
    "verify 4...3..2...4..2. FILE",
];

/// Exit codes that are documented: yes, no, bad input, some inputs bad, limit.
const EXIT_CODES: [i32; 5] = [0, 1, 2, 3, 124];

#[test]
#[ignore = "takes minutes: ./test --long readers"]
fn damaged_files_are_answered_or_refused() {
    let originals = originals();
    assert!(originals.len() > 500, "{}", originals.len());
    let (seed, files) = (seed(20), campaign_size(20_000));
    let progress = CampaignProgress::new(files);
    let folder = TestFolder::new();
    let mut counts = [0; EXIT_CODES.len()];
    for number in 0..files {
        let mut rng = Rng::new(seed, number);
        let text = damage(&originals[rng.below(originals.len())], &originals, &mut rng);
        let file = folder.write("input", &text);
        let line = COMMAND_LINES[rng.below(COMMAND_LINES.len())];
        let args = line.split(' ').map(|word| if word == "FILE" { file.as_str() } else { word });
        let output = qedoku(args.chain(["--time-limit", "5s", "--memory-limit", "500M"]));
        let index = EXIT_CODES.iter().position(|code| *code == output.code);
        let case = || format!("case {number} of seed {seed}: {line}\n{}\n{output:?}", String::from_utf8_lossy(&text));
        assert!(!output.err.contains("panicked"), "{}", case());
        counts[index.unwrap_or_else(|| panic!("{}", case()))] += 1;
        progress.report(number + 1);
    }
    println!("{files} damaged files; exit codes {EXIT_CODES:?}: {counts:?}");
    assert!(counts[0] > 0 && counts[2] > 0, "{counts:?}");
}

/// The texts of the reader suite and the seeds of the fuzz targets.
fn originals() -> Vec<Vec<u8>> {
    let seeds = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds"));
    let list = |folder: PathBuf| {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        paths
    };
    let files = list(seeds).into_iter().flat_map(list).map(|path| fs::read(path).expect("a seed"));
    files.chain(readers::cases().into_iter().map(|case| case.input.into_bytes())).collect()
}

/// The text with one to four changes: bytes flipped, removed, repeated or replaced, the end cut off, a part of another text
/// inserted.
fn damage(text: &[u8], others: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=rng.below(4) {
        let (start, end) = random_range(text.len(), rng);
        match rng.below(7) {
            0 if start < text.len() => text[start] ^= 1 << rng.below(8),
            1 => drop(text.drain(start..end)),
            2 => {
                let part = text[start..end].to_vec();
                text.splice(end..end, part);
            }
            3 => text.truncate(start),
            4 => {
                let other = &others[rng.below(others.len())];
                let (from, to) = random_range(other.len(), rng);
                text.splice(start..start, other[from..to].iter().copied());
            }
            5 => {
                let symbol = b"0123456789.-+|:;,\t\r\n \"'{}[]()<>=xX?!#%\0\xff"[rng.below(42)];
                text.splice(start..end.min(start + 1), [symbol]);
            }
            _ => text.splice(start..start, [b'9'].repeat(rng.below(40))).for_each(drop),
        }
    }
    text
}

/// A random part of a text, usually a short one.
fn random_range(length: usize, rng: &mut Rng) -> (usize, usize) {
    let start = rng.below(length + 1);
    let longest = if rng.below(4) == 0 { length - start } else { (length - start).min(8) };
    (start, start + rng.below(longest + 1))
}
