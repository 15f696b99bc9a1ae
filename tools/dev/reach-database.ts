import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stop } from '../stop.ts';
import { lockDataDir } from './lock.ts';
import { startPostgres, storedPassword } from './postgres.ts';

/** Access to a database for one command; `close` stops PostgreSQL if the command started it. */
export type ReachedDatabase = { readonly url: string; close(): Promise<void> };

/** Name of the database in the PostgreSQL that commands run without DATABASE_URL. */
export const OWN_DATABASE = 'gemcall';

/**
 * Gives a command such as `operator` or `seed` access to the database of a data folder: that of the running product, else PostgreSQL
 * started until `close`.
 */
export async function reachOwnDatabase(dataDir: string, port: number): Promise<ReachedDatabase> {
  const folder = join(dataDir, 'postgres');
  const secrets = join(dataDir, 'secrets.json');
  const lock = takeLock(dataDir, port);
  if (!lock) {
    const running = portOf(folder);
    if (running === undefined || !existsSync(secrets)) {
      throw new Stop(`the product on ${dataDir} is just starting; try again when it says it is ready`);
    }
    return {
      url: `postgres://gemcall:${storedPassword(secrets)}@127.0.0.1:${running}/${OWN_DATABASE}`,
      close: async () => {},
    };
  }
  try {
    const postgres = await startPostgres({ folder, password: storedPassword(secrets), log: () => {} });
    await postgres.create(OWN_DATABASE);
    return {
      url: postgres.url(OWN_DATABASE),
      async close() {
        await postgres.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Locks the data folder; undefined while the product or another command has locked it. */
function takeLock(dataDir: string, port: number) {
  try {
    return lockDataDir(dataDir, port);
  } catch (error) {
    if (error instanceof Stop) return undefined;
    throw error;
  }
}

/** Reads the port of PostgreSQL from the fourth line of postmaster.pid; undefined if there is none yet. */
function portOf(folder: string): number | undefined {
  try {
    const port = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[3]);
    return Number.isInteger(port) && port > 0 ? port : undefined;
  } catch {
    return undefined;
  }
}
