import { expect, test } from 'vitest';
import { text } from '#contract/chat/kinds/text.ts';
import { readAgain } from '../../../../worker/chat/read-again.ts';
import { freshChat, session } from '../support/databases.ts';
import { messageOf, receive } from '../support/receiving.ts';
import { chat, HOST } from '../support/stanzas.ts';

test('messages that an older build could not parse are parsed completely by a newer one', async () => {
  const db = freshChat();
  const stanza = chat({ id: 'a', body: 'kept <& read' });
  await receive(db, [stanza]);
  const mid = `${HOST.slice(0, HOST.indexOf('@'))}/a`;
  // Stored as by a build without a codec for texts.
  const unread = { payload: undefined, raw: stanza.toString(), unsupportedType: 0 };
  await db.messages.where('mid').equals(mid).modify(unread);
  await db.threads.update(9001, { lastFacts: { kind: 'unsupported' } });

  await readAgain(db, session);

  const row = await messageOf(db, mid);
  expect(row).toMatchObject({ payload: { kind: 'text', body: 'kept <& read' }, raw: '' });
  expect(row).not.toHaveProperty('unsupportedType');
  // The list shows the parsed text too.
  expect(await db.threads.get(9001)).toMatchObject({ lastFacts: { kind: 'text', body: 'kept <& read' }, unread: 1 });
});

test('a stored message of a kind that its sender may not send is not parsed by a newer build either', async () => {
  const db = freshChat();
  const stanza = chat({ id: 'forged', body: 'a gift of a thousand' });
  await receive(db, [stanza]);
  const mid = 'u_9001/forged';
  await db.messages.where('mid').equals(mid).modify({ payload: undefined, raw: stanza.toString(), unsupportedType: 0 });
  // Simulates that only a service may send texts.
  const { sentBy } = text;
  Object.assign(text, { sentBy: 'gift' });
  await readAgain(db, session).finally(() => Object.assign(text, { sentBy }));
  const row = await messageOf(db, mid);
  // The row is not parsed again at each start.
  expect(row).not.toHaveProperty('unsupportedType');
  expect(row?.payload).toBeUndefined();
});

test('messages that this build cannot parse either stay unchanged', async () => {
  const db = freshChat();
  await receive(db, [chat({ id: 'b', body: 'a rose', type: 777 })]);
  await readAgain(db, session);
  const [row] = await db.messages.toArray();
  expect(row).toMatchObject({ unsupportedType: 777 });
  expect(row?.raw).toContain('a rose');
});
