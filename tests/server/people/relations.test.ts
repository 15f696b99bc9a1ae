import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { NO_RELATION } from '../../../contract/people/people.ts';
import { accountSettings } from '../../../server/domains/people/tables.ts';
import { startApi, type TestApi } from '../../harness/api.ts';
import { is, peopleOf, uidsOf } from '../../harness/people.ts';

const HOST = 9001;
let api: TestApi;
let at: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
  at = peopleOf(api);
});
afterAll(() => api?.close());

describe('likes', () => {
  test('a like counts once, however often it is sent, and both sides see it', async () => {
    const [ann, ben] = await at.guests();
    expect((await at.change(ann, ben.id, 'like')).data.relation).toEqual({ uid: ben.id, ...is({ liked: true }) });
    expect((await at.change(ann, ben.id, 'like')).status).toBe(200);
    expect(await at.relation(ben, ann)).toEqual(is({ likesMe: true }));
    expect((await at.relative(ann)).counts).toMatchObject({ likes: 1, likedMe: 0 });
    expect((await at.relative(ben)).counts).toMatchObject({ likes: 0, likedMe: 1 });
    expect(uidsOf(await api.call('likeList', { kind: 'likes' }, { user: ann }))).toEqual([ben.id]);
    expect(uidsOf(await api.call('likeList', { kind: 'likedMe' }, { user: ben }))).toEqual([ann.id]);
    await at.change(ann, ben.id, 'unlike');
    expect(await at.relation(ben, ann)).toEqual(NO_RELATION);
  });

  test('likes are paged newest first without gaps or repeats', async () => {
    const [ann, ...others] = await at.guests(8);
    for (const { id } of others) await at.change(ann, id, 'like');
    const seen: number[] = [];
    let cursor = '';
    do {
      const page = await api.call('likeList', { kind: 'likes', cursor, limit: 3 }, { user: ann });
      seen.push(...uidsOf(page));
      cursor = page.data.nextCursor;
    } while (cursor !== '');
    expect(seen).toEqual(others.map(({ id }) => id).reverse());
  });

  test('a list of likes has the fields that are shown of a user', async () => {
    const [ann] = await at.guests();
    await at.change(ann, HOST, 'like');
    const { data } = await api.call('likeList', { kind: 'likes' }, { user: ann });
    expect(data.people[0]).toMatchObject({ uid: HOST, jid: 'u_9001@localhost', role: 3, status: 'offline' });
    expect(data.people[0]?.age).toBeGreaterThanOrEqual(18);
  });

  test.each([{ cursor: 'zzz' }, { cursor: '-1' }, { cursor: '9'.repeat(16) }, { limit: 0 }, { limit: 101 }])(
    'a list of likes is refused for %j',
    async (page) => {
      const [ann] = await at.guests();
      expect(await api.call('likeList', { kind: 'likes', ...page }, { user: ann })).toMatchObject({ status: 400 });
    },
  );
});

describe('friends', () => {
  test('a friend request is listed for its recipient, and makes both friends when it is accepted', async () => {
    const [ann, ben] = await at.guests();
    expect((await at.change(ann, ben.id, 'request')).data.relation).toMatchObject(is({ requested: true }));
    expect(await at.relation(ben, ann)).toEqual(is({ requestedMe: true }));
    const { counts, requests } = await at.relative(ben);
    expect([counts.requests, requests.map(({ uid }) => uid)]).toEqual([1, [ann.id]]);
    expect((await at.change(ben, ann.id, 'accept')).data.relation).toMatchObject(is({ friend: true }));
    expect(await at.relation(ann, ben)).toEqual(is({ friend: true }));
    expect(uidsOf(await api.call('friendList', {}, { user: ann }))).toEqual([ben.id]);
    expect(uidsOf(await api.call('friendList', {}, { user: ben }))).toEqual([ann.id]);
    expect((await at.relative(ben)).counts).toMatchObject({ requests: 0, friends: 1 });
    expect((await at.change(ben, ann.id, 'accept')).status).toBe(200);
  });

  test('a refused friend request is gone on both sides', async () => {
    const [ann, ben] = await at.guests();
    await at.change(ann, ben.id, 'request');
    await at.change(ben, ann.id, 'refuse');
    expect([await at.relation(ann, ben), await at.relation(ben, ann)]).toEqual([NO_RELATION, NO_RELATION]);
    expect(await at.change(ben, ann.id, 'accept')).toMatchObject({ status: 404 });
  });

  test('a request to a user who has sent one makes both friends', async () => {
    const [ann, ben] = await at.guests();
    await at.change(ann, ben.id, 'request');
    expect((await at.change(ben, ann.id, 'request')).data.relation).toMatchObject(is({ friend: true }));
    expect(await at.rowsBetween('friend_request', ann, ben)).toBe(0);
  });

  test('a host becomes a friend at once by request and by autoAddFriend, and a user gets a request', async () => {
    const [ann, ben] = await at.guests();
    expect((await at.change(ann, HOST, 'request')).data.relation).toMatchObject(is({ friend: true }));
    const host = await api.call('autoAddFriend', { targetUid: 9002 }, { user: ann });
    expect(host.data.relation).toMatchObject(is({ friend: true }));
    const user = await api.call('autoAddFriend', { targetUid: ben.id }, { user: ann });
    expect(user.data.relation).toMatchObject(is({ requested: true }));
  });

  test('a user who allows no friend requests gets none, but may send some', async () => {
    const [ann, ben] = await at.guests();
    await api.db.insert(accountSettings).values({ uid: ben.id, changed: { joiningGroups: false } });
    expect(await at.change(ann, ben.id, 'request')).toMatchObject({ status: 403 });
    expect(await api.call('autoAddFriend', { targetUid: ben.id }, { user: ann })).toMatchObject({ status: 403 });
    expect((await at.change(ben, ann.id, 'request')).status).toBe(200);
    expect((await at.change(ann, ben.id, 'request')).data.relation).toMatchObject(is({ friend: true }));
  });

  test('unfriend ends a friendship for both, and withdraws a request', async () => {
    const [ann, ben] = await at.guests();
    await at.change(ann, ben.id, 'request');
    expect((await at.change(ann, ben.id, 'unfriend')).data.relation).toMatchObject(NO_RELATION);
    await at.change(ann, ben.id, 'request');
    await at.change(ben, ann.id, 'accept');
    await at.change(ben, ann.id, 'unfriend');
    expect(await at.relation(ann, ben)).toEqual(NO_RELATION);
    expect((await at.relative(ann)).counts.friends).toBe(0);
  });
});
