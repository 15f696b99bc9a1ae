/** Recording formats in order of preference: MP4 first, as for voice messages. */
const TYPES = ['video/mp4;codecs=avc1.42E01F,mp4a.40.2', 'video/webm;codecs=vp8,opus', 'video/webm'];
const [WIDTH, HEIGHT, FRAMES_PER_SECOND] = [480, 640, 30];
const BITS_PER_SECOND = 1_500_000;

/** A running clip recording, as returned by `takeFilm`. */
export type FilmTaking = {
  /** Stops the recording; undefined if nothing was recorded. Repeated calls return the same promise. */
  finish(): Promise<File | undefined>;
};

/**
 * Opens the front camera and the microphone for the clip recorder, in portrait format where the browser supports cropping.
 * Otherwise the reason why not.
 */
export async function openCamera(): Promise<MediaStream | 'denied' | 'none' | 'unsupported'> {
  if (!('MediaRecorder' in globalThis) || !navigator.mediaDevices) return 'unsupported';
  const video = {
    width: { ideal: WIDTH },
    height: { ideal: HEIGHT },
    frameRate: { max: FRAMES_PER_SECOND },
    facingMode: 'user',
    // A camera that delivers landscape frames is cropped to portrait.
    resizeMode: 'crop-and-scale',
  };
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: true, video });
  } catch (error) {
    return error instanceof Error && error.name === 'NotFoundError' ? 'none' : 'denied';
  }
}

/** Starts to record a clip for a conversation from the stream; undefined if the browser supports none of the formats. */
export function takeFilm(camera: MediaStream): FilmTaking | undefined {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  if (mimeType === undefined) return undefined;
  const recorder = new MediaRecorder(camera, { mimeType, videoBitsPerSecond: BITS_PER_SECOND });
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  recorder.start(1_000);
  let ended: Promise<File | undefined> | undefined;
  const end = () =>
    new Promise<File | undefined>((resolve) => {
      const whole = () => {
        const [type = ''] = mimeType.split(';', 1);
        const file = new File(pieces, 'clip', { type });
        resolve(file.size > 0 ? file : undefined);
      };
      // The recorder is already inactive if the camera was disconnected.
      if (recorder.state === 'inactive') return whole();
      recorder.addEventListener('stop', whole, { once: true });
      recorder.stop();
    });
  return {
    finish() {
      ended ??= end();
      return ended;
    },
  };
}
