import type { FastifyInstance } from 'fastify';

/** Within a second `/readyz` has answered, whatever hangs. */
const READY_LOOK_MS = 800;

/** Something without which this process cannot serve. Answers what is wrong with it, in words for an operator, else undefined. */
export type Need = { readonly name: string; lacks(): Promise<string | undefined> };

export type Readiness = {
  /** What is missing now, in at most `READY_LOOK_MS`. */
  missing(): Promise<readonly string[]>;
  /** From now on the process is not ready: whoever balances load sends it nothing new. */
  end(): void;
  isEnding(): boolean;
};

/**
 * Looks at all needs at once. A look that is still under way is shared by all who ask meanwhile, so that asking often costs
 * one connection at most.
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

/** `/readyz`: whether requests and streams should be sent here. `/healthz` says whether the process is to be restarted. */
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
