import { execFileSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const HOOK = pathToFileURL(`${ROOT}server/platform/process/package-format.ts`).href;
/** Imports Drizzle, and resolves names of each kind that our sources import. */
const SCRIPT = `
  const names = ['drizzle-orm', 'drizzle-orm/pg-core', 'fastify', 'node:fs', '#contract/result.ts', './server/config.ts'];
  const { sql } = await import('drizzle-orm');
  const { PgTable } = await import('drizzle-orm/pg-core');
  console.log(JSON.stringify([names.map((name) => import.meta.resolve(name)), typeof sql, typeof PgTable]));`;

const run = (...args: readonly string[]) =>
  execFileSync(process.execPath, [...args, '--input-type=module', '-e', SCRIPT], { cwd: ROOT, encoding: 'utf8' });

test('imports are resolved to the same files with the hook for package formats as without it', () => {
  expect(run('--import', HOOK)).toBe(run());
});
