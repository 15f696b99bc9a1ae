import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { NO_RELATION } from '../../../contract/people/people.ts';
import { changeFavourite } from '../../../server/domains/people/favourites.ts';
import { block } from '../../../server/domains/people/tables.ts';
import { startApi, type TestApi } from '../../harness/api.ts';
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
