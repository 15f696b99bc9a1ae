import xml, { type Element } from '@xmpp/xml';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fail, ok } from '#contract/result.ts';
import { createArchive } from '../../../../worker/chat/incoming/archive.ts';
import { receiveBatch } from '../../../../worker/chat/incoming/receive.ts';
import type { ArchiveRow, ChatDb } from '../../../../worker/db/schema.ts';
import { readInbound } from '../../../../worker/xmpp/inbound.ts';
import { freshChat } from '../support/databases.ts';
import { context, see } from '../support/receiving.ts';
import { archived, chat, HOST, MY_TAB, mark, OTHER_HOST, self } from '../support/stanzas.ts';

const PAGE = 3;
const ARCHIVE = 'urn:xmpp:mam:2';
const RSM = 'http://jabber.org/protocol/rsm';

/** What happened in a conversation. `of`: the number of an earlier event, whose message a mark names. */
type Event = {
  readonly peer: string;
  readonly what: 'theirs' | 'ours' | 'weRead' | 'theyGot' | 'theyRead';
  readonly of: number;
};

const isTheirs = ({ what }: Event) => what === 'theirs';
const isOurs = ({ what }: Event) => what === 'ours';

/** The message that a mark names: the newest one of the right side that is not after the event `of`. */
const namedBy = (events: readonly Event[], at: number): number => {
  const event = events[at] as Event;
  const named = event.what === 'weRead' ? isTheirs : isOurs;
  return events.findLastIndex(
    (other, index) => index <= event.of % (at + 1) && index < at && other.peer === event.peer && named(other),
  );
};

function stanzaOf(events: readonly Event[], at: number): Element | undefined {
  const { peer, what } = events[at] as Event;
  const id = `e${at}`;
  if (what === 'theirs') return chat({ id, at: at + 1, from: `${peer}/phone` });
  if (what === 'ours') return chat({ id, at: at + 1, from: MY_TAB, to: peer });
  const named = namedBy(events, at);
  if (named === -1) return undefined;
  if (what === 'weRead') return mark('displayed', `e${named}`, MY_TAB, peer);
  return mark(what === 'theyRead' ? 'displayed' : 'received', `e${named}`, `${peer}/phone`);
}

/** The read and delivery states that the whole archive states, by message id. */
function expectedOf(events: readonly Event[]): Record<string, string> {
  const states: Record<string, string> = {};
  for (const [at, event] of events.entries()) {
    const later = events.map((other, index) => ({ other, index })).filter(({ other }) => other.peer === event.peer);
    const marksAt = (what: Event['what']) =>
      later.some(({ other, index }) => other.what === what && index > at && namedBy(events, index) >= at);
    if (isTheirs(event)) {
      const isAnswered = later.some(({ other, index }) => isOurs(other) && index > at);
      states[`e${at}`] = isAnswered || marksAt('weRead') ? 'read' : 'unread';
    }
    if (isOurs(event)) states[`e${at}`] = marksAt('theyRead') ? 'seen' : marksAt('theyGot') ? 'delivered' : 'none';
  }
  return states;
}

async function statesIn(db: ChatDb): Promise<Record<string, string>> {
  const { messages } = await see(db);
  return Object.fromEntries(
    messages.map(({ mid, out, read, reached }) => [mid.split('/')[1], out ? reached : read ? 'read' : 'unread']),
  );
}

type Way = 'cut' | 'kill' | 'reload';

