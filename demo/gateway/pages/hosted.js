import { isComplete, markAll, send, values, watchFields } from './fields.js';

const form = document.querySelector('#card');
const button = form.querySelector('[type=submit]');

function say(what) {
  for (const line of form.querySelectorAll('[data-said]')) line.hidden = line.dataset.said !== what;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (!isComplete()) return markAll();
  button.disabled = true;
  say('waiting');
  try {
    const { wrong, state, reason, url } = await send(`${location.pathname}/card`, values());
    if (wrong) markAll(wrong);
    if (url && state !== 'declined') return location.assign(url);
    say(
      wrong
        ? ''
        : state === 'declined'
          ? reason === 'no-funds' || reason === 'declined'
            ? reason
            : 'other'
          : 'failed',
    );
  } catch {
    say('failed');
  }
  button.disabled = false;
});
document.querySelector('#cancel').addEventListener('click', async () => {
  const { url } = await send(`${location.pathname}/cancel`, {});
  location.assign(url);
});
watchFields(() => undefined);
