import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeDevice, FakeDevices, FakeTrack } from '../../../harness/fake-devices.ts';

const MICROPHONE: FakeDevice = { kind: 'audio', deviceId: 'built-in' };
const FRONT: FakeDevice = { kind: 'video', deviceId: 'front', facingMode: 'user' };
const BACK: FakeDevice = { kind: 'video', deviceId: 'back', facingMode: 'environment' };

const notice = vi.hoisted(() => ({ showEffectTrouble: vi.fn(async () => undefined) }));
vi.mock('../../../../src/media/camera/effect-notice.ts', () => notice);
/** The pipelines that were opened, with the trouble that they report. */
const opened = vi.hoisted(
  () =>
    [] as {
      source: unknown;
      effects: unknown;
      track: { readyState: string };
      onTrouble: (trouble: 'failed' | 'slow') => void;
    }[],
);
const broken = vi.hoisted(() => ({ is: false }));
vi.mock('../../../../src/media/camera/camera-pipeline.ts', () => ({
  openPipeline(source: unknown, effects: unknown, onTrouble: (trouble: 'failed' | 'slow') => void) {
    if (broken.is) throw new DOMException('blocked', 'SecurityError');
    const track = new FakeTrack({ kind: 'video', deviceId: 'none' });
    const pipeline = { source, effects, track, onTrouble };
    opened.push(pipeline);
    return {
      track,
      set: (next: unknown) => void Object.assign(pipeline, { effects: next }),
      end: () => track.stop(),
    };
  },
}));

let devices: FakeDevices;
let local: typeof import('../../../../src/features/calls/call/media/local-media.ts');
let view: typeof import('../../../../src/features/calls/call/media/media-view.ts');
let effects: typeof import('../../../../src/media/camera/camera-effects.ts');

