//! The description of the API, made of the same table that the server goes by.

use serde_json::{Value, json};

use crate::calls::{CALLS, Call, Field, Gives, Kind, object};

/// Where the description is served.
pub(crate) const PATH: &str = "/api/openapi.json";

/// The description of the API, in `OpenAPI` 3.1.
pub fn document() -> Value {
    let mut paths = json!({ PATH: { "get": {
        "summary": "This description",
        "responses": { "200": answer("application/json", "The description", &json!({ "type": "object" })) },
    } } });
    for call in CALLS {
        paths[call.path] = json!({ "post": operation(call) });
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "qedoku", "version": env!("CARGO_PKG_VERSION"), "description": ABOUT },
        "paths": paths,
        "components": { "schemas": { "Error": object(ERROR.iter().chain(SCHEMA)) } },
    })
}

/// The same as a text.
pub(crate) fn text() -> String {
    format!("{:#}\n", document())
}

const ABOUT: &str = "Requests are JSON objects, and so are answers, with the fields of the command's --json and \"schema\": 1. \
    Cells are written r3c4, candidates r3c4=5, rows and columns counted from 1. With Accept: application/x-ndjson, an answer that \
    takes longer than a moment comes in lines: objects with the field progress, and last the answer or the error. Closing the \
    connection ends the work.";

const SCHEMA: &[Field] = &[Field::new("schema", Kind::Number, "1: what this description says")];

const ERROR: [Field; 3] = [
    Field::new("error", Kind::Text, "What is wrong, in a sentence"),
    Field::may("line", Kind::Number, "The line of the puzzle's text, from 1"),
    Field::may("column", Kind::Number, "The column, from 1"),
];

fn operation(call: &Call) -> Value {
    let example: Value = serde_json::from_str(call.example).expect("an example is JSON");
    let request = object(call.takes.iter().copied().flatten());
    let right = match call.gives {
        Gives::Object(groups) => {
            let schema = object(SCHEMA.iter().chain(groups.iter().copied().flatten()));
            answer("application/json", "The answer", &schema)
        }
        Gives::File => answer("text/plain", "The file, as an attachment with a name", &json!({ "type": "string" })),
    };
    let wrong = answer("application/json", "What is wrong", &json!({ "$ref": "#/components/schemas/Error" }));
    json!({
        "summary": call.summary,
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": request, "example": example } },
        },
        "responses": { "200": right, "default": wrong },
    })
}

fn answer(kind: &str, about: &str, schema: &Value) -> Value {
    json!({ "description": about, "content": { kind: { "schema": schema } } })
}
