import { liveQuery } from 'dexie';
import { expect, test } from 'vitest';
import { foundListName, type HostQuery } from '../../../../contract/people/host-query.ts';
import type { ListName } from '../../../../contract/people/people.ts';
import { createLists } from '../../../../worker/discovery/lists.ts';
import { session } from '../support/databases.ts';
import { host, serverOf, signedIn } from '../support/people.ts';

const NOW = 1_700_000_000_000;

/** A hot list of 100 hosts, 40 to a page; the cursor is the place of the next. */
function hundredHosts() {
  return serverOf({
    hotAnchors: ({ cursor }) => {
      const from = Number(cursor || 0);
      const anchors = Array.from({ length: Math.min(40, 100 - from) }, (_, index) => host(9000 + from + index));
      return { anchors, nextCursor: from + 40 < 100 ? String(from + 40) : '' };
    },
  });
}

async function withLists(server = hundredHosts()) {
  const databases = await signedIn();
  return { ...databases, ...server, lists: createLists({ ...databases, api: server.api, now: () => NOW }) };
}

test('a list is read page by page, in the order of the server, to its end', async () => {
  const { app, lists, asked } = await withLists();
  for (const more of [false, true, true, true, true]) await lists.refresh('hot:', more);
  const list = await app.lists.get('hot:');
  expect(list?.uids).toEqual(Array.from({ length: 100 }, (_, index) => 9000 + index));
  expect(list).toMatchObject({ nextCursor: '', fetchedAt: NOW });
  expect(asked.map(([, { cursor }]) => cursor)).toEqual(['', '40', '80']);
  expect(await app.people.count()).toBe(100);
});

test('a request for a page that is being loaded waits for that one', async () => {
  const { lists, asked } = await withLists();
  await Promise.all([lists.refresh('hot:', false), lists.refresh('hot:', false)]);
  expect(asked).toHaveLength(1);
});

test('of the lists of found hosts only the last one is kept, and the other lists stay', async () => {
  const found = (query: HostQuery) => ({ anchors: [host(query.country === 'DE' ? 9001 : 9002)], nextCursor: '' });
  const { app, lists, asked } = await withLists(
    serverOf({ findAnchors: found as never, hotAnchors: () => ({ anchors: [], nextCursor: '' }) }),
  );
  const [german, turkish] = ['DE', 'TR'].map((country) => foundListName({ sort: 'hot', country, online: true }));
  for (const name of ['hot:', german, turkish] as const) await lists.refresh(name as ListName, false);
  expect((await app.lists.toArray()).map(({ name, uids }) => [name, uids])).toEqual([
    [turkish, [9002]],
    ['hot:', []],
  ]);
  expect(asked[1]?.[1]).toMatchObject({ sort: 'hot', country: 'DE', online: true, cursor: '' });
});

test('once the list has grown the next page is requested, not the one already loaded', async () => {
  const { app, lists, asked } = await withLists();
  await lists.refresh('hot:', false);
  const second = lists.refresh('hot:', true);
  // Requested as soon as the row changes, as a page does that draws it.
  const third = new Promise<unknown>((resolve) => {
    const watching = liveQuery(() => app.lists.get('hot:')).subscribe((list) => {
      if (list?.uids.length !== 80) return;
      watching.unsubscribe();
      resolve(lists.refresh('hot:', true));
    });
  });
  await Promise.all([second, third]);
  expect(asked.map(([, { cursor }]) => cursor)).toEqual(['', '40', '80']);
});

test('a fresh first page restarts the list: a late page of the old list is dropped, and the next one requested', async () => {
  const { app, notice, epoch, accepted } = await signedIn();
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let first = 0;
  const { api, asked } = serverOf({
    hotAnchors: async ({ cursor }) => {
      if (cursor === 'old') await held;
      if (cursor === '') first += 1;
      if (cursor === '') return { anchors: [host(first)], nextCursor: first === 1 ? 'old' : 'new' };
      return { anchors: [host(cursor === 'old' ? 98 : 99)], nextCursor: '' };
    },
  });
  const lists = createLists({ app, notice, epoch, accepted, api, now: () => NOW });
  await lists.refresh('hot:', false);
  const late = lists.refresh('hot:', true);
  await lists.refresh('hot:', false);
  release();
  await late;
  expect((await app.lists.get('hot:'))?.uids).toEqual([2, 99]);
  expect(asked.map(([, { cursor }]) => cursor)).toEqual(['', 'old', '', 'new']);
});

