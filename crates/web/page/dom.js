/** Small words for making and finding elements. */

const SVG = 'http://www.w3.org/2000/svg';

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/**
 * Makes an element. Properties that begin with `on` are listeners; others are attributes, and `false`, `null` and `undefined`
 * leave them out.
 */
export function make(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** The same for the elements of a drawing. */
export function draw(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

function furnish(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else setAttribute(element, name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Sets an attribute only where it changes, so that nothing is drawn or spoken again without need. */
export function setAttribute(element, name, value) {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** Replaces all that is in an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false));
}

/** A button with words on it. */
export function button(words, onclick, attributes = {}) {
  return make('button', { type: 'button', onclick, ...attributes }, words);
}

/** Choices of a select element: pairs of value and words. */
export function options(select, pairs, chosen) {
  fill(select, ...pairs.map(([value, words]) => make('option', { value, selected: value === chosen }, words)));
}

/** Hands a file to the person. */
export function download(name, content, type) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = make('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** `1,234`, and `1 cell` or `2 cells` with a word. */
export function count(number, word) {
  const text = number.toLocaleString('en');
  return word ? `${text} ${word}${number === 1 ? '' : 's'}` : text;
}
