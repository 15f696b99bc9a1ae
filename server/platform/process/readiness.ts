import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '../../../contract/durations.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Logger } from '../log/logger.ts';

/** Timeout of each check, so that `/readyz` answers within a second whatever hangs. */
const READY_LOOK_MS = 800;
const LOG_EVERY_MS = 3 * SECOND_MS;

/**
 * A readiness check: a dependency without which this process cannot serve. `lacks` answers a description of the problem, or undefined if
 * it is healthy.
 */
export type Need = { readonly name: string; lacks(): Promise<string | undefined> };
/** Describes something that an operator should correct although the process can serve; undefined for nothing. */
export type Warning = () => string | undefined;

/** Readiness of this process to receive requests, from all its checks. */
export type Readiness = {
  /**
   * Descriptions of all failed checks; empty means ready. A check without an answer in `READY_LOOK_MS` counts as failed. After `end`, only
   * that the process is ending.
   */
  missing(): Promise<readonly string[]>;
  /** Descriptions of everything that an operator should correct although the process is ready. */
  warnings(): readonly string[];
  /** Reports not ready from now on, so that load balancers send no new requests. */
  end(): void;
  isEnding(): boolean;
};

/**
 * Creates the readiness of a process, which runs all checks concurrently. Concurrent callers share a running check, so frequent probes
 * use at most one connection per check.
 */
export function createReadiness(
  needs: readonly Need[],
  warnings: readonly Warning[] = [],
  lookMs = READY_LOOK_MS,
): Readiness {
  const looking = new Map<Need, Promise<string | undefined>>();
  let ending = false;

  function look(need: Need): Promise<string | undefined> {
    const running = looking.get(need);
    if (running) return running;
    const begun = need
      .lacks()
      .catch(() => `${need.name} does not answer`)
      .finally(() => looking.delete(need));
    looking.set(need, begun);
    return begun;
  }

  return {
    async missing() {
      if (ending) return ['this process is ending'];
      const answers = await Promise.all(
        needs.map((need) => withinMs(look(need), lookMs, `${need.name} does not answer in time`)),
      );
      return answers.filter((answer) => answer !== undefined);
    },
    warnings: () => warnings.map((warning) => warning()).filter((text) => text !== undefined),
    end: () => {
      ending = true;
    },
    isEnding: () => ending,
  };
}

/** Serves `/readyz` for load balancers: whether to route requests and streams here. `/healthz` is for whether to restart the process. */
export function answerReadiness(app: FastifyInstance, readiness: Readiness): void {
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const missing = await readiness.missing();
    const warnings = readiness.warnings();
    if (missing.length === 0) return { status: 'ready', ...(warnings.length > 0 && { warnings }) };
    return reply.code(503).send({ status: 'not ready', missing });
  });
}

/**
 * Creates the job that logs each change of the failed checks and warnings with their causes, because a probe of `/readyz` may keep only the
 * status. Once the process is ending, it logs nothing.
 */
export function logReadiness(readiness: Pick<Readiness, 'missing' | 'warnings' | 'isEnding'>, log: Logger): Job {
  let logged = '';
  return {
    name: 'log the readiness',
    everyMs: LOG_EVERY_MS,
    everywhere: true,
    async run() {
      const missing = await readiness.missing();
      const warnings = readiness.warnings();
      const found = [...missing, ...warnings].join('; ');
      if (found === logged || readiness.isEnding()) return;
      logged = found;
      if (missing.length > 0) log.warn({ missing, warnings }, 'not ready');
      else if (warnings.length > 0) log.warn({ warnings }, 'ready with warnings');
      else log.info({}, 'ready again');
    },
  };
}

function withinMs<T>(work: Promise<T>, ms: number, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<T>((done) => {
    timer = setTimeout(() => done(late), ms);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
