//! [`Manifest`]: the record of a run, from which it can be resumed.
//!
//! The manifest is a file of JSON Lines to which a run appends; every line is on the disk before the next step. The first line identifies
//! the run, the others record its progress:
//!
//! ```text
//!   {"manifest":"qedoku batch","schema":1,"program":"qedoku 0.1.0","inputs":[...],"options":{...}}
//!   {"part":0,"file":"part-00000.csv","first_row":0,"rows":1000000,"bytes":...,"crc32":"...","input_crc32":"...","counts":{...}}
//!   {"open":1,"rows":4096,"bytes":...,"crc32":"...","input_crc32":"...","counts":{...}}
//!   {"complete":true}
//! ```
//!
//! A part is a file of the output, or the output itself. `open` records how much of the part that is being written is on the disk. A line that
//! was cut off by a crash is ignored. Checksums are CRC-32, as in gzip and zip: they detect damage, not forgery.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Map, Value, json};

use crate::RowCounts;

/// The identity of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputIdentity {
    /// The path as it was given; `-` for standard input.
    pub path: String,
    /// The size of the file in bytes.
    pub size: Option<u64>,
    /// The time of its last change, in nanoseconds since 1970.
    pub modified: Option<u128>,
}

/// A finished part of the output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartRecord {
    /// Its number, from 0.
    pub part: u64,
    /// The name of its file, without folders.
    pub file: String,
    /// The number of its first row in the input, from 0.
    pub first_row: u64,
    /// The number of rows of the input.
    pub rows: u64,
    /// The size of the file.
    pub bytes: u64,
    /// The CRC-32 of the file.
    pub crc32: u32,
    /// The CRC-32 of all rows of the input up to the end of this part.
    pub input_crc32: u32,
    /// The rows by answer.
    pub counts: RowCounts,
}

/// The beginning of an unfinished part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenPart {
    /// Its number, from 0.
    pub part: u64,
    /// The number of rows of the input that are written.
    pub rows: u64,
    /// The number of bytes after the header.
    pub bytes: u64,
    /// The CRC-32 of these bytes.
    pub crc32: u32,
    /// The CRC-32 of all rows of the input up to here.
    pub input_crc32: u32,
    /// The rows by answer.
    pub counts: RowCounts,
}

/// The record of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Manifest {
    /// The program and its version.
    pub program: String,
    /// The inputs in order.
    pub inputs: Vec<InputIdentity>,
    /// The options on which the output depends.
    pub options: Map<String, Value>,
    /// The finished parts by number.
    pub parts: BTreeMap<u64, PartRecord>,
    /// The part that was being written.
    pub open: Option<OpenPart>,
    /// Whether the run ended.
    pub is_complete: bool,
    /// The length of the valid lines in bytes.
    pub length: usize,
}

/// The reason why a file is no manifest, or not that of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ManifestError {
    /// The file is no manifest of this version.
    Format,
    /// The run was begun by another version of the program.
    Program(String),
    /// An option has another value: its name, the value of the run, and the present one.
    Option(String, String, String),
    /// The list of inputs is another.
    Inputs,
    /// An input has changed.
    Input(String),
}

const NAME: &str = "qedoku batch";

impl Manifest {
    /// The manifest of a run that begins.
    pub fn new(program: String, inputs: Vec<InputIdentity>, options: Map<String, Value>) -> Manifest {
        let (parts, open) = (BTreeMap::new(), None);
        let manifest = Manifest { program, inputs, options, parts, open, is_complete: false, length: 0 };
        Manifest { length: manifest.first_line().len(), ..manifest }
    }

    /// The first line.
    pub fn first_line(&self) -> String {
        let inputs: Vec<Value> = self.inputs.iter().map(InputIdentity::to_json).collect();
        let fields = json!({ "manifest": NAME, "schema": 1, "program": self.program, "inputs": inputs, "options": self.options });
        format!("{fields}\n")
    }

    /// Reads a manifest.
    pub fn parse(text: &[u8]) -> Result<Manifest, ManifestError> {
        let mut lines = text.split_inclusive(|byte| *byte == b'\n').take_while(|line| line.ends_with(b"\n"));
        let first = lines.next().ok_or(ManifestError::Format)?;
        let fields: Value = serde_json::from_slice(first).map_err(|_| ManifestError::Format)?;
        let manifest = Manifest::from_first_line(&fields, first.len());
        let mut manifest =
            manifest.filter(|_| fields["manifest"] == NAME && fields["schema"] == 1).ok_or(ManifestError::Format)?;
        for line in lines {
            // A crash may have left zeros or a part of a line; what follows is not trusted.
            let Some(()) = serde_json::from_slice(line).ok().and_then(|fields| manifest.add(&fields)) else { break };
            manifest.length += line.len();
        }
        Ok(manifest)
    }

