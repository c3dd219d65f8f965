/** Settings of steps: the kind of path, the techniques that it may use, and whether it may rest on uniqueness. */

import { byId, createElement, setAttribute, setChildren } from './dom.js';
import { LEVELS, TECHNIQUE_GROUPS } from './techniques.js';

/** Techniques are searched by name on boards up to this side. */
const MAX_NAMED_SIDE = 9;
/** Value of the select element `level` for a set of techniques of the player's own, and the level that such a set starts with. */
const OWN_SET = 'set';
const FIRST_SET = 'medium';

export class StepSettings {
  #state;
  /** The path before a restriction replaced it. */
  #path = 'easy';
  /** The checkbox of each technique, by identifier. */
  #boxes = new Map();

  constructor(state) {
    this.#state = state;
    setChildren(byId('technique-groups'), ...TECHNIQUE_GROUPS.map(([name, techniques]) => this.#group(name, techniques)));
    this.#selectLevel(FIRST_SET);
    byId('path').addEventListener('change', () => this.#update());
    byId('level').addEventListener('change', () => this.#changeLevel());
    byId('technique-groups').addEventListener('change', () => this.#update());
    state.subscribe(['puzzle'], () => this.#update());
  }

  /** The fields of a request for steps. */
  fields() {
    const named = this.#named();
    return {
      path: byId('path').value,
      ...(named && this.#restriction()),
      ...(named && !byId('uniqueness').checked && { no_uniqueness: true }),
    };
  }

  #restriction() {
    const level = byId('level').value;
    if (level === OWN_SET) return { techniques: [...this.#boxes].filter(([, box]) => box.checked).map(([id]) => id) };
    return level ? { level } : {};
  }

  /** Whether steps are searched by name: in a named path, or with a restriction to some techniques. */
  #named() {
    return this.#isSupported() && (byId('level').value !== '' || byId('path').value === 'named');
  }

  #isSupported() {
    return this.#state.puzzle.board.side <= MAX_NAMED_SIDE;
  }

  #group(name, techniques) {
    return createElement('fieldset', {}, createElement('legend', {}, name), ...techniques.map(([id, label]) => {
      const box = createElement('input', { type: 'checkbox', id: `technique-${id}`, autocomplete: 'off' });
      this.#boxes.set(id, box);
      return createElement('label', {}, box, label);
    }));
  }

  /** Checks the techniques of a level and of those below it. */
  #selectLevel(level) {
    const techniques = TECHNIQUE_GROUPS.flatMap(([, group]) => group);
    for (const [id, , own] of techniques) this.#boxes.get(id).checked = LEVELS.indexOf(own) <= LEVELS.indexOf(level);
  }

  /** A set starts with the techniques of the level that was chosen before. Steps of a level are searched by name, whatever the path was. */
  #changeLevel() {
    const level = byId('level').value;
    if (level && !byId('path').disabled) this.#path = byId('path').value;
    if (level && level !== OWN_SET) this.#selectLevel(level);
    byId('path').value = level ? 'named' : this.#path;
    byId('technique-set').open = level === OWN_SET;
    this.#update();
  }

  /** Offers what the board supports and what matters for the choice. */
  #update() {
    const supported = this.#isSupported();
    if (!supported) {
      byId('level').value = '';
      if (byId('path').value === 'named') byId('path').value = 'easy';
    }
    const level = byId('level').value;
    const setVisible = (id, visible) => setAttribute(byId(id), 'hidden', visible ? null : '');
    for (const id of ['level-label', 'level', 'path-named']) setVisible(id, supported);
    for (const id of ['uniqueness-label', 'uniqueness-row']) setVisible(id, this.#named());
    setVisible('technique-set', level === OWN_SET);
    setAttribute(byId('path'), 'disabled', level ? '' : null);
    const chosen = [...this.#boxes.values()].filter((box) => box.checked).length;
    byId('set-size').textContent = `singles and ${chosen} of ${this.#boxes.size}`;
  }
}
