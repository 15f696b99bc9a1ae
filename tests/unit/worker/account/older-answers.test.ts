import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/account/default-settings.ts';
import { NO_RELATION } from '#contract/people/people.ts';
import { createProfileCommands } from '../../../../worker/account/profile.ts';
import { refreshAccount } from '../../../../worker/account/refresh.ts';
import { queued } from '../../../../worker/api/enqueue.ts';
import { readSession } from '../../../../worker/base/session-row.ts';
import { createLists } from '../../../../worker/discovery/lists.ts';
import { createCards } from '../../../../worker/people/cards.ts';
import { freshChat, session } from '../support/databases.ts';
import { host, serverOf, signedIn } from '../support/people.ts';
import { queueOf } from '../support/queue.ts';

/**
 * A user whose server accepts changes at once, and whose response to `slow` was written before them and arrives when the test
 * triggers it. Later requests get the state at that time.
 */
async function device() {
  const databases = await signedIn();
  const { app, accepted } = databases;
  const { promise: gate, resolve: arrive } = Promise.withResolvers<void>();
  let lastSeen = true;
  let liked = false;
  const asked: string[] = [];
  /** Responds with the state at the time of the request. */
  const slowly = (name: string, answer: () => object) => () => {
    asked.push(name);
    const now = answer();
    return gate.then(() => now);
  };
  const relation = () => ({ uid: 9001, ...NO_RELATION, liked });
  const { api } = serverOf({
    profile: slowly('profile', () => ({ nickName: 'Sam', settings: { ...DEFAULT_SETTINGS, lastSeen } })),
    friendsRelative: slowly('friendsRelative', () => ({ relations: [relation()], counts: { likes: liked ? 1 : 0 } })),
    contactPopup: () => ({ anchor: host(9001, { liked }), likes: 0, friends: 0, favourites: 0, gifts: [], blurs: {} }),
    hotAnchors: slowly('hotAnchors', () => ({ anchors: [host(9001, { liked })], nextCursor: '' })),
    updateProfile: ({ settings }) => {
      ({ lastSeen } = settings as { lastSeen: boolean });
      return {};
    },
    changeRelation: ({ action }) => {
      liked = action === 'like';
      return {};
    },
  });
  const fails = () => Promise.reject(new Error('a change was refused'));
  const queue = queueOf({ app, api, accepted }, { onRefused: fails });
  const ports = { ...databases, api, session: () => readSession(app), now: () => 1 };
  const stream = { ask: async () => undefined, currentStream: () => undefined, waitForStream: async () => false };
  const sent = () => expect.poll(() => app.apiQueue.count()).toBe(0);
  return {
    app,
    api,
    asked,
    arrive,
    accepted,
    lists: createLists(ports),
    cards: createCards({ ...ports, ...stream }),
    async switchLastSeen(on: boolean) {
      await createProfileCommands({ ...ports, chat: freshChat(), queue }).changeSettings({ lastSeen: on });
      await sent();
    },
    /** Likes the host as a tap on the heart does: shows it at once and sends it. */
    async like() {
      await app.relations.put({ uid: 9001, ...NO_RELATION, liked: true });
      await app.apiQueue.add(queued(session, 'changeRelation', { targetUid: 9001, action: 'like' }));
      queue.kick();
      await sent();
    },
  };
}

test('a switch that was accepted while the profile was fetched stays as it was set; the profile is fetched again', async () => {
  const { app, api, accepted, asked, arrive, switchLastSeen } = await device();
  const refreshing = refreshAccount(app, api, accepted);
  await expect.poll(() => asked).toContain('profile');
  await switchLastSeen(false);
  arrive();
  await refreshing;
  expect(await app.state.get('settings')).toMatchObject({ lastSeen: false });
  expect(asked.filter((name) => name === 'profile')).toHaveLength(2);
});

test('a profile that is fetched when nothing changes is fetched once', async () => {
  const { app, api, accepted, asked, arrive, switchLastSeen } = await device();
  await switchLastSeen(false);
  arrive();
  await refreshAccount(app, api, accepted);
  expect(await app.state.get('settings')).toMatchObject({ lastSeen: false });
  expect(asked.filter((name) => name === 'profile')).toHaveLength(1);
});

test('a change that waits keeps only what it changed from being refreshed', async () => {
  const { app, api, accepted, arrive } = await device();
  arrive();
  await refreshAccount(app, api, accepted);
  await app.state.put({ key: 'counts', friends: 0, likes: 9, likedMe: 0, favourites: 0, requests: 0 });
  await app.state.put({ key: 'settings', ...DEFAULT_SETTINGS, lastSeen: false });
  await app.apiQueue.add(queued(session, 'changeFavourite', { targetUid: 9001, favourite: true }));
  await refreshAccount(app, api, accepted);
  expect(await app.state.get('settings')).toMatchObject({ lastSeen: true });
  expect(await app.state.get('counts')).toMatchObject({ likes: 9 });
  await app.apiQueue.clear();
  await app.apiQueue.add(queued(session, 'updateProfile', { settings: { lastSeen: false } }));
  await app.state.put({ key: 'settings', ...DEFAULT_SETTINGS, lastSeen: false });
  await refreshAccount(app, api, accepted);
  expect(await app.state.get('settings')).toMatchObject({ lastSeen: false });
  expect(await app.state.get('counts')).toMatchObject({ likes: 0 });
});

test('a like that was accepted while a profile or a list was fetched stays', async () => {
  for (const [name, fetch] of [
    ['friendsRelative', ({ cards }: Awaited<ReturnType<typeof device>>) => cards.refresh(9001)],
    ['hotAnchors', ({ lists }: Awaited<ReturnType<typeof device>>) => lists.refresh('hot:', false)],
  ] as const) {
    const here = await device();
    const fetching = fetch(here);
    await expect.poll(() => here.asked).toContain(name);
    await here.like();
    here.arrive();
    expect(await fetching).toMatchObject({ ok: true });
    expect(await here.app.relations.get(9001)).toMatchObject({ liked: true });
    // A response requested after the change is stored again.
    await here.app.relations.put({ uid: 9001, ...NO_RELATION });
    await fetch(here);
    expect(await here.app.relations.get(9001)).toMatchObject({ liked: true });
  }
});
