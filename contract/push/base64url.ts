const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Encodes ASCII text as base64url without padding (RFC 4648, section 5). No encoder of base64url is built into both browsers and Node. */
export function asciiToBase64url(text: string): string {
  let written = '';
  for (let at = 0; at < text.length; at += 3) {
    const [one, two, three] = [0, 1, 2].map((offset) => text.charCodeAt(at + offset) & 0x7f);
    const left = text.length - at;
    const bits = ((one ?? 0) << 16) | ((left > 1 ? (two ?? 0) : 0) << 8) | (left > 2 ? (three ?? 0) : 0);
    for (let digit = 0; digit < Math.min(left + 1, 4); digit += 1) written += DIGITS[(bits >> (18 - 6 * digit)) & 63];
  }
  return written;
}

/** Decodes base64url without padding; undefined if the input is not base64url of ASCII. */
export function asciiFromBase64url(written: string): string | undefined {
  let text = '';
  let bits = 0;
  let count = 0;
  for (const digit of written) {
    const value = DIGITS.indexOf(digit);
    if (value < 0) return undefined;
    bits = ((bits << 6) | value) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    const code = (bits >> count) & 0xff;
    if (code > 0x7f) return undefined;
    text += String.fromCharCode(code);
  }
  return text;
}