    fn from_first_line(fields: &Value, length: usize) -> Option<Manifest> {
        let inputs = fields["inputs"].as_array()?.iter().map(InputIdentity::from_json);
        let inputs = inputs.collect::<Option<Vec<_>>>()?;
        let mut manifest =
            Manifest::new(fields["program"].as_str()?.to_owned(), inputs, fields["options"].as_object()?.clone());
        manifest.length = length;
        Some(manifest)
    }

    /// Adds the content of a line.
    fn add(&mut self, fields: &Value) -> Option<()> {
        if fields["complete"] == true {
            self.is_complete = true;
        } else if let Some(part) = fields["part"].as_u64() {
            self.add_part(PartRecord::from_json(part, fields)?);
        } else {
            self.open = Some(OpenPart::from_json(fields["open"].as_u64()?, fields)?);
        }
        Some(())
    }

    /// Records a finished part.
    pub fn add_part(&mut self, part: PartRecord) {
        if self.open.as_ref().is_some_and(|open| open.part == part.part) {
            self.open = None;
        }
        self.parts.insert(part.part, part);
    }

    /// Compares the run with one that begins now: only the same run can be resumed.
    pub fn check_same_run(&self, new: &Manifest) -> Result<(), ManifestError> {
        if self.program != new.program {
            return Err(ManifestError::Program(self.program.clone()));
        }
        for name in self.options.keys().chain(new.options.keys()) {
            let (old, new) = (self.options.get(name), new.options.get(name));
            if old != new {
                let text = |value: Option<&Value>| value.map_or("nothing".to_owned(), ToString::to_string);
                return Err(ManifestError::Option(name.clone(), text(old), text(new)));
            }
        }
        if self.inputs.len() != new.inputs.len() {
            return Err(ManifestError::Inputs);
        }
        match self.inputs.iter().zip(&new.inputs).find(|(old, new)| old != new) {
            Some((old, new)) if old.path != new.path => Err(ManifestError::Inputs),
            Some((old, _)) => Err(ManifestError::Input(old.path.clone())),
            None => Ok(()),
        }
    }

    /// The rows of all finished parts by answer.
    pub fn counts(&self) -> RowCounts {
        let mut counts = RowCounts::default();
        self.parts.values().for_each(|part| counts.add(&part.counts));
        counts
    }
}

/// The last line.
pub(crate) const COMPLETE_LINE: &str = "{\"complete\":true}\n";

impl Manifest {
    /// The line that ends a run.
    pub fn complete_line() -> &'static str {
        COMPLETE_LINE
    }
}

impl InputIdentity {
    fn to_json(&self) -> Value {
        // Nanoseconds do not fit into the numbers of many JSON programs.
        json!({ "path": self.path, "size": self.size, "modified": self.modified.map(|time| time.to_string()) })
    }

    fn from_json(fields: &Value) -> Option<InputIdentity> {
        let modified = fields["modified"].as_str().map(str::parse).transpose().ok()?;
        Some(InputIdentity { path: fields["path"].as_str()?.to_owned(), size: fields["size"].as_u64(), modified })
    }
}

impl PartRecord {
    /// The line of the manifest.
    pub fn line(&self) -> String {
        let fields = json!({
            "part": self.part,
            "file": self.file,
            "first_row": self.first_row,
            "rows": self.rows,
            "bytes": self.bytes,
            "crc32": hex(self.crc32),
            "input_crc32": hex(self.input_crc32),
            "counts": self.counts.to_json(),
        });
        format!("{fields}\n")
    }

    fn from_json(part: u64, fields: &Value) -> Option<PartRecord> {
        Some(PartRecord {
            part,
            file: fields["file"].as_str()?.to_owned(),
            first_row: fields["first_row"].as_u64()?,
            rows: fields["rows"].as_u64()?,
            bytes: fields["bytes"].as_u64()?,
            crc32: parse_hex(&fields["crc32"])?,
            input_crc32: parse_hex(&fields["input_crc32"])?,
            counts: RowCounts::from_json(&fields["counts"])?,
        })
    }
}

impl OpenPart {
    /// The line of the manifest.
    pub fn line(&self) -> String {
        let fields = json!({
            "open": self.part,
            "rows": self.rows,
            "bytes": self.bytes,
            "crc32": hex(self.crc32),
            "input_crc32": hex(self.input_crc32),
            "counts": self.counts.to_json(),
        });
        format!("{fields}\n")
    }

    fn from_json(part: u64, fields: &Value) -> Option<OpenPart> {
        Some(OpenPart {
            part,
            rows: fields["rows"].as_u64()?,
            bytes: fields["bytes"].as_u64()?,
            crc32: parse_hex(&fields["crc32"])?,
            input_crc32: parse_hex(&fields["input_crc32"])?,
            counts: RowCounts::from_json(&fields["counts"])?,
        })
    }
}

