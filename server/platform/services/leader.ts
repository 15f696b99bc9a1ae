import { randomUUID } from 'node:crypto';
import { type Clock, serverClock } from '../clock.ts';
import { LEADER_TERM_MS, LEADER_TRUSTED_MS } from '../database/bounds.ts';
import { type Ask, createReconnectingSession } from '../database/session.ts';
import type { Logger } from '../log/logger.ts';

/**
 * The times of a leader's lease, in ms. The database counts a term from when it writes the row, the leader from when it sent the request.
 * So the leader's trust in its lease ends before another process can begin, even when the network drops all packets.
 */
export type LeaderTimes = { readonly termMs: number; readonly trustedMs: number; readonly askEveryMs: number };
const TIMES: LeaderTimes = { termMs: LEADER_TERM_MS, trustedMs: LEADER_TRUSTED_MS, askEveryMs: 1_000 };

/**
 * The end of a term from now on, by the later of the clocks of the database and of this process ($4). So later processes
 * read from the row how far the time of the server has come (`readNewestTime`), whatever happens to the clock of a machine.
 */
const TERM = `greatest(clock_timestamp(), to_timestamp($4::float8 / 1000)) + make_interval(secs => $3::float8 / 1000)`;
const TAKE = `INSERT INTO leader (work, holder, until) VALUES ($1, $2, ${TERM})
  ON CONFLICT (work) DO UPDATE SET holder = excluded.holder, until = excluded.until
  WHERE leader.holder IN (excluded.holder, '') OR leader.until <= clock_timestamp()
    OR (leader.holder = $5 AND leader.until::text = $6)`;
/** Reads the lease, with its time as exact text: a changed one was renewed. */
const READ = 'SELECT holder, until::text AS until FROM leader WHERE work = $1';
/**
 * Gives the lease back, so that another process may take it at once. Its time is renewed, because later starts read it (`readNewestTime`).
 */
const GIVE_BACK = `UPDATE leader SET holder = '', until = ${TERM} WHERE work = $1 AND holder = $2`;

const READ_HOLDER = `SELECT holder FROM leader WHERE work = $1 AND holder <> '' AND until > clock_timestamp()`;
type Lease = { readonly holder: string; readonly until: string };

/** Participation of this process in a leader election, until `close`. */
export type Leadership = {
  /** Returns the name of the leading process; undefined when there is none, or when the database does not answer. */
  holder(): Promise<string | undefined>;
  /** For how long, in ms, neither this process led nor another one renewed its lease. */
  leaderlessMs(): number;
  close(): Promise<void>;
};
/** The work that only the leader runs: started when this process becomes the leader, ended when it no longer is. */
export type Role = { begin(): void; end(): void | Promise<void> };

/**
 * Takes part in the election of a leader among the server processes at one PostgreSQL database, for one `work`. The process that has the
 * lease (a row of `leader`) runs the work and renews the lease; another takes over within six seconds of its death. `begin` and `end` are
 * called alternately, possibly several times. A lease that was not renewed for a term is taken over whatever time it has, so that a clock
 * that was set back does not leave the work without a leader.
 */
export function followLeadership(
  connectionString: string,
  log: Logger,
  role: Role,
  work: 'components' | 'demo hosts' | 'jobs' = 'components',
  given: Partial<LeaderTimes> = {},
  /** The name of this process. */
  holder: string = randomUUID(),
  clock: Clock = serverClock,
): Leadership {
  const times = { ...TIMES, ...given };
  let leading = false;
  let closing = false;
  let term: NodeJS.Timeout | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  /** The lease of another process, and when this process first saw it, by the monotonic clock. */
  let seen: (Lease & { readonly at: number }) | undefined;
  let ledAt = performance.now();

  async function take(ask: Ask): Promise<void> {
    const requestedAt = performance.now();
    // The work of the previous term must have ended before a new term starts.
    await ended;
    const isStale = seen !== undefined && requestedAt - seen.at > times.termMs;
    const stale = isStale && seen ? [seen.holder, seen.until] : [null, null];
    const { rowCount } = await ask(TAKE, [work, holder, times.termMs, clock.now(), ...stale]);
    if (rowCount === 0) await readOther(ask);
    else seen = undefined;
    const leftMs = requestedAt + times.trustedMs - performance.now();
    if (rowCount === 0 || leftMs <= 0 || closing) {
      await stepDown();
      return;
    }
    clearTimeout(term);
    term = setTimeout(() => void stepDown(), leftMs);
    ledAt = performance.now();
    if (leading) return;
    leading = true;
    log.info({}, `this process runs the ${work}`);
    role.begin();
  }

  /** Reads the lease of another process; one that has changed was renewed by a living leader. */
  async function readOther(ask: Ask): Promise<void> {
    const { rows } = await ask<Lease>(READ, [work]);
    const [found] = rows;
    if (found === undefined || (seen?.holder === found.holder && seen.until === found.until)) return;
    seen = { ...found, at: performance.now() };
    ledAt = seen.at;
  }

  async function stepDown(): Promise<void> {
    clearTimeout(term);
    if (!leading) return;
    leading = false;
    ended = Promise.resolve(role.end()).catch((error: unknown) =>
      log.warn({ err: error }, `failed to stop the ${work}`),
    );
    await ended;
  }

  const session = createReconnectingSession({
    connectionString,
    log,
    name: `leader of the ${work}`,
    begin: take,
    beat: take,
    beatMs: times.askEveryMs,
    answerMs: times.trustedMs / 2,
  });
  return {
    async holder() {
      let found: string | undefined;
      await session
        .use(async (ask) => {
          const { rows } = await ask(READ_HOLDER, [work]);
          found = rows[0]?.['holder'];
        })
        .catch(() => undefined);
      return found;
    },
    leaderlessMs: () => performance.now() - ledAt,
    async close() {
      closing = true;
      const wasLeading = leading;
      await stepDown();
      if (wasLeading) await session.use((ask) => ask(GIVE_BACK, [work, holder, times.termMs, clock.now()]));
      await session.close();
    },
  };
}
