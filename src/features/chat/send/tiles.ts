import { SHORT_VIDEO_MAX_LENGTH_MS, VIDEO_MAX_LENGTH_MS } from '#contract/chat/kind-rules.ts';
import type { AppError } from '#contract/result.ts';
import { faultOfFile, fileKind, HEAD_BYTES } from './file-kind.ts';
import type { Turn } from './fitted.ts';
import { measureClip } from './measure-clip.ts';
import type { Shrinker } from './shrink.ts';

/** What is sent of a file. */
export type Made = { readonly file: Blob; readonly w: number; readonly h: number; readonly ms: number };
/** A file in the sheet. `made` is missing while it is made ready, or where it cannot be. */
export type SendTile = {
  readonly key: string;
  readonly file: Blob;
  readonly turn: Turn;
  readonly isClip: boolean;
  readonly made?: Made;
  readonly fault?: AppError;
};

/** Makes a file ready: its kind, its size, and of a picture what is sent instead of it. */
export async function makeReady(tile: SendTile, shrinker: Shrinker): Promise<SendTile> {
  const kind = fileKind(await tile.file.slice(0, HEAD_BYTES).arrayBuffer());
  const code = faultOfFile(kind, tile.file.size);
  if (code !== undefined || kind.kind === 'unknown') {
    const maxBytes = { code: 'upload-too-large', maxBytes: 0 } as const;
    return { ...tile, fault: code === 'upload-too-large' ? maxBytes : ({ code: code ?? 'upload-type' } as AppError) };
  }
  if (kind.kind === 'clip') {
    const measured = await measureClip(tile.file);
    if (!measured) return { ...tile, isClip: true, fault: { code: 'upload-unreadable' } };
    const tooLong = { code: 'upload-too-long', maxSeconds: 60 } as const;
    const file = new Blob([tile.file], { type: kind.type });
    return measured.ms > VIDEO_MAX_LENGTH_MS
      ? { ...tile, isClip: true, fault: tooLong }
      : { ...tile, isClip: true, made: { file, ...measured } };
  }
  const shrunk = await shrinker.shrink(tile.file, tile.turn);
  if (shrunk.ok) return { ...tile, made: { file: shrunk.value.blob, w: shrunk.value.w, h: shrunk.value.h, ms: 0 } };
  const isHeic = kind.type === 'image/heic' && shrunk.error.code === 'upload-unreadable';
  return { ...tile, fault: isHeic ? { code: 'upload-heic' } : shrunk.error };
}

/** One message of the sheet: all pictures together, each clip by itself. */
export type Part = { readonly kind: 'image' | 'video' | 'short_video'; readonly made: readonly Made[] };

/** A clip that is sold is a short one: longer ones are not sold. */
export const isUnsold = ({ made, isClip }: SendTile, price: number): boolean =>
  price > 0 && isClip && made !== undefined && made.ms > SHORT_VIDEO_MAX_LENGTH_MS;

export function partsOf(tiles: readonly SendTile[], price: number): readonly Part[] {
  const pictures = tiles.flatMap(({ isClip, made }) => (made && !isClip ? made : []));
  const clips = tiles.flatMap(({ isClip, made }) => (made && isClip ? made : []));
  const kind = price > 0 ? 'short_video' : 'video';
  return [
    ...(pictures.length > 0 ? [{ kind: 'image', made: pictures } as const] : []),
    ...clips.map((made) => ({ kind, made: [made] }) as const),
  ];
}

/** The tiles with one moved a place towards the start. */
export const movedUp = (tiles: readonly SendTile[], key: string): readonly SendTile[] => {
  const at = tiles.findIndex((tile) => tile.key === key);
  const [moved, before] = [tiles[at], tiles[at - 1]];
  return moved && before ? [...tiles.slice(0, at - 1), moved, before, ...tiles.slice(at + 1)] : tiles;
};
