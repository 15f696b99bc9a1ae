import type { Outcomes } from '../../../../worker/api/outcomes.ts';
import { createApiQueue, type QueuePorts } from '../../../../worker/api/queue.ts';

/** An API queue whose outcomes nobody handles, unless the test names them. Its pauses have no random part. */
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
