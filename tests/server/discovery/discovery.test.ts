import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { changeSiteSetting } from '../../../server/domains/account/site/settings.ts';
import { type Discovery, FIRST_HOST, HOSTS, sorted, startDiscovery, uidsOf } from '../hosts.ts';

let discovery: Discovery;
beforeAll(async () => {
  discovery = await startDiscovery(inject('postgresUrl'));
});
afterAll(() => discovery?.api.close());
beforeEach(() => discovery.forget());

describe('users with a block between them', () => {
  const [mine, theirs] = [FIRST_HOST + 4, FIRST_HOST + 8];

  test.each(['hotAnchors', 'newAnchors', 'swipeAnchors', 'clubAnchors'] as const)(
    'hosts with a block between them and the user are not in %s, whichever side blocked',
    async (name) => {
      const { sam, readAll, block } = discovery;
      await block(sam.id, mine);
      await block(theirs, sam.id);
      const seen = uidsOf(await readAll(name));
      expect(seen).not.toContain(mine);
      expect(seen).not.toContain(theirs);
      expect(seen).toContain(FIRST_HOST);
    },
  );

  test('hosts with a block between them and the user are not recommended, and have no price, profile or status', async () => {
    const { api, sam, comeOnline, block } = discovery;
    await api.pool.query('delete from block');
    for (const uid of HOSTS.filter((one) => one !== mine && one !== theirs)) await block(uid, sam.id);
    const recommended = async () => (await api.call('recommendedFriends', {}, { user: sam })).data.friends;
    expect(sorted(uidsOf(await recommended()))).toEqual([mine, theirs]);
    await comeOnline(mine);
    const popup = async (data: object) => (await api.call('contactPopup', data, { user: sam })).data;
    expect((await popup({})).anchor?.uid).toBe(mine);
    await block(sam.id, mine);
    expect(uidsOf(await recommended())).toEqual([theirs]);
    const nothing = {
      anchor: null,
      likes: 0,
      friends: 0,
      favourites: 0,
      gifts: [],
      blurs: {},
      rating: null,
      openHours: null,
    };
    expect(await popup({})).toEqual(nothing);
    expect(await popup({ targetUid: mine })).toEqual(nothing);
    expect((await popup({ targetUid: theirs })).anchor?.uid).toBe(theirs);
    await api.pool.query(`insert into gift_received (uid, gift_id, count) values ($1, 'rose', 3), ($1, 'comet', 1)`, [
      theirs,
    ]);
    const got = (await popup({ targetUid: theirs })).gifts;
    expect(got.map(({ id, count }) => `${id} ${count}`)).toEqual(['comet 1', 'rose 3']);
    const targetJid = [`u_${mine}@localhost`, `u_${theirs}@localhost`];
    const { data: prices } = await api.call('anchorAccount', { targetJid }, { user: sam });
    expect(prices.anchorAccountInfo).toEqual([{ jid: targetJid[1], privateChatPrice: 28, takesCalls: true }]);
    const { data: statuses } = await api.call('onlineStatus', { targetJid }, { user: sam });
    expect(statuses.onlineStatus[0]?.status).toBe('offline');
  });
});

test('a visitor sees the silver club, and a signed-in user sees it without hosts they blocked', async () => {
  const { api, sam, block } = discovery;
  await block(sam.id, FIRST_HOST);
  const visitor = await api.call('clubAnchors', { limit: 100 });
  expect(visitor.data.status).toBe(1);
  expect(uidsOf(visitor.data.clubAnchorItem)).toContain(FIRST_HOST);
  expect(visitor.data.clubAnchorItem.every(({ isSilver, liked }) => isSilver && !liked)).toBe(true);
  const forged = await api.call('clubAnchors', { limit: 100 }, { user: { ...sam, vcToken: 'x'.repeat(43) } });
  expect(uidsOf(forged.data.clubAnchorItem)).toContain(FIRST_HOST);
});

test('a closed silver club is empty and has status 0', async () => {
  const { api } = discovery;
  await changeSiteSetting(api.db, 'enableSilverClub', false);
  const { data } = await api.call('clubAnchors', {});
  expect(data).toEqual({ status: 0, clubAnchorItem: [], nextCursor: '' });
  await changeSiteSetting(api.db, 'enableSilverClub', undefined);
  expect((await api.call('clubAnchors', {})).data.status).toBe(1);
});

