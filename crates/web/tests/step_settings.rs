//! Paths, levels and technique sets of explanations, and the table of techniques of the page.

mod client;

use std::collections::BTreeMap;

use client::TestServer;
use qedoku::explain::{HodokuLevel, Technique};
use serde_json::{Value, json};

/// Its path by name needs techniques of the level unfair, and a hidden rectangle.
const UNFAIR: &str = "..35..7......3...21....8..4.2.....47...2.6...91.....6.3..1....96...9......7..45..";

/// The response to a request about [`UNFAIR`] with these further fields.
fn request(server: &TestServer, path: &str, fields: &Value) -> Value {
    let mut body = json!({ "puzzle": UNFAIR });
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    server.post(path, &body).expect_status(200).object()
}

fn techniques(answer: &Value) -> Vec<Technique> {
    let steps = answer["steps"].as_array().unwrap_or_else(|| panic!("{answer}"));
    steps.iter().map(|step| Technique::with_id(step["technique"].as_str().unwrap())[0]).collect()
}

#[test]
fn a_level_allows_its_techniques_only_and_names_the_one_that_is_missing() {
    let server = TestServer::start_default();
    let mut steps = Vec::new();
    for (name, level) in [("easy", HodokuLevel::Easy), ("medium", HodokuLevel::Medium), ("hard", HodokuLevel::Hard)] {
        let answer = request(&server, "/api/explain", &json!({ "level": name }));
        let used = techniques(&answer);
        assert!(used.iter().all(|technique| technique.hodoku_level() <= level), "{name}: {used:?}");
        let missing = Technique::with_id(answer["missing_technique"].as_str().unwrap())[0];
        assert!(missing.hodoku_level() > level, "{name}: {missing}");
        assert_eq!(answer["stuck"], true, "{name}");
        steps.push(used.len());
    }
    assert!(steps.is_sorted() && steps[0] < steps[2], "{steps:?}");
    let solved = request(&server, "/api/explain", &json!({ "level": "extreme" }));
    assert!(solved.get("stuck").is_none() && solved["solution"].is_string());
}

#[test]
fn a_request_without_settings_is_not_affected_by_an_earlier_one() {
    let server = TestServer::start_default();
    let plain = request(&server, "/api/explain", &json!({}));
    for _ in 0..4 {
        request(&server, "/api/explain", &json!({ "level": "easy", "no_uniqueness": true }));
        assert_eq!(request(&server, "/api/explain", &json!({})), plain);
    }
}

#[test]
fn a_set_of_techniques_allows_these_and_singles() {
    let server = TestServer::start_default();
    let answer = request(&server, "/api/explain", &json!({ "techniques": ["pointing", "simple-colouring"] }));
    let ids: Vec<&str> = techniques(&answer).into_iter().map(Technique::id).collect();
    assert!(ids.contains(&"pointing") && ids.contains(&"simple-colouring"), "{ids:?}");
    let others = ids.iter().filter(|id| !["pointing", "simple-colouring"].contains(id) && !id.ends_with("single"));
    assert_eq!(others.filter(|id| **id != "full-house").count(), 0, "{ids:?}");
    let singles = request(&server, "/api/explain", &json!({ "techniques": [] }));
    assert_eq!(singles["steps"], request(&server, "/api/explain", &json!({ "level": "easy" }))["steps"]);
}

#[test]
fn the_next_step_and_the_hint_have_the_same_settings() {
    let server = TestServer::start_default();
    let singles = request(&server, "/api/explain", &json!({ "level": "easy" }));
    // The position in which singles end.
    let placed = singles["steps"].as_array().unwrap().iter().map(|step| step["placed"].as_str().unwrap());
    let mut digits: Vec<char> = UNFAIR.chars().collect();
    for name in placed {
        let [row, column, digit] = [1, 3, 5].map(|at| name.as_bytes()[at]);
        digits[usize::from((row - b'1') * 9 + column - b'1')] = char::from(digit);
    }
    let position: String = digits.into_iter().collect();
    for path in ["/api/next", "/api/explain"] {
        let answer = request(&server, path, &json!({ "level": "easy", "position": position }));
        assert_eq!((&answer["stuck"], &answer["missing_technique"]), (&json!(true), &json!("pointing")), "{path}");
        assert_eq!(answer["sentence"], "Stuck: the next step needs a technique beyond this level: pointing.");
        let answer = request(&server, path, &json!({ "level": "medium", "position": position }));
        assert_eq!(answer["steps"][0]["technique"], "pointing", "{path}");
    }
    let hint = request(&server, "/api/hint", &json!({ "level": "easy", "position": position }));
    assert_eq!(hint["sentence"], "Stuck: no instance of these techniques found.");
    assert!(hint.get("missing_technique").is_none(), "a hint reveals no technique: {hint}");
}

