import { createSerialQueue } from '#contract/serial-queue.ts';
import { isCallSupported } from '../../../../media/call-support.ts';
import {
  effectTrouble,
  endEffects,
  hasEffects,
  hasVeil,
  isWithheld,
  retryEffects,
  setVeil,
  sourceOf,
  subscribeEffects,
  withEffects,
} from '../../../../media/camera/camera-effects.ts';
import type { DeviceFault, OpenedDevices } from '../../../../media/devices.ts';
import { type DeviceChoice, dropConnection, type Facing, openLocal, openTrack } from './media.ts';
import { type DeviceTrouble, mediaNow, NO_MEDIA, showMedia } from './media-view.ts';

type Kind = 'audio' | 'video';

let opening: Promise<OpenedDevices> | undefined;
let lastFault: DeviceFault | undefined;
/** Returns why the last `prepareLocal` of this tab failed; undefined if it succeeded. It outlives the call that it ended. */
export const deviceFault = (): DeviceFault | undefined => lastFault;
/** Incremented by each `releaseLocal`: a device that was requested before the release is closed as soon as it opens. */
let session = 0;
/** Callback of the running call (`watchLocal`): a track was added, removed or replaced. */
let onTracks: () => void = () => {};
/** Callback of the running call (`watchLocal`): a track was muted, unmuted or lost, or the picture was revealed. */
let onSwitch: () => void = () => {};
/** Device changes run one after another: two at once would open the same camera twice. */
const changes = createSerialQueue();

/**
 * Devices that the user turned off, and whether they revealed the picture in a random match. Stored in the call row; this copy is applied
 * to tracks as they are added and replaced.
 */
type Switches = { readonly microphoneOff: boolean; readonly cameraOff: boolean; readonly revealed: boolean };
const ALL_ON: Switches = { microphoneOff: false, cameraOff: false, revealed: false };
let switches = ALL_ON;
/** Returns what the user has switched in the current call, to report it to the core and the peer. */
export const switchesNow = (): Switches => switches;

const isOff = (track: MediaStreamTrack): boolean =>
  (track.kind === 'audio' ? switches.microphoneOff : switches.cameraOff) || isWithheld(track);
/** Enables or disables a track, and the camera that it is made from, as the switches and the effects say. */
function applySwitch(track: MediaStreamTrack): void {
  track.enabled = sourceOf(track).enabled = !isOff(track);
}
const stateOf = (kind: Kind) => (tracksOf(kind).some(isOff) ? 'off' : 'on');
const kindOf = ({ kind }: MediaStreamTrack): Kind => (kind === 'audio' ? 'audio' : 'video');
const tracksOf = (kind: Kind): MediaStreamTrack[] =>
  mediaNow()
    .local?.getTracks()
    .filter((track) => track.kind === kind) ?? [];

/** Shows the state of one device; parts that are not given stay unchanged. */
function showDevice(kind: Kind, change: { state?: 'on' | 'off' | 'none'; trouble?: DeviceTrouble | undefined }): void {
  const isMicrophone = kind === 'audio';
  showMedia({
    ...(change.state !== undefined && { [isMicrophone ? 'microphone' : 'camera']: change.state }),
    ...('trouble' in change && { [isMicrophone ? 'microphoneTrouble' : 'cameraTrouble']: change.trouble }),
  });
}

/** Returns whether this device is on, and neither paused by the system nor lost. The peer then receives it, except during a top-up wait. */
export function isSent(kind: Kind): boolean {
  const { microphone, camera, microphoneTrouble, cameraTrouble } = mediaNow();
  return kind === 'audio'
    ? microphone === 'on' && microphoneTrouble === undefined
    : camera === 'on' && cameraTrouble === undefined;
}

/**
 * Sets all switches of the current call: microphone and camera, by disabling their tracks, and whether the picture is revealed in a random
 * match. A device that is not named is turned on, a picture that is not named is not revealed. Tracks that are added later start in the
 * same state.
 */
export function setSwitches({ microphoneOff = false, cameraOff = false, revealed = false }: Partial<Switches>): void {
  switches = { microphoneOff, cameraOff, revealed };
  showMedia({ revealed });
  const { local, microphone, camera } = mediaNow();
  local?.getTracks().forEach(applySwitch);
  if (microphone !== 'none') showDevice('audio', { state: stateOf('audio') });
  if (camera !== 'none') showDevice('video', { state: stateOf('video') });
}

/** Agrees to show a sharp picture in this random match, and informs the peer. */
export function revealPicture(): void {
  setSwitches({ ...switches, revealed: true });
  onSwitch();
}

/**
 * Sets the callbacks of the running call, one of each per tab: `tracks` after a track was added, removed or replaced, `switched`
 * after one was muted, unmuted or lost, or the picture was revealed.
 */
export function watchLocal(tracks: () => void, switched: () => void): void {
  onTracks = tracks;
  onSwitch = switched;
}

