import { expect, test } from 'vitest';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { PRICES_KEPT_MS } from '#contract/discovery/rules.ts';
import { PRESENCE_TARGETS_MAX } from '#contract/people/rules.ts';
import { createMeeting } from '../../../../worker/people/meeting.ts';
import { createPrices } from '../../../../worker/people/prices.ts';
import { session } from '../support/databases.ts';
import { host, serverOf, signedIn } from '../support/people.ts';

const jid = (uid: number) => `u_${uid}@${session.services.domain}`;

test('a greeting is triggered once for each occasion, and never for hosts', async () => {
  const { app } = await signedIn();
  const { api, asked } = serverOf({ triggerAutoMessage: () => ({ triggered: true }) });
  let role = session.role;
  const meeting = createMeeting({ app, api, session: async () => ({ ...session, role }) });
  for (const [scene, uid] of [['login'], ['login'], ['profile', 9001], ['profile', 9001], ['profile', 9002]] as const)
    await meeting.triggerGreeting(scene, uid);
  expect(asked.map(([, data]) => data)).toEqual([
    { scene: 'login' },
    { scene: 'profile', targetUid: 9001 },
    { scene: 'profile', targetUid: 9002 },
  ]);
  role = ROLE_ANCHOR;
  await meeting.triggerGreeting('profile', 9003);
  expect(asked).toHaveLength(3);
});

test("after a call with a new person the favourite star is the server's, unless a change still waits", async () => {
  const { app } = await signedIn();
  const { api, asked } = serverOf({ queryFavourite: () => ({ favourite: true }) });
  const meeting = createMeeting({ app, api, session: async () => session });
  await meeting.onCallEnded(9001);
  expect(await app.relations.get(9001)).toMatchObject({ favourite: true, friend: false });
  expect(asked.map(([name]) => name)).toContain('triggerAutoMessage');
  await app.apiQueue.add({ uid: session.uid, data: { targetUid: 9002 }, operationId: 'x' } as never);
  await meeting.onCallEnded(9002);
  expect(await app.relations.get(9002)).toBeUndefined();
});

test('without a stream presence is read over HTTP', async () => {
  const { app } = await signedIn();
  const { api, asked } = serverOf({
    onlineStatus: () => ({
      onlineStatus: [
        { jid: jid(9001), status: 'busy' },
        { jid: 'u_9002@elsewhere.example', status: 'online' },
      ],
    }),
  });
  const meeting = createMeeting({ app, api, session: async () => session });
  expect([...(await meeting.presenceOf([9001, 9002]))]).toEqual([[9001, 'busy']]);
  expect(asked[0]?.[1]).toEqual({ targetJid: [jid(9001), jid(9002)] });
});

test('a price that is old or not known is asked for once; those of users and fresh ones are not', async () => {
  const { app } = await signedIn();
  let now = 10 * PRICES_KEPT_MS;
  const row = (uid: number, over: object = {}) => ({
    ...{ ...host(uid, { jid: jid(uid) }), role: ROLE_ANCHOR, fetchedAt: now, price: 30 },
    ...over,
  });
  const old = { fetchedAt: now - PRICES_KEPT_MS - 1 };
  await app.people.bulkPut([row(9001, old), row(9002, { price: 0 }), row(9003), row(9004, { ...old, role: 2 })]);
  const { api, asked } = serverOf({
    anchorAccount: () => ({
      anchorAccountInfo: [
        { jid: jid(9001), privateChatPrice: 55 },
        { jid: jid(9002), privateChatPrice: 20 },
      ],
    }),
  });
  const prices = createPrices({ app, api, now: () => now });
  for (let times = 0; times < 3; times += 1) await prices.refresh([9001, 9002, 9003, 9004, 9005]);
  expect(asked).toEqual([['anchorAccount', { targetJid: [jid(9001), jid(9002)] }]]);
  expect((await app.people.bulkGet([9001, 9002, 9003])).map((one) => one?.price)).toEqual([55, 20, 30]);
  now += PRICES_KEPT_MS + 1;
  await prices.refresh([9003]);
  expect(asked).toHaveLength(2);
});

test('as many prices are requested as one answer holds, and none is stored after a sign-out', async () => {
  const { app } = await signedIn();
  const uids = Array.from({ length: PRESENCE_TARGETS_MAX + 1 }, (_, at) => 9001 + at);
  await app.people.bulkPut(
    uids.map((uid) => ({ ...host(uid, { jid: jid(uid) }), role: ROLE_ANCHOR, price: 0, fetchedAt: 0 })),
  );
  const { api, asked } = serverOf({
    anchorAccount: async () => {
      await app.state.delete('session');
      return { anchorAccountInfo: [{ jid: jid(9001), privateChatPrice: 55 }] };
    },
  });
  const prices = createPrices({ app, api, now: () => 10 * PRICES_KEPT_MS });
  await prices.refresh(uids);
  expect(asked.map(([, data]) => (data as { targetJid: string[] }).targetJid.length)).toEqual([PRESENCE_TARGETS_MAX]);
  expect((await app.people.get(9001))?.price).toBe(0);
});
