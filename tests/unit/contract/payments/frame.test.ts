import { is } from 'valibot';
import { expect, test } from 'vitest';
import { pageMessage, readFrameMessage } from '../../../../contract/payments/frame.ts';

const NONCE = 'n-12345678';
const TOKEN = { type: 'token', nonce: NONCE, token: 'tok_1', brand: 'visa', last4: '4242' };

test.each([{ type: 'size', height: 320 }, { type: 'state', complete: true }, TOKEN, { type: 'done' }])(
  'the page accepts the frame message %o',
  (message) => {
    expect(readFrameMessage(message)).toEqual(message);
  },
);

test.each([
  undefined,
  null,
  'done',
  {},
  { type: 'paid' },
  { type: 'size', height: 0 },
  { type: 'size', height: 1e9 },
  { type: 'size', height: 1.5 },
  { type: 'state' },
  { ...TOKEN, nonce: '' },
  { ...TOKEN, token: 'a b' },
  { ...TOKEN, token: 'x'.repeat(257) },
  { ...TOKEN, last4: '4242424242424242' },
  { ...TOKEN, brand: '<b>' },
])('the page ignores the frame message %o', (message) => {
  expect(readFrameMessage(message)).toBeUndefined();
});

test('only known fields are copied from a frame message', () => {
  expect(readFrameMessage({ ...TOKEN, number: '4242424242424242' })).toEqual(TOKEN);
});

test('the payment page accepts only one message type', () => {
  expect(is(pageMessage, { type: 'submit', nonce: NONCE })).toBe(true);
  for (const message of [{ type: 'submit' }, { type: 'pay', nonce: NONCE }, { type: 'submit', nonce: 'x' }])
    expect(is(pageMessage, message)).toBe(false);
});
