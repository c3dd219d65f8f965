/** What typing a digit does, for the keyboard and the number pad alike. */

import { digitAt, withEntered, withGiven, withToggled } from './puzzle.js';

/** Puts a digit, or 0, into the selected cell: as a given, or as the player's. */
export function enter(state, digit) {
  const { puzzle, view } = state;
  const { selected } = view;
  if (view.mode === 'givens') state.change(withGiven(puzzle, selected, digit));
  else if (puzzle.entered[selected] !== digit) state.change(withEntered(puzzle, selected, digit));
}

/** Takes a candidate of the selected cell away, or puts it back. */
export function toggle(state, digit) {
  const { puzzle, view } = state;
  if (digitAt(puzzle, view.selected)) return;
  state.change(withToggled(puzzle, view.selected, digit));
  if (!view.candidates) state.look({ candidates: true });
}
