import xml, { type Element } from '@xmpp/xml';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIqCaller } from '../../../../worker/xmpp/iq.ts';
import { ATTACKER, DOMAIN, ME, MY_TAB, self } from '../support/stanzas.ts';

const GATE = self.services.gate;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function caller() {
  const sent: Element[] = [];
  const iq = createIqCaller({ ownBare: ME, domain: DOMAIN, gate: GATE, send: (stanza) => sent.push(stanza) });
  return {
    ...iq,
    ask: (to: string | undefined) => iq.request(xml('iq', { type: 'get', to }, xml('ping')), 2_000),
    /** The random id of the newest request. */
    id: () => sent.at(-1)?.attrs['id'] ?? '',
  };
}
type Caller = ReturnType<typeof caller>;

const answer = (iq: Caller, from: string | undefined, type = 'result') =>
  xml('iq', { type, id: iq.id(), from }, type === 'error' ? refusal() : undefined);
const refusal = () => xml('error', { type: 'wait' }, xml('policy-violation'), xml('text', {}, 'slow down'));

test.each([
  [
    'our server',
    DOMAIN,
    [ATTACKER, `${ATTACKER}/x`, MY_TAB, GATE, `x.${DOMAIN}`, `${DOMAIN}.evil`],
    [DOMAIN, undefined, ME],
  ],
  ['our own account', undefined, [ATTACKER, MY_TAB, DOMAIN, GATE, ''], [ME, undefined]],
  ['a service', GATE, [ATTACKER, ME, undefined, DOMAIN, `${GATE}/x`, self.services.hub], [GATE]],
  ['another person', `u_9@${DOMAIN}/x`, [ATTACKER, `u_9@${DOMAIN}`, `u_9@${DOMAIN}/y`, undefined], [`u_9@${DOMAIN}/x`]],
])(
  'a request to %s is not answered by a stranger who knows its id, and the real answer still counts',
  async (_who, to, strangers, real) => {
    for (const from of real) {
      const iq = caller();
      const asked = iq.ask(to);
      for (const stranger of strangers) {
        expect(iq.take(answer(iq, stranger))).toBe(false);
        if (stranger !== GATE) expect(iq.take(answer(iq, stranger, 'error'))).toBe(false);
      }
      expect(iq.take(answer(iq, from))).toBe(true);
      expect(await asked).toMatchObject({ ok: true });
    }
  },
);

test('request ids are random UUIDs and never repeat', () => {
  const iq = caller();
  const ids = new Set(Array.from({ length: 500 }, () => [iq.ask(DOMAIN), iq.id()][1]));
  expect(ids.size).toBe(500);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/);
});

test('a refusal of the edge arrives from the gate as an error with its condition', async () => {
  const iq = caller();
  const asked = iq.ask(self.services.hub);
  expect(iq.take(answer(iq, GATE, 'error'))).toBe(true);
  expect(await asked).toEqual({ ok: false, error: { code: 'refused', condition: 'policy-violation', wait: true } });
});

test('the gate may refuse for other services but not answer for them', () => {
  const iq = caller();
  void iq.ask(self.services.hub);
  expect(iq.take(answer(iq, GATE, 'result'))).toBe(false);
});

test('an error without a condition is still an error', async () => {
  const iq = caller();
  const asked = iq.ask(DOMAIN);
  iq.take(xml('iq', { type: 'error', id: iq.id(), from: DOMAIN }));
  expect(await asked).toMatchObject({ ok: false, error: { condition: 'undefined-condition', wait: false } });
});

test('a request without an answer for 2 s has timed out, and its late answer changes nothing', async () => {
  const iq = caller();
  const outcomes: unknown[] = [];
  void iq.ask(DOMAIN).then((outcome) => outcomes.push(outcome));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(outcomes).toEqual([{ ok: false, error: { code: 'timeout' } }]);
  expect(iq.take(answer(iq, DOMAIN))).toBe(false);
});

test('a response counts once', () => {
  const iq = caller();
  void iq.ask(DOMAIN);
  expect(iq.take(answer(iq, DOMAIN))).toBe(true);
  expect(iq.take(answer(iq, DOMAIN))).toBe(false);
});

test('requests of others, messages and presences are never treated as an answer', () => {
  const iq = caller();
  void iq.ask(DOMAIN);
  expect(iq.take(answer(iq, DOMAIN, 'get'))).toBe(false);
  expect(iq.take(answer(iq, DOMAIN, 'set'))).toBe(false);
  expect(iq.take(xml('message', { type: 'result', id: iq.id(), from: DOMAIN }))).toBe(false);
  expect(iq.take(xml('iq', { type: 'result', from: DOMAIN }))).toBe(false);
});

test('every open and every later request fails as offline when the stream ends, and no timer is left', async () => {
  const iq = caller();
  const asked = [iq.ask(DOMAIN), iq.ask(GATE)];
  iq.abandon();
  asked.push(iq.ask(DOMAIN));
  for (const outcome of await Promise.all(asked)) expect(outcome).toEqual({ ok: false, error: { code: 'offline' } });
  expect(vi.getTimerCount()).toBe(0);
});
