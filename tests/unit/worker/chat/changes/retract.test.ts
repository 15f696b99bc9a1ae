import type { Element } from '@xmpp/xml';
import { expect, test } from 'vitest';
import { writeMessage } from '#contract/chat/message.ts';
import { DAY_MS } from '#contract/durations.ts';
import { createRetractCommand } from '../../../../../worker/chat/changes/retract.ts';
import { readAgain } from '../../../../../worker/chat/read-again.ts';
import { stanzaOfRow } from '../../../../../worker/chat/settle.ts';
import { factsOf } from '../../../../../worker/db/reads/facts.ts';
import { reportedMessages } from '../../../../../worker/people/conduct.ts';
import { signedInWithSent } from '../../support/commands.ts';
import { freshChat, session } from '../../support/databases.ts';
import { findMids, messageOf, receive, see, unreadOf } from '../../support/receiving.ts';
import { archived, carbon, chat, HOST, ME, MY_TAB, self } from '../../support/stanzas.ts';

const THEIRS = { from: `${HOST}/phone`, to: ME };
const OURS = { from: MY_TAB, to: HOST };
const retraction = (of: string, way: { from: string; to: string }, at = 9): Element =>
  writeMessage({
    ...way,
    id: `r-${of}`,
    thread: '',
    os: '',
    pkgName: '',
    nick: '',
    textAction: '',
    payload: { kind: 'retraction', of },
    at,
  });
const REQUEST = 'retraction-of-a-device';
const own = (id: string) => `u_${self.uid}/${id}`;
const GONE = { payload: { kind: 'text', body: '' }, raw: '', retract: 'done' };

/** A device that has sent `body` as id1, which the server accepted. */
async function withSent(body: string) {
  const device = await signedInWithSent(body);
  const retract = createRetractCommand(device.ports);
  return { ...device, retract: (mid: string) => retract.retractMessage(mid, REQUEST) };
}

test('a message that its sender deletes is blank on the other side, in whatever order the two arrive', async () => {
  const message = chat({ id: 'a', body: 'a secret', at: 1 });
  const deletion = retraction('a', THEIRS);
  for (const batches of [[[message], [deletion]], [[deletion], [message]], [[deletion, message]]]) {
    const db = freshChat();
    for (const batch of batches) await receive(db, batch);
    expect(await messageOf(db, 'u_9001/a')).toMatchObject(GONE);
    expect(JSON.stringify(await see(db))).not.toContain('secret');
    expect((await see(db)).threads).toMatchObject([{ unread: 0, lastFacts: { kind: 'retracted' }, lastDate: 1 }]);
    expect(await findMids(db, 'secret')).toEqual([]);
    // A repetition of either changes nothing.
    await receive(db, [archived(message), archived(deletion)], { isHistory: true });
    expect(await messageOf(db, 'u_9001/a')).toMatchObject(GONE);
  }
});

test('a message deleted on one device of the account is blank on the other one', async () => {
  const db = freshChat();
  await receive(db, [carbon('sent', chat({ id: 'b', ...OURS })), carbon('sent', retraction('b', OURS))]);
  expect(await messageOf(db, own('b'))).toMatchObject(GONE);
});

test('a user deletes neither a message of the other side nor one of another conversation', async () => {
  const db = freshChat();
  await receive(db, [chat({ id: 'a' }), carbon('sent', chat({ id: 'b', ...OURS }))]);
  await receive(db, [
    retraction('b', THEIRS),
    carbon('sent', retraction('a', OURS)),
    retraction('a', { from: 'u_9002@gemcall.test/x', to: ME }),
  ]);
  expect(await messageOf(db, 'u_9001/a')).not.toHaveProperty('retract');
  expect(await messageOf(db, own('b'))).not.toHaveProperty('retract');
});

test('a deleted message is hidden at once, and its content is deleted when the server accepts', async () => {
  const { db, retract, settle, handed } = await withSent('oh no');
  expect(await retract(own('id1'))).toEqual({ ok: true, value: null });
  // The page repeats the command when its worker died.
  expect(await retract(own('id1'))).toEqual({ ok: true, value: null });
  expect(await messageOf(db, own('id1'))).toMatchObject({ retract: 'pending', payload: { body: 'oh no' } });
  expect((await see(db)).threads).toMatchObject([{ lastMid: own('id1'), lastFacts: { kind: 'retracted' } }]);
  const [row] = await db.outbox.toArray();
  expect(await db.outbox.count()).toBe(1);
  expect(handed.at(-1)?.row).toEqual(row);
  const stanza = row && (await stanzaOfRow(db, row, session));
  expect(stanza?.getChildText('thread')).toBe('u_9001');
  expect(stanza?.getChild('x')?.getChild('retract', 'urn:xmpp:message-retract:1')?.attrs['id']).toBe('id1');
  await settle();
  expect(await messageOf(db, own('id1'))).toMatchObject(GONE);
  expect(await db.outbox.count()).toBe(0);
});

test('a message whose deletion the server refuses is shown again', async () => {
  const { db, retract, settle } = await withSent('stays');
  await retract(own('id1'));
  await settle('too-late');
  const row = await messageOf(db, own('id1'));
  expect(row).toMatchObject({ retract: 'refused', payload: { body: 'stays' } });
  expect(row && factsOf(row)).toEqual({ kind: 'text', body: 'stays' });
  expect((await see(db)).threads).toMatchObject([{ lastFacts: { kind: 'text', body: 'stays' } }]);
  expect(await db.messages.count()).toBe(1);
});

test('a device asks for no deletion after a day, nor of a message of the other side', async () => {
  const { db, retract, pass } = await withSent('old');
  await receive(db, [chat({ id: 'a' })]);
  expect(await retract('u_9001/a')).toMatchObject({ error: { code: 'forbidden' } });
  expect(await retract(own('unknown'))).toMatchObject({ error: { code: 'not-found' } });
  pass(DAY_MS + 1);
  expect(await retract(own('id1'))).toMatchObject({ error: { code: 'forbidden' } });
  expect((await db.outbox.toArray()).filter(({ kind }) => kind === 'message')).toEqual([]);
});

test('a deleted message is reported without content, which the archive of the server has', async () => {
  const db = freshChat();
  await receive(db, [chat({ id: 'a', body: 'abuse' }), retraction('a', THEIRS)]);
  const reported = await reportedMessages(db, { own: self.uid, uid: 9001, mids: ['u_9001/a'] });
  expect(reported).toMatchObject([{ id: 'a', body: '', x: '' }]);
});

test('a deletion that an older build stored as unsupported takes effect after an update', async () => {
  const db = freshChat();
  const deletion = retraction('a', THEIRS);
  await receive(db, [chat({ id: 'a' }), deletion]);
  await db.messages
    .where('mid')
    .equals('u_9001/a')
    .modify((row) => {
      delete row.retract;
      row.payload = { kind: 'text', body: 'still there' };
    });
  await db.messages
    .where('mid')
    .equals('u_9001/r-a')
    .modify((row) => {
      delete row.answers;
      Object.assign(row, {
        tid: 'u_9001',
        payload: undefined,
        raw: deletion.toString(),
        unsupportedType: 38,
        unreadIn: 'u_9001',
      });
    });
  await readAgain(db, session);
  expect(await messageOf(db, 'u_9001/a')).toMatchObject(GONE);
  expect((await see(db)).threads).toMatchObject([{ lastMid: 'u_9001/a', lastFacts: { kind: 'retracted' } }]);
  expect(await unreadOf(db, 'u_9001')).toBe(0);
});