/**
 * Opens camera and microphone for a call, or the one that is available, once until `releaseLocal`. Called when a call is dialled,
 * answered or taken over, and before a random match. If neither can be opened, or the browser supports no calls, it resolves to the
 * fault, and tries again when it is called next.
 */
export function prepareLocal(): Promise<OpenedDevices> {
  opening ??= open(session);
  return opening;
}

async function open(own: number): Promise<OpenedDevices> {
  const opened: OpenedDevices = isCallSupported() ? await openLocal() : { fault: 'unsupported' };
  if ('stream' in opened && hasEffects()) await addEffects(opened.stream);
  if (own !== session) {
    if ('stream' in opened) closeTracks(opened.stream.getTracks());
    return { fault: 'failed' };
  }
  lastFault = 'fault' in opened ? opened.fault : undefined;
  if ('fault' in opened) {
    opening = undefined;
    return opened;
  }
  showMedia({ local: opened.stream });
  for (const kind of ['audio', 'video'] as const) showDevice(kind, { state: 'none', trouble: undefined });
  opened.stream.getTracks().forEach(admit);
  navigator.mediaDevices.addEventListener('devicechange', reopenLost);
  return opened;
}

/** Replaces the camera of a stream by its track with effects, before the stream is shown or sent. */
async function addEffects(stream: MediaStream): Promise<void> {
  for (const source of stream.getTracks()) {
    const track = source.kind === 'video' ? await withEffects(source) : source;
    if (track === source) continue;
    stream.removeTrack(source);
    stream.addTrack(track);
  }
}

/** Shows a new track of the call and watches its device: one of a kind that the user turned off starts disabled. */
function admit(track: MediaStreamTrack): void {
  const kind = kindOf(track);
  const device = sourceOf(track);
  applySwitch(track);
  const onEnded = () => void changes.add(() => replaceEnded(track));
  device.onended = onEnded;
  // The system pauses a device, for example during a phone call; the browser then sends silence or black frames.
  device.onmute = device.onunmute = () => {
    showDevice(kind, { trouble: device.muted ? 'paused' : undefined });
    onSwitch();
  };
  showDevice(kind, { state: stateOf(kind), trouble: device.muted ? 'paused' : undefined });
  if (kind === 'video') showMedia({ facing: facingOf(device) });
  // A device that was unplugged while it was being opened fires no `ended` event any more.
  if (device.readyState === 'ended') onEnded();
}

const facingOf = (track: MediaStreamTrack): Facing =>
  track.getSettings().facingMode === 'environment' ? 'environment' : 'user';

function closeTracks(tracks: readonly MediaStreamTrack[]): void {
  for (const device of tracks.map(sourceOf)) {
    device.onended = device.onmute = device.onunmute = null;
    endEffects(device);
    device.stop();
  }
}

/** Replaces the tracks of a kind by `track`, or removes them. */
function replace(kind: Kind, track: MediaStreamTrack | undefined): void {
  const { local } = mediaNow();
  if (!local) return;
  const before = tracksOf(kind);
  closeTracks(before);
  for (const old of before) local.removeTrack(old);
  if (track) {
    local.addTrack(track);
    admit(track);
  } else showDevice(kind, { state: 'none', trouble: 'lost' });
  onTracks();
  onSwitch();
}

/** Opens a device for the current call. If the call ended meanwhile, the device is closed at once. */
async function openFor(own: number, kind: Kind, choice?: DeviceChoice): ReturnType<typeof openTrack> {
  const device = await openTrack(kind, choice);
  const hasMore = 'track' in device && kind === 'video' && hasEffects();
  const opened = hasMore ? { track: await withEffects(device.track) } : device;
  if (own === session && mediaNow().local) return opened;
  if ('track' in opened) closeTracks([opened.track]);
  return { fault: 'failed' };
}

/** A device ended by itself (unplugged, or taken by the system): the default device takes its place, otherwise the call goes on without. */
async function replaceEnded(track: MediaStreamTrack): Promise<void> {
  const own = session;
  const kind = kindOf(track);
  if (!tracksOf(kind).includes(track)) return;
  const opened = await openFor(own, kind);
  if (own === session) replace(kind, 'track' in opened ? opened.track : undefined);
}

/** Opens a lost device again when the set of devices changes, for example when it is plugged in. */
const reopenLost = () =>
  void changes.add(async () => {
    const own = session;
    const { microphoneTrouble, cameraTrouble } = mediaNow();
    for (const kind of ['audio', 'video'] as const) {
      if ((kind === 'audio' ? microphoneTrouble : cameraTrouble) !== 'lost') continue;
      const opened = await openFor(own, kind);
      if (own === session && 'track' in opened) replace(kind, opened.track);
    }
  });

/**
 * Ends the media of a call or preview in this tab: closes camera and microphone, resets the switches and the veil, and closes a prepared
 * connection.
 */
