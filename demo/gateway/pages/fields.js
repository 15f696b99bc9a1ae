/** The card fields of the frame and the hosted page. */
const form = document.querySelector('#card');
const inputs = [...form.querySelectorAll('input')];

const digitsOf = (text) => text.replaceAll(/\D/g, '');

function isCardNumber(digits) {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return /^\d{12,19}$/.test(digits) && sum % 10 === 0;
}

function isExpiry(text) {
  const found = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})\s*$/.exec(text);
  if (!found) return false;
  const now = new Date();
  return (Number(found[2]) - (now.getUTCFullYear() % 100)) * 12 + Number(found[1]) - (now.getUTCMonth() + 1) >= 0;
}

const RIGHT = {
  number: (text) => isCardNumber(digitsOf(text)),
  expiry: isExpiry,
  cvc: (text) => /^\d{3,4}$/.test(text.trim()),
  name: (text) => /\p{L}/u.test(text),
};

/** Whether all card fields are valid; the frame and the hosted page ask before they send them. */
export const isComplete = () => inputs.every(({ name, value }) => RIGHT[name](value));
/** The card fields by name, as typed. */
export const values = () => Object.fromEntries(inputs.map(({ name, value }) => [name, value]));

/** Marks a card field as valid or invalid, and shows or hides its error text. */
export function mark(input, isWrong) {
  input.setAttribute('aria-invalid', String(isWrong));
  document.querySelector(`#${input.name}-wrong`).hidden = !isWrong;
}

/** Marks the field `wrong` that the gateway rejected, or without one all invalid fields, and focuses the first of them. */
export function markAll(wrong) {
  for (const input of inputs) mark(input, wrong === undefined ? !RIGHT[input.name](input.value) : input.name === wrong);
  inputs.find((input) => input.getAttribute('aria-invalid') === 'true')?.focus();
}

/** Posts JSON to the gateway; throws if the status is not 2xx. Card numbers are sent nowhere else. */
export async function send(path, body) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}

const SHAPED = {
  number: (text) =>
    digitsOf(text)
      .slice(0, 19)
      .replaceAll(/(\d{4})(?=\d)/g, '$1 '),
  expiry: (text) => {
    const digits = digitsOf(text).slice(0, 4);
    return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : text;
  },
};

/** Formats and validates the card fields while they are edited, and calls `changed` after each change. Called once when a page loads. */
export function watchFields(changed) {
  for (const input of inputs) {
    input.addEventListener('input', (event) => {
      const isAtEnd = input.selectionStart === input.value.length;
      if (isAtEnd && event.inputType !== 'deleteContentBackward')
        input.value = SHAPED[input.name]?.(input.value) ?? input.value;
      if (RIGHT[input.name](input.value)) mark(input, false);
      changed();
    });
    input.addEventListener('blur', () => {
      if (input.value !== '') mark(input, !RIGHT[input.name](input.value));
      changed();
    });
  }
  for (const button of document.querySelectorAll('[data-card]')) {
    button.addEventListener('click', () => {
      const year = (new Date().getUTCFullYear() + 3) % 100;
      const filled = {
        number: SHAPED.number(button.dataset.card),
        expiry: `12 / ${year}`,
        cvc: '123',
        name: 'Demo Payer',
      };
      for (const input of inputs) {
        input.value = filled[input.name];
        mark(input, false);
      }
      button.closest('details').open = false;
      changed();
    });
  }
}
