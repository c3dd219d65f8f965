/** Images of the board: an SVG file with inlined styles, or a PNG painted on a canvas. */

/** Style properties of texts and shapes that become attributes of the SVG file. */
const TEXT_STYLES = ['fill', 'font-size', 'font-style', 'font-weight', 'text-anchor'];
const SHAPE_STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-opacity'];
/** Attributes that have no meaning outside the page. */
const PAGE_ATTRIBUTES = /^(class|tabindex|role|id|data-.*|aria-.*)$/;

/** The text of an SVG file, without the selection. */
export const toSvg = (svg) => withoutSelection(svg, () => new XMLSerializer().serializeToString(styledCopy(svg)));

/** Calls `render` while no cell is highlighted as selected. */
function withoutSelection(svg, render) {
  const cells = [...svg.querySelectorAll('.selected, .peer, .same')];
  const classes = cells.map((cell) => cell.getAttribute('class'));
  cells.forEach((cell) => cell.classList.remove('selected', 'peer', 'same'));
  const result = render();
  cells.forEach((cell, at) => cell.setAttribute('class', classes[at]));
  return result;
}

function styledCopy(svg) {
  const copy = svg.cloneNode(true);
  const originals = svg.querySelectorAll('*');
  [...copy.querySelectorAll('*')].forEach((element, at) => inlineStyles(element, originals[at]));
  const { width, height } = svg.viewBox.baseVal;
  removePageAttributes(copy);
  Object.entries({ width, height, 'font-family': getComputedStyle(svg).fontFamily }).forEach(([name, value]) => copy.setAttribute(name, value));
  copy.prepend(background(width, height));
  return copy;
}

function inlineStyles(element, original) {
  if (isInvisible(original)) return element.remove();
  const style = getComputedStyle(original);
  const names = { text: TEXT_STYLES, rect: SHAPE_STYLES, circle: SHAPE_STYLES, path: SHAPE_STYLES }[original.tagName] ?? [];
  for (const name of names) element.setAttribute(name, style.getPropertyValue(name));
  return removePageAttributes(element);
}

const isInvisible = (element) => element.matches('.ring') || (element.tagName === 'text' && !element.textContent);

function removePageAttributes(element) {
  for (const name of element.getAttributeNames()) if (PAGE_ATTRIBUTES.test(name)) element.removeAttribute(name);
}

function background(width, height) {
  const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const fill = getComputedStyle(document.body).getPropertyValue('background-color');
  for (const [name, value] of Object.entries({ width, height, fill })) rect.setAttribute(name, value);
  return rect;
}

/**
 * A PNG of the board with this width and height.
 *
 * Each element is painted on a canvas. Loading the SVG as an image would be shorter, but the content security policy would have to
 * allow images from blob or data URLs.
 */
export function toPng(svg, pixels) {
  const { width } = svg.viewBox.baseVal;
  const canvas = document.createElement('canvas');
  canvas.width = pixels;
  canvas.height = pixels;
  const context = canvas.getContext('2d');
  context.scale(pixels / width, pixels / width);
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, width, width);
  withoutSelection(svg, () => svg.querySelectorAll('rect, circle, path, text').forEach((element) => paint(context, element)));
  return new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
}

function paint(context, element) {
  if (isInvisible(element)) return;
  const style = getComputedStyle(element);
  context.save();
  const { e, f } = element.parentNode.transform?.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
  context.translate(e, f);
  if (element.tagName === 'text') paintText(context, element, style);
  else paintShape(context, element, style);
  context.restore();
}

function paintShape(context, element, style) {
  const path = pathOf(element);
  if (style.fill !== 'none') {
    context.fillStyle = style.fill;
    context.fill(path);
  }
  if (style.stroke === 'none') return;
  context.strokeStyle = style.stroke;
  context.globalAlpha = Number(style.strokeOpacity);
  context.lineWidth = parseFloat(style.strokeWidth);
  context.setLineDash(style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[ ,]+/).map(parseFloat));
  context.stroke(path);
}

function pathOf(element) {
  const number = (name) => Number(element.getAttribute(name) ?? 0);
  if (element.tagName === 'path') return new Path2D(element.getAttribute('d'));
  const path = new Path2D();
  if (element.tagName === 'circle') path.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI);
  else path.roundRect(number('x'), number('y'), number('width'), number('height'), number('rx'));
  return path;
}

function paintText(context, element, style) {
  const size = parseFloat(style.fontSize);
  const shift = parseFloat(element.getAttribute('dy') ?? 0) * size;
  context.font = `${style.fontStyle} ${style.fontWeight} ${size}px ${style.fontFamily}`;
  context.textAlign = 'center';
  context.fillStyle = style.fill;
  context.fillText(element.textContent, Number(element.getAttribute('x')), Number(element.getAttribute('y')) + shift);
}