test('relations of a list are stored, but do not overwrite a waiting change', async () => {
  const { app, notice, epoch, accepted } = await signedIn();
  const { api } = serverOf({
    hotAnchors: () => ({ anchors: [host(1, { liked: true }), host(2, { liked: false })], nextCursor: '' }),
  });
  await app.relations.put({
    uid: 2,
    friend: false,
    requested: false,
    requestedMe: false,
    liked: true,
    likesMe: false,
    favourite: false,
    blocked: false,
  });
  await app.apiQueue.add({ data: { targetUid: 2 }, operationId: 'x', uid: session.uid } as never);
  await createLists({ app, notice, epoch, accepted, api, now: () => NOW }).refresh('hot:', false);
  expect(await app.relations.get(1)).toMatchObject({ liked: true });
  expect(await app.relations.get(2)).toMatchObject({ liked: true });
});

test('presence of a list is stored, and a failure changes nothing', async () => {
  const { app, notice, epoch, accepted } = await signedIn();
  const answers = [{ anchors: [host(1, { status: 'busy' })], nextCursor: '' }, { code: 'offline' }];
  const { api } = serverOf({ hotAnchors: () => answers.shift() });
  const lists = createLists({ app, notice, epoch, accepted, api, now: () => NOW });
  await lists.refresh('hot:', false);
  expect(await notice.onlineUsers.get(1)).toEqual({ id: 1, status: 'busy', at: NOW });
  expect(await lists.refresh('hot:', false)).toEqual({ ok: false, error: { code: 'offline' } });
  expect((await app.lists.get('hot:'))?.uids).toEqual([1]);
});

test('nothing is stored for a user who signed out meanwhile, and the silver list is public', async () => {
  const { app, notice, epoch, accepted } = await signedIn();
  const { api } = serverOf({
    hotAnchors: () => ({ anchors: [host(1)], nextCursor: '' }),
    clubAnchors: () => ({ status: 1, clubAnchorItem: [host(2)], nextCursor: '' }),
  });
  await app.state.clear();
  const lists = createLists({ app, notice, epoch, accepted, api, now: () => NOW });
  await lists.refresh('hot:', false);
  await lists.refresh('silver', false);
  expect((await app.lists.toArray()).map(({ name, uids }) => [name, uids])).toEqual([['silver', [2]]]);
});

test('names in lists are cleaned like those of messages', async () => {
  const { app, notice, epoch, accepted } = await signedIn();
  const { api } = serverOf({ hotAnchors: () => ({ anchors: [host(1, { nickName: 'A\u202edb' })], nextCursor: '' }) });
  await createLists({ app, notice, epoch, accepted, api, now: () => NOW }).refresh('hot:', false);
  expect((await app.people.get(1))?.nickName).toBe('Adb');
});

test('the blurred placeholder of a portrait is kept for as long as the portrait is the same', async () => {
  const [url, blur] = [`/media/${'a'.repeat(32)}`, 'data:image/webp;base64,UklGRg=='];
  let avatarUrl = url;
  const server = serverOf({
    hotAnchors: () => ({ anchors: [host(9001, { avatarUrl: url, avatarBlur: blur })], nextCursor: '' }),
    friendList: () => {
      const {
        videoUrl: _1,
        lang: _2,
        about: _3,
        price: _4,
        isNew: _5,
        isSilver: _6,
        ...person
      } = host(9001, { avatarUrl });
      return { people: [{ ...person, role: 3 }], nextCursor: '' };
    },
  });
  const { app, lists } = await withLists(server);
  await lists.refresh('hot:', false);
  await lists.refresh('friends', false);
  expect(await app.people.get(9001)).toMatchObject({ avatarUrl: url, avatarBlur: blur, lang: 'fr' });
  avatarUrl = `/media/${'c'.repeat(32)}`;
  await lists.refresh('friends', false);
  expect(await app.people.get(9001)).toMatchObject({ avatarUrl, avatarBlur: '' });
});

test('a club is stored as closed, and as open again', async () => {
  const { app, notice, epoch, accepted } = await signedIn();
  let status = 1;
  const { api } = serverOf({
    clubAnchors: () => ({ status, clubAnchorItem: status ? [host(9001)] : [], nextCursor: '' }),
  });
  const lists = createLists({ app, notice, epoch, accepted, api, now: () => 1 });
  const seen = [];
  for (status of [1, 0, 1]) {
    await lists.refresh('silver', false);
    const { uids, closed = false } = (await app.lists.get('silver')) ?? { uids: [] };
    seen.push([uids, closed]);
  }
  expect(seen).toEqual([
    [[9001], false],
    [[], true],
    [[9001], false],
  ]);
});
