import type { Config } from '../../config.ts';
import { type Job, type RunningJobs, runJobs } from '../jobs/jobs.ts';
import type { Logger } from '../log/logger.ts';
import { followLeadership, type LeaderTimes } from './leader.ts';

const NOT_MINE: RunningJobs = { lags: () => ({}), close: async () => undefined };

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
): RunningJobs {
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
    close: async () => void (await Promise.all([own.close(), shared.close()])),
  };
}

function runAsLeader(
  jobs: readonly Job[],
  databaseUrl: string,
  log: Logger,
  times?: Partial<LeaderTimes>,
): RunningJobs {
  let running = NOT_MINE;
  const begin = () => {
    running = runJobs(jobs, log);
  };
  const end = () => {
    const last = running;
    running = NOT_MINE;
    return last.close();
  };
  const leadership = followLeadership(databaseUrl, log, { begin, end }, 'jobs', times);
  return { lags: () => running.lags(), close: leadership.close };
}
