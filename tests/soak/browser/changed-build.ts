import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_BUILDS } from '../../../tools/test/test-builds.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

/**
 * The test build with `script` before its SharedWorker's own: what surrounds a worker no test can change otherwise (trap 10). The
 * folder goes with this process.
 */
export function buildWithWorker(script: string): string {
  const folder = join(temporaryFolder('changed-build'), 'dist');
  cpSync(TEST_BUILDS.older.outDir, folder, { recursive: true });
  const workers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(^|\/)shared-[^/]*\.js$/.test(path),
  );
  if (workers.length !== 1) throw new Error(`The build has ${workers.length} scripts of a SharedWorker`);
  for (const path of workers) {
    const file = join(folder, path);
    writeFileSync(file, `${script}\n${readFileSync(file, 'utf8')}`);
    for (const packed of ['.br', '.gz', '.zst']) if (existsSync(file + packed)) rmSync(file + packed);
  }
  return folder;
}

/** Sets the clock of a realm off by so many ms. */
export const shiftClock = (ms: number): string => `{
  const Real = Date;
  const now = () => Real.now() + ${ms};
  globalThis.Date = class extends Real {
    constructor(...given) {
      if (given.length === 0) super(now());
      else super(...given);
    }
    static now() {
      return now();
    }
  };
}`;
