import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { NO_RELATION } from '../../../contract/people/people.ts';
import { isVisibleTo } from '../../../server/domains/discovery/visible.ts';
import { createConnectionCountries } from '../../../server/domains/people/closed-countries.ts';
import { changeFavourite } from '../../../server/domains/people/favourites.ts';
import { loadSenderPolicy } from '../../../server/domains/people/policy.ts';
import { anchor, block } from '../../../server/domains/people/tables.ts';
import { blocksAmong, blocksBetween, findTarget } from '../../../server/domains/people/target.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { is, peopleOf, uidsOf } from '../../harness/people.ts';

let api: TestApi;
let at: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
  at = peopleOf(api);
});
afterAll(() => api?.close());

describe('blocks', () => {
  test('a block ends likes, friendship, requests and favourites of both users, and hides each from the other', async () => {
    const [ann, ben] = await at.guests();
    for (const [one, other] of [
      [ann, ben],
      [ben, ann],
    ] as const) {
      await at.change(one, other.id, 'like');
      await at.change(one, other.id, 'request');
      await api.call('changeFavourite', { targetUid: other.id, favourite: true }, { user: one });
    }
    expect(await at.relation(ann, ben)).toEqual(is({ friend: true, liked: true, likesMe: true, favourite: true }));
    expect((await at.change(ann, ben.id, 'block')).data.relation).toMatchObject(is({ blocked: true }));
    expect(await at.relation(ben, ann)).toEqual(NO_RELATION);
    for (const table of ['person_like', 'friendship', 'friend_request', 'favourite']) {
      expect(await at.rowsBetween(table, ann, ben)).toBe(0);
    }
    for (const action of ['like', 'request', 'accept', 'unfriend'] as const) {
      expect(await at.change(ben, ann.id, action)).toMatchObject({ status: 404 });
    }
    for (const action of ['like', 'request', 'accept'] as const) {
      expect(await at.change(ann, ben.id, action)).toMatchObject({ status: 403 });
    }
    expect([(await at.favour(ben, ann.id)).status, (await at.favour(ann, ben.id)).status]).toEqual([404, 403]);
    expect((await api.call('combineInfo', {}, { user: ann })).data.mainInfo.blockInfo.blocked).toEqual([ben.id]);

    expect((await at.change(ann, ben.id, 'unblock')).data.relation).toMatchObject(NO_RELATION);
    expect((await at.change(ben, ann.id, 'like')).status).toBe(200);
  });

  test('a block applies until both sides have removed theirs', async () => {
    const [ann, ben] = await at.guests();
    await at.change(ann, ben.id, 'block');
    expect((await at.change(ben, ann.id, 'block')).status).toBe(200);
    await at.change(ann, ben.id, 'unblock');
    expect(await at.change(ann, ben.id, 'like')).toMatchObject({ status: 404 });
    await at.change(ben, ann.id, 'unblock');
    expect((await at.change(ann, ben.id, 'like')).status).toBe(200);
  });

  test('a block that was written directly to the database also hides users from lists and counts', async () => {
    const [ann, ben] = await at.guests();
    await at.change(ben, ann.id, 'like');
    await at.change(ben, ann.id, 'request');
    await api.db.insert(block).values({ ownerUid: ben.id, blockedUid: ann.id });
    expect(uidsOf(await api.call('likeList', { kind: 'likedMe' }, { user: ann }))).toEqual([]);
    expect(await at.relative(ann)).toMatchObject({ requests: [], counts: { likedMe: 0, requests: 0 } });
  });
});

