import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { boundToUs, notRoot } from '../../../server/platform/process/bound.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { needTool } from '../../../tools/installed-tools.ts';
import { temporaryFolder } from '../temporary.ts';

const ROOT = '/usr/lib/postgresql';

/** Folder of the PostgreSQL server with the same major version as `pg_dump`, which cannot dump a newer one. */
function binaries(): string | undefined {
  const version = /(\d+)/.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1];
  const folder = existsSync(ROOT) ? readdirSync(ROOT).find((name) => name === version) : undefined;
  return folder === undefined ? undefined : join(ROOT, folder, 'bin');
}

/** Starts the machine's installed PostgreSQL in a temporary folder; returns the administrator's address. */
export async function startOwnPostgres(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  needTool({
    name: 'postgresql',
    found: () => binaries() !== undefined,
    elsewhere: 'Debian: apt-get install postgresql; it brings pg_dump and a server of one version',
  });
  const at = binaries() ?? '';
  const folder = temporaryFolder('own-postgres');
  chmodSync(folder, 0o711);
  const as = notRoot([at, folder]);
  if (!as) throw new Error('PostgreSQL does not run as root, and no other account can enter its folder');
  const cluster = join(folder, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  if (as.owner !== '') spawnSync('chown', [as.owner, cluster]);
  const [command = '', ...args] = [
    ...as.prefix,
    join(at, 'initdb'),
    '-D',
    cluster,
    '-U',
    'gemcall',
    '-A',
    'trust',
    '-E',
    'UTF8',
  ];
  const made = spawnSync(command, args, { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'].flatMap((one) => [
    '-c',
    one,
  ]);
  const line = [
    ...as.prefix,
    ...boundToUs('INT', [join(at, 'postgres'), '-D', cluster, '-p', String(port), ...settings]),
  ];
  const child = spawn(line[0] ?? '', line.slice(1), { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const ended = once(child, 'close');
  await new Promise<void>((done, failed) => {
    createInterface({ input: child.stderr }).on('line', (said) => {
      if (said.includes('ready to accept connections')) done();
    });
    void ended.then(() => failed(new Error('PostgreSQL ended')));
  });
  return {
    url: `postgres://gemcall@127.0.0.1:${port}/postgres`,
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}
