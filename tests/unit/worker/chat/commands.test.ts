import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/account/default-settings.ts';
import { DRAFT_MAX_CHARS, MESSAGE_MAX_CHARS } from '#contract/chat/rules.ts';
import { fail } from '#contract/result.ts';
import { DAY_MS, MINUTE_MS } from '../../../../contract/durations.ts';
import { welcome } from '../../../../worker/chat/official.ts';
import { PENDING_PLACE } from '../../../../worker/db/reads/message-order.ts';
import { signedIn } from '../support/commands.ts';
import { breakTable, freshChat, session, withoutIds } from '../support/databases.ts';
import { messageOf, NOW, receive, see, unreadOf } from '../support/receiving.ts';
import { chat, DOMAIN, HOST, ME } from '../support/stanzas.ts';

const TEN_MINUTES = 10 * MINUTE_MS;

test('a sent text appears at once in the conversation, in the outbox and at the top of the list', async () => {
  const { db, handed, type } = await signedIn();
  expect(await type('hi\nthere 👋')).toEqual({ ok: true, value: { mid: 'u_100001/id1' } });
  expect(await messageOf(db, 'u_100001/id1')).toMatchObject({
    tid: 'u_9001',
    state: 'sending',
    out: true,
    read: true,
    reached: 'none',
    from: ME,
    to: HOST,
    date: NOW,
    ...PENDING_PLACE,
    payload: { kind: 'text', body: 'hi\nthere 👋' },
  });
  expect(withoutIds(await db.outbox.toArray())).toEqual([
    { kind: 'message', about: 'u_100001/id1', tid: 'u_9001', stanzaId: 'id1', to: HOST },
  ]);
  expect((await see(db)).threads).toMatchObject([{ lastMid: 'u_100001/id1', lastOut: true, lastState: 'sending' }]);
  // The stored row and message are handed over, so the outbox need not read them.
  expect(handed).toEqual([{ row: (await db.outbox.toArray())[0], message: await messageOf(db, 'u_100001/id1') }]);
});

test('a text whose command ran twice, because a worker died in between, is sent once', async () => {
  const { db, commands } = await signedIn();
  const first = await commands.sendText('u_9001', 'hi', 'same');
  expect(await commands.sendText('u_9001', 'hi', 'same')).toEqual(first);
  expect([await db.messages.count(), await db.outbox.count()]).toEqual([1, 1]);
});

test.each(['messages', 'outbox', 'threads'])(
  'when %s cannot be written, the message is neither sent nor shown',
  async (table) => {
    const { db, handed, type } = await signedIn();
    const before = await see(db);
    if (table === 'threads') {
      db.threads.hook('updating', () => {
        throw new DOMException('the disk is full', 'QuotaExceededError');
      });
    } else breakTable(db, table);
    await expect(type('hi')).rejects.toThrow();
    expect(await see(db)).toEqual(before);
    expect(await db.outbox.count()).toBe(0);
    expect(handed).toEqual([]);
  },
);

test.each([
  ['nothing', '', 'message-empty'],
  ['only blanks', ' \n\t\u00a0', 'message-empty'],
  ['only what no stanza can carry', '\u0000\u0001\ufffe', 'message-empty'],
  ['a control character', 'a\u0008b', 'message-unreadable'],
  ['half of a pair', 'a\ud800b', 'message-unreadable'],
  ['a non-character', 'a\uffff', 'message-unreadable'],
  ['a character too many', 'x'.repeat(MESSAGE_MAX_CHARS + 1), 'message-too-long'],
])('%s cannot be sent, and the command returns the reason', async (_what, body, code) => {
  const { db, type } = await signedIn();
  expect(await type(body)).toMatchObject({ ok: false, error: { code } });
  expect(await db.messages.count()).toBe(0);
  expect(await type('x'.repeat(MESSAGE_MAX_CHARS))).toMatchObject({ ok: true });
});

test('line ends of every kind are normalized in the message', async () => {
  const { db, type } = await signedIn();
  await type('a\r\nb\rc');
  expect(await messageOf(db, 'u_100001/id1')).toMatchObject({ payload: { body: 'a\nb\nc' } });
});

test("a message needs a login and a conversation other than the device's own", async () => {
  const visitor = await signedIn(false);
  expect(await visitor.type('hi')).toEqual({ ok: false, error: { code: 'need-login', msg: 'need login' } });
  expect(await visitor.commands.openThread(9001, 'x')).toEqual({
    ok: false,
    error: { code: 'need-login', msg: 'need login' },
  });
  const { commands, db, type } = await signedIn();
  await welcome(db, session, NOW);
  expect(await type('hi', 'u_7')).toEqual({ ok: false, error: { code: 'not-found' } });
  expect(await type('hi', 'localOfficial')).toEqual({ ok: false, error: { code: 'forbidden' } });
  expect(await commands.openThread(session.uid, 'me')).toEqual({ ok: false, error: { code: 'forbidden' } });
});

test.each([
  [0, 'reply'],
  [TEN_MINUTES, 'reply'],
  [TEN_MINUTES + 1, ''],
])('a text %i ms after an incoming message is marked "%s"', async (ms, action) => {
  const { db, pass, type } = await signedIn();
  await receive(db, [chat({ at: NOW })]);
  pass(ms);
  await type('hi');
  expect(await messageOf(db, 'u_100001/id1')).toMatchObject({ textAction: action });
});

