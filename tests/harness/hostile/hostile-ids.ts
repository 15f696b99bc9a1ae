const GOOD = 'V1StGXR8_Z5jdHi6B-myT';
/** Every ASCII character that the grammar does not allow. */
const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter((one) => !/[\w-]/.test(one));
const ODD = [
  'é',
  '\uff21',
  '\uff11',
  '\u0131',
  '\u017f',
  '\u212a',
  'ー',
  '‐',
  '−',
  '＿',
  '\u00ad',
  '\u200b',
  '\u200d',
  '\u202e',
  '\u2060',
  '\ufeff',
  '\u0301',
  '\u00a0',
  '\u2028',
  '\ud800',
  '\udc00',
  '😀',
  '𝒜',
  '\ufffe',
  '\uffff',
  'あ',
  'ا',
  'а',
  'ο',
];
const DERIVED = [
  `exclusive/${'0'.repeat(32)}`,
  `u_1/${GOOD}`,
  `gift/${GOOD}`,
  `u_9001/${GOOD}`,
  '100/200/abc',
  'unlock:abc',
  'close:9001',
  'uid:9001',
  'device:abc',
  `${GOOD}.paid`,
  `${GOOD}:refund`,
  'uid:1@20000',
  '#u_9001',
  `${'a'.repeat(32)}.webp`,
];
const ATTACKS = [
  '../../etc/passwd',
  '..',
  '.',
  '/',
  '%2e%2e%2f',
  '%00',
  '$ne',
  '{}',
  '[]',
  "' or 1=1 --",
  '";drop table account;--',
  '<script>',
  '&amp;',

  '{{7*7}}',
  '__proto__.x',
  'a b',
  ' a',
  'a ',
  'a\nb',
  'a\r\nX: y',
  '*',
  '%',
  'a%',
  '_%',
];
const LONG = [65, 66, 100, 127, 128, 129, 200, 255, 256, 257].map((length) => 'a'.repeat(length));

/**
 * Ids that every entry point of the server must refuse: wrong characters, wrong lengths, and the forms of ids that the server derives. All
 * of them can be carried in JSON; tests of XML and HTTP headers leave out those that cannot be carried there.
 */
export const HOSTILE_IDS: readonly string[] = [
  ...new Set([
    ...ASCII.flatMap((one) => [`a${one}b`, `${GOOD}${one}`]),
    ...ODD.map((one) => `${GOOD.slice(1)}${one}`),
    ...DERIVED,
    ...ATTACKS,
    ...LONG,
  ]),
];

/** Valid ids, as clients, services and libraries create them. */
export const GOOD_IDS: readonly string[] = [
  GOOD,
  'a',
  '-',
  '_',
  '0',
  'bind1',
  'sendIQ-7',
  '0f8fad5b-d9cb-469f-a165-70867728950e',
  '0123456789abcdef0123456789abcdef',
  'f'.repeat(64),
  'A'.repeat(64),
  'u_9001',
];
