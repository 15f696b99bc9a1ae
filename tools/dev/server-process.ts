import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MIGRATING } from '../../server/platform/database/migrate.ts';
import { urlHostOf } from '../../server/platform/http/listen.ts';
import { boundToUs } from '../../server/platform/process/bound.ts';
import { commandOf, endLeftover, readPid } from '../../server/platform/process/leftovers.ts';
import { Stop } from '../stop.ts';
import { watchBeats } from './watch-beats.ts';

/** A server that runs as a child process. */
export type ServerProcess = {
  readonly pid: number;
  readonly exited: Promise<void>;
  /** After its end: the signal, the exit code, or that it hung; empty while it runs. */
  ending(): string;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
  /** Output since it started. */
  logs(): string;
};

/** Options of a server process. */
export type ServerOptions = {
  /** Settings of `server/config.ts`, as environment variables. */
  readonly env: Readonly<Record<string, string>> & { readonly PORT: string; readonly DATA_DIR: string };
  readonly logFile: string;
  readonly signal?: AbortSignal;
  /** Distinguishes several processes on one data folder. */
  readonly name?: string;
  /** Appends to the log of the previous process instead of rotating it. */
  readonly keepsLog?: boolean;
  /** Receives what a migration of the database does before the server answers. */
  readonly progress?: (line: string) => void;
  /** Number of missed beats after which a process that has answered is killed; tests shorten it. */
  readonly hangsAfterBeats?: number;
};

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const READY_PATIENCE_MS = 60_000;
const CHECK_MS = 20;
const STOP_PATIENCE_MS = 8_000;

const pidFile = (dataDir: string, name: string) => join(dataDir, name === '' ? 'server.pid' : `server-${name}.pid`);
const sign = (dataDir: string) => `--data-dir=${resolve(dataDir)}`;

/** File with the pid of the Prosody that the server runs on this data folder; tests kill it, and `endLeftoverServer` ends it. */
export const prosodyPidFile = (dataDir: string) => join(dataDir, 'prosody', 'prosody.pid');

/** Whether a server process runs on the data folder; `name` as in `ServerOptions`. */
export const isServerRunning = (dataDir: string, name = ''): boolean =>
  commandOf(readPid(pidFile(dataDir, name)) ?? 0).includes(sign(dataDir));

/**
 * Ends the server process and Prosody that still run on the data folder after their parent died. Called before each start and after each
 * stop; `name` as in `ServerOptions`.
 */
export async function endLeftoverServer(dataDir: string, name = ''): Promise<void> {
  await endLeftover(pidFile(dataDir, name), sign(dataDir), 'SIGTERM');
  await endLeftover(prosodyPidFile(dataDir), join(resolve(dataDir), 'prosody'), 'SIGTERM');
}

/**
 * Runs `server/main.ts` as a child process and resolves when it answers, or throws a one-line `Stop` with the cause from its log. It ends
 * with this process (`boundToUs`) and is not restarted. Once it has answered, it is killed when it hangs.
 */
export async function startServerProcess({
  env,
  logFile,
  signal,
  name = '',
  keepsLog = false,
  progress = () => undefined,
  hangsAfterBeats,
}: ServerOptions): Promise<ServerProcess> {
  mkdirSync(dirname(logFile), { recursive: true });
  if (!keepsLog && existsSync(logFile)) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o600);
  // The argument identifies the process in `ps` (see endLeftover); the settings are in the environment.
  const [command = '', ...args] = boundToUs('TERM', [process.execPath, MAIN, sign(env.DATA_DIR)]);
  const child = spawn(command, args, {
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
    env: { ...process.env, ...env },
  });
  closeSync(log);
  const beats = watchBeats(child, hangsAfterBeats);
  let ended: string | undefined;
  const exited = new Promise<void>((done) => {
    child.on('error', (error) => {
      ended = error.message;
      done();
    });
    child.once('close', (code, name) => {
      ended ??= beats.isKilled() ? 'it hung and was killed' : (name ?? `code ${code}`);
      done();
    });
  });
  if (child.pid !== undefined) writeFileSync(pidFile(env.DATA_DIR, name), String(child.pid));

  const logs = () => readFileSync(logFile, 'utf8');
  const server: ServerProcess = {
    pid: child.pid ?? 0,
    exited,
    ending: () => ended ?? '',
    logs,
    signal: (name) => void child.kill(name),
    async stop() {
      child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
      await exited;
      clearTimeout(killer);
      await endLeftoverServer(env.DATA_DIR, name);
    },
  };

  const migration = migrationReader(logFile);
  let deadline = Date.now() + READY_PATIENCE_MS;
  const host = env['HOST'] || process.env['HOST'] || 'localhost';
  while (!(await answers(host, env.PORT))) {
    for (const event of migration.next()) {
      deadline = Date.now() + READY_PATIENCE_MS;
      progress(event);
    }
    if (ended === undefined && Date.now() < deadline && !signal?.aborted) {
      await wait(CHECK_MS);
      continue;
    }
    await server.stop();
    signal?.throwIfAborted();
    const cause = reasonIn(logs());
    throw new Stop(`the server does not start (${ended ?? 'no answer'}): ${cause}`);
  }
  beats.begin();
  return server;
}

/**
 * Reads the events of a migration that were added to a server's log. A large database may need hours, so the start has no limit while new
 * ones follow.
 */
export function migrationReader(logFile: string) {
  let read = existsSync(logFile) ? statSync(logFile).size : 0;
  return {
    next(): readonly string[] {
      const { size } = statSync(logFile);
      if (size === read) return [];
      const added = readFileSync(logFile).subarray(read).toString();
      const whole = added.slice(0, added.lastIndexOf('\n') + 1);
      read += Buffer.byteLength(whole);
      return whole
        .split('\n')
        .filter((line) => line.includes(MIGRATING))
        .map(describeEvent);
    },
  };
}

/** The event and its fields in a line of a JSON log, without its level and time. */
function describeEvent(line: string): string {
  const { msg = line, level: _level, time: _time, ...fields }: Record<string, unknown> = JSON.parse(line);
  return `${msg} ${JSON.stringify(fields)}`;
}

async function answers(host: string, port: string): Promise<boolean> {
  try {
    const answer = await fetch(`http://${urlHostOf(host)}:${port}/healthz`, { signal: AbortSignal.timeout(1_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

const LAST_LINES = 30;
/** The last line of a server that cannot start (server/main.ts). */
const CANNOT_START = /^cannot start: /;

/**
 * Finds the likely cause of a crash among the last lines of a server log: the last `cannot start` line, else the last error, else the last
 * line.
 */
export function reasonIn(text: string): string {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-LAST_LINES);
  const cause = lines.findLast((line) => CANNOT_START.test(line))?.replace(CANNOT_START, '');
  return (cause ?? lines.findLast((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? 'no output').trim();
}