test('a text to a peer who never wrote is not a reply', async () => {
  const { db, type } = await signedIn();
  await type('hi');
  expect(await messageOf(db, 'u_100001/id1')).toMatchObject({ textAction: '' });
});

test.each([-DAY_MS, DAY_MS])('a reply on a device %i ms off follows its question, in the order typed', async (off) => {
  const { db, set, type } = await signedIn();
  await receive(db, [chat({ id: 'q', at: NOW + 5 })]);
  set(NOW + off);
  await type('one');
  await type('two');
  expect((await see(db)).messages.map((row) => row.mid)).toEqual(['u_9001/q', 'u_100001/id1', 'u_100001/id2']);
});

test('opening a conversation twice keeps one, with its messages and the name of the host', async () => {
  const { db, commands } = await signedIn();
  await receive(db, [chat({ at: NOW, nick: 'Maya M.' })]);
  expect(await commands.openThread(9001, 'old name')).toEqual({ ok: true, value: { tid: 'u_9001' } });
  expect((await see(db)).threads).toMatchObject([{ id: 9001, linkedUser: { nickName: 'Maya M.' }, unread: 1 }]);
  await commands.openThread(9003, 'zero\u200bwidth\u202e');
  expect(await db.threads.get(9003)).toMatchObject({
    linkedJid: `u_9003@${DOMAIN}`,
    linkedUser: { nickName: 'zerowidth' },
  });
});

describe('opening a conversation', () => {
  test('opening a conversation marks all of it read, leaves the divider before the first new message, and sends a read mark', async () => {
    const { db, commands, tabs, handed } = await signedIn();
    await receive(db, [chat({ id: 'a', at: 1 }), chat({ id: 'b', at: 2 })]);
    await db.outbox.clear();
    expect(await commands.watchThread('tab', 'u_9001')).toEqual({ ok: true, value: null });
    expect(await unreadOf(db, 'u_9001')).toBe(0);
    expect((await see(db)).messages.every((row) => row.read)).toBe(true);
    expect((await see(db)).threads).toMatchObject([{ dividerMid: 'u_9001/a' }]);
    expect(await db.outbox.toArray()).toMatchObject([{ kind: 'displayed', about: 'b', to: HOST }]);
    expect(handed).toEqual([{ row: (await db.outbox.toArray())[0] }]);
    expect(tabs.isWatched('u_9001')).toBe(true);
  });

  test('opening a conversation sends a read mark for the own devices only when read receipts are off', async () => {
    const { db, app, commands, handed } = await signedIn();
    await app.state.put({ key: 'settings', ...DEFAULT_SETTINGS, readReceipt: false });
    await receive(db, [chat({ id: 'a', at: 1 })]);
    await db.outbox.clear();
    await commands.watchThread('tab', 'u_9001');
    expect(await unreadOf(db, 'u_9001')).toBe(0);
    const [row] = await db.outbox.toArray();
    expect(row).toMatchObject({ kind: 'displayed', about: 'a', to: HOST, isPrivate: true });
    expect(handed).toEqual([{ row }]);
  });

  test('opening a conversation without new messages sends nothing', async () => {
    const { db, commands, handed } = await signedIn();
    await commands.watchThread('tab', 'u_9001');
    await commands.watchThread('tab', 'u_unheard-of');
    expect([await db.outbox.count(), handed]).toEqual([0, []]);
  });

  test('opening the local conversation of the device sends no read mark', async () => {
    const { db, commands } = await signedIn();
    await welcome(db, session, NOW);
    await commands.watchThread('tab', 'localOfficial');
    expect([await unreadOf(db, 'localOfficial'), await db.outbox.count()]).toEqual([0, 0]);
  });

  test('a conversation is no longer watched when the tab shows none', async () => {
    const { commands, tabs } = await signedIn();
    await commands.watchThread('tab', 'u_9001');
    await commands.watchThread('tab', null);
    expect(tabs.isWatched('u_9001')).toBe(false);
  });
});

test('a draft is stored per conversation, whole when it is longer than a message, and deleted when emptied', async () => {
  const { app, commands } = await signedIn();
  await commands.saveDraft('u_9001', 'x'.repeat(5_000), '', null);
  expect((await app.drafts.get('u_9001'))?.text).toHaveLength(5_000);
  expect(await commands.saveDraft('u_9001', 'x'.repeat(DRAFT_MAX_CHARS + 1), '', null)).toEqual(
    fail({ code: 'message-too-long', maxChars: DRAFT_MAX_CHARS }),
  );
  expect((await app.drafts.get('u_9001'))?.text).toHaveLength(5_000);
  await commands.saveDraft('u_9001', '', '', null);
  expect(await app.drafts.count()).toBe(0);
});

test('the local welcome message exists once, also after the next start', async () => {
  const db = freshChat();
  await welcome(db, session, NOW);
  await welcome(db, session, NOW + 1);
  expect((await see(db)).threads).toMatchObject([{ id: 1.5, tid: 'localOfficial' }]);
  expect(await db.messages.count()).toBe(1);
});
