/** Timeout for reading the metadata of a clip, ms. */
const PATIENCE_MS = 10_000;
const MAX_EDGE_PX = 16_384;
/** Seek target beyond the end of any clip: the browser seeks to the end and learns the duration. */
const BEHIND_ALL_SECONDS = 1_000_000;

/** Size in px and duration in ms of a chosen clip; 1 ms if the duration is unknown. */
export type Measured = { readonly w: number; readonly h: number; readonly ms: number };

/**
 * Reads size and duration of a clip; undefined if the browser cannot. MediaRecorder files may have no duration in the header, so
 * the element seeks to the end to find it.
 */
export function measureClip(file: Blob): Promise<Measured | undefined> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.preload = 'metadata';
  video.muted = true;
  return new Promise<Measured | undefined>((resolve) => {
    const late = setTimeout(() => resolve(undefined), PATIENCE_MS);
    const end = (measured: Measured | undefined) => {
      clearTimeout(late);
      resolve(measured);
    };
    const tell = () => {
      const { videoWidth: w, videoHeight: h, duration } = video;
      const isPicture = w > 0 && h > 0 && w <= MAX_EDGE_PX && h <= MAX_EDGE_PX;
      end(
        isPicture ? { w, h, ms: Number.isFinite(duration) ? Math.max(1, Math.round(duration * 1_000)) : 1 } : undefined,
      );
    };
    video.addEventListener('loadedmetadata', () => {
      if (Number.isFinite(video.duration)) return tell();
      video.addEventListener('seeked', tell);
      video.currentTime = BEHIND_ALL_SECONDS;
    });
    video.addEventListener('error', () => end(undefined));
    video.src = url;
  }).finally(() => {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  });
}
