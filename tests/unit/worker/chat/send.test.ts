import { describe, expect, test } from 'vitest';
import { readEnvelope } from '#contract/chat/message.ts';
import { readSent } from '#contract/chat/payload.ts';
import type { CoreApi } from '#contract/core.ts';
import { midOf } from '#contract/ids.ts';
import { forgetSentDrafts, markDraft } from '../../../../worker/chat/sent-drafts.ts';
import { stanzaOfRow } from '../../../../worker/chat/settle.ts';
import { signedIn } from '../support/commands.ts';
import { session } from '../support/databases.ts';
import { messageOf, receive, see } from '../support/receiving.ts';
import { chat } from '../support/stanzas.ts';

type SimpleDraft = Parameters<CoreApi['send']>[1];

const QUESTION = 'question-of-21-chars-';

/** The stanza of the only row in the outbox, as the server gets it. */
async function sentBy({ db }: Awaited<ReturnType<typeof signedIn>>) {
  const [row] = await db.outbox.toArray();
  const stanza = row && (await stanzaOfRow(db, row, session));
  if (stanza) stanza.attrs['from'] = session.jid;
  const envelope = stanza && readEnvelope(stanza);
  if (!envelope) throw new Error('nothing was sent');
  return { reply: envelope.reply, sent: readSent(envelope.type, envelope.body, envelope.x) };
}

const DRAFTS: readonly (readonly [SimpleDraft, object])[] = [
  [
    { kind: 'text', body: 'hi' },
    { kind: 'text', body: 'hi' },
  ],
  [
    { kind: 'text', body: 'hallo', said: { lang: 'en', text: 'hello' } },
    { kind: 'text', body: 'hallo', said: { lang: 'en', text: 'hello' } },
  ],
  [
    { kind: 'location', lat: 52.51999, lon: -13.40501, acc: 12.5, name: 'Café' },
    { kind: 'location', lat: 52.52, lon: -13.41, acc: 1_000, name: 'Café' },
  ],
  [
    { kind: 'sticker', id: 'fox/hug', name: 'A hug' },
    { kind: 'sticker', id: 'fox/hug', name: 'A hug' },
  ],
  [
    { kind: 'question', q: 3 },
    { kind: 'question_answer', q: 3, body: '', options: [] },
  ],
  [
    { kind: 'own_question', body: 'Tea?', options: ['yes', 'no'] },
    { kind: 'question_answer', body: 'Tea?', options: ['yes', 'no'] },
  ],
  [
    { kind: 'answer', to: QUESTION, choice: 1 },
    { kind: 'question_answer', to: QUESTION, choice: 1, body: '', options: [] },
  ],
  [{ kind: 'invite_video' }, { kind: 'invite_video' }],
  [
    { kind: 'ask_gift', gift: 'rose', body: 'please' },
    { kind: 'ask_gift', giftId: 'rose', body: 'please' },
  ],
];

test.each(DRAFTS)('a draft %j is stored and sent', async (draft, sent) => {
  const me = await signedIn();
  const rose = { id: 'rose', type: 1, gemsPrice: 10, tabId: 1, priority: 3, isActive: true, showArea: 15 } as const;
  await me.app.gifts.put({ ...rose, title: 'Rose', iconUrl: '/gifts/rose.webp' } as never);
  expect((await me.commands.send('u_9001', draft, 'id1', '')).ok).toBe(true);
  expect((await sentBy(me)).sent).toEqual(sent);
  expect((await messageOf(me.db, 'u_100001/id1'))?.payload).toMatchObject(
    draft.kind === 'ask_gift' ? { giftId: 'rose', giftPrice: 10 } : {},
  );
});

test.each<readonly [SimpleDraft, object]>([
  [{ kind: 'sticker', id: 'fox/unknown', name: '' }, { code: 'not-found' }],
  [{ kind: 'ask_gift', gift: 'none', body: '' }, { code: 'not-found' }],
  [{ kind: 'text', body: ' ' }, { code: 'message-empty' }],
  [
    { kind: 'text', body: 'hi', said: { lang: 'en', text: 'x'.repeat(4_001) } },
    { code: 'message-too-long', maxChars: 4_000 },
  ],
])('a draft %j is refused with a reason, and nothing is stored', async (draft, error) => {
  const { db, commands } = await signedIn();
  expect(await commands.send('u_9001', draft, 'id1', '')).toEqual({ ok: false, error });
  expect([await db.messages.count(), await db.outbox.count()]).toEqual([0, 0]);
});

test('an answer is found by its question, and a reply names its message', async () => {
  const me = await signedIn();
  await me.commands.send('u_9001', { kind: 'answer', to: QUESTION, choice: 0 }, 'id1', QUESTION);
  expect((await me.db.messages.where('answers').equals(QUESTION).first())?.mid).toBe('u_100001/id1');
  expect((await messageOf(me.db, 'u_100001/id1'))?.replyTo).toBe(QUESTION);
  expect((await sentBy(me)).reply).toBe(QUESTION);
});

test('a delivered own message can be forwarded to another conversation, others cannot', async () => {
  const { db, commands, type } = await signedIn();
  await commands.openThread(9002, 'Lia');
  await type('hi');
  const forward = (mid: string) => commands.forward(mid, 'u_9002', 'copy');
  expect(await forward('u_100001/id1')).toMatchObject({ ok: false, error: { code: 'not-found' } });
  await db.messages.where('mid').equals('u_100001/id1').modify({ state: 'success', replyTo: QUESTION });
  expect((await forward('u_100001/id1')).ok).toBe(true);
  const copy = await messageOf(db, 'u_100001/copy');
  expect(copy).toMatchObject({ tid: 'u_9002', payload: { kind: 'text', body: 'hi' }, state: 'sending' });
  expect(copy?.replyTo).toBeUndefined();
  await receive(db, [chat({ id: 'theirs', body: 'secret' })]);
  expect(await forward('u_9001/theirs')).toMatchObject({ ok: false, error: { code: 'not-found' } });
  await db.messages
    .where('mid')
    .equals('u_100001/id1')
    .modify({
      payload: { kind: 'invite_video', until: 1 },
    });
  expect(await forward('u_100001/id1')).toMatchObject({ ok: false, error: { code: 'forbidden' } });
});

