import type { Config } from '../../config.ts';
import { type Job, type RunningJobs, runJobs } from '../jobs/jobs.ts';
import type { Logger } from '../log/logger.ts';
import type { Need } from '../process/readiness.ts';
import { followLeadership, type LeaderTimes } from './leader.ts';

/** The scheduled jobs of a process, and for how long no process has run the shared ones, which only the leader runs. */
export type SharedJobs = RunningJobs & {
  /** For how long, in ms, no process has run the shared jobs; 0 in a process that takes no part in them. */
  leaderlessMs(): number;
};

const NOT_MINE: SharedJobs = { lags: () => ({}), leaderlessMs: () => 0, close: async () => undefined };

/**
 * Schedules the jobs of all domains in this process: `everywhere` jobs always, the others while this process is the leader, and never
 * with role `edge`. A leader that loses the database stops when its lease expires by its own clock; one of its runs may still overlap
 * with a run of the next leader, so jobs are idempotent.
 */
export function shareJobs(
  jobs: readonly Job[],
  { role, databaseUrl }: Pick<Config, 'role' | 'databaseUrl'>,
  log: Logger,
  times?: Partial<LeaderTimes>,
): SharedJobs {
  const own = runJobs(
    jobs.filter(({ everywhere }) => everywhere),
    log,
  );
  const shared =
    role === 'edge'
      ? NOT_MINE
      : runAsLeader(
          jobs.filter(({ everywhere }) => !everywhere),
          databaseUrl,
          log,
          times,
        );
  return {
    lags: () => ({ ...own.lags(), ...shared.lags() }),
    leaderlessMs: shared.leaderlessMs,
    close: async () => void (await Promise.all([own.close(), shared.close()])),
  };
}

function runAsLeader(jobs: readonly Job[], databaseUrl: string, log: Logger, times?: Partial<LeaderTimes>): SharedJobs {
  let running: RunningJobs = NOT_MINE;
  const begin = () => {
    running = runJobs(jobs, log);
  };
  const end = () => {
    const last = running;
    running = NOT_MINE;
    return last.close();
  };
  const leadership = followLeadership(databaseUrl, log, { begin, end }, 'jobs', times);
  return { lags: () => running.lags(), leaderlessMs: leadership.leaderlessMs, close: leadership.close };
}

/** Time without a leader after which processes are not ready; longer than a takeover needs: a term, and the retries of a session. */
const LEADERLESS_MAX_MS = 10_000;

/** Readiness check: some process runs the shared jobs, without which orders, calls and pushes are not finished. */
export const needLeader = (leaderlessMs: () => number): Need => ({
  name: 'the leader',
  lacks: async () => (leaderlessMs() > LEADERLESS_MAX_MS ? 'no process runs the shared jobs' : undefined),
});
