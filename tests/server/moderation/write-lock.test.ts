import { nanoid } from 'nanoid';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { writeMark, writeMessage } from '../../../contract/chat/message.ts';
import type { Payload } from '../../../contract/chat/payload.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { writeArchive } from '../../../server/domains/chat/archive/write.ts';
import { repliesLeft } from '../../../server/domains/moderation/replies.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { PAYLOADS } from '../../harness/payload-samples.ts';
import { peopleOf } from '../../harness/people.ts';

let api: TestApi;
let at: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' });
  at = peopleOf(api);
});
afterAll(() => api?.close());

let address = 0;
/** Creates a user from an address of their own, because logins are limited by address. */
async function person(role: 2 | 3 = 2): Promise<User> {
  address += 1;
  const headers = { 'x-forwarded-for': `10.1.0.${address}` };
  const { data } = await api.call('login', { openId: nanoid(24), channel: 'guest' }, { headers });
  if (role === 3) await api.pool.query('update account set role = 3 where uid = $1', [data.userInfo.id]);
  return data.userInfo;
}

const jid = (user: User) => `u_${user.id}@localhost`;
type Sending = { readonly payload?: Payload; readonly from?: string; readonly agoMs?: number; readonly mid?: string };
/** Writes to both archives like the edge and the services. */
async function sends(
  one: User,
  other: User,
  { payload = { kind: 'text', body: '<x from="official.' }, ...rest }: Sending = {},
) {
  const { from = jid(one), agoMs = 0, mid = nanoid() } = rest;
  const written = writeMessage({
    id: mid,
    to: jid(other),
    from,
    thread: '',
    os: '',
    pkgName: '',
    nick: '',
    textAction: '',
    payload,
  });
  await keep(one, other, { mid, at: Date.now() - agoMs, stanza: written.toString() });
}
async function marks(one: User, other: User): Promise<void> {
  const mid = nanoid();
  const stanza = writeMark({ kind: 'displayed', id: nanoid() }, jid(other), mid, jid(one)).toString();
  await keep(one, other, { mid, at: Date.now(), stanza });
}
async function keep(one: User, other: User, message: { mid: string; at: number; stanza: string }): Promise<void> {
  await writeArchive(api.db, [
    { owner: one.id, peer: other.id, out: true, ...message },
    { owner: other.id, peer: one.id, out: false, ...message },
  ]);
}
const lockOf = async (user: User, other: User) =>
  (await api.call('sendMsgLock', { targetUid: other.id }, { user })).data;
const free = { locked: false, reason: '', until: 0, left: 5 };
const waits = (left: number) => ({ ...free, left });

test('a stranger may send three messages, and more without limit after an answer', async () => {
  const [ann, ben] = [await person(), await person()];
  expect(await lockOf(ann, ben)).toEqual(waits(3));
  for (const left of [2, 1]) {
    await sends(ann, ben);
    expect(await lockOf(ann, ben)).toEqual(waits(left));
  }
  // Neither a read mark, a call nor a service message counts as an answer or as a message.
  await marks(ben, ann);
  await sends(ann, ben, { payload: PAYLOADS.call[0] as Payload });
  await keep(ben, ann, {
    mid: nanoid(),
    at: Date.now(),
    stanza: `<message type="chat" from="official.localhost"><x xmlns="urn:gemcall:message:1" type="22"/></message>`,
  });
  expect(await lockOf(ann, ben)).toEqual(waits(1));
  await sends(ann, ben);
  expect(await lockOf(ann, ben)).toEqual({ locked: true, reason: 'wait-for-reply', until: 0, left: 0 });
  // The recipient may write at once, because their message is an answer.
  expect(await lockOf(ben, ann)).toEqual(free);
  await sends(ben, ann);
  expect(await lockOf(ann, ben)).toEqual(free);
});

test('friends are never subject to the write lock', async () => {
  const [ann, ben] = [await person(), await person()];
  for (let n = 0; n < 3; n += 1) await sends(ann, ben);
  expect(await lockOf(ann, ben)).toMatchObject({ locked: true });
  await at.change(ann, ben.id, 'request');
  await at.change(ben, ann.id, 'accept');
  expect(await lockOf(ann, ben)).toEqual(free);
});

test('a host may send five messages in 24 hours since the last answer, and users may write to hosts without limit', async () => {
  const [host, ben] = [await person(3), await person()];
  await sends(host, ben, { agoMs: 25 * HOUR_MS });
  await sends(host, ben, { agoMs: 23 * HOUR_MS });
  for (let n = 0; n < 4; n += 1) await sends(host, ben);
  const { until, ...locked } = await lockOf(host, ben);
  expect(locked).toEqual({ locked: true, reason: 'wait-for-reply', left: 0 });
  expect(Math.abs(until - Date.now() - HOUR_MS)).toBeLessThan(60_000);
  expect(await lockOf(ben, host)).toEqual(free);
  await sends(ben, host);
  expect(await lockOf(host, ben)).toEqual(waits(5));
  await sends(host, ben);
  expect(await lockOf(host, ben)).toEqual(waits(4));
  // A gift is an answer too: the message of the gift service is archived for its giver.
  for (let n = 0; n < 4; n += 1) await sends(host, ben);
  await sends(ben, host, { payload: PAYLOADS.gift[0] as Payload, from: 'gift.localhost' });
  expect(await lockOf(host, ben)).toEqual(waits(5));
});

test('a message that is sent again is not counted twice', async () => {
  const [ann, ben] = [await person(), await person()];
  const mid = nanoid();
  await sends(ann, ben, { mid });
  for (let n = 0; n < 2; n += 1) await sends(ann, ben);
  const leftFor = async (of: string) => (await repliesLeft(api.db, { from: ann.id, to: ben.id, mid: of })).left;
  expect([await leftFor(mid), await leftFor('new')]).toEqual([1, 0]);
});

test('the write lock reports a violation lock, a block and a closed inbox, and a user who blocked the caller is not found', async () => {
  const [ann, ben] = [await person(), await person()];
  await at.change(ann, ben.id, 'block');
  expect(await lockOf(ann, ben)).toMatchObject({ locked: true, reason: 'blocked', until: 0 });
  expect(await api.call('sendMsgLock', { targetUid: ann.id }, { user: ben })).toMatchObject({ status: 404 });
  expect(await api.call('sendMsgLock', { targetUid: 999_999_999 }, { user: ben })).toMatchObject({ status: 404 });
  expect(await api.call('sendMsgLock', { targetUid: ben.id }, { user: ben })).toMatchObject({ status: 400 });
  const eve = await person();
  await api.pool.query(`insert into account_settings (uid, changed) values ($1, '{"strangers":"nobody"}')`, [eve.id]);
  expect(await lockOf(ben, eve)).toMatchObject({ locked: true, reason: 'not-admitted' });
  await api.pool.query("insert into message_lock (uid, until) values ($1, now() + interval '1 hour')", [ben.id]);
  const { until, ...locked } = await lockOf(ben, eve);
  expect([locked.reason, Math.abs(until - Date.now() - HOUR_MS) < 60_000]).toEqual(['violation', true]);
});

test('no write lock applies when rate limits are off', async () => {
  const other = await startApi(inject('postgresUrl'));
  try {
    const [ann, ben] = [await other.guest('ann'), await other.guest('ben')];
    expect((await other.call('sendMsgLock', { targetUid: ben.id }, { user: ann })).data).toEqual(free);
  } finally {
    await other.close();
  }
});
