import { expect, test } from 'vitest';
import { readServerAnswer } from '#contract/api/answer.ts';
import { endpoints } from '#contract/endpoints.ts';
import { BACKEND_ERROR } from '#contract/errors.ts';
import type { Exchange } from '../../../../worker/api/attempt.ts';
import { readAnswer } from '../../../../worker/api/client.ts';

const ACCOUNT = { gemsBalance: 5, paid: true, silverBalance: 0, silverSpent: 0 };

/** The outcome of an exchange with this response, in the contract's content type. */
function answered(status: number, body: unknown, retryAfterMs = 0): Exchange {
  const text = body === undefined ? '' : JSON.stringify(body);
  const answer = readServerAnswer({
    status,
    contentType: 'application/json; charset=utf-8',
    isRedirected: false,
    text,
  });
  if (!answer) return { kind: 'broken', why: 'offline' };
  return { kind: 'answer', answer, retryAfterMs, serverTime: Number.NaN, sentAt: 0, receivedAt: 0 };
}
const refused = (status: number, msg = '') => ({ result: status, msg });
const success = { result: 1, data: ACCOUNT };

test.each<[string, Exchange, object]>([
  ['200 with result 1', answered(200, success), { ok: true, value: ACCOUNT }],
  ['299 with result 1', answered(299, success), { ok: true }],
  ['304 with result 1', answered(304, success), { ok: true }],
  ['unknown fields', answered(200, { ...success, more: 1, data: { ...ACCOUNT, more: 2 } }), { value: ACCOUNT }],
  ['200 with result 0', answered(200, { result: 0, msg: 'no' }), { error: { code: 'offline' } }],
  ['200 with result "1"', answered(200, { ...success, result: '1' }), { error: { code: 'offline' } }],
  ['500 with result 1', answered(500, success), { error: { code: 'offline' } }],
  ['302 with result 1', answered(302, success), { error: { code: 'offline' } }],
  [
    'data of another shape',
    answered(200, { result: 1, data: { gemsBalance: '5' } }),
    { error: { code: 'server-error' } },
  ],
  ['a negative balance', answered(200, { result: 1, data: { ...ACCOUNT, gemsBalance: -1 } }), { ok: false }],
  ['no JSON', answered(200, undefined), { error: { code: 'offline' } }],
  ['400', answered(400, { result: 400, msg: 'uid' }), { error: { code: 'bad-request', detail: 'uid' } }],
  ['400 invalid token', answered(400, { result: 400, msg: 'invalid token' }), { error: { code: 'invalid-token' } }],
  ['401 need login', answered(401, { result: 401, msg: 'need login' }), { error: { code: 'need-login' } }],
  [
    '401 invalid token',
    answered(401, refused(401, 'invalid token')),
    { error: { code: 'unauthorized', msg: 'invalid token' } },
  ],
  ['401', answered(401, refused(401)), { error: { code: 'unauthorized' } }],
  ['403', answered(403, refused(403)), { error: { code: 'forbidden' } }],
  ['404', answered(404, refused(404)), { error: { code: 'not-found' } }],
  ['409', answered(409, refused(409)), { error: { code: 'conflict' } }],
  ['413', answered(413, refused(413)), { error: { code: 'bad-request', detail: '' } }],
  ['429', answered(429, refused(429), 3_000), { error: { code: 'rate-limited', retryAfterMs: 3_000 } }],
  ['500', answered(500, refused(500)), { error: { code: 'server-error', msg: BACKEND_ERROR } }],
  ['no network', { kind: 'broken', why: 'offline' }, { error: { code: 'offline' } }],
])('%s is parsed correctly', (_name, exchange, expected) => {
  expect(readAnswer(endpoints.account, exchange)).toMatchObject(expected);
});

test('a refused login reports wrong credentials, not an expired session', () => {
  expect(readAnswer(endpoints.login, answered(401, refused(401, 'wrong credentials')))).toMatchObject({
    error: { code: 'wrong-credentials' },
  });
});
