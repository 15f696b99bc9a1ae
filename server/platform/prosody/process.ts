import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { SECOND_MS } from '../../../contract/durations.ts';
import type { Logger } from '../log/logger.ts';
import { boundToUs } from '../process/bound.ts';
import { StartError } from '../process/start-error.ts';

/** An event that `readinessReader` finds in Prosody's log: both ports are open, or one is taken by another program. */
type LogEvent = { readonly kind: 'ready' } | { readonly kind: 'port-taken'; readonly port: number };

/**
 * Detects from Prosody's log when its ports are open. A probe would not do: Prosody keeps running when a port is taken, and the probe
 * would reach the other program (trap 7). Returns a function that is called with each line; it reports `ready` once.
 */
function readinessReader(httpPort: number, componentPort: number) {
  const missing = new Set([`]:${httpPort}`, `]:${componentPort}`, "Serving 'websocket'"]);
  return (line: string): LogEvent | undefined => {
    const taken = /Failed to open server port (\d+)/.exec(line)?.[1];
    if (taken !== undefined) return { kind: 'port-taken', port: Number(taken) };
    if (missing.size === 0) return undefined;
    if (line.includes('Activated service') || line.includes('Serving ')) {
      for (const sign of missing) if (line.includes(sign)) missing.delete(sign);
    }
    return missing.size === 0 ? { kind: 'ready' } : undefined;
  };
}

/** A running Prosody child process, from start to end. */
export type RunningProsody = {
  readonly pid: number;
  /** Resolves when both ports are open; rejects when the process ended or a port is taken. */
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
  /** The last lines that it printed, which name the cause of its end. */
  lastWords(): readonly string[];
  signal(name: NodeJS.Signals): void;
};

/** Number of last output lines of Prosody that are stored, for the log when it ends. */
const LAST_WORDS = 5;
/** Time limit of a start of Prosody, which takes a second, or some on a busy machine. */
const READY_WITHIN_MS = 30 * SECOND_MS;
/** Exit code of a wrapper such as setpriv when there is no such program. */
const NOT_FOUND = 127;
const notInstalled = () =>
  new StartError('Prosody is not installed (no `prosody` on the PATH): install the package prosody, or set XMPP_URL');

/** Throws a `StartError` if there is no `prosody` on the PATH. Called before a start creates anything. */
export function checkProsody(): void {
  if (spawnSync('/bin/sh', ['-c', 'command -v prosody'], { stdio: 'ignore' }).status !== 0) throw notInstalled();
}

/**
 * The refusal of a second server process that would run a Prosody of its own on the same folder: each would end the other's, and both
 * would write the same files.
 */
export const folderInUse = (folder: string): StartError =>
  new StartError(
    `DATA_DIR: another server process runs its Prosody in ${folder}: end it, or run several processes with one XMPP server (XMPP_URL; docs/operating.md, 4)`,
  );

/** Runs Prosody once, in the foreground, as a child process; `supervise` restarts it. */
export function runProsody(
  configFile: string,
  httpPort: number,
  componentPort: number,
  log: Logger,
  readyWithinMs: number = READY_WITHIN_MS,
): RunningProsody {
  const [command = '', ...args] = boundToUs('TERM', ['prosody', '-F', '--config', configFile]);
  // A separate process group, so that Ctrl-C in a terminal reaches only the server, which shuts down in order.
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.on('error', () => resolve());
  });
  const words: string[] = [];
  const remember = (line: string) => {
    if (!/\S/.test(line)) return;
    words.push(line.trim());
    if (words.length > LAST_WORDS) words.shift();
  };
  const opened = whenReady(child, ended, readinessReader(httpPort, componentPort), log, remember);
  const ready = killWhenLate(opened, child, readyWithinMs, () => words);
  // The supervisor awaits `ready`; a later rejection must not count as unhandled.
  ready.catch(() => undefined);
  return { pid: child.pid ?? 0, ready, ended, lastWords: () => words, signal: (name) => void child.kill(name) };
}

/** Kills a process that is not ready in time, because it hangs or lacks a module. Its supervisor probes only processes that are ready. */
async function killWhenLate(
  opened: Promise<void>,
  child: ChildProcess,
  ms: number,
  lastWords: () => readonly string[],
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, failed) => {
    timer = setTimeout(() => {
      failed(
        new StartError(
          `Prosody did not open its ports within ${ms / SECOND_MS} s: ${lastWords().at(-1) ?? 'no output'}`,
        ),
      );
      child.kill('SIGKILL');
    }, ms);
  });
  try {
    await Promise.race([opened, late]);
  } finally {
    clearTimeout(timer);
  }
}

function whenReady(
  child: ChildProcess,
  ended: Promise<void>,
  read: ReturnType<typeof readinessReader>,
  log: Logger,
  remember: (line: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT' ? notInstalled() : error));
    ended.then(() =>
      reject(child.exitCode === NOT_FOUND ? notInstalled() : new Error('Prosody ended before it was ready')),
    );
    const watch = (line: string) => {
      remember(line);
      const level = /\s(warn|error)\t/.exec(line)?.[1];
      if (level && !line.includes('certmanager'))
        log.warn({ prosody: line.trim() }, 'Prosody logged a warning or an error');
      const event = read(line);
      if (event?.kind === 'ready') resolve();
      if (event?.kind === 'port-taken') {
        reject(new Error(`Port ${event.port} is taken by another program`));
        child.kill('SIGTERM');
      }
    };
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      // The end of the process reports errors of the pipe; the line reader would report them a second time.
      const lines = createInterface({ input: stream }).on('line', watch);
      lines.on('error', () => undefined);
    }
  });
}
