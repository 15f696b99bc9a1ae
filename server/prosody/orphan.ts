import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * Ends the Prosody that a killed server left behind on the same data folder: it would hold the ports and the archive.
 * Only a process that still runs with exactly this configuration file is touched, so a reused pid is safe.
 */
export function endOrphan(pidFile: string, configFile: string): void {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').trim());
  if (!Number.isInteger(pid) || pid <= 1 || !commandOf(pid).includes(configFile)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended in between.
  }
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}
