//! The `OpenAPI` document matches what the server does.

mod client;

use client::{Response, TestServer};
use serde_json::{Value, json};

/// Asserts recursively that a value matches a schema.
fn assert_matches(value: &Value, schema: &Value, place: &str) {
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
    let Some(object) = value.as_object().filter(|_| schema.get("additionalProperties").is_none()) else { return };
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
        match documented.get("application/json") {
            Some(json) => assert_matches(&response.object(), &json["schema"], path),
            None => assert!(response.header("content-disposition").is_some(), "{path}"),
        }
        endpoints += 1;
    }
    assert_eq!(endpoints, 17);
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
