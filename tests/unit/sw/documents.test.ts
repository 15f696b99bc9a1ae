import { expect, test, vi } from 'vitest';
import { answerPaymentNavigation, isPaymentNavigation } from '../../../sw/documents.ts';

const ORIGIN = 'https://gemcall.example';
const asks = (path: string, mode: RequestMode = 'navigate', origin = ORIGIN) =>
  isPaymentNavigation({ mode }, new URL(path, origin), ORIGIN);

test.each([
  '/checkoutCards?op=x',
  '/bindcheckout',
  '/upi',
  '/upi/',
  '/upiprocess?order=x',
  '/payresult?order=x&ticket=y',
])('%s comes from the server, with its own headers', (path) => {
  expect(asks(path)).toBe(true);
});

test.each(['/', '/message', '/paymenthistory', '/upi/x', '/call/1'])('%s is served from the cache', (path) => {
  expect(asks(path)).toBe(false);
});

test('a request outside the app pages is not handled', () => {
  expect(asks('/upi', 'cors')).toBe(false);
  expect(asks('/upi', 'navigate', 'https://elsewhere.example')).toBe(false);
});

test('the copy is served only without a network', async () => {
  const request = new Request(`${ORIGIN}/upi`);
  const kept = vi.fn(async () => new Response('kept'));
  const refused = await answerPaymentNavigation(request, kept, async () => new Response('no', { status: 503 }));
  expect([refused.status, kept.mock.calls.length]).toEqual([503, 0]);
  const offline = await answerPaymentNavigation(request, kept, async () => Promise.reject(new TypeError('offline')));
  expect(await offline.text()).toBe('kept');
});
