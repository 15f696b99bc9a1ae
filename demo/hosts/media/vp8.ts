import { chunks, type Payload } from './payload.ts';

/** Start of a frame, and of its only partition that matters here (RFC 7741, section 4.2). */
const START = 0x10;

/** Packs one VP8 frame as RTP payloads, each with the one-byte descriptor. */
export function packVp8(frame: Uint8Array): Payload[] {
  return chunks(frame, 1).map((part, at) => Buffer.concat([Buffer.from([at === 0 ? START : 0]), part]));
}
