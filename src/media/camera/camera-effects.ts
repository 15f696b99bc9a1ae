import { createStore } from '../../create-store.ts';
import { cameraBlur, cameraLift } from '../../data/stored-switch.ts';
import type { Pipeline } from './camera-pipeline.ts';
import type { EffectTrouble } from './effect-rules.ts';

/** Time within which the script of the effects must be here, so that a slow network does not hold up a call; ms. */
const SCRIPT_WITHIN_MS = 5_000;

/** State of the effects on the camera: why they have ended, if so. A new object with each change of them, also of their switches. */
type EffectState = { readonly trouble: EffectTrouble | undefined };
const state = createStore<EffectState>({ trouble: undefined });
/** Returns why the effects on the camera have ended; undefined while they can be applied. */
export const effectTrouble = (): EffectTrouble | undefined => state.get().trouble;
/**
 * Subscribes to the effects: calls the function after a switch of theirs or the veil was changed, after they have ended, and when they are
 * tried again. Returns a function that unsubscribes.
 */
export const subscribeEffects = state.subscribe;

/** The open effects by the track of the camera. */
const pipelines = new WeakMap<MediaStreamTrack, Pipeline>();
/** The track of the camera by the track that is sent in its place. */
const sources = new WeakMap<MediaStreamTrack, MediaStreamTrack>();
/** Returns the track of the camera from which a track with effects is made; any other track itself. */
export const sourceOf = (track: MediaStreamTrack): MediaStreamTrack => sources.get(track) ?? track;

let isVeiled = false;
/** The tracks whose pipeline blurs the whole picture. */
const veiledTracks = new WeakSet<MediaStreamTrack>();

/** Returns whether an effect or the veil is switched on, so that a camera has to pass `withEffects`. */
export const hasEffects = (): boolean => cameraBlur.read() || cameraLift.read() || isVeiled;
/** The tracks whose worker blurs the background of each further frame. */
const blurredTracks = new WeakSet<MediaStreamTrack>();
/** Returns whether the background, or the whole picture, must be blurred and is not: such a track is never sent or shown. */
export const isWithheld = (track: MediaStreamTrack): boolean =>
  track.kind === 'video' &&
  ((cameraBlur.read() && !blurredTracks.has(track)) || (isVeiled && !veiledTracks.has(track)));

/**
 * Switches the veil, which blurs the whole picture of the camera: in a random match, until both have revealed theirs. A change tries the
 * effects again after trouble.
 */
export function setVeil(isOn: boolean): void {
  if (isVeiled === isOn) return;
  isVeiled = isOn;
  state.set({ trouble: undefined });
}
/** Returns whether the veil is on (`setVeil`): the whole picture must be blurred, in a random match until both have revealed theirs. */
export const hasVeil = (): boolean => isVeiled;

/** Switches an effect, for this and later calls. Switching one on tries the effects again after trouble. */
export function setEffect(effect: 'blur' | 'lift', isOn: boolean): void {
  (effect === 'blur' ? cameraBlur : cameraLift).set(isOn);
  state.set({ trouble: isOn ? undefined : effectTrouble() });
}
/** Makes the effects be tried again after trouble: when the user asks for it, and when the call or preview has ended. */
export const retryEffects = (): void => state.set({ trouble: undefined });

/** Ends the effects on a camera, whose track stays open. */
export function endEffects(source: MediaStreamTrack): void {
  pipelines.get(source)?.end();
  pipelines.delete(source);
}

const afterMs = (ms: number) =>
  new Promise<never>((_resolve, reject) => void setTimeout(() => reject(new DOMException('', 'TimeoutError')), ms));

/**
 * Returns the track to send for the track of a camera, with the effects that are switched on; the track itself without any, and after
 * trouble (`isWithheld` then says whether it may be sent). Never rejects.
 */
export async function withEffects(source: MediaStreamTrack): Promise<MediaStreamTrack> {
  const effects = { blur: cameraBlur.read(), lift: cameraLift.read(), veil: isVeiled };
  if (!hasEffects() || effectTrouble()) {
    endEffects(source);
    return source;
  }
  try {
    const { openPipeline } = await Promise.race([import('./camera-pipeline.ts'), afterMs(SCRIPT_WITHIN_MS)]);
    let pipeline = pipelines.get(source);
    if (!pipeline) {
      const opened = openPipeline(source, effects, (trouble) => {
        if (pipelines.get(source) !== opened || effectTrouble()) return;
        console.warn('the effects of the camera have ended:', trouble);
        state.set({ trouble });
      });
      pipelines.set(source, opened);
      sources.set(opened.track, source);
      pipeline = opened;
    }
    pipeline.set(effects);
    if (effects.veil) veiledTracks.add(pipeline.track);
    else veiledTracks.delete(pipeline.track);
    if (effects.blur) blurredTracks.add(pipeline.track);
    else blurredTracks.delete(pipeline.track);
    return pipeline.track;
  } catch (error) {
    console.warn('failed to start the effects of the camera', error);
    state.set({ trouble: 'failed' });
    return source;
  }
}
