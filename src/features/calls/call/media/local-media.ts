import { dropConnection, type Facing, openLocal, openTrack } from './media.ts';
import { mediaNow, NO_MEDIA, showMedia } from './media-view.ts';

let opening: Promise<MediaStream | undefined> | undefined;
/** Called when a track was added, removed or replaced. */
let onTracks: () => void = () => {};
/** Called when a track was muted, unmuted or lost. */
let onSwitch: () => void = () => {};

/** Devices that the user turned off. Stored in the call row; this copy is applied to tracks as they are added and replaced. */
type Switches = { readonly microphoneOff: boolean; readonly cameraOff: boolean };
const ALL_ON: Switches = { microphoneOff: false, cameraOff: false };
let switches = ALL_ON;
/** Returns which devices the user has turned off in the current call, to report them to the worker. */
export const switchesNow = (): Switches => switches;

const isOff = (kind: string): boolean => (kind === 'audio' ? switches.microphoneOff : switches.cameraOff);

/**
 * Turns microphone and camera of the current call on or off, by disabling their tracks. Tracks that are added later start in the
 * same state.
 */
export function setSwitches({ microphoneOff = false, cameraOff = false }: Partial<Switches>): void {
  switches = { microphoneOff, cameraOff };
  const { local, microphone, camera } = mediaNow();
  for (const track of local?.getTracks() ?? []) track.enabled = !isOff(track.kind);
  showMedia({
    ...(microphone !== 'none' && { microphone: stateOf('audio') }),
    ...(camera !== 'none' && { camera: stateOf('video') }),
  });
}
const stateOf = (kind: 'audio' | 'video') => (isOff(kind) ? 'off' : 'on');

/** Prepares a new track: one of a kind that the user turned off starts disabled. */
function admit(track: MediaStreamTrack): void {
  track.enabled = !isOff(track.kind);
  watchTrack(track);
}

/**
 * Sets the callbacks of the running call, one of each per tab: `tracks` after a track was added, removed or replaced, `switched`
 * after one was muted, unmuted or lost.
 */
export function watchLocal(tracks: () => void, switched: () => void): void {
  onTracks = tracks;
  onSwitch = switched;
}

/**
 * Opens camera and microphone for a call, once until `releaseLocal`. Called when a call is dialled or answered, and before it by
 * the self-view. Undefined if neither can be opened; no call is possible then.
 */
export function prepareLocal(): Promise<MediaStream | undefined> {
  opening ??= openLocal().then((stream) => {
    if (!stream) {
      opening = undefined;
      return undefined;
    }
    const has = (kind: 'audio' | 'video') =>
      stream.getTracks().some((track) => track.kind === kind) ? stateOf(kind) : 'none';
    stream.getTracks().forEach(admit);
    showMedia({ local: stream, microphone: has('audio'), camera: has('video'), cameraLost: false });
    return stream;
  });
  return opening;
}

/** Handles a track that ended because the device was unplugged or taken by the system; the call goes on without it. */
function watchTrack(track: MediaStreamTrack): void {
  track.onended = () => {
    const { local } = mediaNow();
    local?.removeTrack(track);
    if (track.kind === 'video') showMedia({ camera: 'none', cameraLost: true });
    else showMedia({ microphone: 'none' });
    onTracks();
    onSwitch();
  };
}

/** Ends the media of a call or preview in this tab: stops camera and microphone, resets the switches, and closes a prepared connection. */
export function releaseLocal(): void {
  dropConnection();
  void opening?.then((stream) => {
    for (const track of stream?.getTracks() ?? []) {
      track.onended = null;
      track.stop();
    }
  });
  opening = undefined;
  switches = ALL_ON;
  showMedia(NO_MEDIA);
}

/** Mutes or unmutes the microphone or camera of the current call. A device that is not open yet is requested. */
export async function toggleDevice(kind: 'audio' | 'video'): Promise<void> {
  const { local, microphone, camera } = mediaNow();
  const now = kind === 'audio' ? microphone : camera;
  if (!local) return;
  setSwitches({ ...switches, [kind === 'audio' ? 'microphoneOff' : 'cameraOff']: now === 'on' });
  onSwitch();
  if (now === 'none') await switchDevice(kind);
}

/**
 * Switches the microphone or camera of the current call to another device, or to the other camera of a phone. If it cannot be
 * opened, the old microphone stays; a camera is lost, as it was stopped before. A muted kind stays muted.
 */
export async function switchDevice(kind: 'audio' | 'video', deviceId?: string, facing?: Facing): Promise<void> {
  const { local } = mediaNow();
  if (!local) return;
  const before = local.getTracks().filter((track) => track.kind === kind);
  // Many phones can open only one camera at a time, so the old one is stopped first.
  if (kind === 'video') for (const track of before) track.stop();
  const track = await openTrack(kind, facing ?? mediaNow().facing, deviceId);
  if (track) {
    admit(track);
    for (const old of before) {
      old.stop();
      local.removeTrack(old);
    }
    local.addTrack(track);
  }
  const state = track ? stateOf(kind) : before.length > 0 && kind === 'audio' ? mediaNow().microphone : 'none';
  if (kind === 'video') showMedia({ camera: state, cameraLost: false, ...(track && facing ? { facing } : {}) });
  else showMedia({ microphone: state });
  onTracks();
  onSwitch();
}
