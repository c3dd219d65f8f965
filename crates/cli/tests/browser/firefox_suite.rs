//! Core of the suite in Firefox: tests of other modules, run once more in the other browser.

use crate::browser::run_in_firefox;
use crate::{
    answers, diagnosis, editing, explaining, layout, mistakes, patterns, proofs, reach, sharing, start_screen,
    statements, techniques,
};

macro_rules! in_firefox {
    ($($module:ident :: $test:ident)*) => {
        $(
            #[test]
            fn $test() {
                run_in_firefox($module::$test);
            }
        )*
    };
}

in_firefox! {
    editing::solves_a_typed_puzzle
    editing::the_verdict_follows_every_edit
    editing::undo_and_redo
    editing::play_mode_enters_digits_and_pencil_marks_but_keeps_givens
    editing::opens_a_file_and_rejects_invalid_text_with_its_position
    answers::shows_hides_and_fills_in_the_solution
    answers::shows_two_solutions_and_their_differences
    answers::shows_true_candidates_and_counts_solutions
    statements::an_incomplete_search_calls_no_cell_forced
    mistakes::mistakes_are_revealed_in_levels
    diagnosis::marks_the_culprits_of_an_impossible_puzzle_and_removes_one
    diagnosis::sentences_use_the_symbols_of_the_board
    explaining::hints_have_three_levels
    patterns::a_finned_fish_has_base_lines_cover_lines_and_fins
    techniques::a_level_is_a_setting_and_says_what_it_lacks
    patterns::a_chain_has_numbered_links_with_arrowheads
    start_screen::a_damaged_link_says_so
    start_screen::opens_a_compressed_file
    layout::the_board_fits_the_window_in_both_directions_and_uses_a_large_one
    layout::the_board_stays_in_view_while_a_long_panel_scrolls
    proofs::rejects_a_certificate_of_another_puzzle_with_its_line
    reach::works_with_the_keyboard_alone
    reach::says_that_the_server_has_ended
    sharing::a_link_restores_the_complete_state
}
