import { expect, test } from 'vitest';
import { readAgain } from '../../../../worker/chat/read-again.ts';
import { freshChat } from '../support/databases.ts';
import { messageOf, receive } from '../support/receiving.ts';
import { chat, HOST } from '../support/stanzas.ts';

test('messages that an older build could not read are read completely by a newer one', async () => {
  const db = freshChat();
  const stanza = chat({ id: 'a', body: 'kept <& read' });
  await receive(db, [stanza]);
  const mid = `${HOST.slice(0, HOST.indexOf('@'))}/a`;
  // As a build without a codec for texts would have stored it.
  await db.messages.where('mid').equals(mid).modify({ payload: undefined, raw: stanza.toString(), unsupportedType: 0 });

  await readAgain(db);

  const row = await messageOf(db, mid);
  expect(row).toMatchObject({ payload: { kind: 'text', body: 'kept <& read' }, raw: '' });
  expect(row).not.toHaveProperty('unsupportedType');
});

test('messages that this build cannot read either stay unchanged', async () => {
  const db = freshChat();
  await receive(db, [chat({ id: 'b', body: 'a rose', type: 13 })]);
  await readAgain(db);
  const [row] = await db.messages.toArray();
  expect(row).toMatchObject({ unsupportedType: 13 });
  expect(row?.raw).toContain('a rose');
});
