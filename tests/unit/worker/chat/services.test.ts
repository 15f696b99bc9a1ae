import type { Element } from '@xmpp/xml';
import { describe, expect, test, vi } from 'vitest';
import { withoutGreeting } from '#contract/chat/greeting.ts';
import { writeHeadline, writeMessage } from '#contract/chat/message.ts';
import type { Payload } from '#contract/chat/payload.ts';
import { OFFICIAL_TID } from '#contract/chat/rules.ts';
import { forgetCopies } from '../../../../worker/chat/changes/removed.ts';
import { clearMessages } from '../../../../worker/chat/clear.ts';
import { welcome } from '../../../../worker/chat/official.ts';
import { PAYLOADS } from '../../../harness/payload-samples.ts';
import { signedIn } from '../support/commands.ts';
import { freshChat, session } from '../support/databases.ts';
import { messageOf, receive, see, unreadOf } from '../support/receiving.ts';
import { archived, carbon, chat, DOMAIN, HOST, ME, MY_TAB, mark, self } from '../support/stanzas.ts';

const { gift, official } = self.services;
const ROSE = { ...PAYLOADS.gift[0], from: 9001, to: self.uid } as Payload;
const WELCOME: Payload = { kind: 'official_message', key: 'welcome', args: { gems: '50' }, body: '' };
const FRIENDS: Payload = { kind: 'add_friend_msg', about: 9001 };

const said = (payload: Payload, id: string, from: string, at = 1): Element =>
  writeMessage({
    id,
    from,
    to: ME,
    thread: '',
    os: '',
    pkgName: '',
    nick: 'Maya',
    textAction: '',
    at,
    payload,
  });

test('a gift and a new friend appear in the conversation of the peer concerned', async () => {
  const db = freshChat();
  await receive(db, [said(ROSE, 'g1', gift), said(FRIENDS, 'f1', official, 2)]);
  expect(await see(db)).toMatchObject({
    messages: [
      { mid: 'gift/g1', tid: 'u_9001', out: false, read: false },
      { mid: 'u_1/f1', tid: 'u_9001', payload: { kind: 'add_friend_msg' } },
    ],
    threads: [{ id: 9001, tid: 'u_9001', linkedJid: HOST, unread: 2, lastIncoming: 0 }],
  });
  // A user's message with the same id is a different message.
  await receive(db, [chat({ id: 'g1', at: 3 })]);
  expect((await see(db)).threads).toMatchObject([{ unread: 3, lastIncoming: 3 }]);
});

test('the local greeting is shown until there is a message from or to the team', async () => {
  const { db, commands } = await signedIn();
  await welcome(db, session, 1);
  const listed = async () => withoutGreeting((await see(db)).threads).map(({ tid }) => tid);
  await commands.openThread(1, '');
  expect((await listed()).sort()).toEqual(['localOfficial', 'u_1', 'u_9001']);
  await receive(db, [said(WELCOME, 'w1', official, 2)]);
  expect((await listed()).sort()).toEqual(['u_1', 'u_9001']);
  // The greeting is still stored; it is only not listed.
  expect((await see(db)).threads.some(({ tid }) => tid === 'localOfficial')).toBe(true);
});

test('a new account has nothing unread before the first message of a user, also after the welcome of the team arrived', async () => {
  const { db } = await signedIn();
  await welcome(db, session, 1);
  await receive(db, [said(WELCOME, 'w1', official, 2)]);
  const unread = async () => (await see(db)).threads.reduce((sum, thread) => sum + thread.unread, 0);
  const before = await unread();
  expect(await unreadOf(db, 'localOfficial')).toBe(0);
  expect(await unreadOf(db, OFFICIAL_TID)).toBe(0);
  await receive(db, [
    said({ kind: 'official_message', key: 'reward', args: { gems: '5' }, body: '' }, 'w2', official, 3),
  ]);
  expect((await unread()) - before).toBe(1);
});

test('a gift that the user gave is an own message', async () => {
  const db = freshChat();
  const given = said({ ...ROSE, from: self.uid, to: 9001 } as Payload, 'g2', gift);
  await receive(db, [given, carbon('received', given), archived(given)]);
  expect((await see(db)).messages).toMatchObject([{ mid: 'gift/g2', tid: 'u_9001', out: true, read: true }]);
  expect(await unreadOf(db, 'u_9001')).toBe(0);
});

