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

export type OwnPostgres = {
  readonly url: string;
  readonly port: number;
  /** Ends the server at once, as a crash of its machine does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};
/** A server that replicates another one, by streaming. */
export type Standby = OwnPostgres & {
  /** Makes it the primary; resolves when it can be written to. */
  promote(): Promise<void>;
};

type Place = { readonly at: string; readonly prefix: readonly string[]; readonly cluster: string };

function place(folder = temporaryFolder('own-postgres')): Place {
  needTool({
    name: 'postgresql',
    found: () => binaries() !== undefined,
    installHint: 'Debian: apt-get install postgresql; it brings pg_dump and a server of one version',
  });
  const at = binaries() ?? '';
  chmodSync(folder, 0o711);
  const as = notRoot([at, folder]);
  if (!as) throw new Error('PostgreSQL does not run as root, and no other account can enter its folder');
  const cluster = join(folder, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  if (as.owner !== '') spawnSync('chown', [as.owner, cluster]);
  return { at, prefix: as.prefix, cluster };
}

/** Runs a program of PostgreSQL to its end. */
function run({ at, prefix }: Place, program: string, args: readonly string[]): void {
  const [command = '', ...line] = [...prefix, join(at, program), ...args];
  const { status, stderr } = spawnSync(command, line, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

async function serve({ at, prefix, cluster }: Place): Promise<OwnPostgres> {
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'].flatMap((one) => [
    '-c',
    one,
  ]);
  const line = [...prefix, ...boundToUs('INT', [join(at, 'postgres'), '-D', cluster, '-p', String(port), ...settings])];
  const child = spawn(line[0] ?? '', line.slice(1), { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const ended = once(child, 'close');
  await new Promise<void>((done, failed) => {
    createInterface({ input: child.stderr }).on('line', (said) => {
      // A standby accepts read-only connections.
      if (/ready to accept (read-only )?connections/.test(said)) done();
    });
    void ended.then(() => failed(new Error('PostgreSQL ended')));
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return {
    url: `postgres://gemcall@127.0.0.1:${port}/postgres`,
    port,
    // An immediate shutdown, without a checkpoint; SIGKILL would leave the other processes of the server alive.
    kill: () => end('SIGQUIT'),
    stop: () => end('SIGINT'),
  };
}

/**
 * Starts the machine's installed PostgreSQL in a temporary folder, or in the given one, such as a small disk; `url` is the administrator's
 * address.
 */
export async function startOwnPostgres(folder?: string): Promise<OwnPostgres> {
  const own = place(folder);
  run(own, 'initdb', ['-D', own.cluster, '-U', 'gemcall', '-A', 'trust', '-E', 'UTF8']);
  return serve(own);
}

/** Copies a running server and starts the copy as its standby. */
export async function startStandby(primary: OwnPostgres): Promise<Standby> {
  const own = place();
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'gemcall'];
  run(own, 'pg_basebackup', [...from, '-D', own.cluster, '-X', 'stream', '-c', 'fast', '-R']);
  const server = await serve(own);
  return { ...server, promote: async () => run(own, 'pg_ctl', ['promote', '-w', '-D', own.cluster]) };
}
