import { PART_BYTES } from '#contract/media/rules.ts';
import { fail, type Result } from '#contract/result.ts';
import type { Uploaded } from '../base/upload-owner.ts';
import type { HowFar, Piece, Sending } from './sending.ts';

/** Sends one request of an upload. */
export type Post = (sending: Sending, piece: Piece) => Promise<Result<Uploaded | HowFar>>;

/** Answers in a row that bring the file no further: of a host that loses what it gets, or is at work for minutes. */
const STANDSTILLS_MAX = 20;

/**
 * Asks how far the host has the file, and sends the rest in parts: after a broken connection, a closed app or another core only
 * what is missing. A host that has all of it and is still at work holds the answer back, and is asked again.
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
