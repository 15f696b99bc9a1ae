import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { HubEvent } from '../../../contract/calls/hub.ts';
import {
  CALLBACK_OPEN_MS,
  MATCH_PAIR_COOLDOWN_MS,
  MATCH_PROPOSAL_MS,
  MATCHES_PER_MINUTE,
} from '../../../contract/calls/rules.ts';
import { changeSiteSetting } from '../../../server/domains/account/site/settings.ts';
import { uncachedSite } from '../../../server/domains/account/site/site.ts';
import { createCallbacks } from '../../../server/domains/calls/callbacks.ts';
import { createMatch } from '../../../server/domains/calls/matching/match.ts';
import { call as callTable } from '../../../server/domains/calls/tables.ts';
import { setLimit } from '../../../server/domains/wallet/limits.ts';
import { lockMoney } from '../../../server/domains/wallet/lock.ts';
import { shownAt } from '../../harness/calls/call-client.ts';
import { type CallServer, jid, NOON, PRICE, reasonOf, startCalls } from '../../harness/calls/calls.ts';

const ANYBODY = { filter: { lang: '', country: '' } };
let at: CallServer;
let now: number;
let match: ReturnType<typeof createMatch>;
let callbacks: ReturnType<typeof createCallbacks>;
const told: { to: string; event: HubEvent }[] = [];
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());
beforeEach(() => {
  now = NOON;
  told.length = 0;
  const parts = {
    db: at.db,
    calls: at.calls(),
    sendEvent: (to: string, event: HubEvent) => void told.push({ to, event }),
  };
  const shared = async () => 0;
  match = createMatch({ ...parts, rateLimits: true, checksPictures: true, shared, clock: { now: () => now } });
  callbacks = createCallbacks({ ...parts, site: uncachedSite, domain: 'localhost' });
});

const from = (uid: number) => ({ uid, jid: jid(uid) });
const enter = (uid: number, asks = ANYBODY) => match.enter(asks, from(uid), now);
const answer = (uid: number, proposal: string, yes: boolean) => match.answer({ proposal, yes }, from(uid), now);
const last = <E extends HubEvent['name']>(uid: number, name: E) =>
  told.findLast(({ to, event }) => to === jid(uid) && event.name === name)?.event as
    | Extract<HubEvent, { name: E }>
    | undefined;
const proposalOf = (uid: number) => last(uid, 'MatchFound')?.data;

test('two waiting users are proposed to each other, and the consent of both starts a free call that is already answered', async () => {
  const { user, host } = await at.pair(PRICE);
  await enter(user);
  await enter(host);
  const proposal = proposalOf(user)?.proposal ?? '';
  expect(proposalOf(user)).toMatchObject({
    peer: { uid: host, lang: 'en' },
    price: PRICE,
    until: NOON + MATCH_PROPOSAL_MS,
  });
  expect(proposalOf(host)).toMatchObject({ proposal, peer: { uid: user } });
  await answer(user, proposal, true);
  expect(last(user, 'MatchAgreed')).toBeUndefined();
  await answer(host, proposal, true);
  const [mine, hers] = [last(user, 'MatchAgreed'), last(host, 'MatchAgreed')];
  expect(mine?.data).toMatchObject({ role: 'caller', peer: { uid: host }, freeSeconds: 30, checksPictures: true });
  expect(hers?.data).toMatchObject({ role: 'callee', sid: mine?.data.sid });
  const sid = mine?.data.sid ?? '';
  for (const uid of [user, host]) expect((await at.act('SessionSuccess', sid, uid, now, {})).refusal).toBeUndefined();
  await at.beat(sid, { user, host }, now + 10_000);
  await at.beat(sid, { user, host }, now + 20_000);
  expect((await at.act('MatchToFlash', sid, host, now + 20_000, { price: PRICE })).refusal).toBe('closed');
  expect((await at.act('MatchToFlash', sid, user, now + 20_000, { price: PRICE - 1 })).refusal).toBe('price-changed');
  expect((await at.act('MatchToFlash', sid, user, now + 20_000, { price: PRICE })).heard).toEqual({ price: PRICE });
  await at.beat(sid, { user, host }, now + 30_000);
  expect(await at.gems(user)).toBe(0);
  await at.act('SessionTerminate', sid, user, now + 31_000, { reason: 'hangUp', rejectType: '' });
});

