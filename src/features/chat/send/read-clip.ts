import { BlobSource, Input, MP4, QTFF, WEBM } from 'mediabunny';
import type { Measured } from './measure-clip.ts';

/**
 * Reads size and duration from the container of a clip, without decoding it: for clips that the browser cannot play but the server may
 * transcode. Undefined if the file has no video track or is damaged.
 */
export async function readClip(file: Blob): Promise<Measured | undefined> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM] });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) return undefined;
    const [w, h] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    const seconds = (await input.getDurationFromMetadata()) ?? (await track.computeDuration());
    return w > 0 && h > 0 ? { w, h, ms: Math.max(1, Math.round(seconds * 1_000)) } : undefined;
  } catch {
    return undefined;
  } finally {
    input.dispose();
  }
}