const FOR_USERS: readonly EndpointName[] = [
  'hotAnchors',
  'newAnchors',
  'swipeAnchors',
  'recommendedFriends',
  'contactPopup',
  'anchorAccount',
  'onlineStatus',
];
test.each(FOR_USERS)('%s refuses a caller without a token', async (name) => {
  const { api } = discovery;
  expect(await api.call(name, {})).toMatchObject({ status: 401, result: 401 });
});

test('recommended hosts of the own language come first, and never include the user', async () => {
  const { api, sam, block } = discovery;
  const host = HOSTS[2] ?? 0;
  await api.pool.query(`update profile set lang = 'hi', country = 'US' where uid = $1`, [sam.id]);
  await api.pool.query(`update profile set country = 'IN' where uid = $1`, [host]);
  const recommended = async () => (await api.call('recommendedFriends', { limit: 100 }, { user: sam })).data.friends;
  // A hundred hosts speak the language, one of them in another country. When ten of them are left, the others follow.
  expect((await recommended()).every(({ lang }) => lang === 'hi')).toBe(true);
  const speakers = HOSTS.filter((uid) => (uid - FIRST_HOST) % 3 === 2);
  for (const uid of speakers.slice(10)) await block(uid, sam.id);
  const few = await recommended();
  expect(few.map(({ lang }) => lang === 'hi')).toEqual([...Array(10).fill(true), ...Array(90).fill(false)]);
  expect(few[9]?.uid).toBe(host);
  // A host is not recommended to themselves.
  await api.pool.query(`insert into anchor (uid, price, rank) values ($1, 20, 100)`, [sam.id]);
  const own = uidsOf(await recommended());
  await api.pool.query('delete from anchor where uid = $1', [sam.id]);
  expect(own).toHaveLength(100);
  expect(own).not.toContain(sam.id);
});

test('prices come from the catalogue, and other addresses and fields in the request are ignored', async () => {
  const { api, sam } = discovery;
  const targetJid = [
    `u_${FIRST_HOST}@localhost`,
    `u_${FIRST_HOST}@localhost/tab`,
    'u_5@elsewhere',
    `u_${sam.id}@localhost`,
  ];
  const data = { targetJid, privateChatPrice: 1, price: 1 };
  const answer = await api.call('anchorAccount', data, { user: sam });
  expect(answer.data.anchorAccountInfo).toEqual([
    { jid: `u_${FIRST_HOST}@localhost`, privateChatPrice: 20, takesCalls: true },
  ]);
  const tooMany = Array.from({ length: 201 }, (_, n) => `u_${n + 1}@localhost`);
  expect(await api.call('anchorAccount', { targetJid: tooMany }, { user: sam })).toMatchObject({ status: 400 });
});

test('a host whom the viewer likes is marked, and is removed from the swipe feed but not from the wall', async () => {
  const { api, sam, page, readAll } = discovery;
  const [first, second] = (await page('swipeAnchors', { limit: 2 })).anchors;
  await api.call('changeRelation', { targetUid: first?.uid, action: 'like' }, { user: sam });
  await api.call('changeFavourite', { targetUid: second?.uid, favourite: true }, { user: sam });
  expect((await page('swipeAnchors', { limit: 1 })).anchors[0]).toEqual({ ...second, favourite: true });
  const wall = (await page('hotAnchors', { limit: 2 })).anchors;
  expect(wall).toEqual([
    { ...first, liked: true },
    { ...second, favourite: true },
  ]);
  expect(await readAll('swipeAnchors')).toHaveLength(HOSTS.length - 1);
  const { data } = await api.call('contactPopup', { targetUid: first?.uid }, { user: sam });
  expect(data).toMatchObject({ anchor: { liked: true }, likes: 1, friends: 0, favourites: 0 });
});

