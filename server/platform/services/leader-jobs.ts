import type { Config } from '../../config.ts';
import { type Job, type RunningJobs, runJobs } from '../jobs/jobs.ts';
import type { Logger } from '../log/logger.ts';
import { followLeadership, type LeaderTimes } from './leader.ts';

const NOT_MINE: RunningJobs = { lags: () => ({}), close: async () => undefined };

/**
 * Runs the jobs of every process here, and the others while this process leads. A leader that is cut off from the database stops by its
 * own clock; a run that it had begun may end beside one of its successor, so each is safe twice.
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
