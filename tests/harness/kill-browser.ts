import { readdirSync, readFileSync } from 'node:fs';

/** Sends SIGKILL to the browser that uses a profile: no page or worker of it can send or save another thing. */
export async function killBrowser(userDataDir: string): Promise<void> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const ours = pids.filter((pid) => commandOf(pid).includes(`--user-data-dir=${userDataDir}`)).map(Number);
  if (ours.length === 0) throw new Error(`No browser uses ${userDataDir}`);
  for (const pid of ours) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended together with its parent.
    }
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
