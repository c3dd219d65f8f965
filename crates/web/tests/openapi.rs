//! The `OpenAPI` document matches what the server does.

mod client;

use client::{Response, TestServer};
use serde_json::{Value, json};

/// Asserts recursively that a value matches a schema. Of several types, the one with the tag of the value counts.
fn assert_matches(value: &Value, schema: &Value, place: &str) {
    if let Some(types) = schema["oneOf"].as_array() {
        let tag = schema["discriminator"]["propertyName"].as_str().expect("the name of the tag");
        let has_tag = |schema: &&Value| schema["properties"][tag]["const"] == value[tag];
        let found: Vec<&Value> = types.iter().filter(has_tag).collect();
        assert_eq!(found.len(), 1, "{place}: {tag} of {value}");
        return assert_matches(value, found[0], place);
    }
    if let Some(word) = schema.get("const") {
        return assert_eq!(value, word, "{place}");
    }
    let types = match &schema["type"] {
        Value::Array(types) => types.clone(),
        single => vec![single.clone()],
    };
    let has_type = |name: &Value| match name.as_str().expect("a type name") {
        "string" => value.is_string(),
        "integer" => value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("{place}: unknown type {other}"),
    };
    assert!(types.iter().any(has_type), "{place}: {value} is not {types:?}");
    for item in value.as_array().into_iter().flatten() {
        assert_matches(item, &schema["items"], place);
    }
    let Some(object) = value.as_object().filter(|_| schema["additionalProperties"] != true) else { return };
    for name in schema["required"].as_array().into_iter().flatten() {
        assert!(object.contains_key(name.as_str().unwrap()), "{place}: {value} lacks {name}");
    }
    for (name, field) in object {
        let known = schema["properties"].get(name).unwrap_or_else(|| panic!("{place}: {name} is not documented"));
        assert_matches(field, known, &format!("{place}.{name}"));
    }
}

#[test]
fn every_example_gets_a_response_that_matches_its_schema() {
    let server = TestServer::start_default();
    let document: Value = serde_json::from_str(&server.get("/api/openapi.json").expect_status(200).body).unwrap();
    assert_eq!(document, qedoku_web::openapi_document());
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let mut endpoints = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        let Some(post) = methods.get("post") else { continue };
        let content = &post["requestBody"]["content"]["application/json"];
        assert_matches(&content["example"], &content["schema"], path);
        let response = server.post(path, &content["example"]).expect_status(200);
        let documented = post["responses"]["200"]["content"].as_object().unwrap();
        assert!(documented.contains_key(media_type(&response)), "{path}: {}", response.head);
        if response.header("content-disposition").is_none() {
            assert_matches(&response.object(), &documented["application/json"]["schema"], path);
        }
        endpoints += 1;
    }
    assert_eq!(endpoints, 18);
}

fn media_type(response: &Response) -> &str {
    response.header("content-type").expect("a content type").split(';').next().unwrap()
}

/// A part of the documentation of an endpoint.
fn documented(path: &str, pointer: &str) -> Value {
    let document = qedoku_web::openapi_document();
    let part = document["paths"][path]["post"].pointer(pointer);
    part.unwrap_or_else(|| panic!("{path}: no {pointer}")).clone()
}

#[test]
fn fields_that_may_be_null_are_documented_as_such() {
    let server = TestServer::start_default();
    for (path, puzzle, null) in [("/api/hint", "4x4", vec!["hint"]), ("/api/rate", client::ONE, vec!["se", "se_trust"])]
    {
        let answer = server.post(path, &json!({ "puzzle": puzzle })).expect_status(200).object();
        assert!(null.iter().all(|name| answer.get(name) == Some(&Value::Null)), "{answer}");
        assert_matches(&answer, &documented(path, "/responses/200/content/application~1json/schema"), path);
    }
}

