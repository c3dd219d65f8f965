const steps = [...document.querySelectorAll('section')];
const links = [...document.querySelectorAll('.list a')];
const list = document.querySelector('.list');
const count = document.querySelector('.count');
const controls = document.querySelector('.controls');
const buttons = Object.fromEntries([...controls.querySelectorAll('button')].map(button => [button.dataset.go, button]));
const last = steps.length - 1;
let now = 0;

function show(index) {
  now = Math.min(Math.max(index, 0), last);
  steps.forEach((step, at) => step.classList.toggle('now', at === now));
  links.forEach((link, at) => at === now ? link.setAttribute('aria-current', 'step') : link.removeAttribute('aria-current'));
  count.textContent = now === last ? 'end' : `step ${now + 1} of ${last}`;
  buttons.first.disabled = buttons.previous.disabled = now === 0;
  buttons.last.disabled = buttons.next.disabled = now === last;
  reveal(links[now]);
}

// Scrolls the list only; scrollIntoView would scroll the page as well.
function reveal(link) {
  const [top, height] = [link.offsetTop - list.offsetTop, link.offsetHeight];
  if (list.scrollHeight <= list.clientHeight) return;
  if (top < list.scrollTop) list.scrollTop = top;
  if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
}

function go(index) {
  show(index);
  history.replaceState(null, '', `#${steps[now].id}`);
}

const targets = { first: () => 0, previous: () => now - 1, next: () => now + 1, last: () => last };
const keys = { ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last' };

controls.addEventListener('click', event => {
  const button = event.target.closest('button');
  if (button) go(targets[button.dataset.go]());
});
document.addEventListener('keydown', event => {
  const command = keys[event.key];
  if (!command || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(targets[command]());
});
links.forEach((link, index) => link.addEventListener('click', event => {
  event.preventDefault();
  go(index);
  if (steps[index].getBoundingClientRect().top < 0) window.scrollTo({ top: 0 });
}));
addEventListener('hashchange', () => show(steps.findIndex(step => `#${step.id}` === location.hash)));

document.body.classList.add('stepping');
controls.hidden = false;
show(steps.findIndex(step => `#${step.id}` === location.hash));
// A browser that opens the address of a step has scrolled to it before the other steps were hidden.
addEventListener('load', () => setTimeout(() => window.scrollTo(0, 0)));
