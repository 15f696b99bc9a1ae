import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sourceHash } from '../../../tools/build/build.ts';
import { BUILDS } from '../../../tools/test/test-builds.ts';
import { removeFolder, temporaryFolder } from '../temporary.ts';

const MAKER = fileURLToPath(new URL('make-cluster.ts', import.meta.url));

/** The processes of one run share a cluster, as they share a build: the first one sets its name. */
const NAME = 'GEMCALL_TEST_CLUSTER';
process.env[NAME] ??= sourceHash(['server', 'demo/media', 'tests/harness/postgres/make-cluster.ts']).slice(0, 12);
const PLACE = resolve(BUILDS, `${process.env[NAME]}-postgres`);
const PASSWORD = 'password';

let making: Promise<void> | undefined;

/**
 * A PostgreSQL with every migration and the demo in it, made once for these sources: each of some forty servers of a run would
 * migrate a database, add the demo and read its 160 pictures and clips anew, which is half of what a start costs.
 */
export async function copyCluster(to: string): Promise<{ readonly password: string }> {
  making ??= existsSync(PLACE) ? Promise.resolve() : makeCluster();
  await making;
  cpSync(join(PLACE, 'cluster'), to, { recursive: true });
  // PostgreSQL asks for it.
  chmodSync(to, 0o700);
  return { password: readFileSync(join(PLACE, PASSWORD), 'utf8') };
}

/** The files of the pictures and clips that the database `demo` names, into the data folder of a server. */
export function copyDemoMedia(dataDir: string): void {
  cpSync(join(PLACE, 'media'), join(dataDir, 'media'), { recursive: true });
}

/** Copied beside its place and moved there when complete. Of two who make it at once the first one counts. */
async function makeCluster(): Promise<void> {
  const folder = temporaryFolder('cluster');
  const draft = `${PLACE}.${process.pid}`;
  const password = randomBytes(12).toString('hex');
  try {
    await promisify(execFile)(process.execPath, [MAKER, folder, password]);
    cpSync(folder, draft, { recursive: true });
    writeFileSync(join(draft, PASSWORD), password);
    if (!existsSync(PLACE)) renameSync(draft, PLACE);
  } finally {
    removeFolder(folder);
    rmSync(draft, { recursive: true, force: true });
  }
}
