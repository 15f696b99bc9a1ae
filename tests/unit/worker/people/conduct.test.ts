import { expect, test } from 'vitest';
import { localOfUid, midOf, tidOfUid } from '#contract/ids.ts';
import type { MessageRow } from '../../../../worker/db/schema.ts';
import { reportedMessages } from '../../../../worker/people/conduct.ts';
import { freshChat } from '../support/databases.ts';

const OWN = 1;
const REPORTED = 9_001;
const idOf = (id: string) => id.padEnd(21, 'x');
const midOfReported = (id: string) => midOf(localOfUid(REPORTED), idOf(id));

test('a message that exceeds the size limit of a report does not remove the messages after it', async () => {
  const chat = freshChat();
  const bodies = { a: 'first', b: 'y'.repeat(50_000), c: 'last' };
  for (const [at, [id, body]] of Object.entries(bodies).entries()) {
    const payload = { kind: 'text', body };
    const row = { mid: midOfReported(id), tid: tidOfUid(REPORTED), date: at, payload, incoming: true };
    await chat.messages.add(row as unknown as MessageRow);
  }
  const mids = Object.keys(bodies).map(midOfReported);
  const reported = await reportedMessages(chat, { own: OWN, uid: REPORTED, mids });
  expect(reported.map(({ body }) => body)).toEqual(['first', 'last']);
});
