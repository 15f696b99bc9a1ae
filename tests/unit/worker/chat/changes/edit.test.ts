import type { Element } from '@xmpp/xml';
import { expect, test } from 'vitest';
import { EDIT_WITHIN_MS } from '#contract/chat/kind-rules.ts';
import { writeMessage } from '#contract/chat/message.ts';
import type { Payload } from '#contract/chat/payload.ts';
import { createEditCommand } from '../../../../../worker/chat/changes/edit.ts';
import { createRetractCommand } from '../../../../../worker/chat/changes/retract.ts';
import { settleOutbox, stanzaOfRow } from '../../../../../worker/chat/settle.ts';
import { reportedMessages } from '../../../../../worker/people/conduct.ts';
import { signedInWithSent } from '../../support/commands.ts';
import { freshChat, session } from '../../support/databases.ts';
import { idsFrom } from '../../support/ports.ts';
import { findMids, messageOf, ordersOf, receive, see, unreadOf } from '../../support/receiving.ts';
import { archived, carbon, chat, HOST, ME, MY_TAB, self } from '../../support/stanzas.ts';

const THEIRS = { from: `${HOST}/phone`, to: ME };
const OURS = { from: MY_TAB, to: HOST };
type Way = { from: string; to: string };
type Options = { readonly id: string; readonly at: number; readonly sensitiveInfo?: number; readonly seal?: string };

const change = (payload: Payload, way: Way, options: Options): Element =>
  writeMessage({ ...way, thread: '', os: '', pkgName: '', nick: '', textAction: '', payload, ...options });
const correction = (of: string, body: string, at: number, way: Way = THEIRS, more: Partial<Options> = {}): Element =>
  change({ kind: 'correction', of, body }, way, { id: `c${at}-${of}`, at, ...more });
const retraction = (of: string, at: number, way: Way = THEIRS): Element =>
  change({ kind: 'retraction', of }, way, { id: `r-${of}`, at });
const own = (id: string) => `u_${self.uid}/${id}`;
const text = (body: string) => ({ payload: { kind: 'text', body } });

/** A device that has sent `body` as id1, which the server accepted. */
async function withSent(body: string) {
  const device = await signedInWithSent(body);
  const { editMessage } = createEditCommand(device.ports);
  const { retractMessage } = createRetractCommand(device.ports);
  const nextId = idsFrom('edit');
  const edit = (words: string, id = nextId()) => editMessage(own('id1'), words, id);
  return { ...device, edit, editMessage, retract: () => retractMessage(own('id1'), 'retraction') };
}

test('a text has its newest correction in whatever order message and corrections arrive, and again', async () => {
  const stanzas = [
    chat({ id: 'a', body: 'see you at five', at: 1 }),
    correction('a', 'see you at six', 5),
    correction('a', 'see you at seven', 9),
  ];
  for (const order of ordersOf(stanzas)) {
    for (const batches of [order.map((one) => [one]), [order]]) {
      const db = freshChat();
      for (const batch of batches) await receive(db, batch);
      await receive(
        db,
        stanzas.map((one) => archived(one)),
        { isHistory: true },
      );
      expect(await messageOf(db, 'u_9001/a')).toMatchObject({
        ...text('see you at seven'),
        edited: { at: 9 },
        date: 1,
      });
      const { threads } = await see(db);
      expect(threads).toMatchObject([
        { unread: 1, lastDate: 1, lastFacts: { kind: 'text', body: 'see you at seven' } },
      ]);
      expect([await findMids(db, 'seven'), await findMids(db, 'five')]).toEqual([['u_9001/a'], []]);
    }
  }
});

test('a deleted text stays deleted whatever correction of it arrives, and no text of it is left on the device', async () => {
  const stanzas = [chat({ id: 'a', body: 'the secret' }), correction('a', 'the other secret', 5), retraction('a', 9)];
  for (const order of ordersOf(stanzas)) {
    const db = freshChat();
    for (const one of order) await receive(db, [one]);
    expect(await messageOf(db, 'u_9001/a')).toMatchObject({ ...text(''), retract: 'done' });
    expect(JSON.stringify(await db.messages.toArray())).not.toContain('secret');
  }
});

test('a user corrects neither a message of the other side, nor one of another conversation, nor a picture', async () => {
  const db = freshChat();
  const place: Payload = { kind: 'location', lat: 52.12, lon: 11.6, acc: 1_000, name: 'Here' };
  await receive(db, [
    chat({ id: 'a', body: 'theirs' }),
    carbon('sent', chat({ id: 'b', body: 'ours', ...OURS })),
    change(place, THEIRS, { id: 'p', at: 2 }),
    correction('b', 'forged', 5),
    carbon('sent', correction('a', 'forged', 6, OURS)),
    correction('a', 'forged', 7, { from: 'u_9002@gemcall.test/x', to: ME }),
    correction('p', 'forged', 8),
  ]);
  expect(await messageOf(db, 'u_9001/a')).toMatchObject(text('theirs'));
  expect(await messageOf(db, own('b'))).toMatchObject(text('ours'));
  expect(await messageOf(db, 'u_9001/p')).toMatchObject({ payload: place });
});

test('a text edited on one device of the account is corrected on the other one', async () => {
  const db = freshChat();
  await receive(db, [carbon('sent', correction('b', 'right', 5, OURS)), carbon('sent', chat({ id: 'b', ...OURS }))]);
  expect(await messageOf(db, own('b'))).toMatchObject({ ...text('right'), edited: { at: 5 } });
});

