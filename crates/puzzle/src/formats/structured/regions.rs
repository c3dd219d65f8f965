//! Regions of a grid that are the boxes of a board.

use crate::Board;

/// The board whose boxes are these regions, given as a number for each cell row by row. The required board comes first.
pub(super) fn board_of_regions(regions: &[usize], side: usize, required: Option<Board>) -> Result<Board, String> {
    let usual = Board::of_side(side).map_err(|error| error.to_string())?;
    if let Some(required) = required.filter(|required| required.side() != side) {
        return Err(format!("expected a puzzle of a board {required}, found one of {side}x{side}"));
    }
    let others = (2..side).filter(|height| side.is_multiple_of(*height));
    let others = others.filter_map(|height| Board::new(height, side / height).ok());
    let mut boards = required.into_iter().chain([usual]).chain(others);
    let found = boards.find(|board| are_boxes(regions, *board));
    match (found, required) {
        (Some(board), Some(required)) if board != required => {
            Err(format!("expected a puzzle of a board {required}, found one of {board}"))
        }
        (Some(board), _) => Ok(board),
        (None, _) => Err("unsupported variant: regions that are not boxes (jigsaw)".into()),
    }
}

fn are_boxes(regions: &[usize], board: Board) -> bool {
    let mut region_of_box = vec![None; board.side()];
    let same = board.cells().zip(regions).all(|(cell, region)| {
        let block = board.houses_of(cell)[2].index();
        *region_of_box[block].get_or_insert(*region) == *region
    });
    region_of_box.sort_unstable();
    region_of_box.dedup();
    same && regions.len() == board.cell_count() && region_of_box.len() == board.side()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_of_every_shape_are_found_and_others_are_refused() {
        for (height, width) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 6), (3, 4), (4, 3), (6, 2)] {
            let board = Board::new(height, width).unwrap();
            let mut regions: Vec<usize> = board.cells().map(|cell| 7 + 2 * board.houses_of(cell)[2].index()).collect();
            assert_eq!(board_of_regions(&regions, board.side(), None), Ok(board));
            assert_eq!(board_of_regions(&regions, board.side(), Some(board)), Ok(board));
            assert_eq!(board_of_regions(&regions, board.side(), Some(Board::CLASSIC)).is_ok(), board == Board::CLASSIC);
            let last = regions.len() - 1;
            regions.swap(0, last);
            assert!(board_of_regions(&regions, board.side(), None).unwrap_err().contains("jigsaw"));
        }
    }
}
