import xml, { type Element } from '@xmpp/xml';
import { expect, test } from 'vitest';
import { fail, ok } from '#contract/result.ts';
import { createArchive } from '../../../../../worker/chat/incoming/archive.ts';
import type { ArchiveRow } from '../../../../../worker/db/schema.ts';

const RSM = 'http://jabber.org/protocol/rsm';
const ARCHIVE = 'urn:xmpp:mam:2';
const KNOWN: ArchiveRow = { key: 'archive', newest: 'old-9', oldest: 'old-1', complete: true, settled: false };

type Answer = { first: string; last: string; complete: boolean } | 'too soon' | 'unknown';

function fin({ first, last, complete }: Exclude<Answer, string>): Element {
  const set = xml('set', { xmlns: RSM }, xml('first', {}, first), xml('last', {}, last));
  return xml('iq', {}, xml('fin', { xmlns: ARCHIVE, complete: complete ? 'true' : undefined }, set));
}

/** An archive with the given responses in order. */
function against(answers: readonly Answer[], stored?: ArchiveRow) {
  const places: string[] = [];
  const pauses: number[] = [];
  const written: ('history' | 'news')[] = [];
  let row = stored;
  const archive = createArchive({
    async request(stanza) {
      const set = stanza.getChild('query', ARCHIVE)?.getChild('set', RSM);
      const place = set?.getChildElements().find(({ name }) => name !== 'max');
      places.push(`${place?.name} ${place?.text()}`);
      const answer = answers[places.length - 1];
      if (answer === undefined) return fail({ code: 'timeout' });
      if (answer === 'too soon') return fail({ code: 'refused', condition: 'resource-constraint', wait: true });
      if (typeof answer === 'string') return fail({ code: 'refused', condition: 'item-not-found', wait: false });
      return ok(fin(answer));
    },
    pause: async (ms) => void pauses.push(ms),
    load: async () => row,
    async write(_, next, isHistory) {
      row = next;
      written.push(isHistory ? 'history' : 'news');
    },
  });
  return { archive, places, pauses, written, stored: () => row };
}

test('a rate-limited client waits and requests the same page again', async () => {
  const page = { first: '5', last: '9', complete: true };
  const { archive, places, pauses, stored } = against(['too soon', 'too soon', page]);
  expect(await archive.catchUp()).toBe(true);
  expect(places).toEqual(['before ', 'before ', 'before ']);
  expect(pauses).toHaveLength(2);
  for (const ms of pauses) expect(ms).toBeGreaterThanOrEqual(500);
  expect(stored()).toMatchObject({ newest: '9', oldest: '5', complete: true });
});

test('a server that always rate-limits does not block the catch-up forever', async () => {
  const { archive } = against(Array<Answer>(1_000).fill('too soon'));
  expect(await archive.catchUp()).toBe(false);
});

test('the end of the stream ends the wait', async () => {
  const { archive, places } = against(Array<Answer>(1_000).fill('too soon'));
  const done = archive.catchUp();
  archive.stop();
  expect(await done).toBe(false);
  expect(places.length).toBeLessThan(3);
});

test('an archive id unknown to the server leads to a full read from the end', async () => {
  const { archive, places, stored } = against(
    ['unknown', { first: '6', last: '9', complete: false }, { first: '1', last: '5', complete: true }],
    KNOWN,
  );
  expect(await archive.catchUp()).toBe(true);
  expect(places).toEqual(['after old-9', 'before ', 'before 6']);
  expect(stored()).toEqual({ key: 'archive', newest: '9', oldest: '1', complete: true, settled: true });
});

test('reading continues after the last known archive id', async () => {
  const { archive, places, stored } = against([{ first: '6', last: '9', complete: true }], KNOWN);
  expect(await archive.catchUp()).toBe(true);
  expect(places).toEqual(['after old-9']);
  expect(stored()).toMatchObject({ newest: '9', oldest: 'old-1', settled: true });
});

test('new messages in a previously empty archive are acknowledged, and those found by a new device are history', async () => {
  const nothing = { first: '', last: '', complete: true };
  const one = { first: '1', last: '1', complete: true };
  const device = against([nothing, one]);
  expect(await device.archive.catchUp()).toBe(true);
  expect(await device.archive.catchUp()).toBe(true);
  expect(device.written).toEqual(['history', 'news']);
  expect(device.stored()).toMatchObject({ newest: '1', complete: true });

  const other = against([one]);
  expect(await other.archive.catchUp()).toBe(true);
  expect(other.written).toEqual(['history']);
});
