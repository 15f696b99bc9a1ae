import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MATCH_FRAME_EVERY_MS, MATCH_FRAME_FIRST_MS } from '../../../../contract/calls/rules.ts';
import { sendFrames } from '../../../../src/features/calls/call/media/frame-check.ts';
import { NO_MEDIA, showMedia } from '../../../../src/features/calls/call/media/media-view.ts';

const { checkFrame } = vi.hoisted(() => ({ checkFrame: vi.fn() }));
vi.mock('../../../../src/core/core.ts', () => ({ core: { checkFrame } }));
vi.mock('../../../../src/core/tab.ts', () => ({ tabId: 'tab' }));
vi.mock('../../../../src/features/calls/call/media/video.tsx', () => ({ takeFrame: () => 'frame' }));
vi.mock('../../../../src/media/play.ts', () => ({ playWhenAllowed: () => ({ stop() {} }) }));

const CAMERA = { getVideoTracks: () => [{}] } as unknown as MediaStream;
const SHARP = { local: CAMERA, camera: 'on', revealed: true, peerRevealed: true } as const;
/** An element that has a frame at once. */
const video = () => ({ addEventListener: (_type: string, listener: () => void) => listener() });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { createElement: video });
  vi.stubGlobal('MediaStream', class {});
  checkFrame.mockReset().mockResolvedValue({ ok: true });
});
afterEach(() => {
  showMedia(NO_MEDIA);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('frames of the own picture are sent again and again while it is sent sharp', async () => {
  showMedia(SHARP);
  const end = sendFrames();
  await vi.advanceTimersByTimeAsync(MATCH_FRAME_FIRST_MS);
  expect(checkFrame).toHaveBeenCalledExactlyOnceWith('tab', 'frame');
  await vi.advanceTimersByTimeAsync(3 * MATCH_FRAME_EVERY_MS);
  const sent = checkFrame.mock.calls.length;
  expect(sent).toBeGreaterThan(1);
  end();
  await vi.advanceTimersByTimeAsync(3 * MATCH_FRAME_EVERY_MS);
  expect(checkFrame).toHaveBeenCalledTimes(sent);
});

test.each([
  ['is blurred', { ...SHARP, revealed: false }],
  ['of the peer is not revealed', { ...SHARP, peerRevealed: false }],
  ['is off', { ...SHARP, camera: 'off' }],
] as const)('no frame is sent while the picture %s', async (_state, view) => {
  showMedia(view);
  const end = sendFrames();
  await vi.advanceTimersByTimeAsync(3 * MATCH_FRAME_EVERY_MS);
  expect(checkFrame).not.toHaveBeenCalled();
  showMedia(SHARP);
  await vi.advanceTimersByTimeAsync(MATCH_FRAME_FIRST_MS);
  expect(checkFrame).toHaveBeenCalledOnce();
  end();
});

test('no further frame is sent when the server knows no such match', async () => {
  showMedia(SHARP);
  checkFrame.mockResolvedValue({ ok: false, error: { code: 'not-found' } });
  sendFrames();
  await vi.advanceTimersByTimeAsync(5 * MATCH_FRAME_EVERY_MS);
  expect(checkFrame).toHaveBeenCalledOnce();
});
