/** Light or dark theme: that of the system, until the button is used. */

import { setAttribute } from './dom.js';

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' };
const LABELS = { auto: 'system', light: 'light', dark: 'dark' };

export function start(button) {
  let theme = loadTheme();
  const show = () => {
    setAttribute(document.documentElement, 'data-theme', theme);
    setAttribute(button, 'aria-label', `Theme: ${LABELS[theme]}`);
    setAttribute(button, 'title', `Theme: ${LABELS[theme]}`);
  };
  button.addEventListener('click', () => {
    theme = NEXT[theme];
    saveTheme(theme);
    show();
  });
  show();
}

/** Browsers may forbid local storage; then the choice lasts as long as the page is open. */
function loadTheme() {
  try {
    return NEXT[localStorage.getItem('theme')] ? localStorage.getItem('theme') : 'auto';
  } catch {
    return 'auto';
  }
}

function saveTheme(theme) {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Not saved: see loadTheme.
  }
}
