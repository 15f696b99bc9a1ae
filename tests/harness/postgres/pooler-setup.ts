import type { TestProject } from 'vitest/node';
import { startPgBouncer, THROUGH } from './pgbouncer.ts';
import { startPostgres } from './postgres.ts';

const URL_OF_POSTGRES = 'GEMCALL_TEST_POOLER_POSTGRES';

/** Vitest global set-up: one PostgreSQL for the whole run with PgBouncer in front, shared by all projects. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const known = process.env[URL_OF_POSTGRES];
  if (known !== undefined) {
    project.provide('postgresUrl', known);
    return async () => undefined;
  }
  const postgres = await startPostgres();
  const pooler = await startPgBouncer(postgres.url);
  project.provide('postgresUrl', postgres.url);
  process.env[URL_OF_POSTGRES] = postgres.url;
  // Inherited by workers and the processes they start.
  process.env[THROUGH] = `${new URL(postgres.url).port} ${pooler.port}`;
  return async () => {
    await pooler.stop();
    await postgres.stop();
  };
}
