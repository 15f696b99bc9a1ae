import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { BACKEND_ERROR } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/result.ts';
import { backoff, type Exchange, isRepeatable, isRetryable, withRetries } from '../../../../worker/api/attempt.ts';
import { session } from '../support/databases.ts';
import { apiAgainst, bad, good, type Step, user } from '../support/http.ts';

afterEach(() => {
  vi.restoreAllMocks();
});
const NAMES = Object.keys(endpoints) as EndpointName[];
const ACCOUNT = { gemsBalance: 5, paid: true, silverBalance: 0, silverSpent: 0 };
const OK = good(ACCOUNT);

test('a call carries the user, the device, the app, and both token headers', async () => {
  const { api, asked } = await apiAgainst([OK]);
  expect(await api.call('account', { action: 1 })).toEqual({ ok: true, value: ACCOUNT });
  expect(asked).toMatchObject([
    {
      path: '/api/account_service/account',
      headers: { authorization: `Bearer ${session.vcToken}`, 'x-token': session.vcToken },
      body: { deviceInfo: { platform: 'android' }, clientInfo: { channel: 'B1' }, userInfo: user, data: { action: 1 } },
    },
  ]);
});

test('a public call carries no token, even when a user is signed in', async () => {
  const { api, asked } = await apiAgainst([good({ maintananceStatus: 1 })]);
  await api.call('maintenanceStatus', {});
  expect(asked[0]?.body).toMatchObject({ userInfo: null });
  expect(asked[0]?.headers).not.toHaveProperty('authorization');
  expect(asked[0]?.headers).not.toHaveProperty('x-token');
});

test('a call that needs a login is not sent without one', async () => {
  const { api, asked } = await apiAgainst([OK], { user: async () => null });
  expect(await api.call('account', { action: 1 })).toEqual({
    ok: false,
    error: { code: 'need-login', msg: 'need login' },
  });
  expect(asked).toEqual([]);
});

