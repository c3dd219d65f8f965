//! `qedoku batch` with Parquet: bad files, resumed runs, other formats. `columnar_files.py` compares with other implementations.

mod command;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use command::{AMBIGUOUS_4X4, TestFolder, UNIQUE_4X4, UNIQUE_9X9, UNSOLVABLE_4X4, qedoku, qedoku_with};

/// A table with every kind of answer.
fn table(rows: usize) -> String {
    let puzzles = [UNIQUE_4X4, AMBIGUOUS_4X4, UNSOLVABLE_4X4, "x"];
    let row = |id: usize| format!("{id},{},\"note, {id}\"\n", puzzles[id % puzzles.len()]);
    "id,puzzle,note\n".to_owned() + &(0..rows).map(row).collect::<String>()
}

/// Writes a Parquet file with several row groups.
fn parquet_file(folder: &TestFolder, rows: usize) -> String {
    let path = folder.path_to("in.parquet");
    let csv = folder.write("in.csv", table(rows));
    qedoku(["batch", &csv, "-o", &path, "--row-group", "16", "--add", "givens"]).exits_with(3);
    path
}

#[test]
fn tables_are_the_same_through_parquet() {
    let folder = TestFolder::new();
    let csv = folder.write("in.csv", table(100));
    let (parquet, lines) = (folder.path_to("a.parquet"), folder.path_to("a.jsonl"));
    qedoku(["batch", &csv, "-o", &parquet, "--row-group", "7"]).exits_with(3);
    let direct = qedoku(["batch", &csv]).exits_with(3).out;
    // The columns of the first run and those of the second.
    let again = qedoku(["batch", &parquet, "--column", "puzzle", "--add", "givens"]).exits_with(3).out;
    for (line, expected) in again.lines().zip(direct.lines()) {
        assert!(line.starts_with(expected), "{line}\n{expected}");
    }
    assert_eq!(again.lines().next().unwrap(), "id,puzzle,note,answer,solution,error,givens,error_2");
    qedoku(["batch", &parquet, "-o", &lines, "--add", "count"]).exits_with(3);
    let first = fs::read_to_string(&lines).unwrap().lines().next().unwrap().to_owned();
    assert!(first.starts_with(&format!("{{\"id\":\"0\",\"puzzle\":\"{UNIQUE_4X4}\",\"note\":\"note, 0\",")), "{first}");
}

#[test]
fn json_lines_keep_their_types() {
    let folder = TestFolder::new();
    let row = |id: usize| format!("{{\"id\":{id},\"x\":{id}.5,\"b\":true,\"l\":[1,2],\"puzzle\":\"{UNIQUE_4X4}\"}}\n");
    let input = (0..200).map(row).collect::<String>() + &format!("{{\"id\":\"no\",\"puzzle\":\"{UNIQUE_4X4}\"}}\n");
    let parquet = folder.path_to("a.parquet");
    qedoku_with(["batch", "-", "-o", &parquet, "--add", "answer"], &input).exits_with(3);
    let out = qedoku(["batch", &parquet, "--to", "jsonl", "--add", "givens"]).exits_with(0).out;
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[3].starts_with("{\"id\":3,\"x\":3.5,\"b\":true,\"l\":\"[1,2]\","), "{}", lines[3]);
    let message = "the value of \\\"id\\\" has another type than in the first rows; JSON Lines can keep it";
    assert!(lines[200].starts_with("{\"id\":null,") && lines[200].contains(message), "{}", lines[200]);
}

