import { describe, expect, test, vi } from 'vitest';
import type { MessageRow } from '#db/schema.ts';
import { urlsToSave, viewerItemsOf } from '../../../../src/messages/viewer/files.ts';
import { panned, WHOLE, ZOOM_MAX, zoomed } from '../../../../src/messages/viewer/zoom.ts';
import { messageRow } from './message-row.ts';

vi.mock('../../../../src/core/core.ts', () => ({ core: {} }));
vi.mock('../../../../src/ui/media/media-host.ts', () => ({ mediaSrc: (url: string) => url }));

import { HOSTILE_ANSWERS, hostileResponse } from '../../../harness/hostile/hostile-answers.ts';

const { whyMissing } = await import('../../../../src/messages/media-gone.ts');
const { nameOfFile } = await import('../../../../src/messages/viewer/save.ts');

const BOX = { w: 400, h: 800 };

describe('a picture in the viewer', () => {
  test('a picture zooms at the centre of the fingers, which stays in place', () => {
    const at = { x: 100, y: -50 };
    const near = zoomed(WHOLE, 2, at, BOX);
    // The point of the picture under the fingers, before and after.
    expect([(at.x - near.x) / near.scale, (at.y - near.y) / near.scale]).toEqual([at.x, at.y]);
    expect(zoomed(near, 0.5, at, BOX)).toEqual(WHOLE);
  });

  test('a picture zooms to a maximum, and is never smaller than the screen', () => {
    expect(zoomed(WHOLE, 100, { x: 0, y: 0 }, BOX).scale).toBe(ZOOM_MAX);
    expect(zoomed(WHOLE, 0.1, { x: 7, y: 7 }, BOX)).toEqual(WHOLE);
  });

  test('a zoomed picture moves up to its edges', () => {
    const near = zoomed(WHOLE, 2, { x: 0, y: 0 }, BOX);
    expect(panned(near, { x: 50, y: -60 }, BOX)).toEqual({ scale: 2, x: 50, y: -60 });
    expect(panned(near, { x: 5_000, y: -5_000 }, BOX)).toEqual({ scale: 2, x: 200, y: -400 });
    expect(panned(WHOLE, { x: 5, y: 5 }, BOX)).toEqual(WHOLE);
  });
});

const url = (name: string) => `/media/p/${name}`;
const album = (mid: string, names: readonly string[], change: Partial<MessageRow> = {}) => {
  const items = names.map((name) => ({ url: name, thumb: name, w: 1, h: 1, blur: '' }));
  const payload = { kind: 'image', items, body: '', payNeed: false, payPrice: 0, lockId: '' } as const;
  return messageRow(mid, 1, { payload, ...change });
};
const clip = messageRow('c', 2, {
  payload: { kind: 'video', url: url('c'), thumbUrl: url('c'), w: 1, h: 1, ms: 1, blur: '', body: '' },
});

test('the viewer shows open, arrived and uncovered pictures and clips of a conversation', () => {
  const rows = [
    album('a', [url('1'), '', 'upload:x', url('2')]),
    messageRow('words', 1),
    album('covered', [url('3')], { sensitiveInfo: 2 }),
    clip,
  ];
  expect(viewerItemsOf(rows).map(({ key, kind }) => [key, kind])).toEqual([
    ['a 0', 'picture'],
    ['a 3', 'picture'],
    ['c 0', 'clip'],
  ]);
});

test('only open files that were not removed can be saved', () => {
  expect(urlsToSave(album('a', [url('1'), '', url('2')]))).toEqual([url('1'), url('2')]);
  expect(urlsToSave(clip)).toEqual([url('c')]);
  expect(urlsToSave(album('a', [url('1')], { sensitiveInfo: 8 }))).toEqual([]);
  expect(nameOfFile(new Date(2_026, 0, 5).getTime(), 2, 'image/webp;x')).toBe('2026-01-05-2.webp');
});

test.each([
  [404, true, 'gone'],
  [410, true, 'gone'],
  [410, false, 'gone'],
  [404, false, 'later'],
  [500, true, 'later'],
  [0, true, 'later'],
])('a picture whose host says %s (asked with a pass: %s) is %s', async (status, hasPass, why) => {
  const refusal = () => Response.json({ result: status, msg: 'no' }, { status });
  vi.stubGlobal('fetch', async () => (status === 0 ? Promise.reject(new TypeError('offline')) : refusal()));
  expect(await whyMissing('/media/p/0', hasPass)).toBe(why);
});

test.each(HOSTILE_ANSWERS.map((hostile) => [hostile.name, hostile] as const))(
  'no picture is reported as deleted when the response is: %s',
  async (_name, hostile) => {
    vi.stubGlobal('fetch', async () => hostileResponse(hostile));
    expect(await whyMissing('/media/p/0', true)).toBe('later');
  },
);