describe('a retry', () => {
  test.each<[string, Step, ErrorCode]>([
    ['the line is cut', 'reset', 'offline'],
    ['the server says 500', bad(500), 'server-error'],
    ['the server says 503', bad(503), 'server-error'],
    ['the server says 599', bad(599), 'server-error'],
  ])('a call is retried three times when %s, and then fails', async (_why, step, code) => {
    const { api, asked, pauses } = await apiAgainst([step]);
    expect(await api.call('account', { action: 1 })).toMatchObject({ ok: false, error: { code } });
    expect(asked).toHaveLength(4);
    expect(pauses).toEqual([]);
  });

  test.each([400, 401, 403, 404, 409, 413, 429, 418])(
    'a call is not retried when the server answers %i',
    async (status) => {
      const { api, asked } = await apiAgainst([bad(status)]);
      expect((await api.call('account', { action: 1 })).ok).toBe(false);
      expect(asked).toHaveLength(1);
    },
  );

  test('each retry has a new request id and the same operation id, until the first answer', async () => {
    const { api, asked } = await apiAgainst(['reset', bad(502), OK]);
    expect(await api.call('logout', {})).toMatchObject({ ok: true });
    const of = (name: string) => asked.map(({ headers }) => headers[name]);
    expect(new Set(of('x-request-id')).size).toBe(3);
    for (const id of of('x-request-id')) expect(id).toMatch(/^[\w-]{21}$/);
    expect(new Set(of('idempotency-key')).size).toBe(1);
    expect(new Set(asked.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('a call uses a given operation id, and a new one each time without one', async () => {
    const { api, asked } = await apiAgainst([OK]);
    await api.call('logout', {}, { operationId: 'mine' });
    await api.call('logout', {});
    await api.call('logout', {});
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect([keys[0], new Set(keys).size]).toEqual(['mine', 3]);
  });

  test('a read is sent without an operation id, so that the server need not store the response', async () => {
    const { api, asked } = await apiAgainst([OK]);
    await api.call('account', { action: 1 }, { operationId: 'mine' });
    await api.call('account', { action: 1 });
    expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined]);
  });

  test.each(NAMES.filter((name) => endpoints[name].effect === 'change'))(
    'the change %s is repeatable only with an operation id',
    (name) => {
      expect([isRepeatable(endpoints[name], 'some id'), isRepeatable(endpoints[name], undefined)]).toEqual([
        true,
        false,
      ]);
    },
  );

  test('a change without an operation id is never retried', async () => {
    let tries = 0;
    const exchange = async (): Promise<Exchange> => {
      tries += 1;
      return { kind: 'broken', why: 'offline' };
    };
    const options = { pause: async () => {}, random: () => 0, backoff: false };
    await withRetries(exchange, { ...options, isRepeatable: isRepeatable({ effect: 'change' }, undefined) });
    expect(tries).toBe(1);
    await withRetries(exchange, { ...options, isRepeatable: isRepeatable({ effect: 'read' }, undefined) });
    expect(tries).toBe(5);
  });

  test('retries of a change carry the same operation id', async () => {
    const { api, asked } = await apiAgainst(['reset', bad(502), OK]);
    await api.call('login', { openId: 'secret', channel: 'guest' });
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size, keys[0]?.length]).toEqual([3, 1, 21]);
  });

  test('a retry with backoff waits 100 ms, then 200, then 400, each up to a fifth longer', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { api, pauses } = await apiAgainst([bad(500)]);
    await api.call('account', { action: 1 }, { backoff: true });
    expect(pauses).toEqual([110, 220, 440]);
    fc.assert(
      fc.property(fc.nat({ max: 3 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (retry, random) => {
        const ratio = backoff(retry, random) / (100 * 2 ** retry);
        expect(ratio).toBeGreaterThanOrEqual(1);
        expect(ratio).toBeLessThanOrEqual(1.2);
      }),
    );
  });

  test('a call is not retried after an abort, also during the wait', async () => {
    const { api, asked } = await apiAgainst([bad(500)]);
    await api.call('logout', {}, { mayRetry: () => asked.length < 2 });
    expect(asked).toHaveLength(2);
    let isWanted = true;
    const waits = await apiAgainst([bad(500)], {
      pause: async () => {
        isWanted = false;
      },
    });
    await waits.api.call('logout', {}, { backoff: true, mayRetry: () => isWanted });
    expect(waits.asked).toHaveLength(1);
  });

  test('only status 500 to 599 and network failures are retried', () => {
    const answer = (status: number): Exchange => ({
      kind: 'answer',
      answer: { status, isSuccess: status < 400, msg: '', data: {}, body: {} },
      retryAfterMs: 0,
      serverTime: 0,
      sentAt: 0,
      receivedAt: 0,
    });
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), (status) => {
        expect(isRetryable(answer(status))).toBe(status >= 500 && status <= 599);
      }),
    );
    const broken = (why: 'offline' | 'timeout' | 'cancelled'): Exchange => ({ kind: 'broken', why });
    expect(['offline', 'timeout', 'cancelled'].map((why) => isRetryable(broken(why as 'offline')))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('an aborted call', () => {
  /** Replaces the 10 s timer; the test triggers its end. */
  function fakeTimeout() {
    const timers: AbortController[] = [];
    const asked: number[] = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const timer = new AbortController();
      timers.push(timer);
      asked.push(ms);
      return timer.signal;
    });
    return { asked, ring: () => timers.at(-1)?.abort(new DOMException('over', 'TimeoutError')) };
  }

  test('a call without an answer is aborted after 10 s, and fails with a timeout after four attempts', async () => {
    const timeout = fakeTimeout();
    const { api, came } = await apiAgainst(['silence']);
    const call = api.call('account', { action: 1 });
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await came(attempt);
      timeout.ring();
    }
    expect(await call).toEqual({ ok: false, error: { code: 'timeout' } });
    expect(timeout.asked).toEqual([10_000, 10_000, 10_000, 10_000]);
  });

  test.each(['timeout', 'cancelled'])('a call with an endless response is aborted and reported as %s', async (code) => {
    const timeout = fakeTimeout();
    let heads = 0;
    const { api } = await apiAgainst(['half'], {
      async fetch(...args) {
        const response = await fetch(...args);
        heads += 1;
        return response;
      },
    });
    const call = api.call('account', { action: 1 });
    for (let attempt = 1; attempt <= (code === 'timeout' ? 4 : 1); attempt += 1) {
      await vi.waitUntil(() => heads === attempt);
      if (code === 'timeout') timeout.ring();
      else api.cancelAll();
    }
    expect(await call).toEqual({ ok: false, error: { code } });
  });

  test('a call that its own signal aborts does not affect the other calls', async () => {
    const { api, asked, came } = await apiAgainst(['silence', OK]);
    const controller = new AbortController();
    const cancelled = api.call('account', { action: 1 }, { signal: controller.signal });
    await came(1);
    const other = api.call('account', { action: 1 });
    controller.abort();
    expect(await cancelled).toEqual({ ok: false, error: { code: 'cancelled' } });
    expect(await other).toMatchObject({ ok: true });
    expect(asked).toHaveLength(2);
  });

  test('calls are reported as cancelled, without a retry, when all calls are aborted', async () => {
    const { api, asked, came } = await apiAgainst(['silence']);
    const calls = [api.call('account', { action: 1 }), api.call('profile', {})];
    await came(2);
    api.cancelAll();
    for (const result of await Promise.all(calls)) expect(result).toEqual({ ok: false, error: { code: 'cancelled' } });
    expect(asked).toHaveLength(2);
  });
});

test("every answer carries the server's time", async () => {
  const { api, learned } = await apiAgainst([{ ...OK, headers: { Date: 'Sat, 14 Mar 2026 12:00:00 GMT' } }]);
  await api.call('account', { action: 1 });
  expect(learned).toEqual([Date.UTC(2026, 2, 14, 12)]);
});

test('a rate-limited response carries the time to wait', async () => {
  const { api } = await apiAgainst([{ ...bad(429), headers: { 'Retry-After': '7' } }]);
  expect(await api.call('account', { action: 1 })).toMatchObject({
    error: { code: 'rate-limited', retryAfterMs: 7_000 },
  });
});

test('a call fails as a fault of the server when its payload is not in the form of the endpoint', async () => {
  const { api, asked, learned } = await apiAgainst([
    { ...good({ gemsBalance: 'many' }), headers: { Date: 'Sat, 14 Mar 2026 12:00:00 GMT' } },
  ]);
  const error = { code: 'server-error', msg: BACKEND_ERROR };
  expect(await api.call('account', { action: 1 })).toEqual({ ok: false, error });
  expect([asked.length, learned]).toEqual([1, []]);
});

test('a call follows no redirect, and its token stays here', async () => {
  const elsewhere = await apiAgainst([good(ACCOUNT)]);
  const headers = { Location: `${elsewhere.url}/login` };
  const { api, asked } = await apiAgainst([{ status: 307, body: '', headers }]);
  expect(await api.call('account', { action: 1 })).toEqual({ ok: false, error: { code: 'offline' } });
  expect([asked.length, elsewhere.asked.length]).toEqual([4, 0]);
});
