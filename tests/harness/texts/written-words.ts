/** Characters that draw nothing by themselves. */
export const BLANKS = [
  ...['', ' ', '\n', '\u00a0', '\u3000', '\u1680', '\u2028'],
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\u00ad', '\u202e', '\ufeff', '\u061c', '\u180e'],
  ...['\u3164', '\u115f', '\u1160', '\uffa0', '\u2800', '\u{1d159}', '\ufffc', '\u{13441}'],
  ...['\ufe0f', '\u0301', '\u20dd', '\u0e49', '\u093f', '\u{e0041}', '\u034f', '\u17b4', '\ue000'],
  ...[
    '\u{1d173}',
    '\u{16fe4}',
    '\u{1bca0}',
    '\u{13430}',
    '\u{13442}',
    '\u{e0100}',
    '\u180b',
    '\u2d7f',
    '\u0600',
    '\u2065',
  ],
];

/** Names, words and addresses as people write them; each is a name that is stored as typed. */
export const WORDS = [
  ...['র‍্যাব', 'علی‌رضا', '👨‍👩‍👧 Ana', '🏳️‍🌈', 'Işıl', 'ışıl', 'राम', 'কাল', 'ශ්‍රී', 'می‌روم', 'क्‍ष'],
  ...['🏴󠁧󠁢󠁥󠁮󠁧󠁿 Ed', '👩🏽‍💻', '1️⃣', 'M❤️a'],
  ...['👩‍🦰', '🏴‍☠️', '👁️‍🗨️', '👨🏻‍🦽‍➡️', '👩‍❤️‍💋‍👨', 'خانه‌ها', 'نامه‌ای', 'അവന്‍', 'ರ‍್ಕ', 'कर्‍ता', 'ক্‍ষ'],
  ...['مرحبا بالعالم.', 'אני ב-London (UK)!', 'IŞIK açık', 'राम घर गया', 'रूम नंबर ५', 'কাল আসব', 'কিল মারা'],
  ...['Donaudampfschifffahrtsgesellsch', 'ณัฐวรรธน์ภัทรพงศ์', 'عبد الرحمن بن عبد العزيز', 'Ana (آنا)'],
  ...['https://example.comを見て', 'W'.repeat(32)],
];

/** Sentences as people write them; each is longer than a name, or has more marks on a letter. */
export const SENTENCES = [
  '見て：https://example.com/a（これ）ね。とてもいいお店ですよ',
  '詳しくは https://example.com/aです。次の文もここにあります',
  '(see https://en.wikipedia.org/wiki/Bar_(baz))',
  'ณัฐวรรธน์ภัทรพงศ์ศิริโชติวัฒนากุลเกียรติยศสกุลวงศ์ไพศาลธนกิจ',
  `${'a'.repeat(157)}👨‍👩‍👧‍👦 the end`,
  'It took them a good while to find out whether Sunday at nine would suit all of those who were asked, and what they came to is: not then',
  `Z${'\u0334\u0300\u0331\u0352'.repeat(50)}`,
];

/** Texts with a character that is not plain text: controls, lone surrogates, a noncharacter. Every field refuses them. */
export const UNREADABLE = [
  ...['Ana\u0000', 'Ana\u0007Lee', '\u001b[31mAna', 'Ana\u000bLee', 'Ana\u0085Lee'],
  ...['Ana\ud83d', '\udc67 Ana', 'Ana\uffffLee', '\ufdd0Ana'],
];

/** Texts with marks, overrides and isolates of the bidirectional algorithm (UAX 9), as editors and attackers add them. */
export const DIRECTED = [
  '\u200fمرحبا\u200f Ana\u200e',
  '\u2067שלום\u2069 Ana',
  'Ana\u202egpj.exe',
  '\u202a+44 20 7946 0000\u202c',
];

/** One or two of each kind of text, for tests in which a text takes a request or a screen. */
export const SAMPLES = {
  typed: [
    ...['র‍্যাব', 'علی‌رضا', '👨‍👩‍👧 Ana', '🏳️‍🌈', 'Işıl', 'ณัฐวรรธน์ภัทรพงศ์', 'عبد الرحمن بن عبد العزيز', 'Ana (آنا)'],
    ...['אני ב-London (UK)!', 'https://example.comを見て', 'W'.repeat(32), 'e\u0301va', 'O'],
  ],
  // The last is of letters that NFC makes longer.
  long: [...SENTENCES, 'a'.repeat(4_001), '\u0958'.repeat(3_000)],
  blank: [' ', '\u2800', '\u3164', '\u200b\u2060', '\ufe0f', '\u0301', '\u0301\u0e49\u093f', '\u{1d159}'],
  unreadable: UNREADABLE,
  directed: DIRECTED,
} as const;
