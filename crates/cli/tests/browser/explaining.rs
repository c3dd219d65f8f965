//! Panel "Explain": there when the server can explain, and then step by step to the end.

use crate::command::NINE;
use crate::page::Page;

#[test]
fn an_explanation_is_stepped_through_to_the_solution() {
    let mut page = Page::open();
    page.load(NINE);
    let listed =
        "fetch('/api/openapi.json').then((answer) => answer.json()).then((about) => '/api/explain' in about.paths)";
    if page.value(listed) == false {
        assert_eq!(
            page.value("document.querySelector('#tab-explain').hidden"),
            true,
            "nothing is offered that is not there"
        );
        return page.finish();
    }
    page.wait("!document.querySelector('#tab-explain').hidden");
    page.click("#tab-explain");
    page.click("#explain-all");
    page.wait_for("#step-place", "Step 1 of");
    let steps = page.value("document.querySelectorAll('#steps li').length").as_u64().expect("a number");
    assert!(steps > 50, "58 digits are to be placed");
    for step in 2..=steps {
        page.click("#step-on");
        page.wait_for("#step-place", &format!("Step {step} of {steps}"));
        assert!(page.text("#step-words").len() > 10);
        assert_ne!(page.value("document.querySelectorAll('#board .placed, #board .loses').length"), 0);
    }
    page.click("#step-do");
    page.wait_for("#verdict-play", "Solved");
    page.finish();
}
