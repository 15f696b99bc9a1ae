import { expect, test } from 'vitest';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { PRICES_KEPT_MS } from '#contract/discovery/rules.ts';
import { GREETING_AFTER_CALL_MS, GREETING_AFTER_LOGIN_MS, PRESENCE_TARGETS_MAX } from '#contract/people/rules.ts';
import { DAY_MS } from '../../../../contract/durations.ts';
import { createContactRequests } from '../../../../worker/people/contact-requests.ts';
import { createPrices } from '../../../../worker/people/prices.ts';
import { freshChat, session } from '../support/databases.ts';
import { host, serverOf, signedIn } from '../support/people.ts';

const jid = (uid: number) => `u_${uid}@${session.services.domain}`;

/** Contact requests with a server that lets every host greet. The test moves the clock and runs the timers. */
async function meet({ role = session.role }: { role?: number } = {}) {
  const { app, accepted } = await signedIn();
  const chat = freshChat();
  const { api, asked } = serverOf({ triggerAutoMessage: () => ({ triggered: true }) });
  let now = 1_000;
  const timers: (readonly [ms: number, act: () => Promise<void>])[] = [];
  const contactRequests = createContactRequests({
    app,
    chat,
    accepted,
    api,
    session: async () => ({ ...session, role }),
    now: () => now,
    later: (ms, act) => void timers.push([ms, act]),
  });
  await app.people.bulkPut([9001, 9002].map((uid) => ({ ...host(uid), role: ROLE_ANCHOR, fetchedAt: 1 })));
  await app.people.put({ ...host(5), role: session.role, fetchedAt: 1 });
  const scenes = () => asked.map(([, data]) => data);
  const pass = (ms: number) => {
    now += ms;
  };
  return { app, chat, contactRequests, timers, scenes, pass };
}

test('a host with a viewed profile greets once, unless there is a message already; other users and hosts are not greeted', async () => {
  const { chat, contactRequests, scenes } = await meet();
  await chat.messages.add({ mid: 'm', tid: 'u_9002', date: 1 } as never);
  for (const uid of [9001, 9001, 9002, 5, 77]) await contactRequests.onProfile(uid);
  expect(scenes()).toEqual([{ scene: 'profile', targetUid: 9001 }]);
  const anchor = await meet({ role: ROLE_ANCHOR });
  await anchor.contactRequests.onProfile(9001);
  expect(anchor.scenes()).toEqual([]);
});

test('a host greets once after a sufficiently long call, when its screen is closed', async () => {
  const { contactRequests, scenes } = await meet();
  await contactRequests.onReceiptClosed(9001, GREETING_AFTER_CALL_MS - 1);
  expect(scenes()).toEqual([]);
  for (let times = 0; times < 2; times += 1) await contactRequests.onReceiptClosed(9001, GREETING_AFTER_CALL_MS);
  expect(scenes()).toEqual([{ scene: 'after_call', targetUid: 9001 }]);
});

test('a host greets some time after the first connection of a day, whatever the connection did meanwhile', async () => {
  const { app, contactRequests, timers, scenes, pass } = await meet();
  for (let times = 0; times < 3; times += 1) contactRequests.onConnected();
  expect(timers.map(([ms]) => ms)).toEqual([GREETING_AFTER_LOGIN_MS]);
  await timers[0]?.[1]();
  expect(scenes()).toEqual([{ scene: 'login' }]);
  expect(await app.state.get('greeted')).toEqual({ key: 'greeted', day: 0 });
  pass(DAY_MS);
  contactRequests.onConnected();
  await timers[1]?.[1]();
  expect(scenes()).toHaveLength(2);
  expect(await app.state.get('greeted')).toEqual({ key: 'greeted', day: 1 });
});

test('no host greets after the login when something is unread, nor a second time that day', async () => {
  const { chat, contactRequests, timers, scenes } = await meet();
  await chat.threads.add({ id: 1, tid: 'u_9001', lastDate: 1, unread: 1 } as never);
  contactRequests.onConnected();
  await timers[0]?.[1]();
  await chat.threads.clear();
  contactRequests.onConnected();
  await timers[1]?.[1]();
  expect(scenes()).toEqual([]);
});

test('a host greets a new guest although messages of the team are unread', async () => {
  const { chat, contactRequests, timers, scenes } = await meet();
  const greeting = { id: 1.5, tid: 'localOfficial', lastDate: 1, unread: 1, lastMid: 'a' };
  await chat.threads.bulkAdd([greeting, { id: 1, tid: 'u_1', lastDate: 2, unread: 3, lastMid: 'b' }] as never);
  contactRequests.onConnected();
  await timers[0]?.[1]();
  expect(scenes()).toEqual([{ scene: 'login' }]);
});

test("the favourite flag of a new peer is the server's after a call, unless a change still waits", async () => {
  const { app, accepted } = await signedIn();
  const { api, asked } = serverOf({ queryFavourite: () => ({ favourite: true }) });
  const contactRequests = createContactRequests({
    app,
    accepted,
    chat: freshChat(),
    api,
    session: async () => session,
    now: () => 1,
    later() {},
  });
  await contactRequests.onCallEnded(9001);
  expect(await app.relations.get(9001)).toMatchObject({ favourite: true, friend: false });
  expect(asked.map(([name]) => name)).toEqual(['queryFavourite']);
  await app.apiQueue.add({ uid: session.uid, data: { targetUid: 9002 }, operationId: 'x' } as never);
  await contactRequests.onCallEnded(9002);
  expect(await app.relations.get(9002)).toBeUndefined();
});

test('presence is read over HTTP when there is no stream', async () => {
  const { app, accepted } = await signedIn();
  const { api, asked } = serverOf({
    onlineStatus: () => ({
      onlineStatus: [
        { jid: jid(9001), status: 'busy' },
        { jid: 'u_9002@elsewhere.example', status: 'online' },
      ],
    }),
  });
  const contactRequests = createContactRequests({
    app,
    accepted,
    chat: freshChat(),
    api,
    session: async () => session,
    now: () => 1,
    later() {},
  });
  expect([...(await contactRequests.presenceOf([9001, 9002]))]).toEqual([[9001, 'busy']]);
  expect(asked[0]?.[1]).toEqual({ targetJid: [jid(9001), jid(9002)] });
});

test('an old or missing price is requested once, and those of users and fresh ones are not', async () => {
  const { app } = await signedIn();
  let now = 10 * PRICES_KEPT_MS;
  const row = (uid: number, over: object = {}) => ({
    ...host(uid, { jid: jid(uid) }),
    role: ROLE_ANCHOR,
    fetchedAt: now,
    price: 30,
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
