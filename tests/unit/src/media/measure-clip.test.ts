import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { measureClip } from '../../../../src/features/chat/send/measure-clip.ts';

/** The video element of a browser; a test sends its events. */
class Element extends EventTarget {
  videoWidth = 640;
  videoHeight = 360;
  duration = 2.0004;
  currentTime = 0;
  src = '';
  removeAttribute() {
    this.src = '';
  }
}
let element: Element;
const revoked = vi.fn();

beforeEach(() => {
  element = new Element();
  vi.useFakeTimers();
  vi.stubGlobal('document', { createElement: () => element });
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:clip', revokeObjectURL: revoked });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  expect([element.src, revoked.mock.calls]).toEqual(['', [['blob:clip']]]);
  revoked.mockClear();
});

test('a clip has the size and the rounded duration of its metadata', async () => {
  const measured = measureClip(new Blob());
  element.dispatchEvent(new Event('loadedmetadata'));
  expect(await measured).toEqual({ w: 640, h: 360, ms: 2_000 });
});

test('a recording without a duration in its header is measured at its end', async () => {
  element.duration = Number.POSITIVE_INFINITY;
  const measured = measureClip(new Blob());
  element.dispatchEvent(new Event('loadedmetadata'));
  element.duration = 7.5;
  element.dispatchEvent(new Event('seeked'));
  expect(await measured).toEqual({ w: 640, h: 360, ms: 7_500 });
});

test('a duration that stays unknown is 1 ms', async () => {
  element.duration = Number.POSITIVE_INFINITY;
  const measured = measureClip(new Blob());
  element.dispatchEvent(new Event('loadedmetadata'));
  element.dispatchEvent(new Event('seeked'));
  expect(await measured).toEqual({ w: 640, h: 360, ms: 1 });
});

test.each([
  ['without a picture', 0, 0],
  ['wider than any decoder', 16_385, 100],
])('a clip %s is not measured', async (_what, w, h) => {
  Object.assign(element, { videoWidth: w, videoHeight: h });
  const measured = measureClip(new Blob());
  element.dispatchEvent(new Event('loadedmetadata'));
  expect(await measured).toBeUndefined();
});

test('a file that disappeared or cannot be decoded is not measured', async () => {
  const measured = measureClip(new Blob());
  element.dispatchEvent(new Event('error'));
  expect(await measured).toBeUndefined();
});

test('a browser that never answers is given up after ten seconds', async () => {
  const measured = measureClip(new Blob());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await measured).toBeUndefined();
});
