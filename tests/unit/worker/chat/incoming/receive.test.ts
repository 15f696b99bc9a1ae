import xml from '@xmpp/xml';
import Dexie from 'dexie';
import { describe, expect, test } from 'vitest';
import { KIND_NS } from '#contract/chat/kinds/shapes.ts';
import { DAY_MS } from '../../../../../contract/durations.ts';
import { openAsRead } from '../../../../../worker/chat/open-as-read.ts';
import { breakTable, freshApp, freshChat, withoutIds } from '../../support/databases.ts';
import { messageOf, NOW, receive, see, unreadOf } from '../../support/receiving.ts';
import { ATTACKER, archived, carbon, chat, HOST, ME, MY_TAB, OTHER_HOST, self } from '../../support/stanzas.ts';

const writePlace = (name: string) => xml('geo', { xmlns: KIND_NS, lat: 1, lon: 2, acc: 1_000, name });

test('a message appears in the conversation of its sender, unread, with name, text and date of the server', async () => {
  const db = freshChat();
  await receive(db, [chat({ id: 'a', body: 'hi there', at: NOW - 5, nick: 'Maya\u202e' })]);
  expect(await see(db)).toMatchObject({
    messages: [
      { mid: 'u_9001/a', tid: 'u_9001', date: NOW - 5, read: false, out: false, state: 'success', nickName: 'Maya' },
    ],
    threads: [
      {
        id: 9001,
        tid: 'u_9001',
        linkedJid: HOST,
        unread: 1,
        lastFacts: { kind: 'text', body: 'hi there' },
        lastIncoming: NOW - 5,
      },
    ],
  });
  expect(await db.users.get(9001)).toMatchObject({ jid: HOST, nickName: 'Maya' });
});

test('a message that arrives again, live, as a copy or from the archive, is shown once', async () => {
  const db = freshChat();
  const again = chat({ id: 'a', at: NOW });
  await receive(db, [again, again]);
  await receive(db, [carbon('received', again), archived(again), chat({ id: 'a', at: NOW + 1, body: 'changed' })]);
  expect((await see(db)).messages).toMatchObject([{ mid: 'u_9001/a', payload: { body: 'hello' } }]);
  expect(await unreadOf(db, 'u_9001')).toBe(1);
  expect(await db.outbox.count()).toBe(1);
});

test('both messages are kept, each in its conversation, when an attacker reuses the id of another user', async () => {
  const db = freshChat();
  await receive(db, [chat({ id: 'same', body: 'mine', at: 1 })]);
  await receive(db, [chat({ id: 'same', body: 'forged', from: ATTACKER, at: 2 })]);
  expect((await see(db)).messages).toMatchObject([
    { mid: 'u_9001/same', tid: 'u_9001', payload: { body: 'mine' } },
    { mid: 'u_666/same', tid: 'u_666', payload: { body: 'forged' } },
  ]);
});

test('an attacker cannot hide an own message by sending its id to us', async () => {
  const db = freshChat();
  await receive(db, [chat({ id: 'x', from: ATTACKER })]);
  await receive(db, [carbon('sent', chat({ id: 'x', from: MY_TAB, to: HOST, body: 'from my phone' }))]);
  expect(await messageOf(db, 'u_100001/x')).toMatchObject({ tid: 'u_9001', out: true, read: true });
});

test('a message written on another own device is in the conversation, read, and gets no receipt', async () => {
  const db = freshChat();
  const { marks } = await receive(db, [carbon('sent', chat({ id: 'p', from: `${ME}/phone`, to: HOST, nick: 'Ada' }))]);
  expect(marks).toEqual([]);
  const [thread] = (await see(db)).threads;
  expect(thread).toMatchObject({
    tid: 'u_9001',
    unread: 0,
    lastOut: true,
    lastIncoming: 0,
    linkedUser: { nickName: '' },
  });
});

