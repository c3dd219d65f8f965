/** Tabs: one panel at a time, chosen by click or arrow keys. */

import { setAttribute } from './dom.js';

export function start(state, list) {
  const tabs = () => [...list.querySelectorAll('[role=tab]:not([hidden])')];
  list.addEventListener('click', (event) => {
    const tab = event.target.closest('[role=tab]');
    if (tab) state.look({ panel: tab.dataset.panel });
  });
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = tabs();
    const next = all[(all.findIndex((tab) => tab.dataset.panel === state.view.panel) + step + all.length) % all.length];
    state.look({ panel: next.dataset.panel });
    next.focus();
  });
  state.follow(['view'], () => show(list, state.view.panel));
}

function show(list, panel) {
  document.body.dataset.panel = panel;
  for (const tab of list.querySelectorAll('[role=tab]')) {
    const chosen = tab.dataset.panel === panel;
    setAttribute(tab, 'aria-selected', chosen);
    setAttribute(tab, 'tabindex', chosen ? 0 : -1);
    setAttribute(document.getElementById(tab.getAttribute('aria-controls')), 'hidden', !chosen);
  }
}
