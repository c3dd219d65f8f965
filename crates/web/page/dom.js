/** DOM helpers: creating, finding and updating elements. */

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

export const byId = (id) => document.getElementById(id);

/**
 * Creates an HTML element. Attributes that begin with `on` are event listeners; `false`, `null` and `undefined` leave an attribute
 * or a child out.
 */
export function createElement(tag, attributes = {}, ...children) {
  return initialize(document.createElement(tag), attributes, children);
}

/** Creates an SVG element in the same way. */
export function createSvg(tag, attributes = {}, ...children) {
  return initialize(document.createElementNS(SVG_NAMESPACE, tag), attributes, children);
}

function initialize(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else setAttribute(element, name, value);
  }
  element.append(...children.filter(isPresent));
  return element;
}

const isPresent = (value) => value !== null && value !== undefined && value !== false;

/** Sets or removes an attribute, only if it changes: otherwise browsers would repaint and screen readers repeat themselves. */
export function setAttribute(element, name, value) {
  if (!isPresent(value)) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** Replaces the children of an element. */
export function setChildren(element, ...children) {
  element.replaceChildren(...children.filter(isPresent));
}

export function createButton(label, onclick, attributes = {}) {
  return createElement('button', { type: 'button', onclick, ...attributes }, label);
}

/** Moves the focus to an element that need not be a control, such as a message that replaces a button. */
export function focusOn(element) {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus();
}

/** Scrolls as little as possible to show an element. */
export function reveal(element) {
  element.scrollIntoView({ block: 'nearest' });
}

/** Sets the options of a select element: pairs of value and label. Does nothing if they are the same. */
export function setOptions(select, pairs, selected) {
  const key = JSON.stringify([pairs, selected]);
  if (key === shownOptions.get(select) && (selected === undefined || select.value === selected)) return;
  shownOptions.set(select, key);
  setChildren(select, ...pairs.map(([value, label]) => createElement('option', { value, selected: value === selected }, label)));
}

const shownOptions = new WeakMap();

/** Rows of a description list: pairs of term and description. */
export function descriptionRows(pairs) {
  return pairs.flatMap(([term, description]) => [createElement('dt', {}, term), createElement('dd', {}, description)]);
}

/** Downloads a file. */
export function download(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = createElement('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000); // the browser reads it after the click
}

/** Formats `1,234`, or with a noun `1 cell`, `2 cells`. */
export function formatCount(number, noun) {
  const text = number.toLocaleString('en');
  return noun ? `${text} ${noun}${number === 1 ? '' : 's'}` : text;
}
