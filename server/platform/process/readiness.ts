import type { FastifyInstance } from 'fastify';

/** Timeout of each check, so that `/readyz` answers within a second whatever hangs. */
const READY_LOOK_MS = 800;

/**
 * A readiness check: a dependency without which this process cannot serve. `lacks` answers a description of the problem, or undefined if
 * it is healthy.
 */
export type Need = { readonly name: string; lacks(): Promise<string | undefined> };

/** Readiness of this process to receive requests, from all its checks. */
export type Readiness = {
  /** Descriptions of all failed checks; empty means ready. A check without an answer in `READY_LOOK_MS` counts as failed. */
  missing(): Promise<readonly string[]>;
  /** Reports not ready from now on, so that load balancers send no new requests. */
  end(): void;
  isEnding(): boolean;
};

/**
 * Creates the readiness of a process, which runs all checks concurrently. Concurrent callers share a running check, so frequent probes
 * use at most one connection per check.
 */
export function createReadiness(needs: readonly Need[], lookMs = READY_LOOK_MS): Readiness {
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
    end: () => {
      ending = true;
    },
    isEnding: () => ending,
  };
}

/** Serves `/readyz` for load balancers: whether to route requests and streams here. `/healthz` tells whether to restart the process. */
export function answerReadiness(app: FastifyInstance, readiness: Readiness): void {
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const missing = await readiness.missing();
    if (missing.length === 0) return { status: 'ready' };
    return reply.code(503).send({ status: 'not ready', missing });
  });
}

function withinMs<T>(work: Promise<T>, ms: number, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<T>((done) => {
    timer = setTimeout(() => done(late), ms);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
