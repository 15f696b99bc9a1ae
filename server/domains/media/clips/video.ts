import { type InputVideoTrack, type Output, Quality, VideoSampleSink, VideoSampleSource } from 'mediabunny';
import { CLIP_KEPT_FRAMES_PER_SECOND } from '../../../../contract/media/rules.ts';
import { storedClipSize, toEncodable, writeFrame } from './frames.ts';
import { needShort } from './refused.ts';

const BITS_PER_SECOND_PER_PIXEL = 3;
const MAX_BITS_PER_SECOND = 2_500_000;
/** The encoder fails when the bitrate is near zero, as for a clip of a few pixels. */
const MIN_BITS_PER_SECOND = 64_000;
/** Tolerance for timestamps of cameras, which are not exact: half the duration of a frame at 120 per second. */
const JITTER_SECONDS = 1 / 240;
const POSTER_AT_SECONDS = 0.5;

/** Copies a track from the input to the output; resolves with the time at which its last sample ends, in seconds. */
export type CopyTrack = () => Promise<number>;
type VideoParts = {
  readonly track: InputVideoTrack;
  readonly output: Output;
  /** Timestamp at which the clip starts, in seconds. */
  readonly start: number;
  readonly poster: string;
  /** Paths at which frames spread evenly over the length are written as PNGs. */
  readonly frames: readonly string[];
  /** Length according to the file's header, in seconds. */
  readonly promised: number;
  /** Whether every frame is converted before it is encoded; true in the second run, after a crash (`ClipTask`). */
  readonly careful: boolean;
};

/**
 * Adds a video track to the output of `transcode`. The returned function copies at most 30 frames per second, writes the poster and the
 * later frames, and resolves with the end time in seconds.
 */
export async function addVideo(parts: VideoParts): Promise<CopyTrack> {
  const { track, output, start, poster, frames, promised, careful } = parts;
  const later = frames.map((path, at) => ({ path, at: (promised * (at + 1)) / (frames.length + 1) }));
  const size = storedClipSize({ width: await track.getSquarePixelWidth(), height: await track.getSquarePixelHeight() });
  const wanted = size.width * size.height * BITS_PER_SECOND_PER_PIXEL;
  const bitrate = Math.min(MAX_BITS_PER_SECOND, Math.max(MIN_BITS_PER_SECOND, wanted));
  const source = new VideoSampleSource({ codec: 'avc', quality: new Quality({ bitrate }) });
  // Only rotation and flip of the track are copied; its name and language may contain private data.
  output.addVideoTrack(source, { rotation: await track.getRotation(), flip: await track.getFlip() });

  return async () => {
    let end = 0;
    let last = Number.NEGATIVE_INFINITY;
    let hasPoster = false;
    for await (const frame of new VideoSampleSink(track).samples()) {
      using _frame = frame;
      const at = frame.timestamp - start;
      needShort(at);
      end = Math.max(end, at + frame.duration);
      if (!hasPoster && (at >= POSTER_AT_SECONDS || last < 0)) {
        await writeFrame(frame, size, poster);
        hasPoster = at >= POSTER_AT_SECONDS;
      }
      for (const due of later.filter((overlay) => at >= overlay.at)) {
        later.splice(later.indexOf(due), 1);
        await writeFrame(frame, size, due.path);
      }
      if (at - last < 1 / CLIP_KEPT_FRAMES_PER_SECOND - JITTER_SECONDS) continue;
      last = at;
      using encodable = await toEncodable(frame, size, careful);
      encodable.setTimestamp(Math.max(0, at));
      await source.add(encodable);
    }
    source.close();
    return end;
  };
}
