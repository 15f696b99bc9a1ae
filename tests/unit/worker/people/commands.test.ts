import { expect, test } from 'vitest';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { ok } from '#contract/result.ts';
import { createPeopleCommands } from '../../../../worker/people/commands.ts';
import { breakTable, session } from '../support/databases.ts';
import { host, signedIn } from '../support/people.ts';

async function people(...[who]: [(typeof session | null)?]) {
  const { app } = await signedIn();
  const [kicks, seen]: [number[], number[]] = [[], []];
  const commands = createPeopleCommands({
    app,
    queue: { kick: () => void kicks.push(1) },
    session: async () => (who === null ? undefined : session),
    cards: { refresh: async () => ok(null) },
    onProfile: (uid) => void seen.push(uid),
    showPeople: () => {},
  });
  return { app, commands, kicks, seen };
}

test('a like is shown at once and waits for the server under one operation', async () => {
  const { app, commands, kicks } = await people();
  await app.lists.put({ name: 'likes', uids: [9002], nextCursor: '', fetchedAt: 1 });
  await app.state.put({ key: 'counts', friends: 0, likes: 1, likedMe: 0, favourites: 0, requests: 0 });
  expect(await commands.changeRelation(9001, 'like')).toEqual(ok(null));
  expect(await app.relations.get(9001)).toMatchObject({ liked: true });
  expect((await app.lists.get('likes'))?.uids).toEqual([9001, 9002]);
  expect(await app.state.get('counts')).toMatchObject({ likes: 2 });
  expect(await app.apiQueue.toArray()).toMatchObject([
    { endpoint: 'changeRelation', data: { targetUid: 9001, action: 'like' }, vcToken: session.vcToken },
  ]);
  expect(kicks).toHaveLength(1);
});

test('the same change twice counts once', async () => {
  const { app, commands } = await people();
  await app.state.put({ key: 'counts', friends: 0, likes: 1, likedMe: 0, favourites: 0, requests: 0 });
  await commands.changeRelation(9001, 'like');
  await commands.changeRelation(9001, 'like');
  expect(await app.state.get('counts')).toMatchObject({ likes: 2 });
});

test('a block removes a person from every list', async () => {
  const { app, commands } = await people();
  for (const name of ['friends', 'favourites'] as const) {
    await app.lists.put({ name, uids: [9001, 9002], nextCursor: '', fetchedAt: 1 });
  }
  await commands.changeFavourite(9001, true);
  await app.relations.update(9001, { friend: true });
  await commands.changeRelation(9001, 'block');
  for (const name of ['friends', 'favourites'] as const) expect((await app.lists.get(name))?.uids).toEqual([9002]);
  expect(await app.relations.get(9001)).toMatchObject({ blocked: true, friend: false, favourite: false });
});

test('a change that cannot be stored is not shown', async () => {
  const { app, commands } = await people();
  breakTable(app, 'apiQueue');
  await expect(commands.changeRelation(9001, 'like')).rejects.toThrow();
  expect(await app.relations.get(9001)).toBeUndefined();
});

test('nobody acts without a login or on oneself', async () => {
  const stranger = await people(null);
  expect(await stranger.commands.changeRelation(9001, 'like')).toMatchObject({ error: { code: 'need-login' } });
  const { app, commands } = await people();
  expect(await commands.changeFavourite(session.uid, true)).toMatchObject({ error: { code: 'bad-request' } });
  expect(await app.apiQueue.count()).toBe(0);
});

test('a report changes nothing here and waits for the server', async () => {
  const { app, commands } = await people();
  await commands.report(9001, 'spam', 'again and again');
  expect(await app.apiQueue.toArray()).toMatchObject([
    { endpoint: 'report', data: { targetUid: 9001, reason: 'spam', note: 'again and again' } },
  ]);
});

const anchor = { ...host(9001), role: ROLE_ANCHOR, fetchedAt: 1 };

test('a host is a friend at once, and the page alone says how long it is looked at', async () => {
  const { app, commands, seen } = await people();
  await app.people.put(anchor);
  await commands.changeRelation(9001, 'request');
  expect(await app.relations.get(9001)).toMatchObject({ friend: true, requested: false });
  expect(await app.apiQueue.toArray()).toMatchObject([{ endpoint: 'autoAddFriend', data: { targetUid: 9001 } }]);
  await commands.changeRelation(9002, 'request');
  expect(await app.relations.get(9002)).toMatchObject({ friend: false, requested: true });
  await commands.refreshCard(9001);
  expect(seen).toEqual([]);
  await commands.tellScene('profile', 9001);
  expect(seen).toEqual([9001]);
});

test('a favourite beyond the limit is refused before it is shown; removing one is not', async () => {
  const { app, commands } = await people();
  const numbers = { friends: 0, likes: 0, likedMe: 0, requests: 0 };
  await app.state.put({ key: 'counts', ...numbers, favourites: 2, favouritesMax: 2 });
  const full = { ok: false, error: { code: 'favourites-full', max: 2 } };
  expect(await commands.changeFavourite(9001, true)).toEqual(full);
  expect(await app.apiQueue.count()).toBe(0);
  expect(await commands.changeFavourite(9002, false)).toEqual(ok(null));
});
