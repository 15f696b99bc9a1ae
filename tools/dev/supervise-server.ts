import { setTimeout as wait } from 'node:timers/promises';
import {
  endLeftoverServer,
  reasonIn,
  type ServerOptions,
  type ServerProcess,
  startServerProcess,
} from './server-process.ts';

const DELAYS = { firstMs: 100, maxMs: 10_000 };
/** An uptime longer than this resets the backoff. */
const WELL_MS = 5_000;

/** A server process that is restarted after failures; `pid` is 0 between two runs. */
export type SupervisedServer = { pid(): number; stop(): Promise<void> };

/**
 * Runs the server for a command, and restarts it with exponential backoff after each unexpected end, which is reported by `say`, until
 * `stop`. Rejects if the first start fails.
 */
export async function superviseServer(options: ServerOptions, say: (line: string) => void): Promise<SupervisedServer> {
  const controller = new AbortController();
  const { signal } = controller;
  let server: ServerProcess | undefined = await startServerProcess(options);
  let delay = DELAYS.firstMs;

  async function supervise(): Promise<void> {
    while (!signal.aborted) {
      const begun = Date.now();
      await server?.exited;
      if (signal.aborted) return;
      if (server) say(`the server ended (${whyEnded(server)}), it starts again`);
      if (server && Date.now() - begun > WELL_MS) delay = DELAYS.firstMs;
      server = undefined;
      await wait(delay, undefined, { signal }).catch(() => undefined);
      delay = Math.min(delay * 2, DELAYS.maxMs);
      server = await startAgain();
    }
  }

  async function startAgain(): Promise<ServerProcess | undefined> {
    if (signal.aborted) return undefined;
    try {
      // The Prosody of the ended server may still run.
      await endLeftoverServer(options.env.DATA_DIR, options.name);
      return await startServerProcess({ ...options, signal, keepsLog: true });
    } catch (error) {
      if (!signal.aborted) say(error instanceof Error ? error.message : 'the server does not start');
      return undefined;
    }
  }

  const supervised = supervise();
  return {
    pid: () => server?.pid ?? 0,
    async stop() {
      controller.abort();
      await server?.stop();
      await supervised;
      // A restart may have been in progress.
      await server?.stop();
    },
  };
}

/** The cause of an end: the signal, or the exit code with the error from the log. */
const whyEnded = (server: ServerProcess) =>
  server.ending().startsWith('code') ? `${server.ending()}: ${reasonIn(server.logs())}` : server.ending();