test('a hidden message is gone from its conversation, and a duplicate does not restore it', async () => {
  const { db, commands } = await signedIn();
  const both = [chat({ id: 'one', body: 'first', at: 1 }), chat({ id: 'two', body: 'second', at: 2 })];
  await receive(db, both);
  expect((await commands.hideMessage('u_9001/two')).ok).toBe(true);
  const after = await see(db);
  expect(after.messages.map(({ mid }) => mid)).toEqual(['u_9001/one']);
  expect(after.threads).toMatchObject([{ lastMid: 'u_9001/one', unread: 1 }]);
  await receive(db, both);
  expect(await see(db)).toEqual(after);
  expect(await commands.hideMessage('u_9001/two')).toMatchObject({ ok: false, error: { code: 'not-found' } });
});

test('a pending message is not hidden, because it would never be sent', async () => {
  const { db, commands, type } = await signedIn();
  await type('hi');
  expect(await commands.hideMessage('u_100001/id1')).toMatchObject({ ok: false, error: { code: 'conflict' } });
  expect([await db.messages.count(), await db.hidden.count()]).toEqual([1, 0]);
});

test('a translated draft keeps the typed text', async () => {
  const { app, commands } = await signedIn();
  const said = { lang: 'de', text: 'hallo' } as const;
  await commands.saveDraft('u_9001', 'hello', '', said);
  expect(await app.drafts.toArray()).toEqual([{ tid: 'u_9001', text: 'hello', said }]);
  await commands.saveDraft('u_9001', '', QUESTION, said);
  expect(await app.drafts.toArray()).toEqual([{ tid: 'u_9001', text: '', replyTo: QUESTION }]);
});

test('a draft keeps the message that it replies to, also without text', async () => {
  const { app, commands } = await signedIn();
  await commands.saveDraft('u_9001', '', QUESTION, null);
  expect(await app.drafts.toArray()).toEqual([{ tid: 'u_9001', text: '', replyTo: QUESTION }]);
  await commands.saveDraft('u_9001', 'half', '', null);
  expect(await app.drafts.toArray()).toEqual([{ tid: 'u_9001', text: 'half' }]);
});

describe('drafts of sent texts', () => {
  const text = (body: string) => ({ kind: 'text', body }) as const;

  test('a sent text is no longer a draft when the page dies before reporting it, and newer text stays', async () => {
    const { app, commands } = await signedIn();
    await commands.openThread(9001, 'Demo');
    await commands.saveDraft('u_9001', 'hello ', '', null);
    expect((await commands.send('u_9001', text('hello'), 'first-of-21-characters', '')).ok).toBe(true);
    await expect.poll(() => app.drafts.count()).toBe(0);
    await commands.saveDraft('u_9001', 'newer', '', null);
    expect((await commands.send('u_9001', text('older'), 'other-of-21-characters', '')).ok).toBe(true);
    expect(await app.drafts.toArray()).toEqual([{ tid: 'u_9001', text: 'newer' }]);
  });

  test.each([
    ['what was saved last is the beginning of it', 'hel', '', '', 0],
    ['what was saved last also says to which message it replies', 'hello', QUESTION, QUESTION, 0],
    ['nothing but the message that it replies to was saved', '', QUESTION, QUESTION, 0],
    ['a reply to another message stays', 'hello', QUESTION, '', 1],
    ['words that go on stay', 'hello you', '', '', 1],
    ['a reply without words to another message stays', '', QUESTION, '', 1],
  ])('a draft is deleted only when it was sent: %s', async (_what, saved, repliesTo, replyTo, left) => {
    const { app, commands } = await signedIn();
    await commands.openThread(9001, 'Demo');
    await commands.saveDraft('u_9001', saved, repliesTo, null);
    expect((await commands.send('u_9001', text('hello'), 'first-of-21-characters', replyTo)).ok).toBe(true);
    await expect.poll(() => app.drafts.count()).toBe(left);
    expect((await app.drafts.toArray()).every((draft) => draft.sentAs === undefined)).toBe(true);
  });

  test('a draft is deleted at the next start when the core dies after storing its message, and stays when nothing was stored', async () => {
    const { app, db, commands } = await signedIn();
    await commands.openThread(9001, 'Demo');
    await commands.saveDraft('u_9001', 'hello', '', null);
    const leaving = { tid: 'u_9001', body: 'hello', replyTo: '' };
    await markDraft(app, { ...leaving, mid: midOf('u_100001', 'never-of-21-characters') });
    await forgetSentDrafts(app, db);
    expect(await app.drafts.toArray()).toMatchObject([{ text: 'hello' }]);

    const die = () => {
      throw new Error('everything ended');
    };
    app.drafts.hook('deleting', die);
    expect((await commands.send('u_9001', text('hello'), 'first-of-21-characters', '')).ok).toBe(true);
    expect(await app.drafts.toArray()).toMatchObject([
      { text: 'hello', sentAs: midOf('u_100001', 'first-of-21-characters') },
    ]);
    app.drafts.hook('deleting').unsubscribe(die);
    await forgetSentDrafts(app, db);
    expect(await app.drafts.count()).toBe(0);
  });
});
