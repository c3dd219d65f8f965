// Returns the lowest contrast of any visible text, that text, and the number of texts.
// WCAG 2 contrast ratio of relative luminances. Disabled controls are exempt.
(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

  // Red, green, blue and alpha of a CSS colour in any notation.
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const contrast = (one, other) => {
    const [more, less] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  };

  // In a cell, the spot of the candidate or the cell background; elsewhere the nearest opaque background.
  const background = (element) => {
    const spot = element.previousElementSibling?.matches('.spot, .badge') && element.previousElementSibling;
    const shape = spot || element.closest('.cell')?.querySelector('.back');
    if (shape) return rgba(getComputedStyle(shape).fill);
    for (let at = element; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255];
  };
  const isVisible = (text, element) =>
    text.trim() && element.checkVisibility() && !element.closest(':disabled, option, dialog:not([open])');

  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let [lowest, worst, count] = [99, '', 0];
  while (walk.nextNode()) {
    const { data, parentElement } = walk.currentNode;
    if (!isVisible(data, parentElement)) continue;
    const style = getComputedStyle(parentElement);
    const colour = parentElement.namespaceURI.endsWith('svg') ? style.fill : style.color;
    const ratio = contrast(rgba(colour), background(parentElement));
    count += 1;
    if (ratio < lowest) [lowest, worst] = [ratio, data];
  }
  return [lowest, worst, count];
})()
