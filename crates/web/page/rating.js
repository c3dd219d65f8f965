/** Rating of a puzzle as rows of a description list. */

/** Names and values of the measures of `/api/rate`; a puzzle without a unique solution has none. */
export function ratingRows(rating) {
  const { b, b_at_least: atLeast, se, se_trust: quality, steps, hardest } = rating;
  const guesses = rating.guesses ?? `at least ${rating.guesses_at_least}`;
  if (steps === undefined) return [];
  const rows = [
    ['Largest pattern (B)', b ?? (atLeast === undefined ? 'chains are not enough' : `at least ${atLeast}`)],
    ['Sudoku Explainer rating', se === null ? null : `${quality === 'exact' ? '' : 'at least '}${se.toFixed(1)}`],
    ['Steps beyond singles', steps],
    ['Hardest technique', hardest],
    ['Guesses a brute-force search needs', guesses],
  ];
  return rows.filter(([, value]) => value !== null).map(([name, value]) => [name, String(value)]);
}
