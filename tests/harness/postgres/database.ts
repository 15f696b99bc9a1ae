import { freshDatabase as freshDatabaseIn, type Made, startPostgres, type TestPostgres } from './postgres.ts';

let shared: Promise<TestPostgres> | undefined;

/** Creates a fresh database in the PostgreSQL of this test process, which starts at the first request. */
export async function freshDatabase(like?: Made): Promise<string> {
  shared ??= startPostgres();
  return freshDatabaseIn((await shared).url, like);
}

/** Called at the end of a worker. If the process ends by itself, its PostgreSQL ends too. */
export async function stopSharedPostgres(): Promise<void> {
  const postgres = await shared;
  shared = undefined;
  await postgres?.stop();
}
