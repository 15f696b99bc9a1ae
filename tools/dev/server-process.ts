import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { boundToUs } from '../../server/platform/process/bound.ts';
import { endLeftover } from '../../server/platform/process/leftovers.ts';
import { Stop } from '../stop.ts';

/** A server that runs as a child process. */
export type ServerProcess = {
  readonly pid: number;
  readonly exited: Promise<void>;
  /** Signal or exit code after its end; empty while it runs. */
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
};

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const READY_PATIENCE_MS = 60_000;
const CHECK_MS = 20;
const STOP_PATIENCE_MS = 8_000;

const pidFile = (dataDir: string, name: string) => join(dataDir, name === '' ? 'server.pid' : `server-${name}.pid`);
const sign = (dataDir: string) => `--data-dir=${resolve(dataDir)}`;

/** File with the pid of the Prosody that the server runs on this data folder; tests kill it, and `endLeftoverServer` ends it. */
export const prosodyPidFile = (dataDir: string) => join(dataDir, 'prosody', 'prosody.pid');

/**
 * Ends the server process and Prosody that still run on the data folder after their parent died. Called before each start and after each
 * stop; `name` as in `ServerOptions`.
 */
export async function endLeftoverServer(dataDir: string, name = ''): Promise<void> {
  await endLeftover(pidFile(dataDir, name), sign(dataDir), 'SIGTERM');
  await endLeftover(prosodyPidFile(dataDir), join(resolve(dataDir), 'prosody'), 'SIGTERM');
}

/**
 * Runs `server/main.ts` as a child process and resolves when it answers, or throws a `Stop` with the end of its log. It ends with this
 * process (`boundToUs`) and is not restarted.
 */
export async function startServerProcess({
  env,
  logFile,
  signal,
  name = '',
  keepsLog = false,
}: ServerOptions): Promise<ServerProcess> {
  mkdirSync(dirname(logFile), { recursive: true });
  if (!keepsLog && existsSync(logFile)) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o600);
  // The argument identifies the process in `ps` (see endLeftover); the settings are in the environment.
  const [command = '', ...args] = boundToUs('TERM', [process.execPath, MAIN, sign(env.DATA_DIR)]);
  const child = spawn(command, args, { stdio: ['ignore', log, log], detached: true, env: { ...process.env, ...env } });
  closeSync(log);
  let ended: string | undefined;
  const exited = new Promise<void>((done) => {
    child.on('error', (error) => {
      ended = error.message;
      done();
    });
    child.once('close', (code, name) => {
      ended ??= name ?? `code ${code}`;
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

  const deadline = Date.now() + READY_PATIENCE_MS;
  while (!(await answers(env.PORT))) {
    if (ended === undefined && Date.now() < deadline && !signal?.aborted) {
      await wait(CHECK_MS);
      continue;
    }
    await server.stop();
    signal?.throwIfAborted();
    throw new Stop(`the server does not start (${ended ?? 'no answer'}):\n${lastLines(logs())}`);
  }
  return server;
}

async function answers(port: string): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(1_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

const LAST_LINES = 15;
const lastLines = (text: string) => text.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