test('friends are not recommended, and friends, liked hosts and correspondents are not proposed', async () => {
  const { api, sam, comeOnline } = discovery;
  const [friend = 0, liked = 0, known = 0] = HOSTS.slice(10);
  const proposed = async () => (await api.call('contactPopup', {}, { user: sam })).data.anchor?.uid;
  await comeOnline(friend);
  expect(await proposed()).toBe(friend);
  await api.call('autoAddFriend', { targetUid: friend }, { user: sam });
  expect(await proposed()).toBeUndefined();
  await comeOnline(liked);
  await api.call('changeRelation', { targetUid: liked, action: 'like' }, { user: sam });
  expect(await proposed()).toBeUndefined();
  await comeOnline(known);
  expect(await proposed()).toBe(known);
  await api.pool.query(
    "insert into archive (owner, peer, out, mid, at, stanza) values ($1, $2, true, 'hello', now(), '')",
    [sam.id, known],
  );
  expect(await proposed()).toBeUndefined();
  const { data } = await api.call('recommendedFriends', { limit: 2 }, { user: sam });
  expect(uidsOf(data.friends)).toContain(liked);
  expect(uidsOf(data.friends)).not.toContain(friend);
});

test('a host who hides their presence is offline for every user, also in the order of the lists', async () => {
  const { api, sam, page, comeOnline } = discovery;
  const host = HOSTS[1] ?? 0;
  await comeOnline(host);
  const hide = (changed: object) =>
    api.pool.query(
      'insert into account_settings (uid, changed) values ($1, $2) on conflict (uid) do update set changed = excluded.changed',
      [host, changed],
    );
  await hide({ lastSeen: false });
  const statusOf = async () => {
    const { data } = await api.call('onlineStatus', { targetJid: [`u_${host}@localhost`] }, { user: sam });
    return data.onlineStatus[0]?.status;
  };
  expect(await statusOf()).toBe('offline');
  expect((await page('hotAnchors', { limit: 1 })).anchors[0]?.uid).not.toBe(host);
  await hide({ lastSeen: true });
  expect(await statusOf()).toBe('online');
  expect((await page('hotAnchors', { limit: 1 })).anchors[0]?.uid).toBe(host);
});

test('a portrait has its blurred placeholder, and a host without one has none', async () => {
  const { api, readAll } = discovery;
  const [painted = 0, plain = 0] = HOSTS;
  const id = 'b'.repeat(32);
  const blur = 'data:image/webp;base64,UklGRg==';
  await api.pool.query(
    `insert into media (id, owner_uid, kind, width, height, bytes, blur) values ($1, $2, 'picture', 3, 4, 5, $3)`,
    [id, painted, blur],
  );
  await api.pool.query('update profile set avatar_url = $2 where uid = $1', [painted, `/media/${id}`]);
  const blurOf = async (uid: number) => (await readAll('hotAnchors')).find((one) => one.uid === uid)?.avatarBlur;
  expect([await blurOf(painted), await blurOf(plain)]).toEqual([blur, '']);
  await api.pool.query('delete from media where id = $1', [id]);
  expect(await blurOf(painted)).toBe('');
});

test('the pictures of albums and clips have placeholders, except across a block', async () => {
  const { api, sam, block } = discovery;
  const [shown = 0] = HOSTS.slice(5);
  const [photo, poster, plain] = ['c', 'd', 'e'].map((digit) => digit.repeat(32));
  const blur = 'data:image/webp;base64,UklGRg==';
  for (const id of [photo, poster, plain])
    await api.pool.query(
      `insert into media (id, owner_uid, kind, width, height, bytes, blur) values ($1, $2, 'picture', 3, 4, 5, $3)`,
      [id, shown, id === plain ? '' : blur],
    );
  const videos = [{ thumbnail: `/media/${poster}`, videoUrl: `/media/${'f'.repeat(32)}`, checksum: '' }];
  await api.pool.query('update profile set albums = $2, videos = $3 where uid = $1', [
    shown,
    JSON.stringify([`/media/${photo}`, `/media/${plain}`, 'https://elsewhere.example/a.jpg']),
    JSON.stringify(videos),
  ]);
  const ask = async (targetUid: number) => (await api.call('contactPopup', { targetUid }, { user: sam })).data.blurs;
  expect(await ask(shown)).toEqual({ [`/media/${photo}`]: blur, [`/media/${poster}`]: blur });
  expect(await ask(sam.id)).toEqual({});
  await block(shown, sam.id);
  expect(await ask(shown)).toEqual({});
});