#[test]
fn damaged_files_are_errors_with_their_place() {
    let folder = TestFolder::new();
    let path = parquet_file(&folder, 64);
    let bytes = fs::read(&path).unwrap();
    let damaged = folder.path_to("damaged.parquet");
    let error = |content: &[u8]| {
        fs::write(&damaged, content).unwrap();
        let out = folder.path_to("out.parquet");
        let result = qedoku(["batch", &damaged, "-o", &out, "--overwrite"]).exits_with(2);
        assert!(!Path::new(&out).exists(), "no output of a damaged file");
        assert!(result.err.contains("damaged.parquet: "), "{}", result.err);
        result.err
    };
    let no_magic = "this is not a Parquet file: it does not begin with PAR1";
    assert!(error(b"").contains(no_magic));
    assert!(error(b"id,puzzle\n").contains(no_magic));
    assert!(error(b"PAR1").contains("truncated: it has no footer"));
    assert!(error(&bytes[..bytes.len() - 1]).contains("truncated: it has no footer"));
    assert!(error(&[&bytes[..bytes.len() - 4], b"PARE"].concat()).contains("encrypted"));
    assert!(error(&[b"PARE", &bytes[4..]].concat()[..40]).contains("truncated"));
    // The footer of a longer file.
    let footer = u32::from_le_bytes(bytes[bytes.len() - 8..][..4].try_into().unwrap()) as usize + 8;
    let cut = [b"PAR1", &bytes[bytes.len() - footer..]].concat();
    assert!(error(&cut).contains(": its data is not in the file, which may be truncated"));
    let mut wrong_length = bytes.clone();
    let end = wrong_length.len() - 8;
    wrong_length[end..end + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(error(&wrong_length).contains("the footer"));
    // The header of the first page, which is in the first row group.
    let mut page = bytes.clone();
    page[4..40].fill(0xff);
    let message = error(&page);
    assert!(message.contains("row group 1, after row 0: column id: "), "{message}");
}

/// Changes single bytes all over a file: the command reports an error or reads the file, and never crashes.
#[test]
fn no_damaged_byte_makes_the_command_crash() {
    let folder = TestFolder::new();
    let bytes = fs::read(parquet_file(&folder, 40)).unwrap();
    let damaged = folder.path_to("damaged.parquet");
    for step in 0..60 {
        let mut content = bytes.clone();
        // The footer of the file, whose numbers matter most, is at the end.
        let position = if step % 2 == 0 { bytes.len() * step / 60 } else { bytes.len() - 4 - 7 * step };
        content[position] ^= 1 << (step % 8);
        fs::write(&damaged, content).unwrap();
        let result = qedoku(["batch", &damaged]);
        assert!([0, 2, 3].contains(&result.code), "byte {position}: {result:?}");
    }
}

#[test]
fn the_column_of_the_puzzles_must_be_able_to_hold_them() {
    let folder = TestFolder::new();
    let path = parquet_file(&folder, 16);
    let error = qedoku(["batch", &path, "--column", "givens"]).exits_with(2).err;
    assert!(error.contains("the column \"givens\" has the type Int32, which holds no puzzles"), "{error}");
    let error = qedoku(["batch", &path, "--column", "quiz"]).exits_with(2).err;
    assert!(error.contains("no column \"quiz\" (columns: id, puzzle, note, givens, error)"), "{error}");
    let csv = folder.write("no.csv", "id,note\n1,a\n");
    let none = folder.path_to("none.parquet");
    qedoku(["batch", &csv, "-o", &none, "--column", "note", "--add", "givens"]).exits_with(2);
    assert!(qedoku(["batch", &none]).exits_with(2).err.contains("no column holds puzzles"));
}

#[test]
fn files_without_rows_have_columns() {
    let folder = TestFolder::new();
    let (empty, again) = (folder.path_to("empty.parquet"), folder.path_to("again.parquet"));
    qedoku_with(["batch", "-", "-o", &empty], "id,puzzle\n").exits_with(0);
    assert_eq!(
        qedoku(["batch", &empty, "--add", "givens"]).exits_with(0).out,
        "id,puzzle,answer,solution,error,givens,error_2\n"
    );
    qedoku(["batch", &empty, "-o", &again]).exits_with(0);
}

#[test]
fn folders_hold_numbered_files_that_are_resumed() {
    let folder = TestFolder::new();
    let input = parquet_file(&folder, 100);
    let (out, one) = (folder.path_to("out"), folder.path_to("one.parquet"));
    let shards = format!("{out}/");
    let run = |more: &[&str]| qedoku([&["batch", &input, "-o", &shards, "--shard-rows", "30"], more].concat());
    run(&[]).exits_with(3);
    let part = |number: usize| Path::new(&out).join(format!("part-{number:05}.parquet"));
    let second = fs::read(part(1)).unwrap();
    fs::remove_file(part(1)).unwrap();
    run(&["--resume"]).exits_with(3);
    assert_eq!(fs::read(part(1)).unwrap(), second);
    let parts: Vec<String> = (0..4).map(|number| part(number).to_string_lossy().into_owned()).collect();
    qedoku(["batch", &input, "-o", &one]).exits_with(3);
    // The parts are one table.
    let all =
        qedoku([&["batch", "--add", "answer"], &parts.iter().map(String::as_str).collect::<Vec<_>>()[..]].concat());
    assert_eq!(all.exits_with(3).out, qedoku(["batch", "--add", "answer", &one]).exits_with(3).out);
    let error = run(&["--resume", "--row-group", "5"]).exits_with(2).err;
    assert!(error.contains("row-group was 2048, and is now 5"), "{error}");
}

#[test]
fn the_number_of_threads_and_interruptions_do_not_change_the_bytes() {
    let folder = TestFolder::new();
    let mut rows = "id,puzzle\n".to_owned();
    (0..30_000).for_each(|id| writeln!(rows, "{id},{UNIQUE_9X9}").unwrap());
    let input = folder.write("in.csv", rows);
    let run = |name: &str, threads: &str, more: &[&str]| {
        let path = folder.path_to(name);
        let options = ["--threads", threads, "--row-group", "5000"];
        qedoku([&["batch", &input, "-o", &path], &options[..], more].concat()).exits_with(0);
        fs::read(path).unwrap()
    };
    let expected = run("1.parquet", "1", &[]);
    assert!(run("3.parquet", "3", &[]) == expected);
    let stream = folder.path_to("stream.parquet");
    let script = format!("{} batch {input} --to parquet --row-group 5000 > {stream}", command::QEDOKU);
    assert!(std::process::Command::new("sh").args(["-c", &script]).status().unwrap().success());
    assert!(fs::read(stream).unwrap() == expected, "standard output");
}

#[test]
fn options_that_parquet_has_not_are_refused() {
    let folder = TestFolder::new();
    let input = parquet_file(&folder, 16);
    let error = |args: &[&str]| qedoku([&["batch", &input], args].concat()).exits_with(2).err;
    assert!(error(&["-o", &folder.path_to("a.parquet.gz")]).contains("leave out .gz or .zst"));
    assert!(error(&["--to", "arrow"]).contains("tables cannot be written as arrow"));
    assert!(error(&["--row-group", "5"]).contains("--row-group is for Parquet"));
    let piped = format!("cat {input} | {} batch", command::QEDOKU);
    let output = std::process::Command::new("sh").args(["-c", &piped]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("Parquet is read from a file"), "{output:?}");
    assert!(qedoku(["solve", &input]).exits_with(2).err.contains("qedoku batch reads it"));
}
