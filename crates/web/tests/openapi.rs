//! The description of the API says what the server does.

mod client;

use client::{Reply, Running};
use serde_json::{Value, json};

/// Fails unless a value has what a schema requires, all the way down.
fn assert_fits(value: &Value, schema: &Value, place: &str) {
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.clone(),
        kind => vec![kind.clone()],
    };
    let is = |kind: &Value| match kind.as_str().expect("a type has a name") {
        "string" => value.is_string(),
        "integer" => value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("{place}: what is {other}?"),
    };
    assert!(kinds.iter().any(is), "{place}: {value} is not {kinds:?}");
    for item in value.as_array().into_iter().flatten() {
        assert_fits(item, &schema["items"], place);
    }
    let Some(object) = value.as_object().filter(|_| schema.get("additionalProperties").is_none()) else { return };
    for name in schema["required"].as_array().into_iter().flatten() {
        assert!(object.contains_key(name.as_str().unwrap()), "{place}: no {name} in {value}");
    }
    for (name, field) in object {
        let known = schema["properties"].get(name).unwrap_or_else(|| panic!("{place}: {name} is not described"));
        assert_fits(field, known, &format!("{place}.{name}"));
    }
}

#[test]
fn every_example_is_answered_as_its_schema_says() {
    let server = Running::usual();
    let document: Value = serde_json::from_str(&server.get("/api/openapi.json").is(200).body).unwrap();
    assert_eq!(document, qedoku_web::document());
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let mut calls = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        let Some(post) = methods.get("post") else { continue };
        let content = &post["requestBody"]["content"]["application/json"];
        assert_fits(&content["example"], &content["schema"], path);
        let reply = server.post(path, &content["example"]).is(200);
        let answers = post["responses"]["200"]["content"].as_object().unwrap();
        match answers.get("application/json") {
            Some(answer) => assert_fits(&reply.object(), &answer["schema"], path),
            None => assert!(reply.header("content-disposition").is_some(), "{path}"),
        }
        calls += 1;
    }
    assert_eq!(calls, 17);
}

#[test]
fn every_path_takes_the_methods_that_are_described_and_no_others() {
    let server = Running::usual();
    for (path, methods) in qedoku_web::document()["paths"].as_object().unwrap() {
        for method in ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"] {
            let described =
                methods.get(method.to_lowercase()).is_some() || method == "HEAD" && methods.get("get").is_some();
            let head =
                server.head(&format!("{method} {path}"), "Content-Type: application/json\r\nContent-Length: 0\r\n");
            let reply = Reply::read(&server.send(head));
            assert_eq!(reply.status != 405, described, "{method} {path}: {}", reply.head);
            if !described {
                let allowed = if methods.get("post").is_some() { "post" } else { "get, head" };
                assert_eq!(reply.header("allow"), Some(allowed));
                assert!(method == "HEAD" || reply.error().contains("only"));
            }
        }
    }
    for path in
        ["/api", "/api/", "/api/solve/", "/api/nothing", "/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//"]
    {
        assert!(server.get(path).is(404).error().starts_with("there is no /"), "{path}");
        server.post(path, &json!({})).is(404);
    }
}

#[test]
fn errors_are_as_described_too() {
    let server = Running::usual();
    let schema = &qedoku_web::document()["components"]["schemas"]["Error"];
    for body in [json!({}), json!({ "puzzle": "x" }), json!({ "puzzle": "1.3.\n....\n..x.\n..2.\n" })] {
        assert_fits(&server.post("/api/read", &body).is(400).object(), schema, "error");
    }
}
