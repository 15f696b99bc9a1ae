import { expect, test } from 'vitest';
import { formsOfText, sources } from '../harness/texts/text-forms.ts';

/** Each rule about text with the code by which a copy is recognised, and the files that may contain it. */
test.each<[rule: string, copy: RegExp, homes: readonly string[]]>([
  [
    'fold for search',
    /normalize\('NFKD'\)|\bilike\b|\\u0300-\\u036f|toLocaleLowerCase/,
    ['contract/text/fold-text.ts'],
  ],
  // The filter of the library's choice is another fold, unless it is replaced.
  ['search of a choice', /<(Combobox|Autocomplete)\.Root(?![^<]*\bfilter=)|useFilter\(/, []],
  // The reader of a stored archive asks for the end of its input.
  [
    'empty text',
    /\.trim\(\)(\.length)? *([!=]==? *(''|0\b)|>)|\.trim\(\) *(\|\||&&|\?[^.?])|![\w.]+\.trim\(\)/,
    ['server/domains/chat/archive/prosody/lua.ts'],
  ],
  ['input method', /isComposing|keyCode/, ['src/ui/keys.ts']],
  ['grapheme', /Intl\.Segmenter/, ['contract/text/cut-text.ts']],
  // The second stands for the name of a conversation that is not stored.
  ['mark of a cut', /'…'/, ['contract/text/cut-text.ts', 'src/features/account/device/waiting-group.tsx']],
  ['order of names', /Intl\.Collator|localeCompare/, ['src/i18n/names.ts']],
  ['stacked marks', /\\p\{M(e\}|\}\{)/, ['contract/text/few-marks.ts']],
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

test('no input cuts a pasted text: a field with a limit says what it refuses, and its form refuses it', () => {
  expect(sources.filter(({ code }) => /\bmaxlength=/i.test(code)).map(({ file }) => file)).toEqual([]);
  const limited = sources.filter(({ code }) => /\b(maxChars|max)=\{[A-Z_]+_CHARS\}/.test(code));
  expect(limited.length).toBeGreaterThanOrEqual(12);
  expect(limited.filter(({ code }) => !/\btextFault\(/.test(code)).map(({ file }) => file)).toEqual([
    // Their form validates them by `faultsOf`.
    'src/features/account/edit-profile/edit-profile.tsx',
    'src/features/account/edit-profile/personal-fields.tsx',
  ]);
});

test('the form of every input that takes text decides by the one rule whether it has content', () => {
  const rule = /\b(isBlank|typedContent|nickFault|faultsOf)\(/;
  const without = formsOfText.filter(({ code }) => !rule.test(code));
  expect(without.map(({ file }) => file)).toEqual([
    // Components that pass on what is typed.
    'src/ui/input/field.tsx',
    'src/ui/input/search-box.tsx',
    'src/ui/input/text-area.tsx',
    'src/ui/preview/inputs.tsx',
    // Fields whose form validates them, by `faultsOf` and the recovery flow.
    'src/features/account/edit-profile/edit-profile.tsx',
    'src/features/account/edit-profile/personal-fields.tsx',
    'src/features/account/edit-profile/text-field.tsx',
    'src/features/account/login/login-views.tsx',
    'src/features/account/recovery/recovery-fields.tsx',
    // Searches, in which a text without content finds everything, and fields of numbers, days and times.
    'src/features/account/settings/language-list.tsx',
    'src/features/calls/bookings/book-sheet.tsx',
    'src/features/chat/around/thread-choice.tsx',
    'src/features/discovery/wall/filter-sheet.tsx',
    'src/features/hosting/host/weekly-hours.tsx',
    'src/features/notices/notifications/notice-choices.tsx',
    'src/features/payments/history/limits.tsx',
    'src/features/people/list/people-list.tsx',
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
