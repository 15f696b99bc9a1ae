import type { Element } from '@xmpp/xml';
import { expect, test } from 'vitest';
import { writeMessage } from '#contract/chat/message.ts';
import { createReactCommand } from '../../../../../worker/chat/changes/react.ts';
import { settleOutbox, stanzaOfRow } from '../../../../../worker/chat/settle.ts';
import { signedIn } from '../../support/commands.ts';
import { freshChat, session } from '../../support/databases.ts';
import { idsFrom } from '../../support/ports.ts';
import { messageOf, ordersOf, receive, see, unreadOf } from '../../support/receiving.ts';
import { archived, carbon, chat, HOST, ME, MY_TAB, self } from '../../support/stanzas.ts';

const THEIRS = { from: `${HOST}/phone`, to: ME };
const OURS = { from: MY_TAB, to: HOST };
const reaction = (of: string, emoji: string[], at: number, way: { from: string; to: string } = THEIRS): Element =>
  writeMessage({
    ...way,
    id: `x${at}-${of}`,
    thread: '',
    os: '',
    pkgName: '',
    nick: '',
    textAction: '',
    payload: { kind: 'reaction', of, emoji },
    at,
  });
const own = (id: string) => `u_${self.uid}/${id}`;

test('a message has the newest reactions of each side in whatever order they arrive, and again', async () => {
  const stanzas = [
    carbon('sent', chat({ id: 'b', ...OURS, at: 1 })),
    reaction('b', ['👍', '🔥'], 5),
    reaction('b', ['❤️'], 9),
    carbon('sent', reaction('b', ['😂'], 7, OURS)),
  ];
  for (const order of ordersOf(stanzas)) {
    const db = freshChat();
    for (const one of order) await receive(db, [one]);
    await receive(db, [archived(reaction('b', ['👍', '🔥'], 5))], { isHistory: true });
    expect(await messageOf(db, own('b'))).toMatchObject({ reactions: { own: ['😂'], peer: ['❤️'] } });
    expect((await see(db)).threads).toMatchObject([{ unread: 0, lastMid: own('b'), lastDate: 1 }]);
  }
});

test('reactions that are taken back, and those to a deleted message, leave nothing', async () => {
  const db = freshChat();
  await receive(db, [chat({ id: 'a' }), reaction('a', ['👍'], 5), reaction('a', [], 6)]);
  expect(await messageOf(db, 'u_9001/a')).not.toHaveProperty('reactions');
  const retraction = writeMessage({
    ...THEIRS,
    id: 'r',
    thread: '',
    os: '',
    pkgName: '',
    nick: '',
    textAction: '',
    payload: { kind: 'retraction', of: 'a' },
    at: 8,
  });
  await receive(db, [reaction('a', ['👍'], 7), retraction, reaction('a', ['🔥'], 9)]);
  expect(await messageOf(db, 'u_9001/a')).not.toHaveProperty('reactions');
});

test('a reaction from another conversation changes nothing, and none raises the number of unread messages', async () => {
  const db = freshChat();
  await receive(db, [chat({ id: 'a' }), reaction('a', ['👍'], 5, { from: 'u_9002@gemcall.test/x', to: ME })]);
  expect(await messageOf(db, 'u_9001/a')).not.toHaveProperty('reactions');
  await receive(db, [reaction('a', ['👍'], 6)]);
  expect(await unreadOf(db, 'u_9001')).toBe(1);
});

test('a reaction is shown at once and sent once with all others of the user, and taken back when it is refused', async () => {
  const device = await signedIn();
  const { db } = device;
  const { reactToMessage } = createReactCommand(device.ports);
  const nextId = idsFrom('react');
  const react = (emoji: string, isOn = true, id = nextId()) => reactToMessage('u_9001/a', emoji, isOn, id);
  const settle = async (refusal?: string) => {
    const rows = (await db.outbox.toArray()).filter(({ kind }) => kind === 'message');
    return settleOutbox(db, refusal ? [] : rows, refusal ? rows.map((row) => [row, refusal] as const) : []);
  };
  const reactions = async () => (await messageOf(db, 'u_9001/a'))?.reactions?.own;
  await receive(db, [chat({ id: 'a' })]);
  expect(await react('👍', true, 'r1')).toEqual({ ok: true, value: null });
  // The page repeats the command when its worker died.
  expect(await react('👍', true, 'r1')).toEqual({ ok: true, value: null });
  expect(await reactions()).toEqual(['👍']);
  const [row, ...others] = (await db.outbox.toArray()).filter(({ kind }) => kind === 'message');
  expect(others).toEqual([]);
  const stanza = row && (await stanzaOfRow(db, row, session));
  const sent = stanza?.getChild('reactions', 'urn:xmpp:reactions:0');
  expect([sent?.attrs['id'], sent?.getChildren('reaction').map((one) => one.text())]).toEqual(['a', ['👍']]);
  await settle();

  await react('🔥');
  expect(await reactions()).toEqual(['👍', '🔥']);
  await settle('policy-violation');
  expect(await reactions()).toEqual(['👍']);
  await react('👍', false);
  await settle();
  expect(await reactions()).toBeUndefined();
  for (const emoji of ['👍', '❤️', '😂', '😮', '😢', '🔥']) await react(emoji);
  expect(await reactions()).toEqual(['❤️', '😂', '😮', '😢', '🔥']);
  expect(await reactToMessage('u_9001/unknown', '👍', true, 'r9')).toMatchObject({ error: { code: 'not-found' } });
});
