import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
} from 'mediabunny';
import { CLIP_KEPT_EDGE_PX } from '#contract/media/rules.ts';
import { fitted } from '../../../media/fitted.ts';

const BITS_PER_SECOND = 2_500_000;
const FRAMES_PER_KEY = 60;
/** Upper bound of each codec queue, in frames; decoding pauses above it (backpressure). */
const AT_ONCE = 8;
const MICROSECONDS = 1_000_000;
/** Video codecs in order of preference: H.264 first, as every server and device can decode it. */
const CODECS = [
  ['avc', 'avc1.640028'],
  ['avc', 'avc1.42e028'],
  ['vp9', 'vp09.00.40.08'],
] as const;

/** Section of a clip to convert, in seconds: `from` inclusive, `to` exclusive. */
export type Cut = { readonly from: number; readonly to: number };
type Size = { readonly w: number; readonly h: number };
/** Dependencies of `convertClip`: scaling of frames, a receiver of the progress, and a signal that aborts. */
export type ConvertPorts = {
  /** Returns a frame drawn at another size, which `convertClip` closes. */
  readonly scale: (frame: VideoFrame, size: Size, timestamp: number) => VideoFrame;
  /** Called with the progress, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal: AbortSignal;
};

const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2);

async function encoderFor(size: Size, onlyH264: boolean) {
  for (const [codec, name] of CODECS) {
    if (onlyH264 && codec !== 'avc') continue;
    const config = { codec: name, width: size.w, height: size.h, bitrate: BITS_PER_SECOND } as const;
    if ((await VideoEncoder.isConfigSupported(config).catch(() => undefined))?.supported) return { codec, config };
  }
  return undefined;
}

type Film = ConvertPorts & {
  readonly track: InputVideoTrack;
  readonly source: EncodedVideoPacketSource;
  readonly cut: Cut;
  readonly size: Size;
  readonly config: VideoEncoderConfig;
};

/** Decodes the frames of the section, scales them, and re-encodes them. */
async function copyFilm({ track, source, cut, size, config, scale, onProgress, signal }: Film): Promise<void> {
  const decoding = await track.getDecoderConfig();
  if (!decoding) throw new TypeError('no decoder');
  let failure: unknown;
  let wake = () => {};
  let written: Promise<void> = Promise.resolve();
  let count = 0;
  const onError = (error: unknown) => {
    failure ??= error;
    wake();
  };
  const encoder = new VideoEncoder({
    output(chunk, meta) {
      const packet = EncodedPacket.fromEncodedChunk(chunk);
      written = written.then(() => source.add(packet, meta));
      written.catch(onError);
      wake();
    },
    error: onError,
  });
  const decoder = new VideoDecoder({
    output(frame) {
      wake();
      try {
        const at = frame.timestamp / MICROSECONDS;
        if (failure || at < cut.from || at >= cut.to) return;
        onProgress?.((at - cut.from) / (cut.to - cut.from));
        const scaled = scale(frame, size, Math.round(frame.timestamp - cut.from * MICROSECONDS));
        encoder.encode(scaled, { keyFrame: count % FRAMES_PER_KEY === 0 });
        scaled.close();
        count += 1;
      } catch (error) {
        onError(error);
      } finally {
        frame.close();
      }
    },
    error: onError,
  });
  signal.addEventListener('abort', () => onError(signal.reason), { once: true });
  try {
    encoder.configure(config);
    decoder.configure(decoding);
    const sink = new EncodedPacketSink(track);
    const first = (await sink.getKeyPacket(cut.from)) ?? (await sink.getFirstKeyPacket()) ?? undefined;
    for await (const packet of sink.packets(first)) {
      // Packets come in decode order: a packet after the end may precede one inside the section. Only a key frame ends the section.
      if (packet.type === 'key' && packet.timestamp >= cut.to) break;
      signal.throwIfAborted();
      if (failure) throw failure;
      decoder.decode(packet.toEncodedVideoChunk());
      while (!failure && (decoder.decodeQueueSize > AT_ONCE || encoder.encodeQueueSize > AT_ONCE))
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    await decoder.flush();
    await encoder.flush();
    await written;
    if (failure) throw failure;
    if (count === 0) throw new TypeError('no frames');
    source.close();
  } finally {
    if (decoder.state !== 'closed') decoder.close();
    if (encoder.state !== 'closed') encoder.close();
  }
}

/** Copies the audio packets of the section without re-encoding them; the server transcodes the audio. */
async function copySound(track: InputAudioTrack, source: EncodedAudioPacketSource, cut: Cut, signal: AbortSignal) {
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  const sink = new EncodedPacketSink(track);
  const first = (await sink.getPacket(cut.from)) ?? (await sink.getFirstPacket()) ?? undefined;
  for await (const packet of sink.packets(first)) {
    if (packet.timestamp >= cut.to || signal.aborted) break;
    if (packet.timestamp < cut.from) continue;
    await source.add(packet.clone({ timestamp: packet.timestamp - cut.from }), decoderConfig && { decoderConfig });
  }
  source.close();
}

/**
 * Converts a clip, or a section of it, to MP4 with edges of at most `CLIP_KEPT_EDGE_PX`, without its sound if MP4 does not take its codec.
 * Returns undefined if the browser cannot convert it or `signal` aborts. With `onlyH264` it fails instead of falling back to VP9.
 */
export async function convertClip(
  file: Blob,
  cut: Cut,
  onlyH264: boolean,
  ports: ConvertPorts,
): Promise<Blob | undefined> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM] });
  const target = new BufferTarget();
  const format = new Mp4OutputFormat();
  const output = new Output({ format, target });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) return undefined;
    const fittedSize = fitted({ w: await track.getCodedWidth(), h: await track.getCodedHeight() }, CLIP_KEPT_EDGE_PX);
    const size = { w: even(fittedSize.w), h: even(fittedSize.h) };
    const encoder = await encoderFor(size, onlyH264);
    if (!encoder) return undefined;
    const film = new EncodedVideoPacketSource(encoder.codec);
    output.addVideoTrack(film, { rotation: await track.getRotation() });
    const sound = await input.getPrimaryAudioTrack();
    const soundCodec = sound && (await sound.getCodec());
    const hasSound = sound && soundCodec && format.getSupportedAudioCodecs().includes(soundCodec);
    const soundSource = hasSound ? new EncodedAudioPacketSource(soundCodec) : undefined;
    if (soundSource) output.addAudioTrack(soundSource);
    await output.start();
    await Promise.all([
      copyFilm({ ...ports, track, source: film, cut, size, config: encoder.config }),
      sound && soundSource && copySound(sound, soundSource, cut, ports.signal),
    ]);
    await output.finalize();
    return target.buffer ? new Blob([target.buffer], { type: 'video/mp4' }) : undefined;
  } catch {
    await output.cancel().catch(() => undefined);
    return undefined;
  } finally {
    input.dispose();
  }
}
