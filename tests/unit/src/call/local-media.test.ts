import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeDevice, FakeDevices, type FakeTrack } from '../../../harness/fake-devices.ts';

const MICROPHONE: FakeDevice = { kind: 'audio', deviceId: 'built-in' };
const HEADSET: FakeDevice = { kind: 'audio', deviceId: 'headset' };
const FRONT: FakeDevice = { kind: 'video', deviceId: 'front', facingMode: 'user' };
const BACK: FakeDevice = { kind: 'video', deviceId: 'back', facingMode: 'environment' };
const WEBCAM: FakeDevice = { kind: 'video', deviceId: 'webcam' };
const SECOND: FakeDevice = { kind: 'video', deviceId: 'second' };

let devices: FakeDevices;
let local: typeof import('../../../../src/features/calls/call/media/local-media.ts');
let view: typeof import('../../../../src/features/calls/call/media/media-view.ts');
/** What the peer was told last: whether it receives video and audio. */
let told: { video: boolean; audio: boolean } | undefined;

beforeEach(() => use([MICROPHONE, HEADSET, FRONT, BACK]));
afterEach(() => vi.unstubAllGlobals());

async function use(present: readonly FakeDevice[]) {
  devices = new FakeDevices(present);
  vi.stubGlobal('navigator', { mediaDevices: devices });
  vi.stubGlobal('RTCPeerConnection', class {});
  vi.resetModules();
  local = await import('../../../../src/features/calls/call/media/local-media.ts');
  view = await import('../../../../src/features/calls/call/media/media-view.ts');
  told = undefined;
  local.watchLocal(
    () => {},
    () => {
      told = { video: local.isSent('video'), audio: local.isSent('audio') };
    },
  );
}
const tracks = () => (view.mediaNow().local?.getTracks() ?? []) as unknown as FakeTrack[];
const trackOf = (kind: string) => tracks().find((track) => track.kind === kind);
const idOf = (kind: string) => trackOf(kind)?.getSettings().deviceId;
/** Lets queued device changes end: they are microtasks only. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test.each(['RTCPeerConnection', 'navigator'])(
  'a browser whose %s supports no calls opens no device and is reported',
  async (name) => {
    vi.stubGlobal(name, name === 'navigator' ? {} : undefined);
    if (name !== 'navigator') Reflect.deleteProperty(globalThis, name);
    expect(await local.prepareLocal()).toEqual({ fault: 'unsupported' });
    expect(local.deviceFault()).toBe('unsupported');
    const media = await import('../../../../src/features/calls/call/media/media.ts');
    expect(await media.isAllowed()).toBe(false);
    media.prepareConnection('callee');
    expect(devices.live()).toEqual([]);
  },
);

test('a muted microphone stays muted when another one is chosen', async () => {
  await local.prepareLocal();
  await local.toggleDevice('audio');
  expect(await local.switchDevice('audio', { deviceId: 'headset' })).toBeUndefined();
  expect([idOf('audio'), trackOf('audio')?.enabled, view.mediaNow().microphone]).toEqual(['headset', false, 'off']);
});

test('a camera that is still opening when the call ends is closed', async () => {
  await local.prepareLocal();
  let open = () => {};
  devices.gate = new Promise((resolve) => {
    open = resolve;
  });
  const switching = local.switchCamera();
  await settle();
  local.releaseLocal();
  open();
  await switching;
  expect(devices.live()).toEqual([]);
  expect(view.mediaNow()).toMatchObject({ local: undefined, camera: 'none', microphone: 'none' });
});

test('devices that open after the call has ended are closed and not shown', async () => {
  let open = () => {};
  devices.gate = new Promise((resolve) => {
    open = resolve;
  });
  const opening = local.prepareLocal();
  local.releaseLocal();
  open();
  expect(await opening).toEqual({ fault: 'failed' });
  expect([devices.live(), view.mediaNow().local]).toEqual([[], undefined]);
});

test('a device that is chosen while the devices of the call open is not opened beside them', async () => {
  const opening = local.prepareLocal();
  await Promise.all([opening, local.switchDevice('audio', { deviceId: 'headset' })]);
  await settle();
  expect(devices.live().length).toBe(2);
});

test('a camera that is unplugged while it opens is replaced', async () => {
  const opening = local.prepareLocal();
  devices.tracks.find(({ kind }) => kind === 'video')?.end();
  await opening;
  await settle();
  expect([trackOf('video')?.readyState, view.mediaNow().camera]).toEqual(['live', 'on']);
});

test('the old camera stays when the other one is taken by another app, and the fault is returned', async () => {
  await local.prepareLocal();
  devices.taken.add('back');
  expect(await local.switchCamera()).toBe('taken');
  expect([idOf('video'), trackOf('video')?.readyState, view.mediaNow().camera]).toEqual(['front', 'live', 'on']);
});

test('a phone that opens one camera at a time closes the old one first', async () => {
  devices.oneCameraAtATime = true;
  await local.prepareLocal();
  expect(await local.switchCamera()).toBeUndefined();
  expect([idOf('video'), view.mediaNow().facing, devices.live().length]).toEqual(['back', 'environment', 2]);
});

test('a phone that opens one camera at a time gets its old one back when the other one is taken', async () => {
  devices.oneCameraAtATime = true;
  await local.prepareLocal();
  devices.taken.add('back');
  expect(await local.switchCamera()).toBe('taken');
  expect([idOf('video'), trackOf('video')?.readyState, view.mediaNow().camera]).toEqual(['front', 'live', 'on']);
});

test('the cameras of a computer, which have no direction, are switched in turn', async () => {
  await use([MICROPHONE, WEBCAM, SECOND]);
  await local.prepareLocal();
  const used: unknown[] = [idOf('video')];
  for (let turn = 0; turn < 2; turn += 1) {
    await local.switchCamera();
    used.push(idOf('video'));
  }
  expect([used, view.mediaNow().facing]).toEqual([['webcam', 'second', 'webcam'], 'user']);
});

test('an unplugged microphone is replaced by the default one, and both sides go on', async () => {
  await local.prepareLocal();
  await local.switchDevice('audio', { deviceId: 'headset' });
  devices.plug([MICROPHONE, FRONT, BACK]);
  await settle();
  expect([idOf('audio'), view.mediaNow().microphone, view.mediaNow().microphoneTrouble]).toEqual([
    'built-in',
    'on',
    undefined,
  ]);
  expect(told).toEqual({ video: true, audio: true });
});

test('the loss of the only microphone is told to both sides until it is plugged in again', async () => {
  await use([MICROPHONE, FRONT]);
  await local.prepareLocal();
  devices.plug([FRONT]);
  await settle();
  expect(view.mediaNow()).toMatchObject({ microphone: 'none', microphoneTrouble: 'lost', camera: 'on' });
  expect(told).toEqual({ video: true, audio: false });
  devices.plug([MICROPHONE, FRONT]);
  await settle();
  expect(view.mediaNow()).toMatchObject({ microphone: 'on', microphoneTrouble: undefined });
  expect(told).toEqual({ video: true, audio: true });
});

test('a camera that the system pauses is told to both sides until it is returned', async () => {
  await local.prepareLocal();
  trackOf('video')?.mute(true);
  expect([view.mediaNow().cameraTrouble, told]).toEqual(['paused', { video: false, audio: true }]);
  trackOf('video')?.mute(false);
  expect([view.mediaNow().cameraTrouble, told]).toEqual([undefined, { video: true, audio: true }]);
});

test('a call without any device is told why, and the next attempt opens them', async () => {
  devices.isDenied = true;
  expect(await local.prepareLocal()).toEqual({ fault: 'denied' });
  expect(local.deviceFault()).toBe('denied');
  devices.isDenied = false;
  expect(await local.prepareLocal()).toHaveProperty('stream');
  expect(local.deviceFault()).toBeUndefined();
});

/** Device and screen events, in any order. Returns the promise of the event's work, which need not be awaited. */
const EVENTS: Readonly<Record<string, () => unknown>> = {
  mute: () => local.toggleDevice('audio'),
  dark: () => local.toggleDevice('video'),
  camera: () => local.switchCamera(),
  headset: () => local.switchDevice('audio', { deviceId: 'headset' }),
  back: () => local.switchDevice('video', { deviceId: 'back' }),
  unplugAll: () => devices.plug([]),
  unplugHeadset: () => devices.plug([MICROPHONE, FRONT, BACK]),
  unplugCameras: () => devices.plug([MICROPHONE, HEADSET]),
  plugAll: () => devices.plug([MICROPHONE, HEADSET, FRONT, BACK]),
  pause: () => trackOf('audio')?.mute(true),
  resume: () => trackOf('audio')?.mute(false),
  take: () => devices.taken.add('back'),
  give: () => devices.taken.delete('back'),
  takeover: () => local.setSwitches({ microphoneOff: true }),
  restart: () => {
    local.releaseLocal();
    return local.prepareLocal();
  },
  wait: settle,
};

test('in 300 sequences of 25 events the sent state equals the shown state, and no track lives after the end', async () => {
  const names = Object.keys(EVENTS);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...names), { minLength: 25, maxLength: 25 }),
      fc.boolean(),
      async (sequence, oneCamera) => {
        await use([MICROPHONE, HEADSET, FRONT, BACK]);
        devices.oneCameraAtATime = oneCamera;
        await local.prepareLocal();
        for (const name of sequence) void EVENTS[name]?.();
        await settle();
        for (const kind of ['audio', 'video'] as const) {
          const live = tracks().filter((track) => track.kind === kind && track.readyState === 'live');
          const shown = kind === 'audio' ? view.mediaNow().microphone : view.mediaNow().camera;
          expect(live.length, `${kind} tracks`).toBeLessThanOrEqual(1);
          expect(shown).toBe(live.length === 0 ? 'none' : live[0]?.enabled ? 'on' : 'off');
          expect(local.isSent(kind)).toBe(live.some((track) => track.enabled && !track.muted));
        }
        expect(devices.live().length).toBe(tracks().filter(({ readyState }) => readyState === 'live').length);
        local.releaseLocal();
        await settle();
        expect(devices.live()).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});
