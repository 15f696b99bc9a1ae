import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 10;

/**
 * Sends SIGKILL to the browser that uses a profile: no page or worker can send or store anything more. Resolves when its processes are
 * gone, and with them their locks on the profile's files.
 */
export async function killBrowser(userDataDir: string): Promise<void> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const ours = pids.filter((pid) => commandOf(pid).includes(`--user-data-dir=${userDataDir}`)).map(Number);
  if (ours.length === 0) throw new Error(`No browser uses ${userDataDir}`);
  for (const pid of ours) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended with its parent.
    }
  }
  while (ours.some(isAlive)) await wait(POLL_MS);
}

/** False also for a zombie: a process that ended and was not reaped holds no locks. */
const isAlive = (pid: number): boolean => /^State:\t[^Z]/m.test(statusOf(pid));

const statusOf = (pid: number): string => read(`/proc/${pid}/status`);
const commandOf = (pid: string): string => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
