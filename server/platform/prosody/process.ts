import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Logger } from '../log/logger.ts';
import { boundToUs } from '../process/bound.ts';
import { readinessReader } from './readiness.ts';

export type RunningProsody = {
  readonly pid: number;
  /** Resolves when both ports are served, rejects when the process ended or a port is taken. */
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
  signal(name: NodeJS.Signals): void;
};

/** How a wrapper such as setpriv says that there is no such program. */
const NOT_FOUND = 127;
const notInstalled = () => new Error('Prosody is not installed (no `prosody` on the PATH)');

/** Runs Prosody once, in the foreground, as our child. */
export function runProsody(configFile: string, httpPort: number, componentPort: number, log: Logger): RunningProsody {
  const [command = '', ...args] = boundToUs('TERM', ['prosody', '-F', '--config', configFile]);
  // A process group of its own: Ctrl-C in a terminal reaches the server alone, which ends things in order.
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.on('error', () => resolve());
  });
  const ready = whenReady(child, ended, readinessReader(httpPort, componentPort), log);
  // The supervisor awaits `ready`; a later failure must not count as unhandled.
  ready.catch(() => undefined);
  return { pid: child.pid ?? 0, ready, ended, signal: (name) => void child.kill(name) };
}

function whenReady(
  child: ChildProcess,
  ended: Promise<void>,
  read: ReturnType<typeof readinessReader>,
  log: Logger,
): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT' ? notInstalled() : error));
    ended.then(() =>
      reject(child.exitCode === NOT_FOUND ? notInstalled() : new Error('Prosody ended before it was ready')),
    );
    const watch = (line: string) => {
      const level = /\s(warn|error)\t/.exec(line)?.[1];
      if (level && !line.includes('certmanager')) log.warn({ prosody: line.trim() }, 'prosody');
      const event = read(line);
      if (event?.kind === 'ready') resolve();
      if (event?.kind === 'port-taken') {
        reject(new Error(`Port ${event.port} is taken by another program`));
        child.kill('SIGTERM');
      }
    };
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      // What breaks there is told by the end of the process; the reader says it once more, as its own.
      const lines = createInterface({ input: stream }).on('line', watch);
      lines.on('error', () => undefined);
    }
  });
}
