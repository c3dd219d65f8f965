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
  steps.forEach((step, place) => step.classList.toggle('now', place === now));
  links.forEach((link, place) => place === now ? link.setAttribute('aria-current', 'step') : link.removeAttribute('aria-current'));
  count.textContent = now === last ? 'the end' : `step ${now + 1} of ${last}`;
  buttons.first.disabled = buttons.back.disabled = now === 0;
  buttons.last.disabled = buttons.on.disabled = now === last;
  reveal(links[now]);
}

// Within the list alone: the page itself must not move.
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

const ways = { first: () => 0, back: () => now - 1, on: () => now + 1, last: () => last };
const keys = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last' };

controls.addEventListener('click', event => {
  const button = event.target.closest('button');
  if (button) go(ways[button.dataset.go]());
});
document.addEventListener('keydown', event => {
  const way = keys[event.key];
  if (!way || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(ways[way]());
});
links.forEach((link, place) => link.addEventListener('click', event => {
  event.preventDefault();
  go(place);
  if (steps[place].getBoundingClientRect().top < 0) window.scrollTo({ top: 0 });
}));
addEventListener('hashchange', () => show(steps.findIndex(step => `#${step.id}` === location.hash)));

document.body.classList.add('stepping');
controls.hidden = false;
show(steps.findIndex(step => `#${step.id}` === location.hash));
// A browser that was given a step's address has gone down to it before the other steps were hidden.
addEventListener('load', () => setTimeout(() => window.scrollTo(0, 0)));
