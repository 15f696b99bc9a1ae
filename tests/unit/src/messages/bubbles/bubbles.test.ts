import 'fake-indexeddb/auto';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { factsOfPayload, previewOf } from '../../../../../contract/chat/lines.ts';
import { SENSITIVE_COVERED } from '../../../../../contract/chat/rules.ts';
import { createHeightEstimate } from '../../../../../src/messages/estimate.ts';
import { batchesOf } from '../../../../../src/messages/media/use-batch.ts';
import { app, chat } from '../../../../../worker/db/open.ts';
import { readBatches, readNextVoice } from '../../../../../worker/db/reads/uploads.ts';
import type { MessageRow, UploadRow } from '../../../../../worker/db/schema.ts';
import { messageRow } from '../message-row.ts';

// Bubbles use the page's history.
vi.stubGlobal('addEventListener', () => undefined);
const { drawPayload, heightOfPayload } = await import('../../../../../src/messages/bubbles/kinds.tsx');
const { Bubble } = await import('../../../../../src/messages/bubble.tsx');

type Payload = NonNullable<MessageRow['payload']>;
const WAVE = '0'.repeat(48);

test.each(['from-the-future', 'constructor'])(
  'a row of the kind %s, stored by another tab, is drawn as one of a newer build',
  (kind) => {
    const payload = { kind, body: 'words' } as unknown as Payload;
    const row = messageRow('u_9001/a', 1, { payload });
    expect(drawPayload(payload, row.tid, row)).toEqual(drawPayload(undefined, row.tid, row));
    expect(heightOfPayload(payload)).toBe(heightOfPayload(undefined));
    expect(previewOf(factsOfPayload(payload), (key) => key, 'en')).toBe('unsupported');
  },
);

test('the height estimate of a standalone item has no bubble edges', () => {
  const guess = createHeightEstimate(heightOfPayload);
  const itemOf = (mid: string, payload: Payload) =>
    ({ kind: 'message', key: mid, row: messageRow(mid, 1, { payload }), first: false, last: false }) as const;
  expect(guess(itemOf('a', { kind: 'sticker', id: 'gem/hello', name: '' }))).toBe(162);
  expect(guess(itemOf('b', { kind: 'text', body: 'hi' }))).toBe(42);
});

test('the next voice to play is the next unplayed one that is not covered', async () => {
  const voice = (mid: string, date: number, change: Partial<MessageRow> = {}, played = false) =>
    messageRow(mid, date, { type: 3, payload: { kind: 'audio', url: '', ms: 1, wave: WAVE, played }, ...change });
  await chat.messages.bulkAdd([
    voice('u_9001/now', 1),
    voice('u_9001/covered', 2, { sensitiveInfo: SENSITIVE_COVERED }),
    voice('u_9001/played', 3, {}, true),
    voice('u_1/own', 4, { out: true }),
    messageRow('u_9001/words', 5),
    voice('u_9001/next', 6),
  ]);
  expect((await readNextVoice('u_9001', [1, 0]))?.mid).toBe('u_9001/next');
});

test('a sent file changes only the files of its message', async () => {
  const upload = (id: string, batch: string | undefined, sentBytes: number): UploadRow => ({
    id,
    purpose: 'chat',
    name: `${id}.webp`,
    file: new Blob(['pixels']),
    state: 'sending',
    sentBytes,
    totalBytes: 6,
    url: '',
    thumbUrl: '',
    error: '',
    queuedAt: 1,
    ...(batch !== undefined && { batch }),
  });
  await app.uploads.bulkPut([upload('a', 'u_1/one', 0), upload('b', 'u_1/two', 0), upload('avatar', undefined, 0)]);
  const before = batchesOf(await readBatches(), new Map());
  expect([...before.keys()]).toEqual(['u_1/one', 'u_1/two']);
  await app.uploads.put(upload('a', 'u_1/one', 3));
  const after = batchesOf(await readBatches(), before);
  expect(after.get('u_1/one')).not.toBe(before.get('u_1/one'));
  expect(after.get('u_1/two')).toBe(before.get('u_1/two'));
});

test('an edited message shows its own time apart from the time of the edit', () => {
  const row = messageRow('u_9001/a', 1, { edited: { at: 60_000 } as never });
  const foot = renderToStaticMarkup(
    createElement(Bubble, { row, first: true, last: true, name: 'Maya', language: 'en' }),
  );
  expect(foot).toMatch(/\d ?[AP]M ·<\/span><span>edited/);
});
