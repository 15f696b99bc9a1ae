import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sourceHash } from '../../../tools/build/build.ts';
import { BUILDS } from '../../../tools/test/test-builds.ts';
import { FASTER_IMPORTS } from '../faster-imports.ts';
import { removeFolder, temporaryFolder } from '../temporary.ts';

const MAKER = fileURLToPath(new URL('make-cluster.ts', import.meta.url));

/** All processes of one run share a cluster, as they share a build: the first one sets its name. */
const NAME = 'GEMCALL_TEST_CLUSTER';
process.env[NAME] ??= sourceHash(['server', 'demo/media', 'tests/harness/postgres/make-cluster.ts']).slice(0, 12);
const PLACE = resolve(BUILDS, `${process.env[NAME]}-postgres`);
const PASSWORD = 'password';

let making: Promise<void> | undefined;

/**
 * Copies a PostgreSQL cluster with all migrations and the demo data, made once per source hash. Otherwise each of some forty servers of a
 * run would migrate a database, add the demo and encode its 160 pictures and clips again, which is half of a server's start time.
 */
export async function copyCluster(to: string): Promise<{ readonly password: string }> {
  making ??= existsSync(PLACE) ? Promise.resolve() : makeCluster();
  await making;
  cpSync(join(PLACE, 'cluster'), to, { recursive: true });
  // PostgreSQL refuses a data folder with wider permissions.
  chmodSync(to, 0o700);
  return { password: readFileSync(join(PLACE, PASSWORD), 'utf8') };
}

/** Copies the picture and clip files of the database `demo` into a server's data folder. */
export function copyDemoMedia(dataDir: string): void {
  cpSync(join(PLACE, 'media'), join(dataDir, 'media'), { recursive: true });
}

/** Writes the cluster to a temporary name and renames it when complete. If two processes make it at once, the first one wins. */
async function makeCluster(): Promise<void> {
  const folder = temporaryFolder('cluster');
  const draft = `${PLACE}.${process.pid}`;
  const password = randomBytes(12).toString('hex');
  try {
    await promisify(execFile)(process.execPath, [...FASTER_IMPORTS, MAKER, folder, password]);
    cpSync(folder, draft, { recursive: true });
    writeFileSync(join(draft, PASSWORD), password);
    if (!existsSync(PLACE)) renameSync(draft, PLACE);
  } finally {
    removeFolder(folder);
    rmSync(draft, { recursive: true, force: true });
  }
}
