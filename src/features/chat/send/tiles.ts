import { nanoid } from 'nanoid';
import { SHORT_VIDEO_MAX_LENGTH_MS, VIDEO_MAX_LENGTH_MS } from '#contract/chat/kind-rules.ts';
import { type AppError, ok, type Result } from '#contract/result.ts';
import type { Turn } from '../../../media/fitted.ts';
import { readFileKind, smallPicture } from '../../../media/pictures.ts';
import type { Shrinker } from '../../../media/shrink.ts';
import { measureClip } from './measure-clip.ts';

/** File of the send sheet after processing, ready to upload, with its size in px and its duration in ms (0 for a picture). */
export type EncodedFile = { readonly file: Blob; readonly w: number; readonly h: number; readonly ms: number };
/** File in the send sheet. `made` is missing while the file is processed, or if it cannot be sent. */
export type SendTile = {
  readonly key: string;
  readonly file: Blob;
  readonly turn: Turn;
  readonly isClip: boolean;
  /** Set for a clip that was recorded or trimmed here. If it is short, it is sent as a `short_video`. */
  readonly isOwn?: true;
  /** Set if the chosen file is an animation, of which only the first picture is sent. */
  readonly isAnimated?: true;
  /** Set if the browser cannot play the clip, so that it cannot be trimmed. The server transcodes it. */
  readonly isOpaque?: true;
  /** Duration of a clip in ms, also if it is too long to be sent. */
  readonly ms?: number;
  readonly made?: EncodedFile;
  readonly fault?: AppError;
};

/** Clips larger than this are re-encoded if the browser supports it. */
const LARGE_BYTES = 12_582_912;
/** Returns whether the browser has the WebCodecs to trim and re-encode clips. Otherwise they are sent unchanged. */
export const convertsClips = (): boolean => 'VideoEncoder' in globalThis && 'VideoDecoder' in globalThis;

/** Dependencies of `makeReady`: the scaler of pictures, a receiver of the progress of clips, and a signal that aborts. */
export type MakePorts = {
  readonly shrinker: Shrinker;
  /** Called with the conversion progress of a clip, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
};

async function makeClip(tile: SendTile, type: string, { onProgress, signal }: MakePorts): Promise<SendTile> {
  const file = new Blob([tile.file], { type });
  const played = await measureClip(file);
  // A browser without its codec, such as HEVC of iPhones, cannot play an intact clip.
  const measured =
    played ??
    (await import('./clips.ts').then(
      ({ readClip }) => readClip(file),
      () => undefined,
    ));
  if (!measured) return { ...tile, isClip: true, fault: { code: 'upload-unreadable' } };
  const clip = { ...tile, isClip: true, ms: measured.ms, ...(!played && { isOpaque: true as const }) };
  if (measured.ms > VIDEO_MAX_LENGTH_MS) return { ...clip, fault: { code: 'upload-too-long', maxSeconds: 60 } };
  if (!played || file.size <= LARGE_BYTES || !convertsClips()) return { ...clip, made: { file, ...measured } };
  // If the converter cannot be loaded or fails, the original is sent.
  const smaller = await import('./clips.ts').then(
    ({ smallerClip }) => smallerClip(file, measured.ms, { onProgress, signal }),
    () => undefined,
  );
  return { ...clip, made: { ...measured, file: smaller ?? file } };
}

/**
 * Processes a file of the send sheet: detects its type, scales a picture down, and re-encodes a large clip. A file that cannot be
 * sent gets its fault.
 */
export async function makeReady(tile: SendTile, ports: MakePorts): Promise<SendTile> {
  const kind = await readFileKind(tile.file);
  if (!kind.ok) return { ...tile, fault: kind.error };
  if (kind.value.kind === 'clip') return makeClip(tile, kind.value.type, ports);
  const made = await smallPicture(tile.file, kind.value, tile.turn, ports.shrinker);
  if (!made.ok) return { ...tile, fault: made.error };
  const { blob, w, h } = made.value;
  return { ...tile, made: { file: blob, w, h, ms: 0 }, ...(kind.value.isAnimated && { isAnimated: true }) };
}

/**
 * One message that the send sheet sends: all pictures form one album, each clip is a message of its own. `keys`: the tiles of its files.
 */
export type Part = {
  readonly kind: 'image' | 'video' | 'short_video';
  readonly made: readonly EncodedFile[];
  readonly keys: readonly string[];
};

/** Returns whether the send sheet has a price but this clip is too long to be sold: only short clips can have a price. */
export const isUnsold = ({ made, isClip }: SendTile, price: number): boolean =>
  price > 0 && isClip && made !== undefined && made.ms > SHORT_VIDEO_MAX_LENGTH_MS;

/** Groups the processed tiles into messages. With a price, every clip is sent as a `short_video`. */
export function partsOf(tiles: readonly SendTile[], price: number): readonly Part[] {
  const pictures = tiles.flatMap(({ key, isClip, made }) => (made && !isClip ? { key, made } : []));
  const clips = tiles.flatMap(({ key, isClip, isOwn, made }) => {
    if (!made || !isClip) return [];
    const isShort = price > 0 || (isOwn && made.ms <= SHORT_VIDEO_MAX_LENGTH_MS);
    return { kind: isShort ? ('short_video' as const) : ('video' as const), made: [made], keys: [key] };
  });
  if (pictures.length === 0) return clips;
  const album = {
    kind: 'image',
    made: pictures.map(({ made }) => made),
    keys: pictures.map(({ key }) => key),
  } as const;
  return [album, ...clips];
}

/** Ids of the message of a `Part` (an album or a clip), the same in each attempt: its stanza id, and the upload id of each file. */
export type PartIds = { readonly stanzaId: string; readonly uploadIds: readonly string[] };

/**
 * Creates the function that returns the ids of a part. The same files have the same ids in each attempt: an attempt that failed may have
 * reached the core, which sends one message for each stanza id.
 */
export function createPartIds(): (part: Part) => PartIds {
  const known = new Map<string, PartIds>();
  return ({ kind, keys }) => {
    const about = [kind, ...keys].join();
    const ids = known.get(about) ?? { stanzaId: nanoid(), uploadIds: keys.map(() => nanoid()) };
    known.set(about, ids);
    return ids;
  };
}

/**
 * Sends the messages in order until one is rejected. Returns the tiles of those that were sent, which must not be sent again, and
 * the result of the last one.
 */
export async function sendInOrder(
  parts: readonly Part[],
  send: (part: Part, at: number) => Promise<Result<unknown>>,
): Promise<{ readonly sentKeys: readonly string[]; readonly result: Result<unknown> }> {
  const sentKeys: string[] = [];
  for (const [at, part] of parts.entries()) {
    const result = await send(part, at);
    if (!result.ok) return { sentKeys, result };
    sentKeys.push(...part.keys);
  }
  return { sentKeys, result: ok(null) };
}

/** Returns the files of the send sheet with one of them moved one position towards the start. */
export const movedUp = (tiles: readonly SendTile[], key: string): readonly SendTile[] => {
  const at = tiles.findIndex((tile) => tile.key === key);
  const [moved, before] = [tiles[at], tiles[at - 1]];
  return moved && before ? [...tiles.slice(0, at - 1), moved, before, ...tiles.slice(at + 1)] : tiles;
};
