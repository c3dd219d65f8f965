//! HTTP server of `qedoku serve`: a loopback server with the page's static files and a JSON API.
//!
//! ```no_run
//! let server = qedoku_web::Server::bind(0, qedoku_web::ServerSettings::default())?;
//! println!("http://{}/", server.address());
//! server.run()?; // until `ServerHandle::shut_down` is called
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! A request passes through the modules in this order:
//!
//! | module | job |
//! |---|---|
//! | `server`, `connections` | accepts the connection (their number is bounded) and routes the request |
//! | `origin_check` | rejects foreign `Host` and `Origin` headers and bodies that are not JSON |
//! | `assets` | serves the page's files, which are compiled into the program |
//! | `api` | endpoint table: request fields, response fields and handler of each endpoint |
//! | `openapi` | `OpenAPI` document generated from the same table |
//! | `jobs` | lanes for short and long jobs, with time and memory limits, cancelled when the client disconnects |
//! | `response`, `api_error` | HTTP responses and JSON error objects |
//!
//! Invariant: one thread performs all socket and timer I/O and never computes. Computation runs on worker threads, which poll
//! an interrupt flag.

mod api_error;
mod response;
mod origin_check;
mod assets;
mod jobs;
mod api;
mod openapi;
mod connections;
mod server;

pub use assets::asset_names;
pub use openapi::openapi_document;
pub use server::{MemoryLimit, Server, ServerHandle, ServerSettings};
