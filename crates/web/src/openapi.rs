//! `OpenAPI` document, generated from the endpoint table that the server itself uses.

use serde_json::{Value, json};

use crate::api::{ENDPOINTS, Endpoint, Field, FieldType, ResponseKind, object_schema};

/// Path of the document.
pub(crate) const PATH: &str = "/api/openapi.json";

/// The `OpenAPI` 3.1 document of the API.
pub fn openapi_document() -> Value {
    let mut paths = json!({ PATH: { "get": {
        "summary": "This document",
        "responses": { "200": response("application/json", "The document", &json!({ "type": "object" })) },
    } } });
    for endpoint in ENDPOINTS {
        paths[endpoint.path] = json!({ "post": operation(endpoint) });
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "qedoku", "version": env!("CARGO_PKG_VERSION"), "description": DESCRIPTION },
        "paths": paths,
        "components": { "schemas": { "Error": object_schema(ERROR_FIELDS.iter().chain(SCHEMA_FIELD)) } },
    })
}

pub(crate) fn openapi_text() -> String {
    format!("{:#}\n", openapi_document())
}

const DESCRIPTION: &str = "Requests and responses are JSON objects. Responses have the fields of the command's --json output and \
    \"schema\": 1. Cells are written r3c4 and candidates r3c4=5; rows and columns are counted from 1. With Accept: \
    application/x-ndjson, a response that takes longer than a moment is streamed as lines: objects with the field progress, then \
    the result or the error. Closing the connection cancels the request. The field result distinguishes complete search results from \
    incomplete ones, which have other fields.";

const SCHEMA_FIELD: &[Field] = &[Field::new("schema", FieldType::Number, "Version of the response format: 1")];

const ERROR_FIELDS: [Field; 3] = [
    Field::new("error", FieldType::Text, "Error message"),
    Field::optional("line", FieldType::Number, "Line of the puzzle text, counted from 1"),
    Field::optional("column", FieldType::Number, "Column, counted from 1"),
];

fn operation(endpoint: &Endpoint) -> Value {
    let example: Value = serde_json::from_str(endpoint.example).expect("the example is JSON");
    let mut request = object_schema(endpoint.request.iter().copied().flatten());
    request["additionalProperties"] = false.into();
    let success = match endpoint.response {
        ResponseKind::Object(groups) => object_response(&response_schema(groups)),
        ResponseKind::Search { complete, incomplete } => object_response(&json!({
            "oneOf": [response_schema(complete), response_schema(incomplete)],
            "discriminator": { "propertyName": "result" },
        })),
        ResponseKind::File(content_types) => {
            let mut success = json!({ "description": "The file, as a named attachment", "content": {} });
            for content_type in content_types() {
                success["content"][media_type(content_type)] = json!({ "schema": { "type": "string" } });
            }
            success
        }
    };
    let failure = response("application/json", "The error", &json!({ "$ref": "#/components/schemas/Error" }));
    json!({
        "summary": endpoint.summary,
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": request, "example": example } },
        },
        "responses": { "200": success, "default": failure },
    })
}

/// The schema of a response object with these groups of fields.
fn response_schema(groups: &[&'static [Field]]) -> Value {
    object_schema(SCHEMA_FIELD.iter().chain(groups.iter().copied().flatten()))
}

/// A JSON response, which may be streamed with progress lines before it.
fn object_response(schema: &Value) -> Value {
    let mut success = response("application/json", "The result", schema);
    success["content"]["application/x-ndjson"] = json!({ "schema": { "type": "string" } });
    success
}

fn response(content_type: &str, description: &str, schema: &Value) -> Value {
    json!({ "description": description, "content": { content_type: { "schema": schema } } })
}

/// A content type without its parameters.
fn media_type(content_type: &str) -> &str {
    content_type.split_once(';').map_or(content_type, |(media_type, _)| media_type)
}