/** Reads the archive of the events until it fails after `pages` pages, from the stored rows. Returns whether it was read whole. */
async function catchUp(db: ChatDb, events: readonly Event[], pages: number, way?: Way): Promise<boolean> {
  const stored = await db.sync.get('archive');
  if (stored?.key === 'archive') await db.sync.put({ ...stored, settled: false });
  const rows = events.flatMap((_, at) => {
    const stanza = stanzaOf(events, at);
    return stanza ? [{ id: at + 1, stanza }] : [];
  });
  let asked = 0;
  const archive = createArchive({
    async request(stanza) {
      asked += 1;
      if (asked > pages && way === 'cut') return fail({ code: 'timeout' });
      const query = stanza.getChild('query', ARCHIVE);
      const set = query?.getChild('set', RSM);
      const [after, before] = ['after', 'before'].map((name) => set?.getChildText(name) ?? undefined);
      const range = rows.filter(({ id }) => (after ? id > Number(after) : !before || id < Number(before)));
      const page = after ? range.slice(0, PAGE) : range.slice(-PAGE);
      for (const { id, stanza: inner } of page) {
        const result = archived(inner, { queryId: query?.attrs['queryid'] ?? '', id: String(id) });
        const inbound = readInbound(result, self, archive.isOutstanding);
        if (inbound.kind === 'message' || inbound.kind === 'mark') archive.collect(inbound);
      }
      const ends = xml(
        'set',
        { xmlns: RSM },
        page[0] && xml('first', {}, String(page[0].id)),
        page[0] && xml('last', {}, String(page.at(-1)?.id)),
      );
      return ok(
        xml('iq', {}, xml('fin', { xmlns: ARCHIVE, complete: range.length <= PAGE ? 'true' : undefined }, ends)),
      );
    },
    pause: async () => {},
    load: async () => (await db.sync.get('archive')) as ArchiveRow | undefined,
    async write(page, row, isHistory) {
      // A killed worker has received the page, but stored nothing of it.
      if (asked > pages && way === 'kill') throw new Error('killed');
      await receiveBatch(db, page, context({ isHistory, sync: [row] }));
      if (asked >= pages && way === 'reload') archive.stop();
    },
  });
  return archive.catchUp().catch(() => false);
}

const anyEvents = fc.array(
  fc.record<Event>({
    peer: fc.constantFrom(HOST, OTHER_HOST),
    what: fc.constantFrom('theirs', 'theirs', 'ours', 'weRead', 'theyGot', 'theyRead'),
    of: fc.nat(40),
  }),
  { minLength: 1, maxLength: 24 },
);

test.each<Way>(['cut', 'kill', 'reload'])(
  'an archive that is read after a %s at any page gives the states of the whole archive, with what happened meanwhile',
  async (way) => {
    await fc.assert(
      fc.asyncProperty(
        anyEvents,
        fc.array(fc.nat(6), { minLength: 1, maxLength: 3 }),
        anyEvents,
        async (before, interruptions, later) => {
          const db = freshChat();
          let known = before;
          for (const [index, pages] of interruptions.entries()) {
            await catchUp(db, known, pages, way);
            const share = Math.ceil((later.length * (index + 1)) / interruptions.length);
            known = [...before, ...later.slice(0, share)];
          }
          expect(await catchUp(db, known, Number.POSITIVE_INFINITY)).toBe(true);
          expect(await statesIn(db)).toEqual(expectedOf(known));
          const { threads } = await see(db);
          const unread = Object.values(expectedOf(known)).filter((state) => state === 'unread').length;
          expect(threads.reduce((sum, thread) => sum + thread.unread, 0)).toBe(unread);
          expect(await db.sync.get('marks')).toBeUndefined();
          db.close();
        },
      ),
      { numRuns: 12 },
    );
  },
  60_000,
);

test('a read mark in a newer page counts for an older one that is read by the next worker', async () => {
  const events: Event[] = [
    ...Array.from({ length: 9 }, () => ({ peer: HOST, what: 'theirs' as const, of: 0 })),
    { peer: HOST, what: 'weRead', of: 5 },
  ];
  const db = freshChat();
  expect(await catchUp(db, events, 1, 'reload')).toBe(false);
  expect(await db.sync.get('marks')).toMatchObject({ marks: { 'u_9001/e5': { reach: 'read', tid: 'u_9001' } } });
  expect(await catchUp(db, events, Number.POSITIVE_INFINITY)).toBe(true);
  expect((await db.threads.get(9001))?.unread).toBe(3);
});
