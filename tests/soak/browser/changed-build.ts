import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_BUILDS } from '../../../tools/test/test-builds.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

/**
 * Copies the test build and puts `script` at the start of its SharedWorker, whose globals a test cannot change otherwise (trap 10). The
 * folder is removed when this process ends.
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

/** Script that shifts the clock of a realm by this many ms. */
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
