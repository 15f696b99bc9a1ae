/** Payload of one RTP packet, prepared once and shared by all calls of a host. */
export type Payload = Buffer;

/** One video frame as the payloads of its packets in order. A key frame is decodable on its own. */
export type Picture = { readonly payloads: readonly Payload[]; readonly isKey: boolean };

/** Fits the minimum IPv6 MTU of 1,280 bytes together with RTP extensions, SRTP and a TURN header. */
const PAYLOAD_MAX_BYTES = 1_150;

/** Splits a frame into parts of about equal size that fit one RTP payload together with `header` bytes in front of each. */
export function chunks(bytes: Uint8Array, header: number): Uint8Array[] {
  const count = Math.max(1, Math.ceil(bytes.length / (PAYLOAD_MAX_BYTES - header)));
  const size = Math.ceil(bytes.length / count);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

/** Whether the bytes fit into one RTP payload; larger ones are fragmented with `chunks`. */
export const fitsOnePayload = (bytes: Uint8Array): boolean => bytes.length <= PAYLOAD_MAX_BYTES;
