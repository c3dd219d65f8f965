//! SIGKILL at random moments: the output file is the old or the complete new one, and the next run removes what was left behind.

use qedoku_testdata::seeded_rng;

use crate::command::qedoku;
use crate::file_writers::{FileState, FileWriter};
use crate::{CampaignProgress, campaign_size};

#[test]
#[ignore = "takes minutes: ./test --long kills"]
fn kills_at_random_moments_lose_no_file() {
    let mut rng = seeded_rng(18);
    let writers = FileWriter::all(40_000);
    let kills = campaign_size(2_000);
    let progress = CampaignProgress::new(kills);
    let (mut unchanged, mut with_leftovers) = (0, 0);
    for kill in 0..kills {
        let writer = &writers[kill as usize % writers.len()];
        writer.reset();
        let mut child = writer.command().spawn().expect("the command starts");
        std::thread::sleep(writer.duration.mul_f64(rng.below(1_000) as f64 / 1_000.0));
        child.kill().expect("the signal is sent");
        child.wait().expect("the command ends");
        unchanged += u64::from(writer.state() == FileState::Old);
        with_leftovers += u64::from(!writer.leftovers().is_empty());
        progress.report(kill + 1);
    }
    println!("{kills} kills: {unchanged} files unchanged, the others complete; {with_leftovers} temporary files left");
    assert!(unchanged > kills / 4, "most kills must come before the end of the run");
    for writer in &writers {
        qedoku(&writer.args).exits_with(writer.code);
        assert_eq!((writer.state(), writer.leftovers()), (FileState::New, vec![]), "{:?}", writer.args);
    }
}
