/** First and last code point of ranges of 256 emoji in all, each a single code point that every system draws in colour. */
const RANGES = [
  [0x1f32d, 0x1f335],
  [0x1f337, 0x1f37c],
  [0x1f380, 0x1f393],
  [0x1f3a0, 0x1f3c4],
  [0x1f3e0, 0x1f3ef],
  [0x1f400, 0x1f43d],
  [0x1f525, 0x1f52b],
  [0x1f680, 0x1f6a2],
] as const;

/** The emoji of safety codes, one for each value of a byte. */
export const SAFETY_EMOJI: readonly string[] = RANGES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
);

const EMOJI = 4;
/**
 * Rounds of PBKDF2, about a tenth of a second. Four emoji are 32 bits, so an attacker between the two sides would have to try about 65,000
 * certificates for each of them during the setup of the call; the rounds make that take hours on one computer.
 */
const ROUNDS = 300_000;

/** Returns the certificate fingerprints of a session description (RFC 8122), each once, in the same form and order on both sides. */
export function fingerprintsOf(sdp: string): readonly string[] {
  const found = sdp.matchAll(/^a=fingerprint:([\w-]+) ([\dA-Fa-f:]+)\s*$/gm);
  return [
    ...new Set(Array.from(found, ([, hash = '', value = '']) => `${hash.toLowerCase()} ${value.toUpperCase()}`)),
  ].sort();
}

/**
 * Returns the safety code of a call: four emoji computed from the DTLS certificates of both sides, the same on both unless an attacker
 * between them has exchanged the certificates to decrypt the call. Undefined while a fingerprint is missing.
 */
export async function safetyCode(own: string, peers: string): Promise<readonly string[] | undefined> {
  const sides = [fingerprintsOf(own), fingerprintsOf(peers)];
  if (sides.some(({ length }) => length === 0)) return undefined;
  const bytes = new TextEncoder().encode(
    sides
      .map((side) => side.join('\n'))
      .sort()
      .join('\n\n'),
  );
  const key = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveBits']);
  const salt = new TextEncoder().encode('gemcall safety code');
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS },
    key,
    EMOJI * 8,
  );
  return Array.from(new Uint8Array(bits), (byte) => SAFETY_EMOJI[byte] ?? '');
}