test('a random match ends for both with a reason of its own when pictures were refused, and no other call does', async () => {
  const { user, host } = await at.pair(PRICE);
  await enter(user);
  await enter(host);
  const proposal = proposalOf(user)?.proposal ?? '';
  await answer(user, proposal, true);
  await answer(host, proposal, true);
  const sid = last(user, 'MatchAgreed')?.data.sid ?? '';
  for (const uid of [user, host]) await at.act('SessionSuccess', sid, uid, now, {});
  const calls = at.calls();
  const endOf = async () => (await at.db.select().from(callTable).where(eq(callTable.sid, sid)))[0];
  await at.db.update(callTable).set({ kind: 'paid' }).where(eq(callTable.sid, sid));
  await calls.endMatch(sid, now + 5_000);
  expect(await endOf()).toMatchObject({ state: 'connected' });
  await at.db.update(callTable).set({ kind: 'match' }).where(eq(callTable.sid, sid));
  await calls.endMatch(sid, now + 5_000);
  expect(await endOf()).toMatchObject({ state: 'ended', reason: 'contentCheck', minutes: 0 });
  // Repeated, it changes nothing.
  await calls.endMatch(sid, now + 9_000);
  expect(await endOf()).toMatchObject({ endTime: now + 5_000 });
});

test('a match ends after the free seconds when the caller does not pay', async () => {
  const { user, host } = await at.pair(PRICE - 1);
  await enter(user);
  await enter(host);
  const proposal = proposalOf(user)?.proposal ?? '';
  await answer(user, proposal, true);
  await answer(host, proposal, true);
  const sid = last(user, 'MatchAgreed')?.data.sid ?? '';
  for (const uid of [user, host]) await at.act('SessionSuccess', sid, uid, now, {});
  for (const ms of [10_000, 20_000, 29_000]) await at.beat(sid, { user, host }, now + ms);
  expect((await at.act('MatchToFlash', sid, user, now + 29_000, { price: PRICE })).refusal).toBe('gems-insufficient');
  await setLimit(at.db, user, { scope: 'use', window: 'week', gems: PRICE - 2 }, Date.now());
  expect((await at.act('MatchToFlash', sid, user, now + 29_000, { price: PRICE })).refusal).toBe('spend-limit');
  await at.db.transaction((tx) => lockMoney(tx, user, 'a dispute'));
  expect((await at.act('MatchToFlash', sid, user, now + 29_000, { price: PRICE })).refusal).toBe('locked');
  await at.calls().sweep(now + 30_000);
  expect(await at.receipt(sid, user)).toMatchObject({ reason: 'freeTimeOver', seconds: 30, gems: 0 });
});

test('a skip, a leave and the time limit each end a proposal, and the pair is not proposed again for a while', async () => {
  const { user, host } = await at.pair(PRICE);
  await enter(user);
  await enter(host);
  await answer(user, proposalOf(user)?.proposal ?? '', false);
  expect(last(host, 'MatchGone')?.data.proposal).toBe(proposalOf(host)?.proposal);
  const first = proposalOf(user);
  await enter(user);
  expect(proposalOf(user)).toEqual(first);
  await match.leave(from(user), now);
  await match.leave(from(host), now);
  now += MATCH_PAIR_COOLDOWN_MS;
  await enter(user);
  await enter(host);
  const second = proposalOf(user)?.proposal ?? '';
  expect(second).not.toBe(first?.proposal);
  expect(await answer(999, second, true)).toMatchObject({ ok: false, error: 'closed' });
  now += MATCH_PROPOSAL_MS;
  await match.sweep(now);
  expect(last(user, 'MatchGone')?.data.proposal).toBe(second);
  expect(await answer(user, second, true)).toMatchObject({ ok: false, error: 'closed' });
});

