import { createHmac, randomBytes } from 'node:crypto';

/** Codes of six digits by time, as all apps for them take (RFC 6238 with its defaults: SHA-1, 30 s). */
const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** Codes before and after the present one: a clock may be wrong, and typing takes a while. */
const AROUND = 1;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const stepAt = (now: number): number => Math.floor(now / STEP_MS);

/** RFC 4226, section 5.3. */
export function codeOf(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0');
}

/** The step that a code belongs to, of those around now that come after `last`; undefined for none. */
export function stepOfCode(secret: Buffer, code: string, { now, last }: { now: number; last: number }) {
  const present = stepAt(now);
  for (let step = present - AROUND; step <= present + AROUND; step += 1) {
    // No secret leaks by the time this takes: the code is worth nothing once it was compared.
    if (step > last && codeOf(secret, step) === code) return step;
  }
  return undefined;
}

export const newCodeSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** RFC 4648, section 6, without padding. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** What an app for codes reads, from a picture too. */
export const codeAddress = (name: string, secret: string): string =>
  `otpauth://totp/gemcall:${name}?secret=${secret}&issuer=gemcall&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1_000}`;