describe('a viewed conversation', () => {
  test('new messages of a viewed conversation are read at once, and the sender gets a read mark', async () => {
    const db = freshChat();
    const { marks } = await receive(db, [chat({ id: 'a' }), chat({ id: 'b' })], {
      isWatched: (tid) => tid === 'u_9001',
    });
    expect(marks).toMatchObject([{ kind: 'displayed', about: 'b', to: HOST, tid: 'u_9001' }]);
    expect(await unreadOf(db, 'u_9001')).toBe(0);
    expect((await see(db)).messages.every((row) => row.read && row.unreadIn === undefined)).toBe(true);
  });

  test('a viewed conversation sends the peer only a delivery receipt when read receipts are off', async () => {
    const db = freshChat();
    const { marks } = await receive(db, [chat({ id: 'a' })], { isWatched: () => true, sendsReadMarks: false });
    expect(marks).toMatchObject([
      { kind: 'received', about: 'a', to: HOST },
      { kind: 'displayed', about: 'a', to: HOST, isPrivate: true },
    ]);
    expect(marks[0]).not.toHaveProperty('isPrivate');
    expect(await unreadOf(db, 'u_9001')).toBe(0);
  });

  test('a viewed conversation does not make other conversations read', async () => {
    const db = freshChat();
    await receive(db, [chat(), chat({ from: OTHER_HOST })], { isWatched: (tid) => tid === 'u_9001' });
    expect(await unreadOf(db, 'u_9002')).toBe(1);
  });
});

test('a batch is acknowledged by one receipt for each conversation, for its newest message', async () => {
  const db = freshChat();
  const { marks } = await receive(db, [
    chat({ id: 'a' }),
    chat({ id: 'k', from: OTHER_HOST }),
    chat({ id: 'b' }),
    carbon('sent', chat({ id: 'own', from: `${ME}/phone`, to: HOST })),
  ]);
  const expected = [
    { kind: 'received', about: 'b', tid: 'u_9001', to: HOST, stanzaId: 'receipt-1' },
    { kind: 'received', about: 'k', tid: 'u_9002', to: OTHER_HOST, stanzaId: 'receipt-2' },
  ];
  expect(withoutIds(marks)).toEqual(expected);
  expect(await db.outbox.toArray()).toEqual(marks);
});

describe('a write that fails', () => {
  test.each(['messages', 'threads', 'users', 'outbox', 'sync'])(
    'a failed write of %s leaves no row in any table',
    async (table) => {
      const db = freshChat();
      breakTable(db, table);
      const sync = [{ key: 'stream' as const, id: 's', inbound: 1, jid: MY_TAB, savedAt: 0 }];
      await expect(receive(db, [chat()], { sync })).rejects.toThrow();
      for (const each of db.tables) expect(await each.count()).toBe(0);
    },
  );

  test('a failed write of one message of a batch is not mistaken for a duplicate', async () => {
    const db = freshChat();
    db.messages.hook('creating', (_key, row) => {
      if (row.mid === 'u_9001/b') Object.assign(row, { payload: () => 'nothing that a database can hold' });
    });
    await expect(receive(db, [chat({ id: 'a' }), chat({ id: 'b' })])).rejects.toThrow();
    expect(await db.messages.count()).toBe(0);
  });

  test('a failed write keeps the stream counter, so that the server sends the message again', async () => {
    const db = freshChat();
    const at = (inbound: number) => [{ key: 'stream' as const, id: 's', inbound, jid: MY_TAB, savedAt: 0 }];
    await receive(db, [chat({ id: 'a' })], { sync: at(1) });
    expect(await db.sync.get('stream')).toMatchObject({ inbound: 1 });
    breakTable(db, 'messages');
    await expect(receive(db, [chat({ id: 'b' })], { sync: at(2) })).rejects.toThrow();
    expect(await db.sync.get('stream')).toMatchObject({ inbound: 1 });
  });
});

