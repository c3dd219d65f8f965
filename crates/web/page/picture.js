/** The board as a picture: an SVG file with its colours written into it, or a PNG painted from it. */

/** What the style sheet says about texts and shapes, as attributes that a file carries along. */
const TEXT = ['fill', 'font-size', 'font-weight', 'text-anchor'];
const SHAPE = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray'];
/** What only belongs to the page. */
const PAGE_ONLY = /^(class|tabindex|role|id|data-.*|aria-.*)$/;

/** The text of an SVG file; nothing in it is chosen or focused. */
export const svgText = (svg) => unselected(svg, () => new XMLSerializer().serializeToString(copyOf(svg)));

/** Looks at the board as it is when no cell is selected. */
function unselected(svg, look) {
  const cells = [...svg.querySelectorAll('.selected, .peer, .same')];
  const before = cells.map((cell) => cell.getAttribute('class'));
  cells.forEach((cell) => cell.classList.remove('selected', 'peer', 'same'));
  const seen = look();
  cells.forEach((cell, at) => cell.setAttribute('class', before[at]));
  return seen;
}

function copyOf(svg) {
  const copy = svg.cloneNode(true);
  const originals = svg.querySelectorAll('*');
  [...copy.querySelectorAll('*')].forEach((element, at) => furnish(element, originals[at]));
  const { width, height } = svg.viewBox.baseVal;
  strip(copy);
  Object.entries({ width, height, 'font-family': getComputedStyle(svg).fontFamily }).forEach(([name, value]) => copy.setAttribute(name, value));
  copy.prepend(paper(width, height));
  return copy;
}

function furnish(element, original) {
  if (isInvisible(original)) return element.remove();
  const style = getComputedStyle(original);
  const names = { text: TEXT, rect: SHAPE, circle: SHAPE, path: SHAPE }[original.tagName] ?? [];
  for (const name of names) element.setAttribute(name, style.getPropertyValue(name));
  return strip(element);
}

const isInvisible = (element) => element.matches('.ring') || (element.tagName === 'text' && !element.textContent);

function strip(element) {
  for (const name of element.getAttributeNames()) if (PAGE_ONLY.test(name)) element.removeAttribute(name);
}

function paper(width, height) {
  const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const fill = getComputedStyle(document.body).getPropertyValue('background-color');
  for (const [name, value] of Object.entries({ width, height, fill })) rect.setAttribute(name, value);
  return rect;
}

/**
 * A PNG of the board, so many pixels wide.
 *
 * Painted element by element rather than by way of an image of the SVG: the page's policy then need not allow images from
 * anywhere else.
 */
export function png(svg, pixels) {
  const { width } = svg.viewBox.baseVal;
  const canvas = document.createElement('canvas');
  canvas.width = pixels;
  canvas.height = pixels;
  const pen = canvas.getContext('2d');
  pen.scale(pixels / width, pixels / width);
  pen.fillStyle = getComputedStyle(document.body).backgroundColor;
  pen.fillRect(0, 0, width, width);
  unselected(svg, () => svg.querySelectorAll('rect, circle, path, text').forEach((element) => paint(pen, element)));
  return new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
}

function paint(pen, element) {
  if (isInvisible(element)) return;
  const style = getComputedStyle(element);
  pen.save();
  const { e, f } = element.parentNode.transform?.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
  pen.translate(e, f);
  if (element.tagName === 'text') paintText(pen, element, style);
  else paintShape(pen, element, style);
  pen.restore();
}

function paintShape(pen, element, style) {
  const path = pathOf(element);
  if (style.fill !== 'none') {
    pen.fillStyle = style.fill;
    pen.fill(path);
  }
  if (style.stroke === 'none') return;
  pen.strokeStyle = style.stroke;
  pen.lineWidth = parseFloat(style.strokeWidth);
  pen.setLineDash(style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[ ,]+/).map(parseFloat));
  pen.stroke(path);
}

function pathOf(element) {
  const number = (name) => Number(element.getAttribute(name) ?? 0);
  if (element.tagName === 'path') return new Path2D(element.getAttribute('d'));
  const path = new Path2D();
  if (element.tagName === 'circle') path.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI);
  else path.roundRect(number('x'), number('y'), number('width'), number('height'), number('rx'));
  return path;
}

function paintText(pen, element, style) {
  const size = parseFloat(style.fontSize);
  const drop = parseFloat(element.getAttribute('dy') ?? 0) * size;
  pen.font = `${style.fontWeight} ${size}px ${style.fontFamily}`;
  pen.textAlign = 'center';
  pen.fillStyle = style.fill;
  pen.fillText(element.textContent, Number(element.getAttribute('x')), Number(element.getAttribute('y')) + drop);
}
