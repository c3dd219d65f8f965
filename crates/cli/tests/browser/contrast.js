// The least contrast between any text of the page and what is behind it, that text, and how many texts were looked at.
// Formula: WCAG 2, relative luminance and contrast ratio. Texts of disabled controls need none.
(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

  // Red, green, blue and opacity of a colour in any notation.
  const parts = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const contrast = (one, other) => {
    const [more, less] = [light(one), light(other)].sort((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  };

  // In a cell, the spot of a candidate or the ground of the cell; elsewhere the nearest ground that is not transparent.
  const behind = (element) => {
    const spot = element.previousElementSibling?.matches('circle') && element.previousElementSibling;
    const ground = spot || element.closest('.cell')?.querySelector('.back');
    if (ground) return parts(getComputedStyle(ground).fill);
    for (let at = element; at; at = at.parentElement) {
      const colour = parts(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255];
  };
  const isSeen = (text, element) =>
    text.trim() && element.checkVisibility() && !element.closest(':disabled, option, dialog:not([open])');

  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let [least, worst, seen] = [99, '', 0];
  while (walk.nextNode()) {
    const { data, parentElement } = walk.currentNode;
    if (!isSeen(data, parentElement)) continue;
    const style = getComputedStyle(parentElement);
    const colour = parentElement.namespaceURI.endsWith('svg') ? style.fill : style.color;
    const found = contrast(parts(colour), behind(parentElement));
    seen += 1;
    if (found < least) [least, worst] = [found, data];
  }
  return [least, worst, seen];
})()
