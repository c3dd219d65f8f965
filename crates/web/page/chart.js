/** A small bar chart: one bar per family of clauses. */

import { count, draw, make } from './dom.js';

const WIDTH = 100;

/** Rows of a table: name, words, number, bar. */
export function familyRows(families) {
  const most = Math.max(1, ...families.map((family) => family.clauses));
  return families.map((family) => row(family, most));
}

function row({ name, words, clauses }, most) {
  return make('tr', {},
    make('th', { scope: 'row', title: words }, name, make('span', { class: 'quiet' }, words)),
    make('td', { class: 'number' }, count(clauses)),
    make('td', { class: 'chart' }, bar(clauses / most)));
}

function bar(share) {
  const size = { viewBox: `0 0 ${WIDTH} 10`, preserveAspectRatio: 'none', 'aria-hidden': 'true' };
  return draw('svg', { class: 'bar', ...size },
    draw('rect', { class: 'bar-room', width: WIDTH, height: 10 }),
    draw('rect', { class: 'bar-value', width: share > 0 ? Math.max(share * WIDTH, 0.8) : 0, height: 10 }));
}