test('a service gets no receipts, and a read mark goes to it beside that of the peer', async () => {
  const db = freshChat();
  await receive(db, [said(ROSE, 'g1', gift)]);
  expect(await db.outbox.toArray()).toEqual([]);
  await receive(db, [said(ROSE, 'g2', gift, 2), chat({ id: 'a', at: 3 })], { isWatched: () => true });
  expect(await db.outbox.toArray()).toMatchObject([
    { kind: 'displayed', about: 'g2', tid: 'u_9001', to: gift },
    { kind: 'displayed', about: 'a', tid: 'u_9001', to: HOST },
  ]);
});

test('a service message read on another own device counts as read here, in its conversation', async () => {
  const db = freshChat();
  await receive(db, [said(ROSE, 'g1', gift), said(FRIENDS, 'f1', official, 2)]);
  await receive(db, [carbon('sent', mark('displayed', 'g1', MY_TAB, gift))]);
  expect(await unreadOf(db, 'u_9001')).toBe(1);
  await receive(db, [carbon('sent', mark('displayed', 'f1', MY_TAB, official))]);
  expect(await unreadOf(db, 'u_9001')).toBe(0);
});

test('a mark to a service on a new device makes the service messages read, and those of the peer unchanged', async () => {
  const db = freshChat();
  await receive(db, [archived(mark('displayed', 'g1', MY_TAB, gift))], { isHistory: true });
  await receive(db, [archived(said(ROSE, 'g1', gift)), archived(chat({ id: 'a', at: 2 }))], { isHistory: true });
  expect(await messageOf(db, 'gift/g1')).toMatchObject({ read: true });
  expect(await messageOf(db, 'u_9001/a')).toMatchObject({ read: false });
});

test('a message that only changes another one is stored, hidden, and deleted when the conversation is cleared', async () => {
  const db = freshChat();
  const of = 'V1StGXR8_Z5jdHi6B-myT';
  await receive(db, [said({ kind: 'system', key: 'opened', args: { of }, about: 9001 }, 's1', official)]);
  expect(await db.messages.toArray()).toMatchObject([{ tid: '#u_9001', answers: of }]);
  expect(await db.threads.count()).toBe(0);
  await receive(db, [said({ kind: 'system', key: 'givenBack', args: { of }, about: 9001 }, 's2', official)]);
  expect((await see(db)).threads).toMatchObject([{ tid: 'u_9001', unread: 0, lastFacts: { kind: 'system' } }]);
  await clearMessages(db, 'u_9001');
  expect(await db.messages.count()).toBe(0);
});

test('maintenance is stored with the team under its state id, and core-only messages are not stored', async () => {
  const db = freshChat();
  const tell = (payload: Payload, id: string) =>
    writeHeadline({
      id,
      from: official,
      to: ME,
      thread: '',
      os: '',
      pkgName: '',
      nick: '',
      textAction: '',
      payload,
    });
  await receive(db, [
    tell(PAYLOADS.maintenance[0] as Payload, 'm-1.planned'),
    tell({ kind: 'attribution_refresh' }, 'r'),
  ]);
  expect((await see(db)).messages).toMatchObject([{ mid: 'u_1/m-1.planned', tid: 'u_1' }]);
});

test('the reply target and the origin of a message are stored with it', async () => {
  const db = freshChat();
  const ID = 'V1StGXR8_Z5jdHi6B-myT';
  await receive(db, [
    writeMessage({
      id: 'm1',
      from: `${HOST}/phone`,
      to: ME,
      thread: '',
      os: '',
      pkgName: '',
      nick: '',
      textAction: '',
      payload: { kind: 'text', body: 'hi' },
      reply: ID,
      identify: 'auto.login',
      step: 3,
      seal: 's'.repeat(43),
    }),
  ]);
  const row = await messageOf(db, 'u_9001/m1');
  expect(row).toMatchObject({ replyTo: ID, identify: 'auto.login', step: 3, seal: 's'.repeat(43) });
});

