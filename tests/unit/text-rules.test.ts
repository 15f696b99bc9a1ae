import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROOMS = ['contract', 'server', 'src', 'sw', 'worker'];

const sources = ROOMS.flatMap((room) =>
  readdirSync(`${ROOT}${room}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${room}/${name}`),
).map((file) => ({ file, code: readFileSync(`${ROOT}${file}`, 'utf8').replace(/^\s*(\/?\*|\/\/).*$/gm, '') }));

/** Each rule about text with the code by which a copy is recognised, and the files that may contain it. */
test.each<[rule: string, copy: RegExp, homes: readonly string[]]>([
  ['fold for search', /normalize\('NFKD'\)|\\u0300-\\u036f|toLocaleLowerCase/, ['contract/fold-text.ts']],
  // The reader of a stored archive asks for the end of its input.
  ['empty text', /\.trim\(\)(\.length)? *[!=]==? *(''|0\b)/, ['server/domains/chat/archive/prosody/lua.ts']],
  ['input method', /isComposing|keyCode/, ['src/ui/keys.ts']],
  ['grapheme', /Intl\.Segmenter/, ['contract/cut-text.ts']],
  ['order of names', /Intl\.Collator|localeCompare/, ['src/i18n/names.ts']],
  ['stacked marks', /\\p\{Me\}/, ['contract/few-marks.ts']],
])('the rule for "%s" is written once', (_rule, copy, homes) => {
  expect(sources.length).toBeGreaterThan(1_000);
  expect(sources.filter(({ code }) => copy.test(code)).map(({ file }) => file)).toEqual(homes);
});

test('a text is cut by its own rule; the others cut what has no characters of people', () => {
  // Digests are of one length.
  const cuts =
    /(?<!digest\('\w+'\)\s*)(?<!toISOString\(\))\.(slice|substring|substr)\(0, *(\d+ \* )?([\w.]*(CHARS|LENGTH)\b|\d[\d_]+)/;
  expect(
    sources
      .filter(({ code }) => cuts.test(code))
      .map(({ file }) => file)
      .toSorted(),
  ).toEqual([
    // A nick of another server is bounded before it is cleaned.
    'contract/people/nick.ts',
    // Ids, a header, and the key of a limit.
    'server/domains/chat/outbox.ts',
    'server/domains/media/locks.ts',
    'server/domains/operator/acts/accounts.ts',
    'server/domains/operator/acts/person.ts',
    'server/platform/http/proxy-faults.ts',
    'server/platform/limits/operator-limits.ts',
    // Addresses, ids, names of errors, languages and devices, which are ASCII.
    'src/arrival.ts',
    'src/features/analytics/attribution/adjust-source.ts',
    'src/features/notices/notifications/push.ts',
    'worker/account/device.ts',
    'worker/analytics/attribution.ts',
    'worker/analytics/inside.ts',
    'worker/analytics/measure.ts',
    'worker/analytics/proofs.ts',
    'worker/chat/locks.ts',
    'worker/push/account-tag.ts',
  ]);
});

test('the kind of device is read by one function', () => {
  const guesses = /iPhone|iPad|Macintosh|maxTouchPoints|navigator\.platform/;
  // The others pass on what the browser reports, or name devices to users: pages, and the server for the list of sessions.
  expect(sources.filter(({ code }) => guesses.test(code)).map(({ file }) => file)).toEqual([
    'contract/platform.ts',
    'server/domains/account/user-agent.ts',
    'src/data/platform.ts',
    'src/features/account/install/steps.tsx',
    'src/features/account/life/device-icon.tsx',
    'worker/analytics/measure.ts',
  ]);
});

test('the preferred languages of the browser are matched by one module', () => {
  // The others pass them on, or report the first one to the server.
  const files = sources.filter(({ code }) => /navigator\.languages?\b/.test(code)).map(({ file }) => file);
  expect(files.toSorted()).toEqual([
    'src/brands/gemcall/landing/landing.tsx',
    'src/i18n/choice.ts',
    'src/i18n/format-settings.ts',
    'src/i18n/i18n.ts',
    'src/landing/facts.tsx',
    'worker/account/device.ts',
    'worker/analytics/measure.ts',
    'worker/push/main.ts',
  ]);
});
