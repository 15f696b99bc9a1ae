import { expect, test } from 'vitest';
import { CLIPS_IN_WORK, CLIPS_IN_WORK_PER_ACCOUNT } from '../../../../contract/media/rules.ts';
import { ok } from '../../../../contract/result.ts';
import { openClipLane } from '../../../../server/domains/media/clips/lane.ts';

const here = new AbortController().signal;
const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: async () => ok(await promise), end: resolve };
};

test('the lane for clips accepts a bounded number for one account and in all, and more when there is room', async () => {
  const lane = openClipLane();
  const clip = held();
  const waiting = Array.from({ length: CLIPS_IN_WORK_PER_ACCOUNT }, () => lane(1, here, clip.work));
  expect(await lane(1, here, clip.work)).toMatchObject({ ok: false, error: { code: 'rate-limited' } });
  for (let uid = 2; waiting.length < CLIPS_IN_WORK; uid += 1) waiting.push(lane(uid, here, clip.work));
  expect(await lane(900, here, clip.work)).toMatchObject({ ok: false, error: { code: 'rate-limited' } });
  clip.end();
  expect((await Promise.all(waiting)).every((result) => result.ok)).toBe(true);
  expect(await lane(1, here, async () => ok('again'))).toEqual(ok('again'));
});

test('a clip whose sender disconnected before processing is skipped, and the next one is processed', async () => {
  const lane = openClipLane();
  const first = held();
  const sender = new AbortController();
  const running = lane(1, here, first.work);
  let worked = false;
  const left = lane(2, sender.signal, async () => {
    worked = true;
    return ok(undefined);
  });
  const next = lane(3, here, async () => ok('next'));
  sender.abort();
  first.end();
  await running;
  expect((await left).ok).toBe(false);
  expect(worked).toBe(false);
  expect(await next).toEqual(ok('next'));
});
