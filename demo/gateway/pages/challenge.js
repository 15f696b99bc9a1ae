/** The bank's challenge. When it ends, a framed page notifies its parent; otherwise the payer is redirected. */
const parentOrigin = document.body.dataset.parent;
const form = document.querySelector('#challenge');
const input = document.querySelector('#code');
const said = form.querySelector('.said');

async function answer(code) {
  const response = await fetch(location.pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  return response.ok ? response.json() : { state: 'closed' };
}

async function submit(code) {
  const { state, url } = await answer(code);
  if (state === 'action') {
    said.hidden = false;
    input.select();
    return state;
  }
  if (parentOrigin === '') location.assign(url ?? '/');
  else window.parent.postMessage({ type: 'done' }, parentOrigin);
  return state;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (input.value.trim() === '') input.focus();
  else void submit(input.value);
});
document.querySelector('#cancel').addEventListener('click', async () => {
  // Cancelling submits empty answers until the challenge has failed.
  while ((await submit('')) === 'action');
});
if (parentOrigin !== '')
  new ResizeObserver(() =>
    window.parent.postMessage(
      { type: 'size', height: Math.ceil(document.querySelector('main').getBoundingClientRect().height) },
      parentOrigin,
    ),
  ).observe(document.querySelector('main'));
input.focus();