describe('the result of the word filter (product 5.4)', () => {
  test.each([
    [1, true],
    [2, true],
    [4, true],
    [3, true],
    [5, false],
    [7, false],
    [13, false],
  ])('a message with the filter bits %i is stored: %s', async (sensitive, kept) => {
    const db = freshChat();
    const { dropped } = await receive(db, [chat({ sensitive })]);
    expect(await db.messages.count()).toBe(kept ? 1 : 0);
    expect(dropped).toEqual(kept ? [] : ['discarded']);
    expect(await unreadOf(db, 'u_9001')).toBe(kept ? 1 : 0);
  });

  test('an own message that recipients discard is stored on all devices of its sender', async () => {
    const db = freshChat();
    await receive(db, [carbon('sent', chat({ id: 'own', from: `${ME}/phone`, to: HOST, sensitive: 5 }))]);
    expect(await messageOf(db, `${ME.slice(0, ME.indexOf('@'))}/own`)).toMatchObject({
      out: true,
      payload: { kind: 'text' },
    });
  });

  test('a covered message (2) keeps its text, for a tap to uncover', async () => {
    const db = freshChat();
    await receive(db, [chat({ sensitive: 2, body: 'words' })]);
    expect(await messageOf(db, 'u_9001/m1')).toMatchObject({ sensitiveInfo: 2, payload: { body: 'words' } });
  });

  test.each([0, 1])('no content of a message marked as porn (8) stays on the device, type %i', async (type) => {
    const db = freshChat();
    const stanza = chat({ sensitive: 8, body: 'lewd words', type });
    stanza.getChild('x')?.append(writePlace('lewd words'));
    await receive(db, [stanza]);
    expect(await db.messages.count()).toBe(1);
    expect(JSON.stringify([await db.messages.toArray(), await db.threads.toArray()])).not.toContain('lewd');
  });
});

test('a message kind unknown to this build is stored completely for a later build', async () => {
  const db = freshChat();
  await receive(db, [chat({ type: 777, body: 'a rose', at: NOW })]);
  const row = await messageOf(db, 'u_9001/m1');
  expect(row).toMatchObject({ type: 777, read: false });
  expect(row?.payload).toBeUndefined();
  expect(row?.raw).toContain('a rose');
  expect((await see(db)).threads).toMatchObject([{ unread: 1, lastFacts: { kind: 'unsupported' } }]);
});

test('a gift request is stored and listed, but does not count as unread (product 4.3)', async () => {
  const db = freshChat();
  const stanza = chat({ type: 19, body: 'a rose?' });
  stanza.getChild('x')?.append(xml('wish', { xmlns: KIND_NS, gift: 'rose', price: 10 }));
  await receive(db, [stanza]);
  const row = await messageOf(db, 'u_9001/m1');
  expect(row).toMatchObject({ type: 19, read: false });
  expect(row).not.toHaveProperty('unreadIn');
  expect((await see(db)).threads).toMatchObject([{ unread: 0, lastFacts: { kind: 'ask_gift' } }]);
});

test('opening a conversation reads a gift request, and its sender gets the read mark once', async () => {
  const app = freshApp();
  const db = freshChat();
  const stanza = chat({ type: 19, body: 'a rose?' });
  stanza.getChild('x')?.append(xml('wish', { xmlns: KIND_NS, gift: 'rose', price: 10 }));
  await receive(db, [stanza]);
  const open = () => openAsRead({ app, chat: db, newId: () => 'mark-1' }, 'u_9001');
  expect(await open()).toMatchObject([{ row: { kind: 'displayed', about: 'm1', to: HOST } }]);
  expect(await messageOf(db, 'u_9001/m1')).toMatchObject({ read: true });
  expect((await see(db)).threads).toMatchObject([{ unread: 0, dividerMid: '' }]);
  expect(await open()).toEqual([]);
});

test('the list shows no text of a covered message, and the text of an own one', async () => {
  const db = freshChat();
  await receive(db, [chat({ sensitive: 2, body: 'on WhatsApp', at: 1 })]);
  expect((await see(db)).threads).toMatchObject([{ lastFacts: { kind: 'covered' } }]);
  expect(JSON.stringify((await see(db)).threads)).not.toContain('WhatsApp');
  await receive(db, [carbon('sent', chat({ id: 'own', from: MY_TAB, to: HOST, sensitive: 2, body: 'mine', at: 2 }))]);
  expect((await see(db)).threads).toMatchObject([{ lastFacts: { kind: 'text', body: 'mine' } }]);
});

test('an empty or too long text is dropped and counted', async () => {
  const db = freshChat();
  const { dropped } = await receive(db, [
    chat({ body: '' }),
    chat({ id: 'b', body: 'x'.repeat(4_001) }),
    chat({ id: 'c' }),
  ]);
  expect(dropped).toEqual(['unreadable', 'unreadable']);
  expect(await db.messages.count()).toBe(1);
});

