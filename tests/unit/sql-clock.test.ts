import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

/*
 * The time of the server never goes back (server/platform/clock.ts); the clocks of machines do. So money, order, leases and due times use
 * `serverClock`, `serverNow` or `ledger_now()`. These tests list what still uses the clock of a machine; the numbers may only fall.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** It is the time of the server: defines it, or writes the leases from which it continues. */
const DEFINES = 'defines the time of the server';
/** The difference of two stored times counts in days; a clock that is set back makes it longer once, by that much. */
const DAYS = 'a term of days, from a stamp of the same clock';
/** A person is let in later, or for longer, once, by as much as the clock was set back; no money or order depends on it. */
const TERM = 'a term of minutes or hours, from a stamp of the same clock, without money';
const STAMP = 'only stored, and shown to people';
const CALENDAR = 'a time of the calendar, which is that of the machine';

/** Uses of the database's clock in SQL, by file. */
const IN_SQL: Readonly<Record<string, readonly [uses: number, why: string]>> = {
  'demo/accounts/seed-many.ts': [1, STAMP],
  'demo/accounts/seed.ts': [1, STAMP],
  'server/domains/account/closing.ts': [3, DAYS],
  'server/domains/account/my-data.ts': [2, DAYS],
  'server/domains/account/passkeys/assertion.ts': [1, STAMP],
  'server/domains/account/purge.ts': [3, DAYS],
  'server/domains/account/recovery/recovery.ts': [2, STAMP],
  'server/domains/account/secrets.ts': [5, DAYS],
  'server/domains/account/set-password.ts': [1, STAMP],
  'server/domains/account/site/operator-log.ts': [1, TERM],
  'server/domains/account/tokens.ts': [3, DAYS],
  'server/domains/analytics/retention.ts': [2, DAYS],
  'server/domains/calls/billing/top-up.ts': [1, 'an open order, made minutes ago, gives a call time to be paid'],
  'server/domains/discovery/items.ts': [1, DAYS],
  'server/domains/gifts/give.ts': [1, 'gifts in quick succession are drawn together'],
  'server/domains/hosting/application.ts': [3, TERM],
  'server/domains/hosting/hosting.ts': [1, DAYS],
  'server/domains/hosting/identity/identity.ts': [1, STAMP],
  'server/domains/hosting/payouts/payouts.ts': [2, STAMP],
  'server/domains/hosting/payouts/yearly.ts': [1, STAMP],
  'server/domains/hosting/settings.ts': [1, TERM],
  'server/domains/media/locks.ts': [2, 'a stamp, and the delay of a second check, which each run repeats'],
  'server/domains/media/message-media.ts': [2, DAYS],
  'server/domains/media/serve/access.ts': [2, DAYS],
  'server/domains/media/serve/pass.ts': [1, DAYS],
  'server/domains/moderation/replies.ts': [1, DAYS],
  'server/domains/moderation/violations.ts': [2, DAYS],
  'server/domains/notices/arrivals.ts': [2, TERM],
  'server/domains/notices/read.ts': [2, DAYS],
  'server/domains/operator/acts/accounts.ts': [2, TERM],
  'server/domains/operator/figures.ts': [2, CALENDAR],
  'server/domains/operator/sign-in.ts': [3, TERM],
  'server/domains/paid-media/exclusive.ts': [1, DAYS],
  'server/domains/people/open-hours.ts': [1, CALENDAR],
  'server/domains/push/facts.ts': [1, DAYS],
  'server/domains/push/token-state.ts': [2, DAYS],
  'server/domains/push/tokens.ts': [1, DAYS],
  'server/domains/stories/stories.ts': [1, STAMP],
  'server/platform/database/migrate.ts': [1, 'how long another session has run'],
  'server/platform/database/retention.ts': [4, DAYS],
  'server/platform/database/server-now.ts': [1, DEFINES],
  'server/platform/database/stored-times.ts': [1, 'bounds what is compared with the same clock'],
  'server/platform/http/idempotency.ts': [1, DAYS],
  'server/platform/http/sealed-answers.ts': [1, TERM],
  'server/platform/services/leader.ts': [3, DEFINES],
};

const CLOCK_IN_SQL =
  /\b(now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|\bcurrent_(timestamp|date|time)\b|\blocaltime(stamp)?\b/gi;

const sources = ['demo', 'server', 'tools'].flatMap((room) =>
  readdirSync(`${ROOT}${room}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${room}/${name}`),
);
const textOf = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');
const usesIn = (text: string) => [...text.matchAll(CLOCK_IN_SQL)].length;

/** The number of uses in the strings and templates of a source; `now()` of the code itself is another function. */
function usesInStrings(source: string): number {
  if (usesIn(source) === 0) return 0;
  let uses = 0;
  JSON.stringify(parseAst(stripTypeScriptTypes(source)), (_key, node) => {
    if (node?.type === 'TemplateElement') uses += usesIn(node.value.raw);
    if (node?.type === 'Literal' && typeof node.value === 'string') uses += usesIn(node.value);
    return node;
  });
  return uses;
}

test('the clock of the database in SQL is found in strings and templates, and nowhere else', () => {
  expect(usesInStrings('const a: number = now(); // now()')).toBe(0);
  expect(usesInStrings(`const b = sql\`at < now() - \${now()} or \${c(sql\`x > clock_timestamp()\`)}\`;`)).toBe(2);
  expect(usesInStrings("q('where until > CURRENT_TIMESTAMP and at > ledger_now()')")).toBe(1);
});

test('SQL reads the clock of the database only where a clock that was set back does no harm', () => {
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.flatMap((file) => {
    const uses = usesInStrings(textOf(file));
    return uses === 0 ? [] : [[file, uses] as const];
  });
  const allowed = Object.entries(IN_SQL).map(([file, [uses]]) => [file, uses] as const);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(allowed));
});

test('functions, triggers and views of the database read its clock only in the known places', () => {
  const lines = textOf('server/platform/database/schema.sql').split('\n');
  const found = lines.filter(
    (line) => usesIn(line) > 0 && !/^ {2}\w+ timestamp with time zone DEFAULT now\(\)/.test(line),
  );
  // Hosts whose app is closed (2), kept media, the time of the ledger, hosts who come online (3), open hours (2), proofs of consent.
  expect(found.length, found.join('\n')).toBe(11);
});

/** Folders of money, order and due times: nothing there reads the clock of the machine but stamps, or as a default for tests. */
const BY_SERVER_CLOCK =
  /^server\/(domains\/(calls|chat\/archive|gifts|payments|push|wallet)|platform\/(edge|limits|realtime|services))\//;
const READS_MACHINE = /\bDate\.now\b|\bnew Date\(\)/;

test('money, order and due times do not depend on the clock of the machine', () => {
  const found = sources.filter((file) => BY_SERVER_CLOCK.test(file) && READS_MACHINE.test(textOf(file)));
  expect(found).toEqual([
    // When a card was forgotten: a stamp.
    'server/domains/payments/cards.ts',
    // The age of a key in a file, 90 days.
    'server/domains/push/keys.ts',
  ]);
});
