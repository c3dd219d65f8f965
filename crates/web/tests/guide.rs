//! The chapter of the guide about the page and its API: the table of endpoints is complete, and the quoted responses are real.

mod client;

use std::collections::BTreeSet;

use client::TestServer;
use serde_json::Value;

fn chapter() -> String {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/src/page.md");
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The names in backquotes.
fn names(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_table_has_every_endpoint_with_its_fields() {
    let chapter = chapter();
    let rows = chapter.lines().filter(|line| line.starts_with("| `/api/"));
    let listed: Vec<Vec<&str>> = rows.map(|row| row.split('|').map(str::trim).collect()).collect();
    let document = qedoku_web::openapi_document();
    let posts = document["paths"].as_object().expect("paths").iter().filter(|(_, path)| path.get("post").is_some());
    assert_eq!(posts.clone().count(), listed.len());
    for (path, operation) in posts {
        let schema = &operation["post"]["requestBody"]["content"]["application/json"]["schema"]["properties"];
        let fields = schema.as_object().expect("fields").keys().map(String::as_str);
        let fields: BTreeSet<&str> = fields.filter(|name| !["puzzle", "boxes"].contains(name)).collect();
        let row =
            listed.iter().find(|row| row[1] == format!("`{path}`")).unwrap_or_else(|| panic!("no row for {path}"));
        assert_eq!(names(row[3]), fields, "{path}");
    }
}

#[test]
fn the_quoted_responses_are_those_of_the_server() {
    let server = TestServer::start_default();
    let chapter = chapter();
    let mut lines = chapter.lines();
    let mut quoted = 0;
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("$ curl ") else { continue };
        let (_, body) = command.split_once(" -d '").expect("a body");
        let (body, address) = body.split_once("' http://127.0.0.1:8930").expect("an address");
        let body: Value = serde_json::from_str(body).expect("JSON");
        let response: Value = serde_json::from_str(lines.next().expect("a response")).expect("JSON");
        assert_eq!(server.post(address, &body).object(), response, "{command}");
        quoted += 1;
    }
    assert!(quoted >= 4, "{quoted} quoted responses");
}
