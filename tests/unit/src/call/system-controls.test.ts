import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const core = vi.hoisted(() => ({ hangUp: vi.fn() }));
const toggleDevice = vi.hoisted(() => vi.fn());
vi.mock('../../../../src/core/core.ts', () => ({ core }));
vi.mock('../../../../src/features/calls/call/media/local-media.ts', () => ({ toggleDevice }));

const { NO_MEDIA, showMedia } = await import('../../../../src/features/calls/call/media/media-view.ts');
const { showSystemControls } = await import('../../../../src/features/calls/call/media/system-controls.ts');

const PEER = { nickName: 'Asha', avatarUrl: '/media/a.jpg' };
const remote = {} as MediaStream;

/** A browser that knows `known` actions, with a page that shows the peer's video. */
function browser(known: readonly string[]) {
  const handlers = new Map<string, (() => void) | null>();
  const session = {
    metadata: null as { title: string } | null,
    setActionHandler(action: string, handler: (() => void) | null) {
      if (!known.includes(action)) throw new TypeError('unknown action');
      handlers.set(action, handler);
    },
    setMicrophoneActive: vi.fn(async () => {}),
    setCameraActive: vi.fn(async () => {}),
  };
  const video = { srcObject: remote, requestPictureInPicture: vi.fn(async () => {}) };
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    pictureInPictureElement: null as object | null,
    exitPictureInPicture: vi.fn(async () => {}),
    querySelectorAll: () => [{ srcObject: null }, video],
  });
  vi.stubGlobal('navigator', { mediaSession: session });
  vi.stubGlobal('document', page);
  vi.stubGlobal(
    'MediaMetadata',
    class {
      title: string;
      constructor({ title }: { title: string }) {
        this.title = title;
      }
    },
  );
  return { session, handlers, video, page };
}

beforeEach(() => showMedia({ ...NO_MEDIA, remote, microphone: 'on', camera: 'off' }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test('the controls of the system name the peer, hang up, and switch microphone and camera', () => {
  const { session, handlers } = browser(['hangup', 'togglemicrophone', 'togglecamera', 'enterpictureinpicture']);
  showSystemControls(PEER);
  expect(session.metadata?.title).toBe('Asha');
  handlers.get('hangup')?.();
  handlers.get('togglemicrophone')?.();
  handlers.get('togglecamera')?.();
  expect(core.hangUp).toHaveBeenCalledOnce();
  expect(toggleDevice.mock.calls).toEqual([['audio'], ['video']]);
});

test('they show whether microphone and camera are on, also after a change', () => {
  const { session } = browser([]);
  const end = showSystemControls(PEER);
  expect(session.setMicrophoneActive).toHaveBeenLastCalledWith(true);
  expect(session.setCameraActive).toHaveBeenLastCalledWith(false);
  showMedia({ microphone: 'off' });
  expect(session.setMicrophoneActive).toHaveBeenLastCalledWith(false);
  end();
});

test('the small window opens when the browser asks for it as the tab is left, and closes when it is visible again', async () => {
  const { handlers, video, page } = browser(['enterpictureinpicture']);
  showSystemControls(PEER);
  handlers.get('enterpictureinpicture')?.();
  expect(video.requestPictureInPicture).toHaveBeenCalledOnce();
  await Promise.resolve();
  page.pictureInPictureElement = video;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(page.exitPictureInPicture).toHaveBeenCalledOnce();
});

test('a small window that the user opened stays when the tab is visible again', () => {
  const { page } = browser(['enterpictureinpicture']);
  showSystemControls(PEER);
  page.pictureInPictureElement = {};
  page.dispatchEvent(new Event('visibilitychange'));
  expect(page.exitPictureInPicture).not.toHaveBeenCalled();
});

test('the small window stays closed while the peer sends no video', () => {
  const { handlers, video } = browser(['enterpictureinpicture']);
  showMedia({ peerVideo: false });
  showSystemControls(PEER);
  handlers.get('enterpictureinpicture')?.();
  expect(video.requestPictureInPicture).not.toHaveBeenCalled();
});

test('after the call nothing of it is left in the system', () => {
  const { session, handlers, page } = browser(['hangup']);
  const end = showSystemControls(PEER);
  end();
  expect([session.metadata, handlers.get('hangup')]).toEqual([null, null]);
  page.pictureInPictureElement = {};
  page.dispatchEvent(new Event('visibilitychange'));
  expect(page.exitPictureInPicture).not.toHaveBeenCalled();
});

test('a browser without these controls keeps the call', () => {
  vi.stubGlobal('navigator', {});
  expect(() => showSystemControls(PEER)()).not.toThrow();
});
