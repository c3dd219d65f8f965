/** Light or dark: as the system has it, until the switch is used. */

import { setAttribute } from './dom.js';

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' };
const WORDS = { auto: 'as the system', light: 'light', dark: 'dark' };

export function start(button) {
  let theme = remembered();
  const show = () => {
    setAttribute(document.documentElement, 'data-theme', theme);
    setAttribute(button, 'aria-label', `Colours: ${WORDS[theme]}`);
    setAttribute(button, 'title', `Colours: ${WORDS[theme]}`);
  };
  button.addEventListener('click', () => {
    theme = NEXT[theme];
    remember(theme);
    show();
  });
  show();
}

/** Storage may be forbidden; then the switch lasts as long as the page. */
function remembered() {
  try {
    return NEXT[localStorage.getItem('theme')] ? localStorage.getItem('theme') : 'auto';
  } catch {
    return 'auto';
  }
}

function remember(theme) {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Nothing is lost but the memory.
  }
}
