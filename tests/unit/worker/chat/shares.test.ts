import { expect, test } from 'vitest';
import { DRAFT_MAX_CHARS } from '#contract/chat/rules.ts';
import { DAY_MS } from '../../../../contract/durations.ts';
import { createShareCommands, dropOldShares } from '../../../../worker/chat/shares.ts';
import type { ThreadRow } from '../../../../worker/db/schema.ts';
import { freshApp, freshChat, session } from '../support/databases.ts';

const TID = 'u_9001';

async function place() {
  const [chat, app] = [freshChat(), freshApp()];
  await chat.threads.add({ id: 9_001, tid: TID } as ThreadRow);
  await app.state.put(session);
  await app.shares.add({ id: 'words', at: 1, text: 'look at this' });
  await app.shares.add({ id: 'both', at: 2, text: 'and this', picture: new Blob(['x'], { type: 'image/png' }) });
  return { chat, app, ...createShareCommands({ app, chat }) };
}

test('shared text is appended to the draft once, and nothing is sent', async () => {
  const { app, chat, takeShare } = await place();
  await app.drafts.put({ tid: TID, text: 'typed', replyTo: 'r', said: { lang: 'de', text: 'getippt' } });
  expect((await takeShare('words', TID)).ok).toBe(true);
  // The translation is dropped, because it no longer matches the text.
  expect(await app.drafts.get(TID)).toEqual({ tid: TID, text: 'typed\nlook at this', replyTo: 'r' });
  expect(await app.shares.get('words')).toBeUndefined();
  expect(await takeShare('words', TID)).toMatchObject({ ok: false, error: { code: 'not-found' } });
  expect(await app.drafts.get(TID)).toMatchObject({ text: 'typed\nlook at this' });
  expect(await chat.outbox.count()).toBe(0);
  expect(await chat.messages.count()).toBe(0);
});

test('a share that makes the draft too long is refused with the count and stays', async () => {
  const { app, takeShare } = await place();
  await app.drafts.put({ tid: TID, text: 'x'.repeat(DRAFT_MAX_CHARS) });
  expect(await takeShare('words', TID)).toEqual({
    ok: false,
    error: { code: 'message-too-long', maxChars: DRAFT_MAX_CHARS },
  });
  expect((await app.drafts.get(TID))?.text).toHaveLength(DRAFT_MAX_CHARS);
  expect(await app.shares.get('words')).toBeDefined();
});

test('a shared picture stays until it is dropped, and its text is taken once', async () => {
  const { app, takeShare, dropShare } = await place();
  await takeShare('both', TID);
  expect(await app.drafts.get(TID)).toEqual({ tid: TID, text: 'and this' });
  expect(await app.shares.get('both')).toMatchObject({ text: '', picture: expect.anything() });
  await takeShare('both', TID);
  expect(await app.drafts.get(TID)).toEqual({ tid: TID, text: 'and this' });
  await dropShare('both');
  expect(await app.shares.get('both')).toBeUndefined();
});

test('nothing is taken from a share without a conversation or without a login', async () => {
  const { app, takeShare } = await place();
  expect(await takeShare('words', 'u_1234')).toMatchObject({ ok: false, error: { code: 'not-found' } });
  await app.state.delete('session');
  expect(await takeShare('words', TID)).toMatchObject({ ok: false, error: { code: 'need-login' } });
  expect(await app.drafts.count()).toBe(0);
  expect(await app.shares.count()).toBe(2);
});

test('an unassigned share is deleted after a day', async () => {
  const { app } = await place();
  await dropOldShares(app, DAY_MS);
  expect(await app.shares.count()).toBe(2);
  await dropOldShares(app, DAY_MS + 1);
  expect((await app.shares.toArray()).map(({ id }) => id)).toEqual(['both']);
});
