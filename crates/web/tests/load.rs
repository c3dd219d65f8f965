//! Many clients at once are all answered rightly.

mod client;

use std::sync::Arc;
use std::time::{Duration, Instant};

use client::{NINE, NINE_SOLVED, Running};
use serde_json::json;

const CLIENTS: usize = 50;
const REQUESTS: usize = 20;

/// The puzzle and its solution with the digits renamed: the request of each client is another one.
fn renamed(by: usize) -> [String; 2] {
    let rename = |symbol: char| match symbol.to_digit(10) {
        Some(digit) => char::from_digit((digit - 1 + by as u32) % 9 + 1, 10).unwrap(),
        None => symbol,
    };
    [NINE, NINE_SOLVED].map(|text| text.chars().map(rename).collect())
}

#[test]
fn a_thousand_solves_from_fifty_clients_are_all_right() {
    let server = Arc::new(Running::usual());
    let client = |number: usize| {
        let server = Arc::clone(&server);
        std::thread::spawn(move || {
            let ask = |turn: usize| {
                let [puzzle, solution] = renamed(number + turn);
                let begin = Instant::now();
                let answer = server.post("/api/solve", &json!({ "puzzle": puzzle })).is(200).object();
                assert_eq!((&answer["answer"], &answer["solutions"]), (&json!("one"), &json!([solution])));
                begin.elapsed()
            };
            (0..REQUESTS).map(ask).collect::<Vec<Duration>>()
        })
    };
    let begin = Instant::now();
    let clients: Vec<_> = (0..CLIENTS).map(client).collect();
    let mut times: Vec<Duration> = clients.into_iter().flat_map(|client| client.join().unwrap()).collect();
    times.sort();
    let [median, most] = [times[times.len() / 2], times[times.len() - 1]];
    println!("{} solves in {:?}: median {median:?}, at most {most:?}", times.len(), begin.elapsed());
    assert_eq!(times.len(), CLIENTS * REQUESTS);
    assert!(median < Duration::from_secs(2), "the median is {median:?}");
}
