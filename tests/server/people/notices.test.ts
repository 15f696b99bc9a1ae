import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readNotice } from '../../../contract/notices/item.ts';
import { type PeopleNews, readPeopleNews } from '../../../contract/people/news.ts';
import type { User } from '../../harness/api.ts';
import { archiveOf, type RawClient } from '../../harness/raw-client.ts';
import { type Backend, startWholeBackend } from '../../harness/servers/backend.ts';
import { DOMAIN } from '../../harness/servers/xmpp-server.ts';

let backend: Backend;
let ann: User;
let ben: User;
let host: User;
let anns: RawClient;
let bens: RawClient;
let hosts: RawClient;
beforeAll(async () => {
  backend = await startWholeBackend(inject('postgresUrl'));
  [ann, ben, host] = [await backend.logIn(100_001), await backend.logIn(264_457_002), await backend.logIn(9001)];
  [anns, bens, hosts] = [await backend.connect(ann), await backend.connect(ben), await backend.connect(host)];
});
afterAll(() => backend?.close());

const change = (user: User, other: User, action: string) =>
  backend.call('changeRelation', { targetUid: other.id, action }, user);
/** Takes the next notification of this kind about this user from the received frames. */
const newsOf = async (client: RawClient, kind: PeopleNews['kind'], about: User) =>
  readPeopleNews(
    await client.take(`${kind} of ${about.id}`, (frame) => {
      const news = readPeopleNews(frame, `gate.${DOMAIN}`);
      return news?.kind === kind && news.uids.includes(about.id);
    }),
    `gate.${DOMAIN}`,
  );
const heardOf = (client: RawClient, kind: PeopleNews['kind'], about: User) =>
  client.frames.some((frame) => {
    const news = readPeopleNews(frame, `gate.${DOMAIN}`);
    return news?.kind === kind && news.uids.includes(about.id);
  });

test('both users are notified of a friend request, its answer and its end on every device', async () => {
  const phone = await backend.connect(ben);
  for (const [who, whom, action] of [
    [ann, ben, 'request'],
    [ben, ann, 'accept'],
    [ann, ben, 'unfriend'],
  ] as const) {
    await change(who, whom, action);
    await newsOf(anns, 'relations', ben);
    await newsOf(bens, 'relations', ann);
    await newsOf(phone, 'relations', ann);
  }
  phone.cut();
});

test('an action without a change sends nothing, and a block sends nothing to the blocked user', async () => {
  await change(ann, host, 'unlike');
  await change(ann, host, 'block');
  await newsOf(anns, 'relations', host);
  await change(ann, host, 'unblock');
  // The later notification proves that no earlier one was sent.
  await change(ben, host, 'like');
  await newsOf(hosts, 'relations', ben);
  expect(heardOf(hosts, 'relations', ann)).toBe(false);
});

test('a favourite is sent only to the devices of its user', async () => {
  await newsOf(bens, 'relations', host);
  await backend.call('changeFavourite', { targetUid: host.id, favourite: true }, ben);
  await newsOf(bens, 'relations', host);
  await change(ben, host, 'unlike');
  await newsOf(hosts, 'relations', ben);
  expect(heardOf(hosts, 'relations', ben)).toBe(false);
});

test('friends are notified of a changed profile, and others are not', async () => {
  await change(ben, host, 'request');
  await backend.call('updateProfile', { about: 'new words' }, host);
  await newsOf(bens, 'profile', host);
  await newsOf(hosts, 'profile', host);
  expect(heardOf(anns, 'profile', host)).toBe(false);
});

test('changed settings and private fields are sent only to the own devices', async () => {
  await backend.call('updateProfile', { settings: { keepDays: 7 } }, host);
  await newsOf(hosts, 'profile', host);
  await backend.call('updateProfile', { email: 'host@example.com' }, host);
  await newsOf(hosts, 'profile', host);
  await backend.call('updateProfile', { about: 'other words' }, ben);
  await newsOf(hosts, 'profile', ben);
  expect(heardOf(bens, 'profile', host)).toBe(false);
});

test('notifications about users are not archived', async () => {
  expect((await archiveOf(bens)).filter((message) => message.attrs['type'] === 'headline')).toEqual([]);
});

const noticeOf = async (client: RawClient, template: string) =>
  readNotice(
    await client.take(
      `a notice: ${template}`,
      (frame) => readNotice(frame, `gate.${DOMAIN}`)?.content.template === template,
    ),
    `gate.${DOMAIN}`,
  );

/** Disconnects the user, reconnects as if after eleven minutes, and waits until the arrival was announced. */
async function comeBack(user: User, stream: RawClient): Promise<RawClient> {
  stream.cut();
  const gone = 'select from online_stream where uid = $1';
  await expect.poll(async () => (await backend.pool.query(gone, [user.id])).rowCount, { timeout: 60_000 }).toBe(0);
  await backend.pool.query(`update left_online set at = now() - interval '11 minutes' where uid = $1`, [user.id]);
  const back = await backend.connect(user);
  const waits = 'select from came_online where uid = $1';
  await expect.poll(async () => (await backend.pool.query(waits, [user.id])).rowCount, { timeout: 60_000 }).toBe(0);
  return back;
}

test('a friend request, its acceptance and a friend who comes online are each listed once and sent live', async () => {
  await change(ann, ben, 'request');
  expect(await noticeOf(bens, 'request')).toMatchObject({ from: `u_${ann.id}@${DOMAIN}`, type: '2' });
  await change(ben, ann, 'accept');
  expect((await noticeOf(anns, 'accepted'))?.content.values).toEqual({ name: ben.nickName });
  // The same friendship again on the same day is not announced.
  await change(ann, ben, 'unfriend');
  await change(ann, ben, 'request');
  await change(ben, ann, 'accept');

  bens = await comeBack(ben, bens);
  expect(await noticeOf(anns, 'online')).toMatchObject({ from: `u_${ben.id}@${DOMAIN}` });
  bens = await comeBack(ben, bens);
  const listed = await backend.call('anchorOnlineNotice', {}, ann);
  expect(listed.notices.map(({ content }) => content.template)).toEqual(['accepted', 'online']);
  expect((await backend.call('anchorOnlineNotice', { since: listed.next }, ann)).notices).toEqual([]);
});

test('users are not notified of a friend who hides their presence', async () => {
  const before = (await backend.call('anchorOnlineNotice', {}, ben)).next;
  await backend.call('updateProfile', { settings: { lastSeen: false } }, ann);
  anns = await comeBack(ann, anns);
  expect((await backend.call('anchorOnlineNotice', { since: before }, ben)).notices).toEqual([]);
});
