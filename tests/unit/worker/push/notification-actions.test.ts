import { expect, test, vi } from 'vitest';
import { MESSAGE_MAX_CHARS } from '#contract/chat/rules.ts';
import type { ThreadRow } from '../../../../worker/db/schema.ts';
import { freshApp, freshChat, session } from '../support/databases.ts';

vi.stubGlobal('location', { host: 'localhost' });
const { createNotificationActions } = await import('../../../../worker/push/notification-actions.ts');

const TID = 'u_9001';

async function actions() {
  const [app, chat] = [freshApp(), freshChat()];
  await app.state.put(session);
  await chat.threads.add({ id: 9_001, tid: TID, mainJid: session.jid, linkedJid: 'u_9001@localhost' } as ThreadRow);
  return { app, chat, ...createNotificationActions({ app, chat, brief: async () => 'idle' }) };
}

test('a reply that is longer than a message is refused and added to the draft whole', async () => {
  const { app, chat, reply } = await actions();
  await app.drafts.put({ tid: TID, text: 'typed' });
  const words = 'x'.repeat(MESSAGE_MAX_CHARS + 1);
  expect(await reply(TID, words)).toBe('refused');
  expect((await app.drafts.get(TID))?.text).toBe(`typed\n${words}`);
  expect(await chat.messages.count()).toBe(0);
});

test('a reply that draws nothing is refused and not stored', async () => {
  const { app, reply } = await actions();
  expect(await reply(TID, '\u3164')).toBe('refused');
  expect(await app.drafts.count()).toBe(0);
});
