import { type Element, Parser } from '@xmpp/xml';
import { expect, test } from 'vitest';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import type { Input } from '#contract/api/endpoint.ts';
import { writeMessage } from '#contract/chat/message.ts';
import type { Payload } from '#contract/chat/payload.ts';
import { readPayload } from '#contract/chat/payload.ts';
import { sealedText } from '#contract/chat/seal.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import { ok } from '#contract/result.ts';
import type { AppDb } from '../../../../worker/db/schema.ts';
import { createPeopleCommands } from '../../../../worker/people/commands.ts';
import { PAYLOADS } from '../../../harness/payload-samples.ts';
import { breakTable, freshChat, session } from '../support/databases.ts';
import { host, serverOf, signedIn } from '../support/people.ts';
import { receive } from '../support/receiving.ts';
import { DOMAIN, HOST, ME, chat as said } from '../support/stanzas.ts';

type Reported = Input<Endpoints['report']>['messages'][number];
function parse(text: string): Element {
  const parser = new Parser();
  let found: Element | undefined;
  parser.on('element', (element: Element) => {
    found = element;
  });
  parser.write(`<stream>${text}</stream>`);
  if (!found) throw new Error('no element');
  return found;
}

const queuedReport = async (app: AppDb) =>
  (await app.apiQueue.toArray())[0]?.data as { messages: Reported[]; mid: string };

async function people(...[who]: [(typeof session | null)?]) {
  const chat = freshChat();
  const { app } = await signedIn();
  const { api, asked } = serverOf({
    sendMsgLock: () => ({ locked: true, reason: 'violation', until: 5, left: 0 }),
    onlineWish: () => ({ wanted: true }),
    changeOnlineWish: () => ({ wanted: false }),
    support: () => ({ jid: 'official.chat.example', uid: 1, note: 'Mondays' }),
  });
  const [kicks, seen]: [number[], number[]] = [[], []];
  const commands = createPeopleCommands({
    app,
    chat,
    api,
    queue: { kick: () => void kicks.push(1) },
    session: async () => (who === null ? undefined : session),
    cards: { refresh: async () => ok(null) },
    onProfile: (uid) => void seen.push(uid),
    showPeople: () => {},
  });
  return { app, chat, asked, commands, kicks, seen };
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

test('the wishes to be notified of arrivals are stored as the server answers them', async () => {
  const { app, commands } = await people();
  await commands.refreshOnlineWish(9001);
  await commands.refreshOnlineWish(9002);
  expect(await app.state.get('onlineWishes')).toEqual({ key: 'onlineWishes', uids: [9001, 9002] });
  expect(await commands.changeOnlineWish(9001, false)).toEqual(ok(null));
  expect(await app.state.get('onlineWishes')).toEqual({ key: 'onlineWishes', uids: [9002] });
});

test('the same change twice counts once', async () => {
  const { app, commands } = await people();
  await app.state.put({ key: 'counts', friends: 0, likes: 1, likedMe: 0, favourites: 0, requests: 0 });
  await commands.changeRelation(9001, 'like');
  await commands.changeRelation(9001, 'like');
  expect(await app.state.get('counts')).toMatchObject({ likes: 2 });
});

test('a block removes the blocked user from every list', async () => {
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

test('an action needs a login and another user', async () => {
  const stranger = await people(null);
  expect(await stranger.commands.changeRelation(9001, 'like')).toMatchObject({ error: { code: 'need-login' } });
  const { app, commands } = await people();
  expect(await commands.changeFavourite(session.uid, true)).toMatchObject({ error: { code: 'bad-request' } });
  expect(await app.apiQueue.count()).toBe(0);
});

test('a report changes nothing here and waits for the server', async () => {
  const { app, commands } = await people();
  await commands.report(9001, 'spam', 'again and again', []);
  expect(await app.apiQueue.toArray()).toMatchObject([
    { endpoint: 'report', data: { targetUid: 9001, reason: 'spam', note: 'again and again' } },
  ]);
});

test('a report about a call names the call and waits for the server', async () => {
  const { app, commands } = await people();
  await commands.reportCall(9001, 'sid-1', 'abuse', '', 'frame');
  await commands.reportCall(9002, 'sid-2', 'abuse', '', '');
  expect(await app.apiQueue.toArray()).toMatchObject([
    { endpoint: 'report', data: { targetUid: 9001, reason: 'abuse', sid: 'sid-1', frame: 'frame' } },
    { endpoint: 'report', data: { targetUid: 9002, reason: 'abuse', note: '', sid: 'sid-2' } },
  ]);
});

test('a report contains only the messages of the reported user, as sealed, without picture placeholders', async () => {
  const { app, chat, commands } = await people();
  const AT = 1_773_489_600_000;
  const samples = [
    PAYLOADS.image[1],
    PAYLOADS.audio[0],
    PAYLOADS.text[1],
    PAYLOADS.short_video[1],
    PAYLOADS.sticker[0],
  ];
  const seal = 's'.repeat(43);
  const stanzas = samples.map((payload, at) =>
    writeMessage({
      id: `m${at}`,
      from: `${HOST}/phone`,
      to: ME,
      thread: '',
      os: '',
      pkgName: '',
      nick: '',
      textAction: '',
      payload: payload as Payload,
      at: AT + at,
      seal,
      sensitiveInfo: at === 1 ? 2 : 0,
    }),
  );
  await receive(chat, [...stanzas, said({ id: 'other', from: `u_9002@${DOMAIN}/x`, at: AT })]);
  const all = (await chat.messages.toArray()).map(({ mid }) => mid);
  expect(all).toHaveLength(6);
  await commands.report(9001, 'nudity', '', all);
  const { messages, mid } = await queuedReport(app);
  expect([mid, messages.map(({ id }) => id)]).toEqual(['m0', ['m0', 'm1', 'm2', 'm3', 'm4']]);
  for (const [at, { x, body, seal: given, ...facts }] of messages.entries()) {
    expect([given, x.includes('data:image')]).toEqual([seal, false]);
    // The payload that the server parses has the seal that the edge wrote.
    const element = parse(x);
    const payload = readPayload(Number(element.attrs['type']), body, element) as Payload;
    const told = { ...facts, payload: samples[at] as Payload };
    expect(sealedText({ ...facts, payload })).toBe(sealedText(told));
  }
});

test('a report holds no more than the request limit', async () => {
  const { app, chat, commands } = await people();
  const stanzas = Array.from({ length: 5 }, (_, at) => said({ id: `m${at}`, body: '語'.repeat(4_000), at: at + 1 }));
  await receive(chat, stanzas);
  await commands.report(
    9001,
    'spam',
    '',
    (await chat.messages.toArray()).map(({ mid }) => mid),
  );
  const data = await queuedReport(app);
  expect(data.messages).toHaveLength(3);
  expect(new TextEncoder().encode(JSON.stringify(data)).length).toBeLessThan(60_000);
});

test('the server states whether the peer may write, and where the team is', async () => {
  const { asked, commands } = await people();
  expect(await commands.writeLock(9001)).toEqual(ok({ locked: true, reason: 'violation', until: 5, left: 0 }));
  expect(await commands.support()).toEqual(ok({ uid: 1, note: 'Mondays' }));
  expect(asked).toEqual([
    ['sendMsgLock', { targetUid: 9001 }],
    ['support', {}],
  ]);
});

const anchor = { ...host(9001), role: ROLE_ANCHOR, fetchedAt: 1 };

test('a host becomes a friend at once, and only the page reports how long a profile was viewed', async () => {
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
