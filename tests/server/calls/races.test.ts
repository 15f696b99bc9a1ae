import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { hold } from '../../../server/domains/wallet/ledger.ts';
import { type CallServer, jid, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';

const AT_ONCE = 50;
const SUBJECT = { type: 'call', id: 'race' } as const;
const times = <T>(act: (index: number) => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, (_, i) => act(i)));

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

test('one of 50 requests succeeds when they spend the same gems at once', async () => {
  const { user } = await at.pair(PRICE + PRICE / 2);
  const outcomes = await times((n) => hold(at.db, `race:${n}`, user, 'gems', PRICE, SUBJECT));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(await at.gems(user)).toBe(PRICE / 2);
  expect(await at.audit()).toEqual([]);
});

test('one of 50 equal operations has an effect when they run at once', async () => {
  const { user } = await at.pair(PRICE * 60);
  const outcomes = await times(() => hold(at.db, 'race:same', user, 'gems', PRICE, SUBJECT));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(await at.gems(user)).toBe(PRICE * 59);
});

test('one call rings when a user calls 50 hosts at once', async () => {
  const { user } = await at.pair(PRICE * 60);
  const hosts: number[] = [];
  for (let n = 0; n < AT_ONCE; n += 1) hosts.push((await at.pair(0)).host);
  const answers = await times((n) => at.request(user, hosts[n] ?? 0, NOON));
  expect(answers.filter(({ refusal }) => refusal === undefined)).toHaveLength(1);
  expect(new Set(answers.map(({ refusal }) => refusal))).toEqual(new Set([undefined, 'one-call']));
});

test('one call rings when 50 users call a host at once', async () => {
  const { host } = await at.pair(0);
  const users: number[] = [];
  for (let n = 0; n < AT_ONCE; n += 1) users.push((await at.pair(PRICE)).user);
  const answers = await times((n) => at.request(users[n] ?? 0, host, NOON));
  expect(answers.filter(({ refusal }) => refusal === undefined)).toHaveLength(1);
  expect(new Set(answers.map(({ refusal }) => refusal))).toEqual(new Set([undefined, 'busy']));
});

test('one of 50 requests gets the free call when they take it at once from one or several accounts on a device', async () => {
  const { user } = await at.pair(0, { isNew: true });
  const { user: twin } = await at.pair(0, { isNew: true });
  for (const uid of [user, twin]) {
    await at.pool.query(`insert into device_token (hash, uid, device) values ($1, $2, 'shared')`, [`token${uid}`, uid]);
  }
  const taken = await times((n) =>
    at.pool.query(`select reserve_allowance('first', 1, null, true, false, $1, $2) as taken`, [
      n % 2 ? user : twin,
      `sid${n}`,
    ]),
  );
  expect(taken.filter(({ rows }) => rows[0]?.taken === true)).toHaveLength(1);
  const { rows } = await at.pool.query(`select owner, slot from allowance_use where sid like 'sid%' order by owner`);
  const [sole, shared] = rows;
  expect([sole?.owner, shared?.owner].toSorted()).toEqual(['device:shared', expect.stringMatching(/^uid:/)]);
});

test('one device takes the call when 50 devices answer at once', async () => {
  const { user, host } = await at.pair(PRICE);
  const { sid } = await at.request(user, host, NOON);
  const answers = await times((n) => at.act('CallReady', sid, host, NOON, {}, `device${n}`));
  expect(answers.filter(({ heard }) => heard !== undefined)).toHaveLength(1);
  expect(new Set(answers.map(({ refusal }) => refusal))).toEqual(new Set([undefined, 'answered']));
  expect(at.eventsTo(jid(user)).filter(({ name }) => name === 'PeerAnswered')).toHaveLength(1);
});