test('every untrusted stanza is counted by its reason', async () => {
  const { dropped } = await receive(freshChat(), [
    carbon('received', chat(), ATTACKER),
    archived(chat(), { queryId: 'nobody asked' }),
    chat({ type: 5 }),
    chat({ from: 'u_9001@evil.test' }),
  ]);
  expect(dropped).toEqual(['forged-carbon', 'forged-archive', 'privileged', 'stranger']);
});

describe('a device whose clock is wrong', () => {
  test.each([-DAY_MS, 0, DAY_MS])(
    "a device whose clock is %i ms off shows messages in the server's order",
    async (wrong) => {
      const db = freshChat();
      await receive(db, [chat({ id: 'late', at: NOW }), chat({ id: 'early', at: NOW - 60_000 })], { now: NOW + wrong });
      expect((await see(db)).messages.map((row) => [row.mid, row.date])).toEqual([
        ['u_9001/early', NOW - 60_000],
        ['u_9001/late', NOW],
      ]);
      expect((await see(db)).threads).toMatchObject([{ lastMid: 'u_9001/late' }]);
    },
  );

  test('a device uses its own time for a missing stamp only', async () => {
    const db = freshChat();
    await receive(db, [chat({ id: 'ahead', at: NOW + DAY_MS + 1 }), chat({ id: 'none' })]);
    expect((await see(db)).messages.map((row) => row.date)).toEqual([NOW, NOW + DAY_MS + 1]);
  });

  test('the date of an old message is read from the archive when the edge did not stamp it', async () => {
    const db = freshChat();
    await receive(db, [archived(chat(), { stamp: '2026-03-01T10:00:00Z' })]);
    expect((await see(db)).messages).toMatchObject([{ date: Date.UTC(2026, 2, 1, 10) }]);
  });
});

test('the official service writes in the conversation of the official account', async () => {
  const db = freshChat();
  await receive(db, [chat({ from: self.services.official, type: 18, thread: 'localOfficial' })]);
  expect((await see(db)).threads).toMatchObject([{ id: 1, tid: 'u_1' }]);
});

test('a message of the team from the stream and from the archive is one message; a sender with the same name is ignored', async () => {
  const db = freshChat();
  const says = chat({ id: 'news', from: self.services.official, body: 'We are back', nick: '' });
  await receive(db, [says]);
  await receive(db, [archived(says)]);
  const forgers = [`u_1@${self.domain}/phone`, `${self.services.official}.example`, `official@${self.domain}`];
  await receive(
    db,
    forgers.map((from) => chat({ id: 'forged', from, body: 'Pay here' })),
  );
  expect(await see(db)).toMatchObject({
    messages: [{ mid: 'u_1/news', tid: 'u_1', payload: { kind: 'text', body: 'We are back' } }],
    threads: [{ id: 1, tid: 'u_1', linkedJid: self.services.official, unread: 1 }],
  });
});

test('a known peer is stored again only when the name changes', async () => {
  const db = freshChat();
  await receive(db, [chat({ id: 'a', nick: 'Maya', at: NOW })]);
  await db.users.update(9001, { avatarUrl: 'kept' });
  await receive(db, [chat({ id: 'b', nick: 'Maya', at: NOW + 1 })]);
  expect(await db.users.get(9001)).toMatchObject({ nickName: 'Maya', avatarUrl: 'kept' });
  await receive(db, [chat({ id: 'c', nick: 'May', at: NOW + 2 })]);
  expect(await db.users.get(9001)).toMatchObject({ nickName: 'May', avatarUrl: '' });
});

test('a stream counter without a message is written without waiting for message writers', async () => {
  const db = freshChat();
  const row = { key: 'stream', id: 's', inbound: 7, jid: ME, savedAt: NOW } as const;
  const free = Promise.withResolvers<void>();
  const writing = db.transaction('rw', [db.messages, db.threads, db.outbox], () => Dexie.waitFor(free.promise));
  await receive(db, [], { sync: [row] });
  expect(await db.sync.get('stream')).toEqual(row);
  free.resolve();
  await writing;
});
