/** Tabs: one panel at a time, selected by click or arrow keys. */

import { byId, setAttribute } from './dom.js';

export function start(state, list) {
  const visibleTabs = () => [...list.querySelectorAll('[role=tab]:not([hidden])')];
  list.addEventListener('click', (event) => {
    const tab = event.target.closest('[role=tab]');
    if (tab) state.setView({ panel: tab.dataset.panel });
  });
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const tabs = visibleTabs();
    const current = tabs.findIndex((tab) => tab.dataset.panel === state.view.panel);
    const next = tabs[(current + step + tabs.length) % tabs.length];
    state.setView({ panel: next.dataset.panel });
    next.focus();
  });
  state.subscribe(['view'], () => showPanel(list, state.view.panel));
}

function showPanel(list, panel) {
  document.body.dataset.panel = panel;
  for (const tab of list.querySelectorAll('[role=tab]')) {
    const selected = tab.dataset.panel === panel;
    setAttribute(tab, 'aria-selected', selected);
    setAttribute(tab, 'tabindex', selected ? 0 : -1);
    setAttribute(byId(tab.getAttribute('aria-controls')), 'hidden', !selected);
  }
}
