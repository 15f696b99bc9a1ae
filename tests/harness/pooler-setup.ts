import type { TestProject } from 'vitest/node';
import { startPgBouncer, THROUGH } from './pgbouncer.ts';
import { startPostgres } from './postgres.ts';

/** Vitest global set-up: one PostgreSQL for the whole run, and PgBouncer before it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  const pooler = await startPgBouncer(postgres.url);
  project.provide('postgresUrl', postgres.url);
  // Workers inherit it, and the processes that they start.
  process.env[THROUGH] = `${new URL(postgres.url).port} ${pooler.port}`;
  return async () => {
    await pooler.stop();
    await postgres.stop();
  };
}
