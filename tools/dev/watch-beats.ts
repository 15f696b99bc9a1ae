import type { ChildProcess } from 'node:child_process';
import { BEAT_EVERY_MS } from '../../server/platform/process/heartbeat.ts';

/** Intervals without a beat after which a process counts as hanging: 15 s, so that the next process answers within 30 s of the hang. */
const MISSED_BEATS_MAX = 15;

/** Watches the beats of a child process that was spawned with an IPC channel (`startHeartbeat`). */
export type BeatWatch = {
  /** Starts to watch: from now on the process is killed when it hangs. Called once it answers, because a start may block for seconds. */
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