beforeEach(async () => {
  devices = new FakeDevices([MICROPHONE, FRONT, BACK]);
  vi.stubGlobal('navigator', { mediaDevices: devices });
  vi.stubGlobal('RTCPeerConnection', class {});
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.resetModules();
  opened.length = 0;
  broken.is = false;
  notice.showEffectTrouble.mockClear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  local = await import('../../../../src/features/calls/call/media/local-media.ts');
  view = await import('../../../../src/features/calls/call/media/media-view.ts');
  effects = await import('../../../../src/media/camera/camera-effects.ts');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const sent = () =>
  (view.mediaNow().local?.getTracks() as unknown as FakeTrack[] | undefined)?.find(({ kind }) => kind === 'video');
/** Whether the peer can see the room: a camera is sent as it is. */
const isRoomSent = () => sent()?.enabled === true && devices.tracks.includes(sent() as FakeTrack);
/** Lets queued changes end: they are microtasks, and imports of modules. */
const settled = () => vi.waitFor(() => expect(view.mediaNow().camera).toBe('off'));
const isBlurred = () => opened.some(({ track }) => track === sent() && track.readyState === 'live');

test('a call starts with the blurred background that was chosen before, and never shows the room', async () => {
  effects.setEffect('blur', true);
  await local.prepareLocal();
  expect([isBlurred(), sent()?.enabled, view.mediaNow().camera, view.mediaNow().facing]).toEqual([
    true,
    true,
    'on',
    'user',
  ]);
  expect(opened[0]?.effects).toEqual({ blur: true, lift: false, veil: false });
  local.releaseLocal();
  expect(devices.live()).toEqual([]);
  expect(opened.map(({ track }) => track.readyState)).toEqual(['ended']);
});

test('the background is blurred and shown again within a call, with the same camera', async () => {
  await local.prepareLocal();
  expect([isRoomSent(), opened.length]).toEqual([true, 0]);
  effects.setEffect('blur', true);
  await vi.waitFor(() => expect(isBlurred()).toBe(true));
  effects.setEffect('lift', true);
  await vi.waitFor(() => expect(opened[0]?.effects).toEqual({ blur: true, lift: true, veil: false }));
  effects.setEffect('blur', false);
  effects.setEffect('lift', false);
  await vi.waitFor(() => expect(isRoomSent()).toBe(true));
  expect(opened.map(({ track }) => track.readyState)).toEqual(['ended']);
  expect(devices.tracks.filter(({ kind }) => kind === 'video').length).toBe(1);
});

test.each([['without effects'], ['that is brightened']])(
  'a camera %s sends nothing from the moment its background is to be blurred until the worker blurs it',
  async (state) => {
    if (state !== 'without effects') effects.setEffect('lift', true);
    await local.prepareLocal();
    const told = vi.fn();
    local.watchLocal(() => {}, told);
    effects.setEffect('blur', true);
    // Before any script or worker is loaded.
    expect([sent()?.enabled, devices.live().find(({ kind }) => kind === 'video')?.enabled]).toEqual([false, false]);
    expect([local.isSent('video'), told.mock.calls.length]).toEqual([false, 1]);
    await vi.waitFor(() => expect([isBlurred(), local.isSent('video'), sent()?.enabled]).toEqual([true, true, true]));
    expect(opened.at(-1)?.effects).toMatchObject({ blur: true });
  },
);

test('the other camera of a phone is blurred as well, and a muted one stays off', async () => {
  effects.setEffect('blur', true);
  await local.prepareLocal();
  await local.toggleDevice('video');
  expect(await local.switchCamera()).toBeUndefined();
  expect([isBlurred(), sent()?.enabled, view.mediaNow().facing, opened.length]).toEqual([
    true,
    false,
    'environment',
    2,
  ]);
  expect(devices.live().map((track) => track.getSettings().deviceId)).toEqual(['built-in', 'back']);
  expect(devices.live().find(({ kind }) => kind === 'video')?.enabled).toBe(false);
});

test('an unplugged camera ends its effects, and the next one has them', async () => {
  effects.setEffect('blur', true);
  await local.prepareLocal();
  devices.plug([MICROPHONE, BACK]);
  await vi.waitFor(() => expect([isBlurred(), opened.length]).toEqual([true, 2]));
  expect(opened.map(({ track }) => track.readyState)).toEqual(['ended', 'live']);
});

test.each(['failed', 'slow'] as const)(
  'the camera is off after trouble (%s) with a blurred background, until the user shows it without or tries again',
  async (trouble) => {
    effects.setEffect('blur', true);
    await local.prepareLocal();
    opened[0]?.onTrouble(trouble);
    await vi.waitFor(() => expect(view.mediaNow().camera).toBe('off'));
    expect([isRoomSent(), local.isSent('video'), opened[0]?.track.readyState]).toEqual([false, false, 'ended']);
    await vi.waitFor(() => expect(notice.showEffectTrouble.mock.calls).toEqual([[trouble]]));
    // Neither a new camera nor a takeover of the call tries again or shows the room.
    await local.switchCamera();
    local.setSwitches({});
    expect([isRoomSent(), view.mediaNow().camera, opened.length]).toEqual([false, 'off', 1]);

    await local.toggleDevice('video');
    await vi.waitFor(() => expect([isBlurred(), view.mediaNow().camera]).toEqual([true, 'on']));
    opened[1]?.onTrouble(trouble);
    await vi.waitFor(() => expect(view.mediaNow().camera).toBe('off'));
    effects.setEffect('blur', false);
    await vi.waitFor(() => expect([isRoomSent(), view.mediaNow().camera]).toEqual([true, 'on']));
  },
);

test('a blurred background that cannot start leaves the camera off, and the call has its sound', async () => {
  broken.is = true;
  effects.setEffect('blur', true);
  expect(await local.prepareLocal()).toHaveProperty('stream');
  expect([isRoomSent(), view.mediaNow().camera, view.mediaNow().microphone]).toEqual([false, 'off', 'on']);
  await vi.waitFor(() => expect(notice.showEffectTrouble.mock.calls).toEqual([['failed']]));
  // The next call tries again.
  local.releaseLocal();
  broken.is = false;
  await local.prepareLocal();
  expect([isBlurred(), view.mediaNow().camera]).toEqual([true, 'on']);
});

test('brightening that is too slow ends for the call, and the picture goes on', async () => {
  effects.setEffect('lift', true);
  await local.prepareLocal();
  opened[0]?.onTrouble('slow');
  await vi.waitFor(() => expect(isRoomSent()).toBe(true));
  await vi.waitFor(() => expect(notice.showEffectTrouble.mock.calls).toEqual([['slow']]));
  await local.switchCamera();
  expect([isRoomSent(), view.mediaNow().camera, opened.length]).toEqual([true, 'on', 1]);
});

test('an open camera is not sent for a moment after the veil is put on, then only blurred, and sharp after it is lifted', async () => {
  await local.prepareLocal();
  expect(isRoomSent()).toBe(true);
  effects.setVeil(true);
  expect([isRoomSent(), sent()?.enabled]).toEqual([false, false]);
  await vi.waitFor(() => expect([isBlurred(), sent()?.enabled]).toEqual([true, true]));
  expect(opened[0]?.effects).toEqual({ blur: false, lift: false, veil: true });
  await local.switchCamera();
  expect([isRoomSent(), isBlurred()]).toEqual([false, true]);
  effects.setVeil(false);
  await vi.waitFor(() => expect(isRoomSent()).toBe(true));
});

test('a running effect is not sent after the veil is put on, until it blurs the whole picture', async () => {
  effects.setEffect('lift', true);
  await local.prepareLocal();
  effects.setVeil(true);
  expect(sent()?.enabled).toBe(false);
  await vi.waitFor(() => expect(sent()?.enabled).toBe(true));
  expect([opened.length, opened[0]?.effects]).toEqual([1, { blur: false, lift: true, veil: true }]);
});

test('a veil that cannot start leaves the camera off until it is lifted', async () => {
  broken.is = true;
  await local.prepareLocal();
  effects.setVeil(true);
  await settled();
  expect([isRoomSent(), view.mediaNow().camera, view.mediaNow().microphone]).toEqual([false, 'off', 'on']);
  expect(notice.showEffectTrouble.mock.calls).toEqual([]);
  effects.setVeil(false);
  await vi.waitFor(() => expect([isRoomSent(), view.mediaNow().camera]).toEqual([true, 'on']));
});

test('the pictures of a random match are veiled until both sides have revealed, and those of other calls never', () => {
  const of = (revealed: boolean, peerRevealed: boolean) => view.isVeiled('match', { revealed, peerRevealed });
  expect([of(false, false), of(true, false), of(false, true), of(true, true)]).toEqual([true, true, true, false]);
  expect(view.isVeiled('paid', { revealed: false, peerRevealed: false })).toBe(false);
});

test('a reveal is known to the page and reported with the switches, and ends with the call', async () => {
  await local.prepareLocal();
  local.revealPicture();
  expect([view.mediaNow().revealed, local.switchesNow().revealed]).toEqual([true, true]);
  await local.toggleDevice('video');
  expect([view.mediaNow().revealed, local.switchesNow().cameraOff]).toEqual([true, true]);
  local.releaseLocal();
  expect(view.mediaNow().revealed).toBe(false);
});
