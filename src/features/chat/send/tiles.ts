import { SHORT_VIDEO_MAX_LENGTH_MS, VIDEO_MAX_LENGTH_MS } from '#contract/chat/kind-rules.ts';
import type { AppError } from '#contract/result.ts';
import type { Turn } from '../../../media/fitted.ts';
import { readFileKind, smallPicture } from '../../../media/pictures.ts';
import type { Shrinker } from '../../../media/shrink.ts';
import { measureClip } from './measure-clip.ts';

/** What is sent of a file. */
export type Made = { readonly file: Blob; readonly w: number; readonly h: number; readonly ms: number };
/** A file in the sheet. `made` is missing while it is made ready, or where it cannot be. */
export type SendTile = {
  readonly key: string;
  readonly file: Blob;
  readonly turn: Turn;
  readonly isClip: boolean;
  /** Recorded here, or trimmed: a short one then plays over and over, as a clip. */
  readonly isOwn?: true;
  /** Length of a clip, also of one that is too long. */
  readonly ms?: number;
  readonly made?: Made;
  readonly fault?: AppError;
};

/** Clips with more bytes are made smaller where this browser can. */
const LARGE_BYTES = 12_582_912;
/** Only a browser with these makes clips smaller or shorter. */
export const convertsClips = (): boolean => 'VideoEncoder' in globalThis && 'VideoDecoder' in globalThis;

export type MakePorts = {
  readonly shrinker: Shrinker;
  /** 0 to 1: how far a clip is that is made smaller. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
};

async function makeClip(tile: SendTile, type: string, { onProgress, signal }: MakePorts): Promise<SendTile> {
  const file = new Blob([tile.file], { type });
  const measured = await measureClip(file);
  if (!measured) return { ...tile, isClip: true, fault: { code: 'upload-unreadable' } };
  const clip = { ...tile, isClip: true, ms: measured.ms };
  if (measured.ms > VIDEO_MAX_LENGTH_MS) return { ...clip, fault: { code: 'upload-too-long', maxSeconds: 60 } };
  if (file.size <= LARGE_BYTES || !convertsClips()) return { ...clip, made: { file, ...measured } };
  // Where that cannot be fetched, or fails, the clip is sent as it is.
  const smaller = await import('./clips.ts').then(
    ({ smallerClip }) => smallerClip(file, measured.ms, { onProgress, signal }),
    () => undefined,
  );
  return { ...clip, made: { ...measured, file: smaller ?? file } };
}

/** Makes a file ready: its kind, its size, and what is sent instead of a picture or a large clip. */
export async function makeReady(tile: SendTile, ports: MakePorts): Promise<SendTile> {
  const kind = await readFileKind(tile.file);
  if (!kind.ok) return { ...tile, fault: kind.error };
  const { kind: what, type } = kind.value;
  if (what === 'clip') return makeClip(tile, type, ports);
  const made = await smallPicture(tile.file, type, tile.turn, ports.shrinker);
  if (!made.ok) return { ...tile, fault: made.error };
  const { blob, w, h } = made.value;
  return { ...tile, made: { file: blob, w, h, ms: 0 } };
}

/** One message of the sheet: all pictures together, each clip by itself. */
export type Part = { readonly kind: 'image' | 'video' | 'short_video'; readonly made: readonly Made[] };

/** A clip that is sold is a short one: longer ones are not sold. */
export const isUnsold = ({ made, isClip }: SendTile, price: number): boolean =>
  price > 0 && isClip && made !== undefined && made.ms > SHORT_VIDEO_MAX_LENGTH_MS;

export function partsOf(tiles: readonly SendTile[], price: number): readonly Part[] {
  const pictures = tiles.flatMap(({ isClip, made }) => (made && !isClip ? made : []));
  const clips = tiles.flatMap(({ isClip, isOwn, made }) => {
    if (!made || !isClip) return [];
    const isShort = price > 0 || (isOwn && made.ms <= SHORT_VIDEO_MAX_LENGTH_MS);
    return { kind: isShort ? ('short_video' as const) : ('video' as const), made: [made] };
  });
  return [...(pictures.length > 0 ? [{ kind: 'image', made: pictures } as const] : []), ...clips];
}

/** The tiles with one moved a place towards the start. */
export const movedUp = (tiles: readonly SendTile[], key: string): readonly SendTile[] => {
  const at = tiles.findIndex((tile) => tile.key === key);
  const [moved, before] = [tiles[at], tiles[at - 1]];
  return moved && before ? [...tiles.slice(0, at - 1), moved, before, ...tiles.slice(at + 1)] : tiles;
};