test('a correction renews the translation, and does not count as unread', async () => {
  const db = freshChat();
  await receive(db, [chat({ id: 'a', body: 'guten Morgen' })], { isWatched: () => true });
  const translate = { lang: 'en', text: 'good morning', by: 'service' } as const;
  await db.messages.where('mid').equals('u_9001/a').modify({ translate });
  await receive(db, [correction('a', 'guten Abend', 5)]);
  expect(await messageOf(db, 'u_9001/a')).not.toHaveProperty('translate');
  expect(await unreadOf(db, 'u_9001')).toBe(0);
});

test('a correction with forbidden words covers or removes the text, and a discarded one changes nothing', async () => {
  const corrected = async (sensitiveInfo: number) => {
    const db = freshChat();
    await receive(db, [chat({ id: 'a', body: 'before' }), correction('a', 'bad words', 5, THEIRS, { sensitiveInfo })]);
    return messageOf(db, 'u_9001/a');
  };
  expect(await corrected(2)).toMatchObject({ ...text('bad words'), sensitiveInfo: 2 });
  expect(await corrected(8)).toMatchObject({ ...text(''), sensitiveInfo: 8 });
  expect(await corrected(5)).toMatchObject({ ...text('before'), sensitiveInfo: 0 });
});

test('an edited text is shown at once, sent once, and settled by the answer of the server', async () => {
  const { db, edit, settle } = await withSent('see you at five');
  expect(await edit('see you at six', 'e1')).toEqual({ ok: true, value: null });
  // The page repeats the command when its worker died.
  expect(await edit('see you at six', 'e1')).toEqual({ ok: true, value: null });
  expect(await messageOf(db, own('id1'))).toMatchObject({ ...text('see you at six'), state: 'success' });
  const [row, ...others] = await db.outbox.toArray();
  expect(others).toEqual([]);
  const stanza = row && (await stanzaOfRow(db, row, session));
  expect(stanza?.getChildText('body')).toBe('see you at six');
  // For clients that know only XEP-0308.
  expect(stanza?.getChild('replace', 'urn:xmpp:message-correct:0')?.attrs['id']).toBe('id1');
  await settle();
  expect(await messageOf(db, own('id1'))).toMatchObject(text('see you at six'));
  expect((await see(db)).threads).toMatchObject([{ lastMid: own('id1'), lastFacts: { body: 'see you at six' } }]);
});

test('a refused edit shows the text before it, with a note until the next edit', async () => {
  const { db, edit, settle } = await withSent('first');
  await edit('second');
  await settle();
  await edit('third');
  await settle('too-late');
  expect(await messageOf(db, own('id1'))).toMatchObject({ ...text('second'), editRefused: true });
  await edit('fourth');
  expect(await messageOf(db, own('id1'))).not.toHaveProperty('editRefused');
  await settle('too-late');
  expect(await messageOf(db, own('id1'))).toMatchObject({ ...text('second'), editRefused: true });
});

test('a pending edit stays in view until the server states the order of two edits on two devices', async () => {
  const { db, edit } = await withSent('first');
  await edit('here', 'e1');
  await receive(db, [carbon('sent', correction('id1', 'there', 5, OURS))]);
  expect(await messageOf(db, own('id1'))).toMatchObject(text('here'));
  const [row] = await db.outbox.toArray();
  if (row) await settleOutbox(db, [row], [], [{ id: 'e1', at: 4, archiveId: 1 }]);
  expect(await messageOf(db, own('id1'))).toMatchObject(text('there'));
});

test('a device edits neither after 15 minutes, nor another message, nor to nothing', async () => {
  const { db, edit, editMessage, retract, pass } = await withSent('old');
  await receive(db, [chat({ id: 'a' })]);
  expect(await editMessage('u_9001/a', 'x', 'e')).toMatchObject({ error: { code: 'forbidden' } });
  expect(await editMessage(own('unknown'), 'x', 'e')).toMatchObject({ error: { code: 'not-found' } });
  expect(await edit('  ')).toMatchObject({ error: { code: 'message-empty' } });
  expect(await edit('x'.repeat(4_001))).toMatchObject({ error: { code: 'message-too-long' } });
  pass(EDIT_WITHIN_MS + 1);
  expect(await edit('new')).toMatchObject({ error: { code: 'forbidden' } });
  await retract();
  expect(await edit('new')).toMatchObject({ error: { code: 'forbidden' } });
  expect(await db.outbox.toArray()).toMatchObject([{ kind: 'received' }, { about: own('retraction') }]);
});

test('an edited message is reported as it was first sent, with its corrections, each under its own seal', async () => {
  const db = freshChat();
  const [first, second] = ['1'.repeat(43), '2'.repeat(43)];
  await receive(db, [
    change({ kind: 'text', body: 'abuse' }, THEIRS, { id: 'a', at: 1, seal: first }),
    correction('a', 'nothing to see', 5, THEIRS, { seal: second }),
  ]);
  const reported = () => reportedMessages(db, { own: self.uid, uid: 9001, mids: ['u_9001/a'] });
  expect(await reported()).toMatchObject([
    { id: 'a', body: 'abuse', at: 1, seal: first },
    { id: 'c5-a', body: 'nothing to see', at: 5, seal: second },
  ]);
  await receive(db, [retraction('a', 9)]);
  // The archive of the server has the contents.
  expect(await reported()).toMatchObject([
    { id: 'a', body: '', x: '', seal: first },
    { id: 'c5-a', body: '', x: '', seal: second },
  ]);
});
