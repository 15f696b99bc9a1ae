import xml from '@xmpp/xml';
import { expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/account/default-settings.ts';
import type { Settings } from '#contract/account/settings.ts';
import { writePeopleNews } from '#contract/people/news.ts';
import { createAccount } from '../../../../worker/account/account.ts';
import { createOutcomes } from '../../../../worker/api/outcomes.ts';
import { createApiQueue } from '../../../../worker/api/queue.ts';
import type { StreamLink } from '../../../../worker/base/part.ts';
import { readSession } from '../../../../worker/base/session-row.ts';
import { createPeople } from '../../../../worker/people/people.ts';
import { freshChat, session } from '../support/databases.ts';
import { serverOf, signedIn } from '../support/people.ts';
import { fakeTabs } from '../support/ports.ts';

// The address of the page is read when the module is loaded.
vi.hoisted(() => Object.assign(globalThis, { location: { host: 'gem.test' } }));

/** A device with its stream, and the settings of its account on the server, which another device changes. */
async function device() {
  const databases = await signedIn();
  const { app } = databases;
  const server = { settings: DEFAULT_SETTINGS, isReached: true, answers: [] as Promise<void>[] };
  const { api, asked } = serverOf({
    profile: async () => {
      const { settings } = server;
      await server.answers.shift();
      return server.isReached ? { uid: session.uid, nickName: 'Ada', settings } : { code: 'offline' };
    },
  });
  const queue = createApiQueue({ app, api, outcomes: createOutcomes(app) });
  const common = { ...databases, chat: freshChat(), api, queue, session: () => readSession(app) };
  const account = createAccount({ ...common, track() {}, onSignedIn: async () => {}, onSigningOut: async () => {} });
  let announced = 0;
  const people = createPeople({
    ...common,
    tabs: fakeTabs().tabs,
    refreshList: async () => undefined,
    onOwnProfile() {
      announced += 1;
      void account.onOwnChange?.();
    },
    now: () => 1,
  });
  const stream = { session, ask: async () => undefined } as unknown as StreamLink;
  return {
    server,
    announced: () => announced,
    requests: () => asked.filter(([name]) => name === 'profile').length,
    settings: async () => (await app.state.get('settings')) as Settings | undefined,
    signIn: () => account.onSignedIn?.(session),
    async openStream(resumed = false) {
      for (const part of [account, people]) part.onStreamUp?.(stream, resumed);
      // The people part reads the address of the gate.
      await readSession(app);
    },
    announce(uid: number) {
      const news = writePeopleNews({ kind: 'profile', uids: [uid] });
      people.onPush?.(xml('message', { type: 'headline', from: session.services.gate }, news));
    },
  };
}
const pinned = { ...DEFAULT_SETTINGS, conversations: { u_9001: { pinned: true as const } } };

test('a conversation pinned and settings changed on another device are fetched when the gate announces the own account', async () => {
  const { server, settings, signIn, openStream, announce, requests } = await device();
  signIn();
  await openStream();
  await expect.poll(settings).toMatchObject({ lastSeen: true, conversations: {} });
  server.settings = { ...pinned, lastSeen: false };
  announce(9001);
  announce(session.uid);
  await expect.poll(settings).toMatchObject({ lastSeen: false, conversations: { u_9001: { pinned: true as const } } });
  expect(requests()).toBe(2);
});

test('settings changed while the device had no stream are fetched when a new one is up, not when the old one is resumed', async () => {
  const { server, settings, signIn, openStream, requests } = await device();
  signIn();
  await openStream();
  await expect.poll(settings).toMatchObject({ conversations: {} });
  server.settings = pinned;
  await openStream(true);
  await openStream();
  await expect.poll(settings).toMatchObject({ conversations: { u_9001: { pinned: true as const } } });
  expect(requests()).toBe(2);
});

test('the account is fetched again with the first stream when its request at the start had no answer', async () => {
  const { server, settings, signIn, openStream } = await device();
  server.isReached = false;
  signIn();
  server.settings = pinned;
  await expect.poll(settings).toBeUndefined();
  server.isReached = true;
  await openStream();
  await expect.poll(settings).toMatchObject({ conversations: { u_9001: { pinned: true as const } } });
});

test('an answer that was written before a change and arrives late does not replace the newer settings', async () => {
  const { server, settings, signIn, openStream, announce, announced, requests } = await device();
  signIn();
  await openStream();
  await expect.poll(settings).toMatchObject({ conversations: {} });
  const late = Promise.withResolvers<void>();
  server.answers.push(late.promise);
  announce(session.uid);
  await expect.poll(requests).toBe(2);
  server.settings = pinned;
  announce(session.uid);
  await expect.poll(announced).toBe(2);
  // A request that does not wait for the one before is made after one read of the session.
  for (let read = 0; read < 5; read += 1) await settings();
  expect(requests()).toBe(2);
  late.resolve();
  await expect.poll(settings).toMatchObject({ conversations: { u_9001: { pinned: true as const } } });
  expect(requests()).toBe(3);
});