test('the user who waits longest is matched first, filters apply, and users with a block between them never meet', async () => {
  const [first, second, third] = [await at.pair(PRICE), await at.pair(PRICE), await at.pair(PRICE)];
  await at.pool.query(`update profile set lang = 'fr' where uid = $1`, [third.host]);
  await at.pool.query('insert into block (owner_uid, blocked_uid) values ($1, $2)', [first.host, first.user]);
  await enter(first.user);
  await enter(second.user, { filter: { lang: 'fr', country: '' } });
  await enter(first.host);
  expect([proposalOf(first.user), proposalOf(second.user)]).toEqual([undefined, undefined]);
  await enter(second.host);
  expect(proposalOf(first.user)?.peer.uid).toBe(second.host);
  await enter(third.host);
  expect(proposalOf(second.user)?.peer.uid).toBe(third.host);
  expect(proposalOf(first.host)).toBeUndefined();
});

test('an eleventh match within a minute is refused', async () => {
  const { user } = await at.pair(PRICE);
  for (let n = 0; n < MATCHES_PER_MINUTE; n += 1) {
    expect(await enter(user)).toMatchObject({ ok: true });
    await match.leave(from(user), now);
  }
  expect(await enter(user)).toMatchObject({ ok: false, error: 'rate' });
});

test('a host asks for a callback: accepting starts a call that the user pays, and other replies send the host a reason', async () => {
  const { user, host } = await at.pair(PRICE);
  const ask = async () => {
    const asked = await callbacks.ask({ callee: user }, from(host), now);
    return asked.ok ? asked.value.callback : reasonOf(asked.error);
  };
  const reply = (callback: string, how: 'accept' | 'busy' | 'coins_insufficient', who = user) =>
    callbacks.reply({ kind: 'callback_reply', callback, reply: how, shown: shownAt(PRICE) }, from(who), now);
  const busy = await ask();
  expect(told.at(-1)).toMatchObject({
    to: `u_${user}@localhost`,
    event: { name: 'Transmit', data: { callback: busy } },
  });
  expect(await reply(busy, 'accept', host)).toMatchObject({ ok: false, error: 'closed' });
  expect(await reply(busy, 'busy')).toMatchObject({ ok: true });
  expect(last(host, 'CallError')).toMatchObject({ sid: busy, data: { reason: 'busy' } });
  expect(await reply(busy, 'accept')).toMatchObject({ ok: false, error: 'closed' });
  await reply(await ask(), 'coins_insufficient');
  expect(last(host, 'CallError')?.data.reason).toBe('Gems insufficient');
  const late = await ask();
  now += CALLBACK_OPEN_MS;
  callbacks.sweep(now);
  expect(last(host, 'CallError')).toMatchObject({ sid: late, data: { reason: 'timeOut' } });
  const asked = await ask();
  const dear = { kind: 'callback_reply', callback: asked, reply: 'accept', shown: shownAt(PRICE - 1) } as const;
  expect(await callbacks.reply(dear, from(user), now)).toEqual({
    ok: false,
    error: { reason: 'price-changed', price: PRICE },
  });
  expect(await reply(asked, 'accept')).toMatchObject({ ok: true, value: { kind: 'callback', price: PRICE } });
  expect(await callbacks.ask({ callee: user }, from(host), now)).toMatchObject({ ok: false, error: 'one-call' });
  expect(await callbacks.ask({ callee: host }, from(user), now)).toMatchObject({ ok: false, error: 'not-anchor' });
});

test('callbacks can be neither requested nor accepted while the operator has them switched off', async () => {
  const { user, host } = await at.pair(PRICE);
  const asked = await callbacks.ask({ callee: user }, from(host), now);
  await changeSiteSetting(at.db, 'enableCallback', false);
  const callback = asked.ok ? asked.value.callback : '';
  const accept = { kind: 'callback_reply', callback, reply: 'accept', shown: shownAt(PRICE) } as const;
  expect(await callbacks.reply(accept, from(user), now)).toMatchObject({ ok: false, error: 'closed' });
  expect(await callbacks.ask({ callee: user }, from(host), now)).toMatchObject({ ok: false, error: 'closed' });
  await changeSiteSetting(at.db, 'enableCallback', undefined);
  expect(await callbacks.reply(accept, from(user), now)).toMatchObject({ ok: true });
});
