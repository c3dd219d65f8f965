//! Every endpoint of the API, over a real connection.

mod client;

use client::{NINE, NINE_SOLVED, ONE, TestServer};
use serde_json::{Value, json};

#[test]
fn reads_any_format_and_reports_conflicting_givens() {
    let server = TestServer::start_default();
    let read =
        server.post("/api/read", &json!({ "puzzle": "4\n3\n1 1 1\n1 3 3\n2 1 1\n" })).expect_status(200).object();
    assert_eq!((&read["board"], &read["format"], &read["puzzles"]), (&json!("4x4"), &json!("clues"), &json!(1)));
    assert_eq!(read["digits"][0], json!([1, null, 3, null]));
    assert_eq!(read["clashes"], json!([{ "house": "column 1", "digit": 1, "cells": ["r1c1", "r2c1"] }]));
    assert!(read.get("candidates").is_none());

    let two = server.post("/api/read", &json!({ "puzzle": format!("{NINE}\n{NINE}\n") })).expect_status(200).object();
    assert_eq!((&two["puzzles"], &two["puzzle"]), (&json!(2), &json!(NINE)));
    let candidates = "1 24 3 24 1234 12 34 . 23 . 14 13 . 123 124 4";
    let read = server.post("/api/read", &json!({ "puzzle": candidates })).expect_status(200).object();
    assert_eq!(read["candidates"][0], json!([[1], [2, 4], [3], [2, 4]]));
    let six = server.post("/api/read", &json!({ "puzzle": "6x6", "boxes": "3x2" })).expect_status(200).object();
    assert_eq!((&six["boxes"], &six["givens"]), (&json!("3x2"), &json!(0)));
}

#[test]
fn reads_a_sudoku_in_f2csp() {
    let server = TestServer::start_default();
    let file = server.post("/api/encode", &json!({ "puzzle": ONE, "to": "f2csp" })).expect_status(200);
    let read = server.post("/api/read", &json!({ "puzzle": file.body })).expect_status(200).object();
    assert_eq!((&read["puzzle"], &read["format"]), (&json!(ONE), &json!("f2csp")));
}

#[test]
fn reads_a_sudoku_in_dimacs() {
    let server = TestServer::start_default();
    for scheme in ["extended", "reduced"] {
        let body = json!({ "puzzle": ONE, "to": "cnf", "scheme": scheme });
        let file = server.post("/api/encode", &body).expect_status(200);
        let read = server.post("/api/read", &json!({ "puzzle": file.body })).expect_status(200).object();
        assert_eq!((&read["puzzle"], &read["format"]), (&json!(ONE), &json!("dimacs")), "{scheme}");
    }
    let other = server.post("/api/read", &json!({ "puzzle": "p cnf 2 1\n1 -2 0\n" })).expect_status(400);
    assert_eq!(other.error(), "this formula is not recognised as a Sudoku");
}

#[test]
fn reveals_mistakes_in_levels() {
    let server = TestServer::start_default();
    // r1c2 is 2 in the solution 4231 3142 2314 1423, and r4c4=3 is crossed out.
    let position = json!({ "puzzle": "4...3..2...4..2.", "position": "41..3..2...4..2.", "eliminated": ["r4c4=3"] });
    let ask = |path: &str, name: &str, level: &str| {
        let mut body = position.clone();
        body[name] = level.into();
        server.post(path, &body).expect_status(200).object()["mistakes"].clone()
    };
    let count = json!({ "wrong_digits": 1, "wrong_eliminations": 1, "consistent": false });
    let mut cells = count.clone();
    cells["cells"] = json!(["r1c2", "r4c4"]);
    let mut digits = cells.clone();
    digits["right"] = json!([{ "cell": "r1c2", "digits": [2] }, { "cell": "r4c4", "digits": [3] }]);
    for (reveal, strength, expected) in
        [("count", "house", &count), ("cells", "cell", &cells), ("digits", "reason", &digits)]
    {
        assert_eq!(ask("/api/check", "reveal", reveal), *expected);
        assert_eq!(ask("/api/hint", "strength", strength), *expected);
    }
    for path in ["/api/explain", "/api/next"] {
        let answer = server.post(path, &position).expect_status(200).object();
        assert_eq!((&answer["mistakes"], answer.get("steps")), (&count, None), "{path}");
    }
    let none = server.post("/api/check", &json!({ "puzzle": "11.............." })).expect_status(200).object();
    assert_eq!((&none["solvable"], none.get("mistakes")), (&json!(false), None));
    server.post("/api/check", &json!({ "puzzle": ONE, "eliminated": ["r5c1=1"] })).expect_status(400);
}