#[test]
fn uniqueness_techniques_can_be_switched_off() {
    let server = TestServer::start_default();
    let rests_on_uniqueness = |fields: Value| {
        let answer = request(&server, "/api/explain", &fields);
        answer["steps"].as_array().unwrap().iter().any(|step| step.get("rests_on").is_some())
    };
    assert!(rests_on_uniqueness(json!({ "path": "named" })));
    assert!(!rests_on_uniqueness(json!({ "path": "named", "no_uniqueness": true })));
    assert!(!rests_on_uniqueness(json!({ "path": "easy" })));
}

#[test]
fn the_steps_to_a_contradiction_are_complete_whatever_the_level() {
    let server = TestServer::start_default();
    let impossible = "..3..1...5..3...6.6..478952..924....2.......7....852..832914..5.7...2..3...7..8..";
    let body = json!({ "puzzle": impossible, "level": "easy" });
    let answer = server.post("/api/explain", &body).expect_status(200).object();
    assert_eq!((&answer["answer"], answer.get("stuck")), (&json!("none"), None));
    let last = answer["steps"].as_array().unwrap().last().expect("steps");
    assert_eq!(last["technique"], "contradiction");
}

#[test]
fn refuses_unknown_techniques_two_restrictions_and_large_boards() {
    let server = TestServer::start_default();
    let refuse = |body: Value| server.post("/api/next", &body).expect_status(400).error();
    let unknown = refuse(json!({ "puzzle": UNFAIR, "techniques": ["jellyfisch"] }));
    assert!(unknown.starts_with("techniques: unknown technique \"jellyfisch\""), "{unknown}");
    let both = refuse(json!({ "puzzle": UNFAIR, "level": "hard", "techniques": ["x-wing"] }));
    assert_eq!(both, "level and techniques exclude each other");
    let large = refuse(json!({ "puzzle": "16x16", "level": "hard" }));
    assert_eq!(large, "techniques are searched by name up to 9x9; this board is 16x16 with boxes 4x4");
    assert!(refuse(json!({ "puzzle": UNFAIR, "level": "expert" })).contains("easy, medium, hard, unfair, extreme"));
}

/// Techniques that the page does not offer: singles belong to every set, and these are not searched by name.
const NOT_OFFERED: [&str; 16] = [
    "full-house",
    "hidden-single",
    "naked-single",
    "naked-set",
    "hidden-set",
    "fish",
    "finned-fish",
    "sashimi-fish",
    "wxyz-wing",
    "bent-set",
    "template-set",
    "template-delete",
    "base-cover",
    "chain",
    "nested",
    "contradiction",
];

#[test]
fn the_page_offers_the_techniques_that_are_searched_by_name() {
    let table = include_str!("../page/techniques.js");
    let mut offered = BTreeMap::new();
    for entry in table.split("['").skip(1) {
        let words: Vec<&str> = entry.split('\'').step_by(2).collect();
        if let [id, name, level, ..] = words[..]
            && entry.split(']').next().unwrap().matches('\'').count() == 5
        {
            offered.insert(id, (name, level));
        }
    }
    for technique in Technique::all().filter(|technique| !NOT_OFFERED.contains(&technique.id())) {
        let (name, level) = offered.get(technique.id()).unwrap_or_else(|| panic!("{} is not offered", technique.id()));
        let sized = technique.id().replace('-', " ");
        assert!(technique.to_string() == *name || sized == *name, "{technique}: {name}");
        assert_eq!(technique.hodoku_level().to_string(), *level, "{technique}");
    }
    assert!(offered.keys().all(|id| !Technique::with_id(id).is_empty() && !NOT_OFFERED.contains(id)));
}
