import { spawn } from 'node:child_process';
import { SECOND_MS } from '../../../contract/durations.ts';

/** Interval of the messages by which a child process tells `npm start` that its event loop runs. */
export const BEAT_EVERY_MS = SECOND_MS;
const BEAT = 'beat';
/** Number of notifications within each WatchdogSec of systemd, so that one that is late does no harm. */
const BEATS_PER_WATCHDOG = 3;

/**
 * Tells the supervisor of this process that its event loop runs, until the process ends: the parent process by messages, if it opened a
 * channel for them, and systemd by `systemd-notify`, if the unit has WatchdogSec. Without beats both kill the process and start the next.
 */
export function startHeartbeat(env: Readonly<Record<string, string | undefined>> = process.env): void {
  if (process.send !== undefined) setInterval(sendBeat, BEAT_EVERY_MS).unref();
  const watchdogMs = Number(env['WATCHDOG_USEC'] ?? 0) / 1_000;
  if (!(watchdogMs > 0) || env['NOTIFY_SOCKET'] === undefined) return;
  notifySystemd();
  setInterval(notifySystemd, watchdogMs / BEATS_PER_WATCHDOG).unref();
}

function sendBeat(): void {
  // The parent may end at any time; the process then goes on as before.
  if (process.connected) process.send?.(BEAT, undefined, undefined, () => undefined);
}

function notifySystemd(): void {
  // Without the program systemd kills this process after WatchdogSec, and its log names the watchdog.
  spawn('systemd-notify', ['WATCHDOG=1'], { stdio: 'ignore' }).on('error', () => undefined);
}
