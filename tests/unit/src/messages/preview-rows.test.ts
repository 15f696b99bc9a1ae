import xml from '@xmpp/xml';
import { expect, test } from 'vitest';
import { kinds } from '../../../../contract/chat/kinds/list.ts';
import { type PayloadKind, readPayload, writePayload } from '../../../../contract/chat/payload.ts';
import { mediaUrl, privateUrl } from '../../../../contract/media/media.ts';
import { sampleRows } from '../../../../src/features/chat/conversation/preview-rows.ts';
import words from '../../../../src/i18n/locales/en/more/preview.json' with { type: 'json' };

const URL = privateUrl('a'.repeat(32));
const rows = sampleRows({
  tid: 'u_9001',
  self: 5,
  peer: 9_001,
  now: Date.UTC(2026, 4, 20),
  words: words.said,
  // Addresses of private media, as real messages have them; the sample itself uses public files.
  art: { pictures: [URL], portrait: mediaUrl('b'.repeat(32)), clip: URL, voice: URL },
});
/** Messages that are never drawn: headlines, and those that only change another message. */
const NOT_DRAWN: readonly PayloadKind[] = ['retraction', 'correction', 'reaction', 'attribution_refresh'];

test('the sample conversation contains every kind, and one of a newer build', () => {
  const shown = new Set(rows.flatMap(({ payload }) => payload?.kind ?? []));
  expect([...kinds.map(({ kind }) => kind)].filter((kind) => !shown.has(kind))).toEqual(NOT_DRAWN);
  expect(rows.some(({ payload, unsupportedType }) => payload === undefined && unsupportedType !== undefined)).toBe(
    true,
  );
  const albums = rows.flatMap(({ payload }) => (payload?.kind === 'image' ? payload.items.length : []));
  expect([...new Set(albums)].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(rows.some(({ replyTo }) => rows.some(({ mid }) => mid.endsWith(`/${replyTo}`)))).toBe(true);
});

test('each sample message is valid on the wire under its own number', () => {
  for (const { type, payload } of rows) {
    if (!payload) continue;
    // On the wire a priced file has no address, so the sender's own copy is skipped.
    if ('payNeed' in payload && payload.payNeed && ('url' in payload ? payload.url : payload.items[0]?.url) !== '')
      continue;
    const { type: own, body, children = [] } = writePayload(payload, xml);
    expect([payload.kind, own]).toEqual([payload.kind, type]);
    const x = xml('x', { xmlns: 'urn:gemcall:message:1' }, ...children);
    expect(readPayload(type, body, x), payload.kind).toMatchObject({ kind: payload.kind });
  }
});

test('sample messages have unique ids and ascending times', () => {
  expect(new Set(rows.map(({ mid }) => mid)).size).toBe(rows.length);
  const dates = rows.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted((a, b) => a - b));
});
