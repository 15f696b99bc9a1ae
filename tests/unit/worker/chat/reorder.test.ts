import type { Element } from '@xmpp/xml';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freshChat } from '../support/databases.ts';
import { NOW, receive, type Seen, see } from '../support/receiving.ts';
import { archived, carbon, chat, HOST, ME, OTHER_HOST } from '../support/stanzas.ts';

type Sent = { readonly id: string; readonly peer: string; readonly out: boolean; readonly at: number };
type Way = 'live' | 'carbon' | 'archive';

function stanzaOf({ id, peer, out, at }: Sent): Element {
  const fields = { id, at, body: `words of ${id}` };
  return out
    ? chat({ ...fields, from: `${ME}/phone`, to: peer, nick: 'Ada' })
    : chat({ ...fields, from: `${peer}/phone` });
}

function arrival(message: Sent, way: Way): Element {
  if (way === 'archive') return archived(stanzaOf(message), { id: `archive of ${message.id}` });
  // Our own messages come live as a copy only.
  if (message.out) return carbon('sent', stanzaOf(message));
  return way === 'live' ? stanzaOf(message) : carbon('received', stanzaOf(message));
}

/** A few messages with ids that the two peers share, each with its own date; then the number and order of their arrivals. */
const anyMessages = fc
  .uniqueArray(
    fc.record({ id: fc.constantFrom('1', '2', '3', '4'), peer: fc.constantFrom(HOST, OTHER_HOST), out: fc.boolean() }),
    { minLength: 1, maxLength: 6, selector: ({ id, peer, out }) => (out ? id : `${peer} ${id}`) },
  )
  .map((list) => list.map((one, index): Sent => ({ ...one, at: NOW - 1_000 + index })));
const anyArrivals = anyMessages.chain((messages) => {
  const ways = fc.array(fc.constantFrom<Way>('live', 'carbon', 'archive'), { minLength: 1, maxLength: 4 });
  const all = fc
    .tuple(...messages.map((message) => ways.map((list) => list.map((way) => arrival(message, way)))))
    .map((lists) => lists.flat());
  return fc.record({
    messages: fc.constant(messages),
    arrivals: all.chain((list) => fc.shuffledSubarray(list, { minLength: list.length })),
    batch: fc.integer({ min: 1, max: 5 }),
  });
});

async function play(stanzas: readonly Element[], batch: number): Promise<Seen> {
  const db = freshChat();
  for (let start = 0; start < stanzas.length; start += batch) await receive(db, stanzas.slice(start, start + batch));
  const seen = await see(db);
  db.close();
  return seen;
}

test('doubled, reordered and copied messages give the same conversations, unread counts and order', async () => {
  await fc.assert(
    fc.asyncProperty(anyArrivals, async ({ messages, arrivals, batch }) => {
      const straight = await play(
        messages.map((message) => arrival(message, 'live')),
        1,
      );
      expect(straight.messages).toHaveLength(messages.length);
      expect(await play(arrivals, batch)).toEqual(straight);
    }),
    { numRuns: 80 },
  );
}, 30_000);
