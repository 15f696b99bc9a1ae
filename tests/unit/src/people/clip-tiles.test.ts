import { expect, test } from 'vitest';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import { movedEnds } from '../../../../src/features/chat/send/ends.ts';
import {
  createPartIds,
  type Part,
  partsOf,
  type SendTile,
  sendInOrder,
} from '../../../../src/features/chat/send/tiles.ts';

const tileOf = (ms: number, change: Partial<SendTile> = {}): SendTile => {
  const file = new Blob(['x']);
  return { key: String(ms), file, turn: 0, isClip: true, ms, made: { file, w: 1, h: 1, ms }, ...change };
};
const kindsOf = (tiles: readonly SendTile[], price = 0) => partsOf(tiles, price).map(({ kind }) => kind);

test('a clip recorded or trimmed to 15 seconds is a short clip, and one of the library is a video', () => {
  const own = { isOwn: true } as const;
  expect(kindsOf([tileOf(14_900, own), tileOf(14_900), tileOf(40_000, own)])).toEqual([
    'short_video',
    'video',
    'video',
  ]);
  expect(kindsOf([tileOf(14_900)], 30)).toEqual(['short_video']);
  const { made: _made, ...unready } = tileOf(1);
  expect(kindsOf([tileOf(0, { isClip: false }), tileOf(1, { isClip: false }), unready])).toEqual(['image']);
});

test('messages that were sent are not sent again when a later one fails', async () => {
  const tiles = [tileOf(0, { key: 'a', isClip: false }), tileOf(0, { key: 'b', isClip: false }), tileOf(1), tileOf(2)];
  const tried: (readonly string[])[] = [];
  const send =
    (failing: string) =>
    async (part: Part): Promise<Result<null>> => {
      tried.push(part.keys);
      return part.keys.includes(failing) ? fail({ code: 'offline' }) : ok(null);
    };
  const first = await sendInOrder(partsOf(tiles, 0), send('1'));
  expect(first).toEqual({ sentKeys: ['a', 'b'], result: fail({ code: 'offline' }) });
  const left = tiles.filter(({ key }) => !first.sentKeys.includes(key));
  expect((await sendInOrder(partsOf(left, 0), send(''))).result.ok).toBe(true);
  expect(tried).toEqual([['a', 'b'], ['1'], ['1'], ['2']]);
});

test('a message of the same files keeps its ids when it is sent again, and others have their own', () => {
  const idsOf = createPartIds();
  const [album, clip] = partsOf(
    [tileOf(0, { key: 'a', isClip: false }), tileOf(0, { key: 'b', isClip: false }), tileOf(1)],
    0,
  );
  const [less] = partsOf([tileOf(0, { key: 'a', isClip: false })], 0);
  if (!album || !clip || !less) throw new Error('no messages');
  const first = idsOf(album);
  expect(idsOf({ ...album })).toEqual(first);
  const all = [first, idsOf(clip), idsOf(less)].flatMap(({ stanzaId, uploadIds }) => [stanzaId, ...uploadIds]);
  expect([all.length, new Set(all).size]).toEqual([7, 7]);
});

test.each([
  ['the start alone', { from: 0, to: 20 }, 'from', 5, 30, { from: 5, to: 20 }],
  ['the start over the end', { from: 0, to: 20 }, 'from', 25, 30, { from: 25, to: 25.5 }],
  ['the start behind the clip', { from: 0, to: 20 }, 'from', 30, 30, { from: 29.5, to: 30 }],
  ['the end of a long clip', { from: 0, to: 60 }, 'to', 100, 120, { from: 40, to: 100 }],
  ['the start of a long clip', { from: 50, to: 110 }, 'from', 20, 120, { from: 20, to: 80 }],
  ['the end before the start', { from: 10, to: 20 }, 'to', 4, 30, { from: 3.5, to: 4 }],
  ['the end before the clip', { from: 10, to: 20 }, 'to', 0, 30, { from: 0, to: 0.5 }],
] as const)(
  'a trim range stays within its limits when the user moves %s',
  (_what, ends, end, wanted, all, expected) => {
    expect(movedEnds(ends, end, wanted, all)).toEqual(expected);
  },
);
