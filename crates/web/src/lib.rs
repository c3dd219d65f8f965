//! The page `qedoku serve`: a server on loopback with a few files and an API in JSON.
//!
//! ```no_run
//! let server = qedoku_web::Server::bind(0, qedoku_web::Settings::default())?;
//! println!("http://{}/", server.address());
//! server.run()?; // until somebody calls `end` of its handle
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! A request passes the modules in this order: `server` accepts it, as one of at most so many `connections`; `gate` looks at
//! whom it is for and where it comes from; `page` has the files, `calls` the functions of the API, one file for each group,
//! with the fields that they take and give in one table, of which `openapi` makes the document. `work` runs what takes
//! time: a few at once, each with a flag that ends it when the client leaves, the time is over or the memory is used
//! up. `reply` makes the answer, `problem` says in a sentence what is wrong.
//!
//! Everything that reads sockets and clocks runs on one thread and never computes; all that computes runs on threads of
//! its own and only looks at its flag.

mod problem;
mod reply;
mod gate;
mod page;
mod work;
mod calls;
mod openapi;
mod connections;
mod server;

pub use openapi::document;
pub use page::files;
pub use server::{Handle, Memory, Server, Settings};
