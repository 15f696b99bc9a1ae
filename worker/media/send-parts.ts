import { PART_BYTES } from '#contract/media/rules.ts';
import { fail, type Result } from '#contract/result.ts';
import type { Uploaded } from '../base/upload-owner.ts';
import type { Piece, ReceivedBytes, Sending } from './sending.ts';

/** Sends one request of an upload. */
export type Post = (sending: Sending, piece: Piece) => Promise<Result<Uploaded | ReceivedBytes>>;

/** Maximum number of consecutive responses without progress, for a server that loses data or never finishes processing. */
const STANDSTILLS_MAX = 20;

/**
 * Queries the number of bytes that the server has, and sends the rest in parts, so that after a disconnect, a closed
 * app or a change of core only the missing bytes are sent. A server that has the whole file but is still processing
 * it delays its response and is queried again.
 */
export async function sendInParts(sending: Sending, post: Post): Promise<Result<Uploaded>> {
  const { file, onProgress } = sending;
  let had = -1;
  let standstills = 0;
  let piece: Piece = {};
  while (standstills < STANDSTILLS_MAX) {
    const result = await post(sending, piece);
    if (!result.ok) return result;
    if ('url' in result.value) return { ok: true, value: result.value };
    const { received } = result.value;
    standstills = received > had ? 0 : standstills + 1;
    had = received;
    onProgress(Math.min(received, file.size));
    piece = received < file.size ? { part: file.slice(received, received + PART_BYTES), offset: received } : {};
  }
  return fail({ code: 'timeout' });
}
