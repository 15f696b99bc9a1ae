import { number, object, safeParse } from 'valibot';
import { SENSITIVE_COVERED, SENSITIVE_PORN } from '../../../contract/chat/rules.ts';
import type { Logger } from '../../platform/log/log.ts';
import { sharp } from './library.ts';

const EDGE_PX = 224;
const QUALITY = 80;
const PATIENCE_MS = 3_000;

const answer = object({ bits: number() });

/**
 * The result of a content check, as stored in `media`. `bits`: sensitive categories; `checkedAt` is missing when no check took place or it
 * failed.
 */
export type Checked = { readonly bits: number; readonly checkedAt?: Date };
/**
 * Checks the content of one file by the paths of its pictures: a picture, or the frames of a clip. When the service fails or does not
 * answer in time, the result has no `checkedAt`, and a job checks the file later.
 */
export type ContentCheck = (paths: readonly string[]) => Promise<Checked>;

/** A picture to check: the path of its file, or its bytes. */
type Picture = string | Buffer;
/** A `ContentCheck` that also takes the bytes of pictures. */
type PictureCheck = (pictures: readonly Picture[]) => Promise<Checked>;

/** Returns whether the check found pornography, so that the picture or clip is refused, or revoked if it was sent. */
export const isRefused = ({ bits }: Checked) => (bits & SENSITIVE_PORN) !== 0;

/**
 * Resizes a picture for the check service: a JPEG of at most 224 pixels on each side. Frames of unchecked clips are stored in this
 * form.
 */
export const inCheckSize = (picture: Picture) =>
  sharp(picture)
    .resize({ width: EDGE_PX, height: EDGE_PX, fit: 'inside', withoutEnlargement: true })
    .flatten()
    .jpeg({ quality: QUALITY });

/**
 * Creates the content check of uploads for messages and of match frames, which posts each picture as a JPEG of at most 224 pixels to the
 * operator's service; that answers `{ "bits": 0 | 2 | 8 }`. Of several pictures the bits are combined. With an empty `url` nothing is
 * checked.
 */
export function createContentCheck(url: string, log: Logger, patienceMs: number = PATIENCE_MS): PictureCheck {
  if (url === '') return async () => ({ bits: 0 });

  async function ask(picture: Picture, signal: AbortSignal): Promise<number> {
    const small = await inCheckSize(picture).toBuffer();
    const headers = { 'content-type': 'image/jpeg' };
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(small),
      signal,
      redirect: 'error',
    });
    const parsed = safeParse(answer, await response.json());
    if (!response.ok || !parsed.success) throw new Error(`the check answered with ${response.status}`);
    return parsed.output.bits & (SENSITIVE_COVERED | SENSITIVE_PORN);
  }

  return async (pictures) => {
    const signal = AbortSignal.timeout(patienceMs);
    try {
      const found = await Promise.all(pictures.map((picture) => ask(picture, signal)));
      return { bits: found.reduce((all, bits) => all | bits, 0), checkedAt: new Date() };
    } catch (error) {
      log.warn({ err: error }, 'failed to check the content of media');
      return { bits: 0 };
    }
  };
}
