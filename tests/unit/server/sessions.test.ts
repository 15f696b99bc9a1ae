import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FILES = [...globSync('server/**/*.ts'), ...globSync('server/**/*.sql')].map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));
const having = (what: RegExp) => FILES.filter(({ text }) => what.test(text)).map(({ path }) => path);

/** A transaction pooler gives each transaction another session (docs/operating.md). */
test('no database session keeps state: locks end with their transaction, and one module listens', () => {
  expect(having(/pg_(try_)?advisory_lock|pg_advisory_unlock/)).toEqual(['server/platform/database/migrate.ts']);
  expect(having(/\bLISTEN [$"'a-z]/)).toEqual(['server/platform/database/notifications.ts']);
  expect(
    having(
      /set_config\([^()]*, false\)|\bset session\b|create temp(orary)? table (?!\w+ on commit drop)|declare \w+ cursor/i,
    ),
  ).toEqual([]);
});

test('the Prosody modules are the two known files, with at most 20 lines of code', () => {
  const modules = globSync('server/platform/prosody/modules/*.lua').toSorted();
  expect(modules).toEqual(
    ['mod_auth_gemcall.lua', 'mod_gemcall_away.lua'].map((name) => `server/platform/prosody/modules/${name}`),
  );
  const lines = modules
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .filter((line) => /^\s*[^\s-]/.test(line));
  expect(lines.length).toBeLessThanOrEqual(20);
});
