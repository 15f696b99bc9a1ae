import { type OpenedDevices, openDevices } from '../../../media/devices.ts';

/** Recording formats in order of preference: MP4 first, as for voice messages. */
const TYPES = ['video/mp4;codecs=avc1.42E01F,mp4a.40.2', 'video/webm;codecs=vp8,opus', 'video/webm'];
const [WIDTH, HEIGHT, FRAMES_PER_SECOND] = [480, 640, 30];
const BITS_PER_SECOND = 1_500_000;

/** A running clip recording, as returned by `recordClip`; `finish` ends it and gives the file. */
export type ClipRecording = {
  /** Stops the recording; undefined if nothing was recorded. Repeated calls return the same promise. */
  finish(): Promise<File | undefined>;
};

/**
 * Opens the front camera and the microphone for the clip recorder, in portrait format where the browser supports cropping.
 * Returns the fault if the browser cannot record or the devices cannot be opened.
 */
export async function openCamera(): Promise<OpenedDevices | { readonly fault: 'unsupported' }> {
  if (!('MediaRecorder' in globalThis) || !navigator.mediaDevices) return { fault: 'unsupported' };
  const video = {
    width: { ideal: WIDTH },
    height: { ideal: HEIGHT },
    frameRate: { max: FRAMES_PER_SECOND },
    facingMode: 'user',
    // A camera that delivers landscape frames is cropped to portrait.
    resizeMode: 'crop-and-scale',
  };
  return openDevices({ audio: true, video });
}

/**
 * Starts to record a clip for a conversation from the stream; undefined if the browser supports none of the formats. If the camera is
 * disconnected, `finish` returns what was recorded before.
 */
export function recordClip(camera: MediaStream): ClipRecording | undefined {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  if (mimeType === undefined) return undefined;
  const recorder = new MediaRecorder(camera, { mimeType, videoBitsPerSecond: BITS_PER_SECOND });
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  // The recorder stops by itself when its tracks have ended; its last data comes before that.
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
  let ended: Promise<File | undefined> | undefined;
  recorder.start(1_000);
  async function end(): Promise<File | undefined> {
    if (recorder.state !== 'inactive') recorder.stop();
    await stopped;
    const [type = ''] = mimeType?.split(';', 1) ?? [];
    const file = new File(pieces, 'clip', { type });
    return file.size > 0 ? file : undefined;
  }
  return {
    finish() {
      ended ??= end();
      return ended;
    },
  };
}