#[test]
fn a_cell_with_one_candidate_left_is_not_a_digit_of_the_player() {
    let server = TestServer::start_default();
    // All but the wrong candidate 1 of r1c2 are crossed out; the right one is 2.
    let eliminated = ["r1c2=2", "r1c2=3", "r1c2=4"];
    let body = json!({ "puzzle": "4...3..2...4..2.", "eliminated": eliminated });
    let checked = server.post("/api/check", &body).expect_status(200).object();
    assert_eq!(checked["mistakes"]["wrong_digits"], 0);
    assert_eq!(checked["mistakes"]["wrong_eliminations"], 1);
}

#[test]
fn sentences_use_the_alphabet_of_the_request() {
    let server = TestServer::start_default();
    let sentence = |request: &Value| {
        let answer = server.post("/api/why-not", request).expect_status(200).object();
        answer["sentence"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    };
    let mut request = json!({ "puzzle": SIXTEEN, "candidate": "r1c2=12" });
    assert_eq!(sentence(&request), "r1c2 cannot be 12: r1c3 holds it in row 1.");
    request["alphabet"] = "1-G".into();
    assert_eq!(sentence(&request), "r1c2 cannot be C: r1c3 holds it in row 1.");
    request["alphabet"] = "x".into();
    server.post("/api/why-not", &request).expect_status(400);
}

/// 16x16 in which r1c3 is C.
const SIXTEEN: &str = "1.C.4A5.6.2.F.BG..54..E.A.C.7..8..G.6..9B..F.3522...GF..E.854A9C.4E.2......B.1.DD...3...8A....C..C.B.7.1.56D..E9\
    F61.8E.42C..5......G..429.5C.DFA6A..95F.7.D.8.G..E....GA...6...15.4.E......8.C7.BGA2C4.6..97...E417.B..ED..A.9..8..9.1.3.6..AG..\
    C5.E.D.F.412.B.7";

#[test]
fn solves_puzzles_with_none_one_or_many_solutions() {
    let server = TestServer::start_default();
    let answer = |puzzle: &str| server.post("/api/solve", &json!({ "puzzle": puzzle })).expect_status(200).object();
    let one = answer(NINE);
    assert_eq!((&one["answer"], &one["solutions"]), (&json!("one"), &json!([NINE_SOLVED])));
    assert_eq!(one["grids"][0][8], json!([2, 7, 8, 9, 3, 1, 4, 6, 5]));
    let many = answer("16x16");
    assert_eq!((&many["answer"], many["grids"].as_array().unwrap().len()), (&json!("many"), 2));
    let none = answer("11..............");
    assert_eq!((&none["answer"], &none["clashes"][0]), (&json!("none"), &json!("r1c1 and r1c2 both hold 1 in row 1")));
    let list = server.post("/api/solve", &json!({ "puzzle": "4x4", "solutions": 1000 })).expect_status(200).object();
    assert_eq!((list["solutions"].as_array().unwrap().len(), &list["complete"]), (288, &json!(true)));
    server.post("/api/solve", &json!({ "puzzle": "4x4", "solutions": 1001 })).expect_status(400);
}

#[test]
fn counts_solutions() {
    let server = TestServer::start_default();
    let count = |body: Value| {
        let object = server.post("/api/count", &body).expect_status(200).object();
        (object["result"].as_str().unwrap().to_owned(), object["count"].as_u64(), object["at_least"].as_u64())
    };
    assert_eq!(count(json!({ "puzzle": "4x4" })), ("complete".into(), Some(288), None));
    assert_eq!(count(json!({ "puzzle": "4x4", "limit": 10 })), ("incomplete".into(), None, Some(10)));
    assert_eq!(count(json!({ "puzzle": NINE })), ("complete".into(), Some(1), None));
    let limited = server.post("/api/count", &json!({ "puzzle": "4x4", "limit": 10 })).expect_status(200).object();
    assert_eq!(limited["stopped"], "the limit of 10 was reached");
}

#[test]
fn finds_the_candidates_of_all_solutions() {
    let server = TestServer::start_default();
    let open = server.post("/api/candidates", &json!({ "puzzle": "..2..3.1........" })).expect_status(200).object();
    assert_eq!((&open["candidates"][0], &open["result"]), (&json!([[1, 4], [1, 4], [2], [3]]), &json!("complete")));
    let nine = server.post("/api/candidates", &json!({ "puzzle": NINE })).expect_status(200).object();
    assert_eq!(nine["candidates"][0][3], json!([7]));
    let nothing = server.post("/api/candidates", &json!({ "puzzle": "123....4........" })).expect_status(200).object();
    assert_eq!(nothing["candidates"][0][0], json!([]));
}

#[test]
fn reports_the_formula_size_of_each_scheme() {
    let server = TestServer::start_default();
    let body = json!({ "puzzle": "9x9", "scheme": "efficient", "no_repeats": true });
    let formula = server.post("/api/formula", &body).expect_status(200).object();
    assert_eq!((&formula["variables"], &formula["clauses"]), (&json!(729), &json!(10_287)));
    let sum: u64 =
        formula["families"].as_array().unwrap().iter().map(|family| family["clauses"].as_u64().unwrap()).sum();
    assert_eq!(sum, 10_287);
    let houses =
        server.post("/api/formula", &json!({ "puzzle": "36x36", "scheme": "houses" })).expect_status(200).object();
    assert_eq!((&houses["clauses"], &houses["sound"]), (&json!(2_453_328), &json!(false)));
    let invalid = server.post("/api/formula", &json!({ "puzzle": "9x9", "numbering": "open", "scheme": "minimal" }));
    assert!(invalid.expect_status(400).error().contains("requires scheme reduced"));
}

#[test]
fn lists_clauses_in_dimacs_and_in_words() {
    let server = TestServer::start_default();
    let body = json!({ "puzzle": "9x9", "scheme": "extended", "house": "box 5", "digit": 7 });
    let house = server.post("/api/clauses", &body).expect_status(200).object();
    assert_eq!(house["total"], 37);
    assert!(house["clauses"][0]["words"].as_str().unwrap().starts_with("r4c4=7, r4c5=7"));
    assert_eq!(house["clauses"][1]["dimacs"], "-277 -286 0");
    assert_eq!(house["clauses"][1]["words"], "not both r4c4=7 and r4c5=7");
    assert_eq!(house["clauses"][1]["rule"], "box 5 has 7 at most once");
    let cell = server.post("/api/clauses", &json!({ "puzzle": "36x36", "scheme": "minimal", "cell": "r36c36" }));
    let cell = cell.expect_status(200).object();
    assert_eq!((cell["total"].as_u64(), cell["clauses"].as_array().unwrap().len()), (Some(1 + 36 * 3 * 35), 500));
    for (field, text) in [("cell", "r10c1"), ("cell", "1"), ("house", "row 10"), ("house", "hut 1"), ("house", "row")] {
        server.post("/api/clauses", &json!({ "puzzle": "9x9", field: text })).expect_status(400);
    }
    server.post("/api/clauses", &json!({ "puzzle": "9x9" })).expect_status(400);
    server.post("/api/clauses", &json!({ "puzzle": "9x9", "cell": "r1c1", "digit": 10 })).expect_status(400);
}

#[test]
fn encodes_files_for_solvers_and_decodes_their_output() {
    let server = TestServer::start_default();
    let formats = [
        ("cnf", "puzzle.cnf", "p cnf "),
        ("f2csp", "puzzle.f2csp", "Domains"),
        ("minizinc", "puzzle.mzn", "alldifferent"),
        ("xcsp3", "puzzle.xml", "<allDifferent>"),
        ("opb", "puzzle.opb", "#variable="),
        ("smt2", "puzzle.smt2", "(check-sat)"),
    ];
    for (to, name, signature) in formats {
        let file = server.post("/api/encode", &json!({ "puzzle": ONE, "to": to })).expect_status(200);
        assert_eq!(file.header("content-disposition"), Some(&*format!("attachment; filename=\"{name}\"")), "{to}");
        assert!(file.body.contains(signature), "{to}: {}", file.body);
    }
    let reply = "4 1 2 3\n2 3 4 1\n1 4 3 2\n3 2 1 4\n----------\n";
    let decoded = server.post("/api/decode", &json!({ "puzzle": ONE, "output": reply })).expect_status(200).object();
    assert_eq!((&decoded["answer"], &decoded["solution"]), (&json!("satisfiable"), &json!("4123234114323214")));
    let x = |(index, digit): (usize, char)| {
        (index * 4).to_string().parse::<usize>().unwrap() + digit.to_digit(10).unwrap() as usize
    };
    let model: Vec<String> = "4123234114323214".chars().enumerate().map(x).map(|x| x.to_string()).collect();
    let body = json!({ "puzzle": ONE, "output": format!("SAT\n{} 0\n", model.join(" ")), "numbering": "rowmajor" });
    assert_eq!(server.post("/api/decode", &body).expect_status(200).object()["grid"][0], json!([4, 1, 2, 3]));
    let other = json!({ "puzzle": "1...............", "output": reply });
    assert!(server.post("/api/decode", &other).expect_status(400).error().starts_with("not a solution"));
    let unsat = server.post("/api/decode", &json!({ "puzzle": ONE, "output": "UNSAT\n" })).expect_status(200).object();
    assert_eq!(unsat["answer"], "none");
    server.post("/api/decode", &json!({ "puzzle": ONE, "output": "Segmentation fault" })).expect_status(400);
}

#[test]
fn streams_a_large_file_completely() {
    let server = TestServer::start_default();
    let file =
        server.post("/api/encode", &json!({ "puzzle": "16x16", "to": "cnf", "scheme": "extended" })).expect_status(200);
    assert_eq!(file.body.lines().filter(|line| line.ends_with(" 0")).count(), 123_904);
}

#[test]
fn proves_and_verifies_certificates() {
    let server = TestServer::start_default();
    let proof = server.post("/api/prove", &json!({ "puzzle": NINE })).expect_status(200).object();
    assert_eq!(proof["claim"], "exactly 1");
    let text = proof["certificate"].as_str().unwrap();
    assert_eq!(proof["bytes"], text.len());
    let verify = |certificate: &str| {
        server.post("/api/verify", &json!({ "puzzle": NINE, "certificate": certificate })).expect_status(200).object()
    };
    assert_eq!(verify(text)["accepted"], true);
    let rejected = verify(&text.replace("exactly 1", "exactly 2"));
    assert_eq!((&rejected["accepted"], rejected["line"].is_u64()), (&json!(false), true));
    assert_eq!(verify(&format!("{text}more\n"))["reason"], "expected the end of the certificate");
    let forced = server.post("/api/prove", &json!({ "puzzle": NINE, "cell": "r1c4=7" })).expect_status(200).object();
    assert_eq!(forced["claim"], "forced r1c4=7");
    for cell in ["r1c4", "r10c1=1", "r1c1=10"] {
        server.post("/api/prove", &json!({ "puzzle": NINE, "cell": cell })).expect_status(400);
    }
}

#[test]
fn writes_puzzles_and_solutions_in_any_format() {
    let server = TestServer::start_default();
    let write = |to: &str, solution: bool| {
        server.post("/api/write", &json!({ "puzzle": NINE, "to": to, "solution": solution })).expect_status(200)
    };
    assert_eq!(write("line", false).body, format!("{NINE}\n"));
    assert_eq!(write("line", true).body, format!("{NINE_SOLVED}\n"));
    let picture = write("svg", true);
    assert_eq!(picture.header("content-type"), Some("image/svg+xml"));
    assert_eq!(picture.body.matches("<text").count(), 81);
    for to in ["grid", "numbers", "clues", "sdm", "sdk", "ss", "candidates", "candidate-grid", "csv"] {
        let file = write(to, false);
        let read = server.post("/api/read", &json!({ "puzzle": file.body })).expect_status(200).object();
        assert_eq!(read["puzzle"], NINE, "{to}");
    }
    let none = server.post("/api/write", &json!({ "puzzle": "123....4........", "to": "line", "solution": true }));
    assert_eq!(none.expect_status(400).error(), "the puzzle has no solution");
    server.post("/api/write", &json!({ "puzzle": "4x4", "to": "sdm" })).expect_status(400);
}

#[test]
fn rejects_bad_input_with_a_message_and_a_position() {
    let server = TestServer::start_default();
    let bad = server.post("/api/read", &json!({ "puzzle": "1.3.\n....\n..x.\n..2.\n" })).expect_status(400).object();
    assert_eq!((&bad["line"], &bad["column"]), (&json!(3), &json!(3)));
    let error = |body: &str| {
        let text = server.send(server.request("/api/solve", body, ""));
        client::Response::parse(&text).expect_status(400).error()
    };
    assert!(error("").starts_with("invalid JSON"));
    assert!(error("{\"puzzle\": ").starts_with("invalid JSON"));
    assert_eq!(error("[]"), "expected a JSON object");
    assert_eq!(error("{}"), "missing field 'puzzle': expected a string");
    assert_eq!(error("{\"puzzle\": 5}"), "puzzle: expected a string");
    assert_eq!(error("{\"puzzle\": \"\"}"), "expected a puzzle, found none");
    assert_eq!(error("{\"puzle\": \"9x9\"}"), "unknown field 'puzle' (available: puzzle, boxes, solutions)");
    assert!(error("{\"puzzle\": \"49x49\"}").starts_with("the page supports boards up to 36x36"));
    assert!(error("{\"puzzle\": \"7x7\"}").contains("cannot be divided into boxes"));
    assert!(error("{\"puzzle\": \"12x12\", \"boxes\": \"2x3\"}").contains("boxes 2x3 make a 6x6 board"));
    let deeply_nested = "[".repeat(100_000);
    assert!(error(&deeply_nested).starts_with("invalid JSON"));
}

#[test]
fn streams_progress_and_reports_why_a_job_was_stopped() {
    let settings =
        qedoku_web::ServerSettings { job_time_limit: std::time::Duration::from_secs(3), ..Default::default() };
    let server = TestServer::start(settings);
    let accept = "Accept: application/x-ndjson\r\n";
    let reply = server.post_with("/api/count", &json!({ "puzzle": "9x9" }), accept).expect_status(200);
    assert_eq!(reply.header("content-type"), Some("application/x-ndjson"));
    let lines: Vec<Value> = reply.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, before) = lines.split_last().unwrap();
    assert!(!before.is_empty() && before.iter().all(|line| line["progress"].is_string()), "{lines:?}");
    assert_eq!(
        (&last["result"], &last["stopped"]),
        (&json!("incomplete"), &json!("the time limit of 3 s was reached"))
    );
    assert!(last["at_least"].as_u64() > Some(0), "{last}");

    let quick = server.post_with("/api/count", &json!({ "puzzle": "4x4" }), accept).expect_status(200);
    assert_eq!((quick.header("content-type"), &quick.object()["count"]), (Some("application/json"), &json!(288)));
}

#[test]
fn explains_along_an_easy_or_a_short_path() {
    let server = TestServer::start_default();
    let puzzle = "..35..7......3...21....8..4.2.....47...2.6...91.....6.3..1....96...9......7..45..";
    let steps = |path: &str| {
        let answer =
            server.post("/api/explain", &json!({ "puzzle": puzzle, "path": path })).expect_status(200).object();
        answer["steps"].as_array().unwrap().len()
    };
    assert!(steps("short") < steps("easy"));
    server.post("/api/explain", &json!({ "puzzle": puzzle, "path": "long" })).expect_status(400);
}
