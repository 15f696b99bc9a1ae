import { dropConnection, type Facing, openLocal, openTrack } from './media.ts';
import { mediaNow, NO_MEDIA, showMedia } from './media-view.ts';

let opening: Promise<MediaStream | undefined> | undefined;
/** Called when a track is added, removed, replaced, muted or unmuted. */
let onTracks: () => void = () => {};
let onSwitch: () => void = () => {};

/** What the user turned off in the call of this tab. Its home is the row of the call; here it is for the tracks that come and go. */
type Switches = { readonly microphoneOff: boolean; readonly cameraOff: boolean };
const ALL_ON: Switches = { microphoneOff: false, cameraOff: false };
let switches = ALL_ON;
export const switchesNow = (): Switches => switches;

const isOff = (kind: string): boolean => (kind === 'audio' ? switches.microphoneOff : switches.cameraOff);

/** Turns the tracks that are there off and on as the call says. Each track that comes later begins so (`admit`). */
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

/** A new track: what the user turned off stays off. */
function admit(track: MediaStreamTrack): void {
  track.enabled = !isOff(track.kind);
  watchTrack(track);
}

export function watchLocal(tracks: () => void, switched: () => void): void {
  onTracks = tracks;
  onSwitch = switched;
}

/** Own camera and microphone; requested once. Undefined when neither is allowed: there can be no call then. */
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

/** Handles a track that ended, by unplugging or by the system: the call continues without it. */
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

/** Turns sound or picture off and on; a camera that was not open before is requested. */
export async function toggle(kind: 'audio' | 'video'): Promise<void> {
  const { local, microphone, camera } = mediaNow();
  const now = kind === 'audio' ? microphone : camera;
  if (!local) return;
  setSwitches({ ...switches, [kind === 'audio' ? 'microphoneOff' : 'cameraOff']: now === 'on' });
  onSwitch();
  if (now === 'none') await exchange(kind);
}

/**
 * Changes to another device, or to the phone's other camera. Nothing changes when that one is not available. What was turned off stays
 * off on the new device.
 */
export async function exchange(kind: 'audio' | 'video', deviceId?: string, facing?: Facing): Promise<void> {
  const { local } = mediaNow();
  if (!local) return;
  const before = local.getTracks().filter((track) => track.kind === kind);
  // Many phones open only one camera at a time.
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
