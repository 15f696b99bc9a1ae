import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { boundToUs, notRoot } from '../../../server/platform/process/bound.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { listens } from '../../../tools/dev/two/listens.ts';
import { needTool, PGBOUNCER } from '../../../tools/installed-tools.ts';
import { removeFolder, temporaryFolder } from '../temporary.ts';

export type Pooler = {
  readonly port: number;
  /** Address of the same database through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
};

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 20;

/** PgBouncer in transaction mode in front of the PostgreSQL at `url`. It has few sessions, so that many clients share one. */
export async function startPgBouncer(url: string, sessions = 4): Promise<Pooler> {
  needTool(PGBOUNCER);
  const folder = temporaryFolder('pgbouncer');
  chmodSync(folder, 0o755);
  const as = notRoot([folder]);
  if (!as) throw new Error('PgBouncer does not run as root, and no other account can enter its folder');
  const port = await freePort();
  const { port: behind, username, password } = new URL(url);
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${behind} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 2000',
    `default_pool_size = ${sessions}`,
    'server_idle_timeout = 2',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  const [command = '', ...args] = boundToUs('TERM', [...as.prefix, 'pgbouncer', '-q', file]);
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
  const child = spawn(command, args, { stdio: 'ignore', env });
  const exited = once(child, 'exit');
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('PgBouncer does not start');
    await wait(LOOK_EVERY_MS);
  }
  return {
    port,
    through: (direct) => throughPort(direct, port),
    async stop() {
      child.kill('SIGINT');
      await exited;
      removeFolder(folder);
    },
  };
}

function throughPort(direct: string, port: number | string): string {
  const url = new URL(direct);
  url.port = String(port);
  return url.href;
}

/** `<port of PostgreSQL> <port of its pooler>` in a run that goes through a pooler (tests/vitest.pooler.config.ts). */
export const THROUGH = 'GEMCALL_TEST_POOLER';

/** Settings for a server process if this run has a pooler for its database. Other databases, as behind a test's own proxy, get none. */
export function poolerBefore(url: string): { readonly DATABASE_POOLER?: string } {
  const [behind, port] = (process.env[THROUGH] ?? '').split(' ');
  return port !== undefined && [behind, port].includes(new URL(url).port)
    ? { DATABASE_POOLER: throughPort(url, port) }
    : {};
}

/** Address of the same database without the pooler, for a process that has no DATABASE_POOLER. */
export function behindPooler(url: string): string {
  const [behind, port] = (process.env[THROUGH] ?? '').split(' ');
  return behind !== undefined && port === new URL(url).port ? throughPort(url, behind) : url;
}
