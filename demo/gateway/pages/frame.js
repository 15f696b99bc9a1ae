import { isComplete, markAll, send, values, watchFields } from './fields.js';

/** Messages are exchanged only with the merchant's page for which the session was opened. */
const parentOrigin = document.body.dataset.parent;
const tell = (message) => window.parent.postMessage(message, parentOrigin);
const said = document.querySelector('.said');

let told;
function tellState() {
  if (told === isComplete()) return;
  told = isComplete();
  tell({ type: 'state', complete: told });
}

async function submit(nonce) {
  said.hidden = true;
  if (!isComplete()) {
    markAll();
    tell({ type: 'state', complete: false });
    return;
  }
  try {
    const answer = await send(`${location.pathname}/card`, values());
    if (answer.token) {
      tell({ type: 'token', nonce, token: answer.token, brand: answer.brand, last4: answer.last4 });
      return;
    }
    if (answer.wrong) markAll(answer.wrong);
    else said.hidden = false;
  } catch {
    said.hidden = false;
  }
  tell({ type: 'state', complete: false });
  told = undefined;
}

addEventListener('message', ({ source, origin, data }) => {
  if (source !== window.parent || origin !== parentOrigin) return;
  if (data?.type === 'submit' && /^[\w-]{8,64}$/.test(data.nonce)) void submit(data.nonce);
});
document.querySelector('#card').addEventListener('submit', (event) => event.preventDefault());
watchFields(tellState);
new ResizeObserver(() =>
  tell({ type: 'size', height: Math.ceil(document.querySelector('main').getBoundingClientRect().height) }),
).observe(document.querySelector('main'));
tellState();
