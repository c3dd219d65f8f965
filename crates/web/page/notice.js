/** Notice in the verdict card about the puzzle that was loaded. It disappears with that puzzle. */

import { byId } from './dom.js';

export function start(state) {
  state.addEventListener('givens', () => showNotice(''));
}

export function showNotice(text) {
  byId('notice').textContent = text;
}
