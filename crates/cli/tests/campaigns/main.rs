//! Campaigns against the built command, with real signals, failing system calls and damaged files. They take minutes or hours and
//! run by `./test --long` only; each prints how many cases it tried.
#![cfg(target_os = "linux")]

#[path = "../command/mod.rs"]
mod command;
mod file_writers;
mod kills;
mod write_failures;
mod damaged_inputs;
mod soak;

use std::time::{Duration, Instant};

/// Number of cases or seconds of a campaign: `QEDOKU_CAMPAIGN`, or the default.
fn campaign_size(default: u64) -> u64 {
    std::env::var("QEDOKU_CAMPAIGN").ok().and_then(|size| size.parse().ok()).unwrap_or(default)
}

/// Prints a line about every tenth of a campaign.
struct CampaignProgress {
    start: Instant,
    total: u64,
}

impl CampaignProgress {
    fn new(total: u64) -> CampaignProgress {
        CampaignProgress { start: Instant::now(), total }
    }

    fn report(&self, done: u64) {
        if done.is_multiple_of((self.total / 10).max(1)) {
            println!("{done} of {} after {} s", self.total, Duration::as_secs(&self.start.elapsed()));
        }
    }
}
