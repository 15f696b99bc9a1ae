import type { ChildProcess } from 'node:child_process';
import { BEAT_EVERY_MS } from '../../server/platform/process/heartbeat.ts';

/** A process without a beat for this many intervals hangs. A start of the next one takes less than the rest of 30 s. */
const MISSED_BEATS_MAX = 15;

/** Watches the beats of a child process that was spawned with an IPC channel (`startHeartbeat`). */
export type BeatWatch = {
  /** Kills the process as soon as it hangs: call it once the process answers, because a start may block for seconds. */
  begin(): void;
  /** Whether the process was killed because it hung, for the message of its end. */
  isKilled(): boolean;
};

/**
 * Creates the watch of a child process. It counts its own intervals instead of time, so that a machine that was suspended does not count
 * as a hanging process.
 */
export function watchBeats(child: ChildProcess, missedMax = MISSED_BEATS_MAX, everyMs = BEAT_EVERY_MS): BeatWatch {
  let missed = 0;
  let isKilled = false;
  let timer: NodeJS.Timeout | undefined;
  child.on('message', () => {
    missed = 0;
  });
  child.once('exit', () => clearInterval(timer));
  return {
    begin() {
      missed = 0;
      timer = setInterval(() => {
        missed += 1;
        if (missed <= missedMax || isKilled) return;
        isKilled = true;
        child.kill('SIGKILL');
      }, everyMs);
    },
    isKilled: () => isKilled,
  };
}
