/**
 * Links of a chain: what implies what.
 *
 * A chain assumes a candidate that is to be eliminated. Each constraint of the chain has candidates that the assumption or an
 * earlier implied candidate rules out (weak links) and one candidate left, which is implied (a strong link). In the last
 * constraint none is left. The implied candidates are not a path in general: a later one may follow from several earlier ones.
 */

import { candidateIndex } from './puzzle.js';

/** Constraints with more ruled-out candidates than this have a strong link from the nearest one only. */
const MAX_STRONG_LINKS = 2;

/**
 * The links of a chain step, the number of each implied candidate, and the constraint without a candidate.
 * @param {import('./step_drawing.js').Step} step
 * @returns {{links: {from: number, to: number, kind: string}[], numbers: Map<number, number>, contradiction: object|undefined}}
 */
export function chainLinks(board, { sets, links, removed }) {
  const causes = [removed[0]];
  const result = { links: [], numbers: new Map(), contradiction: undefined };
  const index = (name) => candidateIndex(board, ...board.parseCandidate(name));
  const addLink = (from, to, kind) => from !== to && result.links.push({ from: index(from), to: index(to), kind });
  for (const { set, left } of links) {
    const ruledOut = sets[set].candidates.filter((name) => name !== left);
    for (const name of ruledOut) {
      const cause = causes.find((one) => one === name || excludes(board, one, name));
      if (cause) addLink(cause, name, 'weak');
    }
    if (left) {
      for (const name of nearest(board, ruledOut, left)) addLink(name, left, 'strong');
      causes.push(left);
      result.numbers.set(index(left), causes.length - 1);
    } else result.contradiction = sets[set];
  }
  return result;
}

/** Whether two candidates cannot both be true: two digits of a cell, or a digit in two cells of a house. */
function excludes(board, one, other) {
  const [cell, digit] = board.parseCandidate(one);
  const [otherCell, otherDigit] = board.parseCandidate(other);
  return cell === otherCell ? digit !== otherDigit : digit === otherDigit && board.peers(cell).has(otherCell);
}

/** The candidates from which a strong link to `left` is drawn. */
function nearest(board, names, left) {
  if (names.length <= MAX_STRONG_LINKS) return names;
  const [cell] = board.parseCandidate(left);
  const distance = (name) => {
    const [other] = board.parseCandidate(name);
    return Math.hypot(board.row(cell) - board.row(other), board.column(cell) - board.column(other));
  };
  return [...names].sort((a, b) => distance(a) - distance(b)).slice(0, 1);
}
