import type { Server } from 'node:http';
import type { Listening } from './listen.ts';

const LOOK_EVERY_MS = 50;

/**
 * Takes no connection more, and resolves when the last request has its answer; after `patienceMs` what still runs is cut. Answers
 * end their connection meanwhile (`server/app.ts`); one whose head was written before is ended once it is idle.
 */
export async function endRequests(server: Server, listening: Listening, patienceMs: number): Promise<void> {
  const looks = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  const patience = setTimeout(() => server.closeAllConnections(), patienceMs);
  await listening.stop();
  clearInterval(looks);
  clearTimeout(patience);
}
