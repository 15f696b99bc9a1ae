import { createHmac, randomBytes } from 'node:crypto';

/** Period of a TOTP code (RFC 6238); like SHA-1 and six digits the default of authenticator apps. */
const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** Accepted time steps before and after the current one, for clock skew and typing time. */
const AROUND = 1;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The time step of RFC 6238 (number of 30 s periods since the epoch) at `now`, in ms. */
export const stepAt = (now: number): number => Math.floor(now / STEP_MS);

/** The code of a time step, with leading zeros: the HOTP value of RFC 4226, section 5.3. */
export function codeOf(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0');
}

/**
 * The time step that an entered code belongs to, among the current one and one on each side, and after `last` (the step of the last
 * accepted code); undefined if none.
 */
export function stepOfCode(secret: Buffer, code: string, { now, last }: { now: number; last: number }) {
  const present = stepAt(now);
  for (let step = present - AROUND; step <= present + AROUND; step += 1) {
    // The comparison need not be constant-time: a code that was compared is used up or worthless.
    if (step > last && codeOf(secret, step) === code) return step;
  }
  return undefined;
}

/** Generates the TOTP secret of an operator: 160 random bits. */
export const newCodeSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** Encodes a TOTP secret in base32 (RFC 4648, section 6) without padding. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** Decodes a TOTP secret from the base32 that `toBase32` writes. */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The `otpauth://` URI with an operator's TOTP secret for authenticator apps, shown once as text and as a QR code. */
export const codeAddress = (name: string, secret: string): string =>
  `otpauth://totp/gemcall:${name}?secret=${secret}&issuer=gemcall&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1_000}`;
