import { expect } from 'vitest';
import { type AppError, fail, ok } from '#contract/result.ts';
import type { Api, CallOptions } from '../../../../worker/api/client.ts';
import type { Outcomes } from '../../../../worker/api/outcomes.ts';
import { createApiQueue, type QueuePorts } from '../../../../worker/api/queue.ts';

/** An API queue whose outcomes have no owner, unless the test names them. Its pauses have no random part. */
export const queueOf = (
  { app, api, ...ports }: Omit<QueuePorts, 'outcomes'>,
  outcomes: Partial<Outcomes> = {},
): ReturnType<typeof createApiQueue> =>
  createApiQueue({
    app,
    api,
    random: () => 0,
    outcomes: { async onTaken() {}, async onRefused() {}, async onStalled() {}, async undo() {}, ...outcomes },
    ...ports,
  });

/** A clock and timers that the test moves on. It begins at 0. */
export function queueClock() {
  let at = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const next = () => Math.min(...timers.map((timer) => timer.at));
  return {
    ports: {
      now: () => at,
      later(ms: number, run: () => void) {
        const timer = { at: at + ms, run };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
    },
    now: () => at,
    /** Resolves when the next timer runs at this time. */
    waitsUntil: (time: number) => expect.poll(next, { interval: 2 }).toBe(time),
    pass(ms: number): void {
      at += ms;
      const due = timers.filter((timer) => timer.at <= at);
      timers = timers.filter((timer) => timer.at > at);
      for (const { run } of due) run();
    },
  };
}

/** What a server does with a change: it accepts or refuses it, or never answers. */
export type Reaction = 'accept' | 'hang' | AppError;

/** A server that decides about each change, and the requests that it received and accepted. */
export function queueServer(decide: (endpoint: string, operationId: string, data: unknown) => Reaction) {
  const asked: string[] = [];
  const taken: string[] = [];
  const tokens: string[] = [];
  const call = async (endpoint: string, data: unknown, { operationId = '', user, signal }: CallOptions) => {
    asked.push(operationId);
    const reaction = decide(endpoint, operationId, data);
    if (reaction === 'hang')
      return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(fail({ code: 'cancelled' }))));
    if (reaction !== 'accept') return fail(reaction);
    taken.push(operationId);
    tokens.push(user?.vcToken ?? '');
    return ok({});
  };
  return { asked, taken, tokens, api: { call } as unknown as Pick<Api, 'call'> };
}
