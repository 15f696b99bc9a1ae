import { expect, test } from 'vitest';
import {
  codeAddress,
  codeOf,
  fromBase32,
  newCodeSecret,
  stepAt,
  stepOfCode,
  toBase32,
} from '../../../../server/domains/operator/totp.ts';

const SECRET = Buffer.from('12345678901234567890');

test('codes are those of RFC 6238, appendix B, for SHA-1', () => {
  for (const [seconds, code] of [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const) {
    expect(codeOf(SECRET, stepAt(seconds * 1_000), 8)).toBe(code);
    expect(codeOf(SECRET, stepAt(seconds * 1_000))).toBe(code.slice(2));
  }
});

test('a code is valid one step before and after its time, once, and no older code is valid after it', () => {
  const now = 1_234_567_890_000;
  const step = stepAt(now);
  const tried = (of: number, last = 0) => stepOfCode(SECRET, codeOf(SECRET, of), { now, last });
  expect([-2, -1, 0, 1, 2].map((by) => tried(step + by))).toEqual([undefined, step - 1, step, step + 1, undefined]);
  expect(tried(step, step)).toBeUndefined();
  expect(tried(step - 1, step)).toBeUndefined();
  expect(tried(step + 1, step)).toBe(step + 1);
  for (const bad of ['', '12345', 'abcdef', '0000000'])
    expect(stepOfCode(SECRET, bad, { now, last: 0 })).toBeUndefined();
});

test('a secret is unchanged after base32, as in RFC 4648, section 10', () => {
  for (const [text, coded] of [
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    expect(toBase32(Buffer.from(text))).toBe(coded);
    expect(fromBase32(coded).toString()).toBe(text);
  }
  const secret = newCodeSecret();
  expect(secret).toHaveLength(20);
  expect(fromBase32(toBase32(secret))).toEqual(secret);
  expect(codeAddress('ina', 'MZXW6YTB')).toBe(
    'otpauth://totp/gemcall:ina?secret=MZXW6YTB&issuer=gemcall&algorithm=SHA1&digits=6&period=30',
  );
});
