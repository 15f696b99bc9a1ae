import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { BACKEND_ERROR } from '#contract/errors.ts';
import type { Exchange } from '../../../../worker/api/attempt.ts';
import { readAnswer } from '../../../../worker/api/client.ts';

const ACCOUNT = { gemsBalance: 5, paid: true, silverBalance: 0, silverSpent: 0 };

const answered = (status: number, body: unknown, retryAfterMs = 0): Exchange => ({
  kind: 'answer',
  status,
  body,
  retryAfterMs,
  serverTime: Number.NaN,
});
const success = { result: 1, data: ACCOUNT };

test.each<[string, Exchange, object]>([
  ['200 with result 1', answered(200, success), { ok: true, value: ACCOUNT }],
  ['299 with result 1', answered(299, success), { ok: true }],
  ['304 with result 1', answered(304, success), { ok: true }],
  ['unknown fields', answered(200, { ...success, more: 1, data: { ...ACCOUNT, more: 2 } }), { value: ACCOUNT }],
  ['200 with result 0', answered(200, { result: 0, msg: 'no' }), { error: { code: 'server-error', msg: 'no' } }],
  ['200 with result "1"', answered(200, { ...success, result: '1' }), { error: { code: 'server-error' } }],
  ['500 with result 1', answered(500, success), { error: { code: 'server-error', msg: BACKEND_ERROR } }],
  ['302 with result 1', answered(302, success), { error: { code: 'server-error' } }],
  [
    'data of another shape',
    answered(200, { result: 1, data: { gemsBalance: '5' } }),
    { error: { code: 'server-error' } },
  ],
  ['a negative balance', answered(200, { result: 1, data: { ...ACCOUNT, gemsBalance: -1 } }), { ok: false }],
  ['no JSON', answered(200, undefined), { error: { code: 'server-error' } }],
  ['400', answered(400, { result: 400, msg: 'uid' }), { error: { code: 'bad-request', detail: 'uid' } }],
  ['400 invalid token', answered(400, { result: 400, msg: 'invalid token' }), { error: { code: 'invalid-token' } }],
  ['401 need login', answered(401, { result: 401, msg: 'need login' }), { error: { code: 'need-login' } }],
  [
    '401 invalid token',
    answered(401, { msg: 'invalid token', result: 401 }),
    { error: { code: 'unauthorized', msg: 'invalid token' } },
  ],
  ['401', answered(401, { result: 401 }), { error: { code: 'unauthorized' } }],
  ['403', answered(403, {}), { error: { code: 'forbidden' } }],
  ['404', answered(404, {}), { error: { code: 'not-found' } }],
  ['409', answered(409, {}), { error: { code: 'conflict' } }],
  ['413', answered(413, {}), { error: { code: 'bad-request', detail: '' } }],
  ['429', answered(429, {}, 3_000), { error: { code: 'rate-limited', retryAfterMs: 3_000 } }],
  ['no network', { kind: 'broken', why: 'offline' }, { error: { code: 'offline' } }],
])('%s is parsed correctly', (_name, exchange, expected) => {
  expect(readAnswer(endpoints.account, exchange)).toMatchObject(expected);
});

test('a refused login reports wrong credentials, not an expired session', () => {
  expect(readAnswer(endpoints.login, answered(401, {}))).toMatchObject({ error: { code: 'wrong-credentials' } });
});