export function releaseLocal(): void {
  session += 1;
  opening = undefined;
  dropConnection();
  closeTracks(mediaNow().local?.getTracks() ?? []);
  // `mediaDevices` is undefined in a browser that supports no calls.
  navigator.mediaDevices?.removeEventListener('devicechange', reopenLost);
  switches = ALL_ON;
  showMedia(NO_MEDIA);
  setVeil(false);
  if (effectTrouble()) retryEffects();
}

/** Adds the effects that were switched on to the open camera, or removes those that were switched off or have ended. */
async function changeEffects(): Promise<void> {
  const own = session;
  const [before] = tracksOf('video');
  if (!before) return;
  const track = await withEffects(sourceOf(before));
  const { local } = mediaNow();
  if (own !== session || !local) return closeTracks([track]);
  // The peer gets the new track only by `onTracks`, after `admit` has disabled it if it must be blurred and is not yet.
  if (track !== before) {
    local.removeTrack(before);
    local.addTrack(track);
  }
  admit(track);
  onTracks();
  onSwitch();
}

/**
 * Disables a camera whose blur or veil was switched on, until the worker of the effects runs: no picture is sent,
 * and both sides see that the camera is off.
 */
function withhold(): void {
  const withheld = tracksOf('video').filter(isWithheld);
  if (withheld.length === 0) return;
  withheld.forEach(applySwitch);
  showDevice('video', { state: 'off' });
  onSwitch();
}

subscribeEffects(() => {
  if (!opening) return;
  // The camera is disabled at once, because its effects are added later.
  withhold();
  void changes.add(changeEffects);
  const trouble = effectTrouble();
  // A veil is no choice of the user: without it the camera is off until both have revealed their pictures.
  if (!trouble || hasVeil()) return;
  import('../../../../media/camera/effect-notice.ts')
    .then(({ showEffectTrouble }) => showEffectTrouble(trouble))
    // The screen shows that the camera is off, and its button tries the effects again.
    .catch((error: unknown) => console.warn('failed to explain the effects of the camera', error));
});

/**
 * Mutes or unmutes the microphone or camera of the current call. A device that is not open yet is requested; resolves to the fault if that
 * fails. Pressed for a camera that is off because its blur has failed, it tries the blur again.
 */
export async function toggleDevice(kind: Kind): Promise<DeviceFault | undefined> {
  const { local, microphone, camera } = mediaNow();
  const now = kind === 'audio' ? microphone : camera;
  if (!local) return undefined;
  setSwitches({ ...switches, [kind === 'audio' ? 'microphoneOff' : 'cameraOff']: now === 'on' });
  if (now === 'off' && tracksOf(kind).some(isWithheld)) retryEffects();
  onSwitch();
  return now === 'none' ? switchDevice(kind) : undefined;
}

/**
 * Switches the microphone or camera of the current call to another device; resolves to the fault if it cannot be opened, and the old one
 * stays. The old one is closed after the new one has opened, or before it on phones that open only one camera. A muted kind stays muted.
 */
export function switchDevice(kind: Kind, choice?: DeviceChoice): Promise<DeviceFault | undefined> {
  const own = session;
  return changes.add(async () => (own === session ? changeDevice(own, kind, choice) : undefined));
}

async function changeDevice(own: number, kind: Kind, choice: DeviceChoice): Promise<DeviceFault | undefined> {
  // The devices of the call are still being opened.
  if (!mediaNow().local) return undefined;
  const [before] = tracksOf(kind);
  let opened = await openFor(own, kind, choice);
  // Many phones open only one camera at a time: the old one is closed, and opened again if the new one still fails.
  if ('fault' in opened && opened.fault === 'taken' && kind === 'video' && before && own === session) {
    const { deviceId } = sourceOf(before).getSettings();
    closeTracks([before]);
    opened = await openFor(own, kind, choice);
    if ('fault' in opened && own === session) {
      const old = await openFor(own, kind, deviceId ? { deviceId } : undefined);
      if (own === session) replace(kind, 'track' in old ? old.track : undefined);
      return opened.fault;
    }
  }
  if (own !== session) return undefined;
  if ('fault' in opened) return opened.fault;
  replace(kind, opened.track);
  return undefined;
}

/**
 * Switches to the other camera of a phone, or to the next one of a computer. Resolves to the fault if it cannot be opened, and to `missing`
 * if there is no other; does nothing without an open camera.
 */
export async function switchCamera(): Promise<DeviceFault | undefined> {
  const [track] = tracksOf('video');
  if (!track) return undefined;
  const { facingMode, deviceId } = sourceOf(track).getSettings();
  if (facingMode) {
    const fault = await switchDevice('video', { facing: facingMode === 'environment' ? 'user' : 'environment' });
    // Two cameras may have the same direction.
    if (fault !== 'missing') return fault;
  }
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');
  const next = cameras[(cameras.findIndex((camera) => camera.deviceId === deviceId) + 1) % cameras.length];
  return next && next.deviceId !== deviceId ? switchDevice('video', { deviceId: next.deviceId }) : 'missing';
}
