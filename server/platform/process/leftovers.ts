import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const PATIENCE_MS = 5_000;
const CHECK_MS = 20;

/**
 * Ends what a killed run left behind on the same data folder. `pidFile` starts with the pid; the process is touched only
 * while its command line still holds `sign`, so that a reused pid is safe.
 */
export async function endLeftover(pidFile: string, sign: string, signal: NodeJS.Signals): Promise<void> {
  const pid = readPid(pidFile);
  if (pid === undefined || !commandOf(pid).includes(sign)) return;
  send(pid, signal);
  const deadline = Date.now() + PATIENCE_MS;
  while (commandOf(pid).includes(sign)) {
    if (Date.now() > deadline) send(pid, 'SIGKILL');
    await wait(CHECK_MS);
  }
}

export function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
    return pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in between.
  }
}

/** State and command line. Empty for a process that is gone, or dead and not yet reaped. */
export function commandOf(pid: number): string {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,args=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return line.startsWith('Z') ? '' : line;
  } catch {
    return '';
  }
}
