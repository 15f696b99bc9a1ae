import { trustedScriptUrl } from '../../core/trusted-url.ts';
import { playWhenAllowed } from '../play.ts';
import type { CameraAnswer, CameraAsk } from './camera-worker.ts';
import cameraUrl from './camera-worker.ts?worker&url';
import type { Effects, EffectTrouble } from './effect-rules.ts';

/** Time between two frames where the browser hands the page no frames, ms. */
const FRAME_EVERY_MS = 50;

/** The frames of a track, and a track of frames (W3C MediaStreamTrack Insertable Media Processing; not in TypeScript's DOM types). */
type FrameStreams = {
  readonly MediaStreamTrackProcessor: new (options: {
    readonly track: MediaStreamTrack;
    readonly maxBufferSize: number;
  }) => { readonly readable: ReadableStream<VideoFrame> };
  readonly MediaStreamTrackGenerator: new (options: {
    readonly kind: 'video';
  }) => MediaStreamTrack & { readonly writable: WritableStream<VideoFrame> };
};
/** Returns the frame streams of this browser; undefined if it hands the page no frames. */
function frameStreams(): FrameStreams | undefined {
  const { MediaStreamTrackProcessor, MediaStreamTrackGenerator } = globalThis as unknown as Partial<FrameStreams>;
  if (!MediaStreamTrackProcessor || !MediaStreamTrackGenerator) return undefined;
  return { MediaStreamTrackProcessor, MediaStreamTrackGenerator };
}

/** The effects on one camera. `track` replaces the track of the camera, which stays open until its owner stops it. */
export type Pipeline = {
  readonly track: MediaStreamTrack;
  readonly set: (effects: Effects) => void;
  /** Ends `track` and the worker. */
  readonly end: () => void;
};

/**
 * Applies effects to a camera, in a worker of its own. With `blur` no frame shows the room, also before the model is loaded. `onTrouble`
 * is called when the effects cannot go on; `track` then may have no frames.
 */
export function openPipeline(
  source: MediaStreamTrack,
  effects: Effects,
  onTrouble: (trouble: EffectTrouble) => void,
): Pipeline {
  const worker = new Worker(trustedScriptUrl(cameraUrl), { type: 'module', name: 'camera' });
  const ask = (data: CameraAsk, transfer: Transferable[] = []) => worker.postMessage(data, transfer);
  let onBitmap: (bitmap: ImageBitmap) => void = (bitmap) => bitmap.close();
  worker.addEventListener('error', () => onTrouble('failed'));
  worker.addEventListener('message', ({ data }: MessageEvent<CameraAnswer>) => {
    if ('trouble' in data) onTrouble(data.trouble);
    else onBitmap(data.bitmap);
  });
  ask({ effects });

  /** Hands the streams of frames to the worker: works in hidden pages as well. */
  function transferFrames({ MediaStreamTrackProcessor, MediaStreamTrackGenerator }: FrameStreams) {
    const { readable } = new MediaStreamTrackProcessor({ track: source, maxBufferSize: 1 });
    const track = new MediaStreamTrackGenerator({ kind: 'video' });
    ask({ frames: readable, sent: track.writable }, [readable, track.writable]);
    return { track, stop() {} };
  }

  /** Draws the camera by a video element and a canvas, for browsers that hand the page no frames. */
  function drawFrames() {
    const video = document.createElement('video');
    Object.assign(video, { muted: true, playsInline: true, srcObject: new MediaStream([source]) });
    const playing = playWhenAllowed(video);
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    const [track] = canvas.captureStream().getVideoTracks();
    if (!track || !context) throw new Error('A canvas that cannot be captured');
    let isBusy = false;
    onBitmap = (bitmap) => {
      const { width, height } = bitmap;
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      context.drawImage(bitmap, 0, 0);
      bitmap.close();
      isBusy = false;
    };
    const timer = setInterval(() => {
      if (isBusy || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
      isBusy = true;
      createImageBitmap(video).then(
        (bitmap) => ask({ bitmap }, [bitmap]),
        () => {
          isBusy = false;
        },
      );
    }, FRAME_EVERY_MS);
    const stop = () => {
      clearInterval(timer);
      playing.stop();
      video.srcObject = null;
    };
    return { track, stop };
  }

  try {
    const streams = frameStreams();
    const { track, stop } = streams ? transferFrames(streams) : drawFrames();
    return {
      track,
      set: (next) => ask({ effects: next }),
      end() {
        stop();
        worker.terminate();
        track.stop();
      },
    };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}
