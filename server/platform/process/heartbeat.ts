import { spawn } from 'node:child_process';
import { SECOND_MS } from '../../../contract/durations.ts';

/** Interval of the messages by which a server process shows its parent, such as `npm start`, that its event loop runs. */
export const BEAT_EVERY_MS = SECOND_MS;
const BEAT = 'beat';
/** Number of notifications within the time of systemd's watchdog, so that one that is late does no harm. */
const BEATS_PER_WATCHDOG = 3;
/** How long the event loop of a server that listens may be blocked before systemd kills it. */
const WATCHDOG_MS = 20 * SECOND_MS;

/**
 * Shows the supervisor of this process that its event loop runs, until the process ends: the parent process by messages, if it opened a
 * channel for them, and systemd by `systemd-notify`, if the unit has WatchdogSec. Without beats both kill the process and start the next.
 * `shortenWatchdog`, called when the server listens, makes systemd wait 20 s for a beat instead of the WatchdogSec of the unit, which has
 * to be long: a busy machine needs minutes to load the server, and the event loop is blocked meanwhile.
 */
export function startHeartbeat(env: Readonly<Record<string, string | undefined>> = process.env): {
  readonly shortenWatchdog: () => void;
} {
  if (process.send !== undefined) setInterval(sendBeat, BEAT_EVERY_MS).unref();
  const unitMs = Number(env['WATCHDOG_USEC'] ?? 0) / 1_000;
  if (!(unitMs > 0) || env['NOTIFY_SOCKET'] === undefined) return { shortenWatchdog: () => undefined };
  notifySystemd('WATCHDOG=1');
  const every = Math.min(unitMs, WATCHDOG_MS) / BEATS_PER_WATCHDOG;
  setInterval(notifySystemd, every, 'WATCHDOG=1').unref();
  return {
    shortenWatchdog() {
      if (unitMs > WATCHDOG_MS) notifySystemd('WATCHDOG=1', `WATCHDOG_USEC=${WATCHDOG_MS * 1_000}`);
    },
  };
}

function sendBeat(): void {
  // The parent may end at any time; the process then goes on as before.
  if (process.connected) process.send?.(BEAT, undefined, undefined, () => undefined);
}

function notifySystemd(...assignments: readonly string[]): void {
  // Without the program `systemd-notify`, systemd kills this process after WatchdogSec, and the log of systemd names the watchdog.
  spawn('systemd-notify', assignments, { stdio: 'ignore' }).on('error', () => undefined);
}
