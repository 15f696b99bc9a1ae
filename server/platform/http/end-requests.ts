import type { Server } from 'node:http';
import type { Listening } from './listen.ts';

const LOOK_EVERY_MS = 50;

/**
 * Ends the HTTP server when the process shuts down: stops accepting connections, and resolves when all running requests are answered;
 * those that run longer than `patienceMs` are aborted. Each answer closes its connection (`server/app.ts`); a connection whose response
 * headers were sent earlier is closed once it is idle.
 */
export async function endRequests(server: Server, listening: Listening, patienceMs: number): Promise<void> {
  const looks = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  const patience = setTimeout(() => server.closeAllConnections(), patienceMs);
  await listening.stop();
  clearInterval(looks);
  clearTimeout(patience);
}
