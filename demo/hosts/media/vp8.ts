import { chunks, type Payload } from './payload.ts';

/** Payload descriptor: start of partition 0, the first of a frame (RFC 7741, section 4.2). */
const START = 0x10;

/** Packetizes one VP8 frame to RTP payloads, each with a one-byte payload descriptor (RFC 7741, section 4.2). */
export function packVp8(frame: Uint8Array): Payload[] {
  return chunks(frame, 1).map((part, at) => Buffer.concat([Buffer.from([at === 0 ? START : 0]), part]));
}
