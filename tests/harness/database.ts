import { freshDatabase as freshDatabaseIn, startPostgres, type TestPostgres } from './postgres.ts';

let shared: Promise<TestPostgres> | undefined;

/** A fresh database in the PostgreSQL of this test process, which starts when the first one is asked for. */
export async function freshDatabase(): Promise<string> {
  shared ??= startPostgres();
  return freshDatabaseIn((await shared).url);
}

/** For the end of a worker. A process that ends by itself takes its PostgreSQL with it. */
export async function stopSharedPostgres(): Promise<void> {
  const postgres = await shared;
  shared = undefined;
  await postgres?.stop();
}