test('a host is not shown, called or written to in a country that the host closed, as after a block, until it is opened again', async () => {
  const [ann, ben] = await at.guests();
  const host = (await api.call('userPwdLogin', { uid: 9005, passwd: 'gemcall' })).data.userInfo;
  for (const [user, country] of [
    [ann, 'DE'],
    [ben, 'FR'],
  ] as const)
    await api.call('updateProfile', { country }, { user });
  const close = (closedCountries: readonly string[]) =>
    api.call('updateProfile', { settings: { closedCountries } }, { user: host });
  const seenBy = async (user: User) => {
    const listed = await api.db.select({ uid: anchor.uid }).from(anchor).where(isVisibleTo(user.id));
    const isTold = (await loadSenderPolicy(api.db, user.id))?.blockedBy.includes(host.id);
    const isApart = (await blocksAmong(api.db, [user.id], [host.id]))(user.id, host.id);
    const { anchor: shown, gifts, openHours } = (await api.call('contactPopup', { targetUid: host.id }, { user })).data;
    const [mine, theirs] = [
      uidsOf(await api.call('likeList', { kind: 'likes' }, { user })).includes(host.id),
      uidsOf(await api.call('likeList', { kind: 'likedMe' }, { user: host })).includes(user.id),
    ];
    expect([mine, theirs]).toEqual([shown !== null, shown !== null]);
    expect((await at.relative(user)).counts.likes).toBe(mine ? 1 : 0);
    if (!shown) expect([gifts, openHours]).toEqual([[], null]);
    return {
      listed: listed.some(({ uid }) => uid === host.id),
      card: shown?.uid === host.id,
      hidden: (await findTarget(api.db, user.id, host.id))?.hidden,
      isTold,
      isApart,
    };
  };
  for (const user of [ann, ben]) await at.change(user, host.id, 'like');
  const open = { listed: true, card: true, hidden: false, isTold: false, isApart: false };
  const closed = { listed: false, card: false, hidden: true, isTold: true, isApart: true };
  const told: string[] = [];
  const listener = await api.pool.connect();
  onTestFinished(async () => {
    listener.release(true);
    await api.pool.query(`delete from online_stream where stream_id in ('of-ann', 'of-ben')`);
  });
  listener.on('notification', ({ payload = '' }) => told.push(payload));
  await listener.query('listen policy_changed');
  await api.pool.query(
    `insert into online_stream (stream_id, uid, process_id) values ('of-ann', $1, 'p'), ('of-ben', $2, 'p')`,
    [ann.id, ben.id],
  );
  await close(['DE', 'IT']);
  expect(await seenBy(ann)).toMatchObject(closed);
  expect(await seenBy(ben)).toMatchObject(open);
  // The edges learn it at once, for the viewers concerned.
  await expect.poll(() => told).toContain(`${ann.id}`);
  expect(told).not.toContain(`${ben.id}`);
  expect(await blocksBetween(api.db, ann.id, host.id)).toEqual([host.id]);
  // The host cannot write first either.
  const lockOf = async (viewer: User) => (await api.call('sendMsgLock', { targetUid: viewer.id }, { user: host })).data;
  expect(await lockOf(ann)).toMatchObject({ locked: true, reason: 'blocked' });
  expect(await lockOf(ben)).toMatchObject({ locked: false });
  await api.call('updateProfile', { country: 'IT' }, { user: ben });
  expect(await seenBy(ben)).toMatchObject(closed);
  await expect.poll(() => told).toContain(`${ben.id}`);
  await close([]);
  for (const user of [ann, ben]) expect(await seenBy(user)).toMatchObject(open);
  // A country that a proxy says of the connection counts beside that of the profile, until it says another one.
  await close(['PL']);
  const storeCountry = createConnectionCountries(api.db);
  told.length = 0;
  for (const [country, expected] of [
    ['PL', closed],
    ['', closed],
    ['FR', open],
  ] as const) {
    await storeCountry(ann.id, country);
    expect(await seenBy(ann)).toMatchObject(expected);
  }
  // Once for each new country.
  await expect.poll(() => told.filter((uid) => uid === `${ann.id}`).length).toBeGreaterThan(1);
  await close([]);
});

const isSomebodyWaiting = async () => {
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  return ((await api.pool.query(waiting)).rowCount ?? 0) > 0;
};

describe('favourites', () => {
  test('favourites are added, queried, listed and removed', async () => {
    const [ann, ben] = await at.guests();
    expect((await at.favour(ann, ben.id)).data.relation).toMatchObject(is({ favourite: true }));
    expect((await api.call('queryFavourite', { targetUid: ben.id }, { user: ann })).data).toEqual({ favourite: true });
    expect((await api.call('queryFavourite', { targetUid: ann.id }, { user: ben })).data).toEqual({ favourite: false });
    expect(uidsOf(await api.call('favouriteList', {}, { user: ann }))).toEqual([ben.id]);
    await at.favour(ann, ben.id, false);
    expect((await at.favour(ann, ben.id, false)).status).toBe(200);
    expect((await at.relative(ann)).counts.favourites).toBe(0);
  });

  test('favourites are limited to 500, also with simultaneous requests for the last one', async () => {
    const [ann, ben] = await at.guests();
    await api.pool.query(
      `insert into account (uid, role, nick_name) select 700000 + n, 2, 'n' from generate_series(1, 520) n`,
    );
    await api.pool.query(
      'insert into favourite (uid, target_uid) select $1, 700000 + n from generate_series(1, 499) n',
      [ann.id],
    );
    expect((await api.call('enableFavourite', {}, { user: ann })).data).toEqual({ enabled: true, max: 500 });
    const taken: { second?: ReturnType<typeof at.favour> } = {};
    await api.db.transaction(async (tx) => {
      await changeFavourite(tx, ann.id, 700_500, true);
      // Requested while the first is not yet committed: it would count 499 unless it waits.
      taken.second = at.favour(ann, 700_501);
      let settled = false;
      void taken.second.then(() => {
        settled = true;
      });
      await expect.poll(async () => settled || (await isSomebodyWaiting()), { interval: 5 }).toBe(true);
    });
    expect(await taken.second).toMatchObject({ status: 400, msg: 'favourite: there are 500 already' });
    expect((await at.relative(ann)).counts.favourites).toBe(500);
    expect((await api.call('enableFavourite', {}, { user: ann })).data).toEqual({ enabled: false, max: 500 });
    expect((await at.favour(ann, 700_001)).status).toBe(200);
    expect((await at.favour(ben, 700_001)).status).toBe(200);
  });
});
