//! Load test: many concurrent clients all get correct answers. Response times are printed but not asserted: they depend on what
//! else the machine does.

mod client;

use std::sync::Arc;
use std::time::{Duration, Instant};

use client::{NINE, NINE_SOLVED, TestServer};
use serde_json::json;

const CLIENTS: usize = 50;
const REQUESTS: usize = 20;

/// The puzzle and its solution with the digits relabelled, so that requests differ.
fn relabelled(shift: usize) -> [String; 2] {
    let relabel = |symbol: char| match symbol.to_digit(10) {
        Some(digit) => char::from_digit((digit - 1 + shift as u32) % 9 + 1, 10).unwrap(),
        None => symbol,
    };
    [NINE, NINE_SOLVED].map(|text| text.chars().map(relabel).collect())
}

#[test]
fn a_thousand_solves_of_fifty_clients_are_all_correct() {
    let server = Arc::new(TestServer::start_default());
    let client = |number: usize| {
        let server = Arc::clone(&server);
        std::thread::spawn(move || {
            let solve = |round: usize| {
                let [puzzle, solution] = relabelled(number + round);
                let start = Instant::now();
                let answer = server.post("/api/solve", &json!({ "puzzle": puzzle })).expect_status(200).object();
                assert_eq!((&answer["answer"], &answer["solutions"]), (&json!("one"), &json!([solution])));
                start.elapsed()
            };
            (0..REQUESTS).map(solve).collect::<Vec<Duration>>()
        })
    };
    let start = Instant::now();
    let clients: Vec<_> = (0..CLIENTS).map(client).collect();
    let mut times: Vec<Duration> = clients.into_iter().flat_map(|client| client.join().unwrap()).collect();
    times.sort();
    let [median, max] = [times[times.len() / 2], times[times.len() - 1]];
    println!("{} solves in {:?}: median {median:?}, maximum {max:?}", times.len(), start.elapsed());
    assert_eq!(times.len(), CLIENTS * REQUESTS);
}
