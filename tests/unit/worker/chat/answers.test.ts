import type { Element } from '@xmpp/xml';
import { expect, test } from 'vitest';
import { writeMessage } from '#contract/chat/message.ts';
import type { Payload } from '#contract/chat/payload.ts';
import { settleOutbox } from '../../../../worker/chat/settle.ts';
import { PAYLOADS } from '../../../harness/payload-samples.ts';
import { signedIn } from '../support/commands.ts';
import { freshChat } from '../support/databases.ts';
import { messageOf, receive, unreadOf } from '../support/receiving.ts';
import { archived, carbon, HOST, ME, MY_TAB, self } from '../support/stanzas.ts';

const ASKED = 'V1StGXR8_Z5jdHi6B-myT';
const QUESTION: Payload = { kind: 'question_answer', body: 'Tea or coffee?', options: ['Tea', 'Coffee'] };
const answer = (choice: number): Payload => ({ kind: 'question_answer', to: ASKED, choice, body: '', options: [] });
const WISH = PAYLOADS.ask_gift[0] as Payload;
const THEIRS = { from: `${HOST}/phone`, to: ME };
const OURS = { from: MY_TAB, to: HOST };
const said = (payload: Payload, id: string, way: { from: string; to: string }, at: number): Element =>
  writeMessage({ ...way, id, thread: '', os: '', pkgName: '', nick: '', textAction: '', payload, at });

const theirQuestion = said(QUESTION, ASKED, THEIRS, 1);
const ourAnswer = carbon('sent', said(answer(1), 'a1', OURS, 2));
const ourQuestion = carbon('sent', said(QUESTION, ASKED, OURS, 1));
const theirAnswer = said(answer(0), 'a1', THEIRS, 2);

test.each([
  ['their question, our answer', theirQuestion, ourAnswer, `u_9001/${ASKED}`, 1],
  ['our question, their answer', ourQuestion, theirAnswer, `u_${self.uid}/${ASKED}`, 0],
])(
  '%s: the question stores the chosen option, in any order of arrival',
  async (_name, question, reply, mid, chosen) => {
    for (const batches of [[[question], [reply]], [[reply], [question]], [[reply, question]]]) {
      const db = freshChat();
      for (const batch of batches) await receive(db, batch);
      expect(await messageOf(db, mid)).toMatchObject({ payload: { kind: 'question_answer', chosen } });
    }
  },
);

test('a question is answered once, by the other side, with one of its options', async () => {
  const db = freshChat();
  const own = said(answer(0), 'a0', THEIRS, 2);
  const noOption = carbon('sent', said(answer(2), 'a3', OURS, 3));
  await receive(db, [theirQuestion, own, noOption]);
  expect((await messageOf(db, `u_9001/${ASKED}`))?.payload).not.toHaveProperty('chosen');
  // The first one counts, whenever it comes.
  await receive(db, [carbon('sent', said(answer(0), 'a5', OURS, 5))]);
  await receive(db, [archived(said(answer(1), 'a4', OURS, 4))]);
  expect(await messageOf(db, `u_9001/${ASKED}`)).toMatchObject({ payload: { chosen: 1 } });
});

test('an answer from another conversation answers nothing', async () => {
  const db = freshChat();
  await receive(db, [ourQuestion, said(answer(0), 'a1', { from: 'u_9002@gemcall.test/x', to: ME }, 2)]);
  expect((await messageOf(db, `u_${self.uid}/${ASKED}`))?.payload).not.toHaveProperty('chosen');
});

test('a local answer is stored at once', async () => {
  const { db, commands } = await signedIn();
  await receive(db, [theirQuestion]);
  await commands.send('u_9001', { kind: 'answer', to: ASKED, choice: 1 }, 'answer-of-this-device'.slice(0, 21), '');
  expect(await messageOf(db, `u_9001/${ASKED}`)).toMatchObject({ payload: { chosen: 1 } });
});

test('a refused answer is undone, and stored again when it is sent again', async () => {
  const { db, commands } = await signedIn();
  await receive(db, [theirQuestion]);
  const first = 'answer-of-this-device'.slice(0, 21);
  const refuse = async () => {
    const all = (await db.outbox.toArray()).filter(({ kind }) => kind === 'message');
    await settleOutbox(
      db,
      [],
      all.map((row) => [row, 'forbidden'] as const),
    );
  };
  const asked = async () => (await messageOf(db, `u_9001/${ASKED}`))?.payload;
  await commands.send('u_9001', { kind: 'answer', to: ASKED, choice: 1 }, first, '');
  await refuse();
  expect(await asked()).not.toHaveProperty('chosen');
  // A duplicate from the archive changes nothing.
  await receive(db, [archived(theirQuestion)]);
  expect(await asked()).not.toHaveProperty('chosen');
  await commands.retryMessage(`u_${self.uid}/${first}`);
  expect(await asked()).toMatchObject({ chosen: 1 });
  await refuse();
  await commands.send('u_9001', { kind: 'answer', to: ASKED, choice: 0 }, 'another-answer-000001', '');
  expect(await asked()).toMatchObject({ chosen: 0 });
});

test('a gift request is marked as fulfilled on both sides and in any order', async () => {
  const gift = (from: number, to: number) =>
    said({ ...PAYLOADS.gift[0], from, to, ask: ASKED } as Payload, 'g1', { from: self.services.gift, to: ME }, 2);
  const theirs = [said(WISH, ASKED, THEIRS, 1), gift(self.uid, 9001), `u_9001/${ASKED}`] as const;
  const ours = [carbon('sent', said(WISH, ASKED, OURS, 1)), gift(9001, self.uid), `u_${self.uid}/${ASKED}`] as const;
  for (const [wish, given, mid] of [theirs, ours]) {
    for (const batch of [
      [wish, given],
      [given, wish],
    ]) {
      const db = freshChat();
      for (const one of batch) await receive(db, [one]);
      expect(await messageOf(db, mid)).toMatchObject({ payload: { kind: 'ask_gift', isSend: true } });
    }
  }
});

test('a gift request makes nothing unread, a question does', async () => {
  const db = freshChat();
  await receive(db, [said(WISH, 'w1', THEIRS, 1)]);
  expect(await unreadOf(db, 'u_9001')).toBe(0);
  await receive(db, [theirQuestion]);
  expect(await unreadOf(db, 'u_9001')).toBe(1);
});

test('a text to the team is an own message, also from another device and from the archive', async () => {
  const { db, commands } = await signedIn();
  await commands.openThread(1, '');
  const id = 'words-to-the-team-001';
  await commands.sendText('u_1', 'help', id);
  expect(await db.outbox.toArray()).toMatchObject([{ to: self.services.official, tid: 'u_1' }]);
  const words = said({ kind: 'text', body: 'help' }, id, { from: MY_TAB, to: self.services.official }, 2);
  await receive(db, [carbon('sent', words), archived(words)]);
  expect(await db.messages.toArray()).toMatchObject([{ mid: `u_${self.uid}/${id}`, tid: 'u_1', out: true }]);
});