test('opening a conversation sends a read mark to each sender in it', async () => {
  const { db, commands } = await signedIn();
  await receive(db, [chat({ id: 'a', at: 1 }), said(ROSE, 'g1', gift, 2), chat({ id: 'b', at: 3 })]);
  await db.outbox.clear();
  await commands.watchThread('tab', 'u_9001');
  expect(await db.outbox.toArray()).toMatchObject([
    { kind: 'displayed', about: 'b', to: HOST },
    { kind: 'displayed', about: 'g1', to: gift },
  ]);
  expect(await unreadOf(db, 'u_9001')).toBe(0);
});

describe('a message that the server retracts', () => {
  const of = 'V1StGXR8_Z5jdHi6B-myT';
  const removed = said({ kind: 'system', key: 'removed', args: { of }, about: 9001 }, 's1', official, 9);
  const image = said(PAYLOADS.image[0] as Payload, of, `${HOST}/phone`, 5);
  const [path] = /\/media\/p\/[0-9a-f]{32}/.exec(JSON.stringify(PAYLOADS.image[0])) ?? [];
  const blank = { payload: { kind: 'text', body: '' }, sensitiveInfo: 8 };

  test.each<[string, Element[][]]>([
    ['after the message', [[image], [removed]]],
    ['before it', [[removed], [image]]],
    ['with it', [[removed, image]]],
    ['again', [[image], [removed], [archived(removed), archived(image)]]],
  ])('a retracted message is blanked when the retraction arrives %s', async (_when, batches) => {
    const db = freshChat();
    const gone: string[] = [];
    for (const batch of batches) gone.push(...(await receive(db, batch)).revokedMediaPaths);
    expect(await messageOf(db, `u_9001/${of}`)).toMatchObject(blank);
    expect([...new Set(gone)]).toEqual([path]);
    expect((await see(db)).threads).toMatchObject([{ lastMid: `u_9001/${of}`, lastFacts: { kind: 'removed' } }]);
    expect(JSON.stringify(await db.messages.toArray())).not.toContain('/media/p/');
  });

  test('a retraction blanks an own message of the same conversation, and no other message', async () => {
    const db = freshChat();
    const own = (to: string, id: string) =>
      carbon(
        'sent',
        writeMessage({
          id,
          from: MY_TAB,
          to,
          thread: '',
          os: '',
          pkgName: '',
          nick: '',
          textAction: '',
          payload: PAYLOADS.image[0] as Payload,
          at: 3,
        }),
      );
    const another = said(PAYLOADS.image[0] as Payload, 'W1StGXR8_Z5jdHi6B-myT', `${HOST}/phone`, 4);
    await receive(db, [own(HOST, of), another, removed]);
    expect(await messageOf(db, `u_${self.uid}/${of}`)).toMatchObject(blank);
    expect(await messageOf(db, 'u_9001/W1StGXR8_Z5jdHi6B-myT')).toMatchObject({ payload: { kind: 'image' } });
    const elsewhere = freshChat();
    await receive(elsewhere, [own(`u_9002@${DOMAIN}`, of), removed]);
    expect(await messageOf(elsewhere, `u_${self.uid}/${of}`)).toMatchObject({ payload: { kind: 'image' } });
  });

  test('a retraction that a user forges changes nothing', async () => {
    const db = freshChat();
    const forged = said({ kind: 'system', key: 'removed', args: { of }, about: 9001 }, 's1', `${HOST}/phone`, 9);
    await receive(db, [image, forged]);
    expect(await messageOf(db, `u_9001/${of}`)).toMatchObject({ payload: { kind: 'image' } });
  });

  test('the cached copies of a retracted file are deleted, original and resized, and no others', async () => {
    const kept = [`${path}`, `${path}/img480`, `${path}0`, '/media/p/other'];
    const cache = {
      keys: async () => kept.map((one) => ({ url: `https://app.example${one}` })),
      delete: async ({ url }: { url: string }) => void kept.splice(kept.indexOf(new URL(url).pathname), 1),
    };
    vi.stubGlobal('caches', { has: async () => true, open: async () => cache });
    await forgetCopies([`${path}`]);
    vi.unstubAllGlobals();
    expect(kept).toEqual([`${path}0`, '/media/p/other']);
  });
});
