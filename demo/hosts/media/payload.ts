/** Payload of one RTP packet, ready to be sent in every call. */
export type Payload = Buffer;

/** One picture: its packets in order. A key frame needs no earlier one. */
export type Picture = { readonly payloads: readonly Payload[]; readonly isKey: boolean };

/** Fits any network with room for RTP extensions, SRTP and a relay's header (1,280 is the least MTU of IPv6). */
const PAYLOAD_MAX_BYTES = 1_150;

/** Cuts into pieces that leave room for `header` bytes before each. All of about the same size. */
export function chunks(bytes: Uint8Array, header: number): Uint8Array[] {
  const count = Math.max(1, Math.ceil(bytes.length / (PAYLOAD_MAX_BYTES - header)));
  const size = Math.ceil(bytes.length / count);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

export const fitsOnePayload = (bytes: Uint8Array): boolean => bytes.length <= PAYLOAD_MAX_BYTES;
