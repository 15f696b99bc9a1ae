import { afterEach, expect, test, vi } from 'vitest';
import { openLocal } from '../../../../src/features/calls/call/media/media.ts';

afterEach(() => vi.unstubAllGlobals());

/** What the page asks the browser for, of which only `granted` can be opened. */
async function askedFor(granted: (wish: MediaStreamConstraints) => boolean) {
  const asked: MediaStreamConstraints[] = [];
  const getUserMedia = async (wish: MediaStreamConstraints) => {
    asked.push(wish);
    if (!granted(wish)) throw new DOMException('', 'NotFoundError');
    return {};
  };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  return { opened: await openLocal(), asked };
}
const video = { width: { ideal: 480, max: 720 }, height: { ideal: 640, max: 1_280 }, facingMode: 'user' };

test('a call asks for camera and microphone, ideally 480 by 640 px and at most 720 by 1,280 px', async () => {
  const { opened, asked } = await askedFor(() => true);
  expect(opened).toEqual({ stream: {} });
  expect(asked).toMatchObject([{ audio: {}, video }]);
});

test('a call opens the only device that there is, and reports a fault when there is none', async () => {
  expect((await askedFor((wish) => !wish.video)).opened).toEqual({ stream: {} });
  expect((await askedFor((wish) => !wish.audio)).opened).toEqual({ stream: {} });
  expect((await askedFor(() => false)).opened).toEqual({ fault: 'missing' });
});
