/** The merchant's console. The key is entered here and stored only in this page's memory. */
const form = document.querySelector('#key-form');
const input = document.querySelector('#key');
const said = document.querySelector('.said');
const list = document.querySelector('#sessions');

async function call(path, body) {
  const answer = await fetch(`/v1/console/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${input.value}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error((await answer.json()).error);
  return answer.json();
}

async function show() {
  try {
    const { sessions } = await call('sessions');
    list.replaceChildren(...sessions.map(row));
    said.textContent = sessions.length === 0 ? 'No payments yet.' : '';
  } catch (error) {
    said.textContent = error.message;
  }
  said.hidden = said.textContent === '';
}

async function act(path, body) {
  try {
    await call(path, body);
    await show();
  } catch (error) {
    said.textContent = error.message;
    said.hidden = false;
  }
}

function element(name, text, more = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  return Object.assign(made, more);
}

const button = (text, path, body) => element('button', text, { type: 'button', onclick: () => act(path, body) });

/** Formats minor units; the number of decimal places is the browser's for the currency. */
function money(amountMinor, currency) {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amountMinor / 10 ** format.resolvedOptions().maximumFractionDigits);
}

function row({ ref, orderId, state, paymentRef, amountMinor, currency, reversals }) {
  const made = document.createElement('li');
  made.append(element('p', `${money(amountMinor, currency)} · ${state}`), element('code', orderId));
  for (const one of reversals)
    made.append(element('p', `${one.kind} ${money(one.amountMinor, currency)}: ${one.state}`));
  if (state === 'confirming') {
    made.append(
      button('The bank pays', 'bank', { ref, paid: true }),
      button('The bank refuses', 'bank', { ref, paid: false }),
    );
  }
  if (!paymentRef) return made;
  const left = reversals
    .filter((one) => one.state === 'asked' || one.state === 'done' || one.state === 'lost')
    .reduce((rest, one) => rest - one.amountMinor, amountMinor);
  if (left > 0) made.append(button(`Refund ${money(left, currency)}`, 'refunds', { paymentRef, amountMinor: left }));
  const dispute = reversals.find((one) => one.kind === 'dispute')?.state;
  const next = { undefined: ['inquiry', 'asked'], inquiry: ['asked', 'won'], asked: ['won', 'lost'], lost: ['won'] };
  const words = { inquiry: 'The bank inquires', asked: 'The bank disputes', won: 'Dispute won', lost: 'Dispute lost' };
  for (const to of next[dispute] ?? []) made.append(button(words[to], 'disputes', { paymentRef, state: to }));
  return made;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void show();
});
