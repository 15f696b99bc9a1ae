import { dropConnection, type Facing, openLocal, openTrack } from './media.ts';
import { mediaNow, NO_MEDIA, showMedia } from './media-view.ts';

let opening: Promise<MediaStream | undefined> | undefined;
/** Called when a track is added, removed, replaced, muted or unmuted. */
let onTracks: () => void = () => {};
let onSwitch: () => void = () => {};

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
    const has = (kind: string) => (stream.getTracks().some((track) => track.kind === kind) ? 'on' : 'none');
    showMedia({ local: stream, microphone: has('audio'), camera: has('video'), cameraLost: false });
    stream.getTracks().forEach(watchTrack);
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
  showMedia(NO_MEDIA);
}

/** Turns sound or picture off and on; a camera that was not open before is requested. */
export async function toggle(kind: 'audio' | 'video'): Promise<void> {
  const { local, microphone, camera } = mediaNow();
  const name = kind === 'audio' ? 'microphone' : 'camera';
  const now = kind === 'audio' ? microphone : camera;
  if (!local) return;
  if (now === 'none') return exchange(kind);
  for (const track of local.getTracks()) if (track.kind === kind) track.enabled = now === 'off';
  showMedia({ [name]: now === 'on' ? 'off' : 'on' });
  onSwitch();
}

/** Changes to another device, or to the phone's other camera. Nothing changes when that one is not available. */
export async function exchange(kind: 'audio' | 'video', deviceId?: string, facing?: Facing): Promise<void> {
  const { local } = mediaNow();
  if (!local) return;
  const before = local.getTracks().filter((track) => track.kind === kind);
  // Many phones open only one camera at a time.
  if (kind === 'video') for (const track of before) track.stop();
  const track = await openTrack(kind, facing ?? mediaNow().facing, deviceId);
  if (track) {
    for (const old of before) {
      old.stop();
      local.removeTrack(old);
    }
    local.addTrack(track);
    watchTrack(track);
  }
  const state = track ? 'on' : before.length > 0 && kind === 'audio' ? mediaNow().microphone : 'none';
  if (kind === 'video') showMedia({ camera: state, cameraLost: false, ...(track && facing ? { facing } : {}) });
  else showMedia({ microphone: state });
  onTracks();
  onSwitch();
}