impl RowCounts {
    /// The fields of JSON output.
    pub fn to_json(&self) -> Value {
        let RowCounts { rows, none, one, many, invalid, missing, incomplete, duplicates } = self;
        json!({
            "rows": rows,
            "one": one,
            "none": none,
            "many": many,
            "invalid": invalid,
            "missing": missing,
            "incomplete": incomplete,
            "duplicates": duplicates,
        })
    }

    fn from_json(fields: &Value) -> Option<RowCounts> {
        let number = |name: &str| fields[name].as_u64();
        Some(RowCounts {
            rows: number("rows")?,
            none: number("none")?,
            one: number("one")?,
            many: number("many")?,
            invalid: number("invalid")?,
            missing: number("missing")?,
            incomplete: number("incomplete")?,
            duplicates: number("duplicates")?,
        })
    }
}

fn hex(checksum: u32) -> String {
    format!("{checksum:08x}")
}

fn parse_hex(value: &Value) -> Option<u32> {
    u32::from_str_radix(value.as_str()?, 16).ok()
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ManifestError::Format => f.write_str("the manifest cannot be read"),
            ManifestError::Program(program) => write!(f, "the run was begun by {program}"),
            ManifestError::Option(name, old, new) => {
                write!(f, "the run was begun with other options: {name} was {old}, and is now {new}")
            }
            ManifestError::Inputs => f.write_str("the run was begun with other inputs"),
            ManifestError::Input(path) => write!(f, "{path} has changed since the run was begun"),
        }
    }
}

impl std::error::Error for ManifestError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Manifest {
        let input = InputIdentity { path: "a.csv".into(), size: Some(7), modified: Some(1_700_000_000_123_456_789) };
        let options = json!({ "add": ["answer"], "to": "csv" });
        Manifest::new("qedoku 0.1.0".into(), vec![input], options.as_object().unwrap().clone())
    }

    fn part(number: u64) -> PartRecord {
        let counts = RowCounts { rows: 10, one: 9, invalid: 1, ..RowCounts::default() };
        let file = format!("part-{number:05}.csv");
        PartRecord {
            part: number,
            file,
            first_row: number * 10,
            rows: 10,
            bytes: 99,
            crc32: 1,
            input_crc32: 0xffff_fff0,
            counts,
        }
    }

    #[test]
    fn manifests_are_read_back() {
        let open = OpenPart { part: 1, rows: 3, bytes: 20, crc32: 5, input_crc32: 6, counts: RowCounts::default() };
        let mut text = sample().first_line() + &part(0).line() + &open.line();
        let manifest = Manifest::parse(text.as_bytes()).unwrap();
        assert_eq!(manifest.parts, BTreeMap::from([(0, part(0))]));
        assert_eq!((manifest.open.as_ref(), manifest.is_complete, manifest.length), (Some(&open), false, text.len()));
        text += &part(1).line();
        text += Manifest::complete_line();
        let manifest = Manifest::parse(text.as_bytes()).unwrap();
        assert_eq!((manifest.open.as_ref(), manifest.is_complete, manifest.parts.len()), (None, true, 2));
        assert_eq!(manifest.counts().one, 18);
        assert_eq!(sample().check_same_run(&manifest), Ok(()));
    }

    #[test]
    fn a_manifest_that_was_cut_off_ends_at_its_last_whole_line() {
        let whole = sample().first_line() + &part(0).line();
        let text = whole.clone() + &part(1).line();
        for length in whole.len()..text.len() {
            let manifest = Manifest::parse(&text.as_bytes()[..length]).unwrap();
            assert_eq!((manifest.parts.len(), manifest.length), (1, whole.len()));
        }
        let zeros = [whole.as_bytes(), &[0; 40], b"\n"].concat();
        assert_eq!(Manifest::parse(&zeros).unwrap().length, whole.len());
        for length in 0..sample().first_line().len() {
            assert_eq!(Manifest::parse(&text.as_bytes()[..length]), Err(ManifestError::Format));
        }
    }

    #[test]
    fn only_the_same_run_is_resumed() {
        let mut other = sample();
        other.options.insert("to".into(), "jsonl".into());
        let error = sample().check_same_run(&other).unwrap_err().to_string();
        assert_eq!(error, "the run was begun with other options: to was \"csv\", and is now \"jsonl\"");
        let mut other = sample();
        other.inputs[0].size = Some(8);
        assert_eq!(
            sample().check_same_run(&other).unwrap_err().to_string(),
            "a.csv has changed since the run was begun"
        );
        other.inputs[0].path = "b.csv".into();
        assert_eq!(sample().check_same_run(&other), Err(ManifestError::Inputs));
        other.program = "qedoku 9".into();
        assert_eq!(sample().check_same_run(&other), Err(ManifestError::Program("qedoku 0.1.0".into())));
    }
}