#[test]
fn complete_and_incomplete_results_are_different_types() {
    let limits = qedoku_web::ServerSettings { job_time_limit: std::time::Duration::ZERO, ..Default::default() };
    let (unlimited, stopped) = (TestServer::start_default(), TestServer::start(limits));
    for path in ["/api/solve", "/api/count", "/api/candidates"] {
        let schema = documented(path, "/responses/200/content/application~1json/schema");
        let [complete, incomplete] = [0, 1].map(|at| field_names(&schema["oneOf"][at]));
        let mut common: Vec<&String> = complete.iter().filter(|name| incomplete.contains(name)).collect();
        common.sort();
        assert_eq!(common, ["alphabet", "board", "boxes", "givens", "puzzle", "result", "schema"], "{path}");
        let answer = unlimited.post(path, &json!({ "puzzle": client::NINE })).expect_status(200).object();
        assert_eq!(answer["result"], "complete", "{path}: {answer}");
        assert_matches(&answer, &schema, path);
        let answer = stopped.post(path, &json!({ "puzzle": SLOW })).expect_status(200).object();
        assert_eq!(answer["result"], "incomplete", "{path}: {answer}");
        assert_matches(&answer, &schema, path);
    }
}

/// A puzzle whose uniqueness takes seconds to prove.
const SLOW: &str = include_str!("../../qedoku/tests/testdata/36x36_hard.txt");

fn field_names(schema: &Value) -> Vec<String> {
    schema["properties"].as_object().expect("fields").keys().cloned().collect()
}

#[test]
fn every_content_type_of_a_file_is_documented() {
    let server = TestServer::start_default();
    for path in ["/api/write", "/api/encode"] {
        let names = documented(path, "/requestBody/content/application~1json/schema/properties/to/enum");
        let content = documented(path, "/responses/200/content");
        for to in names.as_array().unwrap() {
            let file = server.post(path, &json!({ "puzzle": client::NINE, "to": to })).expect_status(200);
            assert!(content.get(media_type(&file)).is_some(), "{to}: {}", file.head);
        }
    }
}

#[test]
fn bounds_of_numbers_are_those_of_the_server() {
    let server = TestServer::start_default();
    let bounded = [
        ("/api/solve", "solutions", json!({ "puzzle": client::ONE })),
        ("/api/clauses", "digit", json!({ "puzzle": "36x36", "cell": "r1c1" })),
        ("/api/count", "limit", json!({ "puzzle": client::ONE })),
    ];
    for (path, name, body) in bounded {
        let schema = documented(path, &format!("/requestBody/content/application~1json/schema/properties/{name}"));
        let [min, max] = ["minimum", "maximum"].map(|bound| schema[bound].as_u64().expect("a bound"));
        let status = |value: Value| {
            let mut body = body.clone();
            body[name] = value;
            server.post(path, &body).status
        };
        assert_eq!([status(min.into()), status(max.into())], [200, 200], "{path}: {schema}");
        assert_eq!(status(json!(i64::try_from(min).unwrap() - 1)), 400, "{path}: {schema}");
        assert_eq!(status(serde_json::from_str(&(u128::from(max) + 1).to_string()).unwrap()), 400, "{path}: {schema}");
    }
}

#[test]
fn every_path_accepts_exactly_the_documented_methods() {
    let server = TestServer::start_default();
    for (path, methods) in qedoku_web::openapi_document()["paths"].as_object().unwrap() {
        for method in ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"] {
            let documented =
                methods.get(method.to_lowercase()).is_some() || method == "HEAD" && methods.get("get").is_some();
            let head =
                server.head(&format!("{method} {path}"), "Content-Type: application/json\r\nContent-Length: 0\r\n");
            let response = Response::parse(&server.send(head));
            assert_eq!(response.status != 405, documented, "{method} {path}: {}", response.head);
            if !documented {
                let allowed = if methods.get("post").is_some() { "post" } else { "get, head" };
                assert_eq!(response.header("allow"), Some(allowed));
                assert!(method == "HEAD" || response.error().contains("only"));
            }
        }
    }
    for path in
        ["/api", "/api/", "/api/solve/", "/api/nothing", "/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//"]
    {
        assert!(server.get(path).expect_status(404).error().starts_with("not found: /"), "{path}");
        server.post(path, &json!({})).expect_status(404);
    }
}

#[test]
fn errors_match_their_schema() {
    let server = TestServer::start_default();
    let schema = &qedoku_web::openapi_document()["components"]["schemas"]["Error"];
    for body in [json!({}), json!({ "puzzle": "x" }), json!({ "puzzle": "1.3.\n....\n..x.\n..2.\n" })] {
        assert_matches(&server.post("/api/read", &body).expect_status(400).object(), schema, "error");
    }
}
