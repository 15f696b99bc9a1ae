import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const PATIENCE_MS = 5_000;
const CHECK_MS = 20;

/**
 * Called before a child process starts: ends the one that a killed run left on the same data folder. `pidFile` starts with its pid. The
 * process is signalled only while its command line contains `sign`, as the pid may have been reused; SIGKILL follows after 5 s.
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

/** The process id at the start of a file; undefined if there is no file or id. */
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
    // The process has already ended.
  }
}

/** State and command line of a process by `ps`; empty if it does not exist or is a zombie. */
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
