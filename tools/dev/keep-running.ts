import { setTimeout as wait } from 'node:timers/promises';
import { endLeftoverServer, type ServerOptions, type ServerProcess, startServerProcess } from './server-process.ts';

const DELAYS = { firstMs: 100, maxMs: 10_000 };
/** After this uptime earlier failures no longer delay a restart. */
const WELL_MS = 5_000;
const LAST_LINES = 30;

export type KeptServer = { pid(): number; stop(): Promise<void> };

/**
 * Starts the server, and restarts it after each unexpected end: soon at first, with growing delays while that fails. Each
 * end is logged in one line. Rejects when the very first start fails.
 */
export async function keepServerRunning(options: ServerOptions, say: (line: string) => void): Promise<KeptServer> {
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
      // Its Prosody may still run.
      await endLeftoverServer(options.env.DATA_DIR, options.name);
      return await startServerProcess({ ...options, signal, keepsLog: true });
    } catch (error) {
      if (!signal.aborted) say(`the server does not start: ${reasonIn(error instanceof Error ? error.message : '')}`);
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
      // A start may be in progress when the product is stopped.
      await server?.stop();
    },
  };
}

/** A signal needs no explanation; a code is explained by the last lines of the server. */
const whyEnded = (server: ServerProcess) =>
  server.ending().startsWith('code') ? `${server.ending()}: ${reasonIn(server.logs())}` : server.ending();

/** The line of a log with the reason of an end: the last error near its end, else the last line. */
export function reasonIn(text: string): string {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-LAST_LINES);
  return (
    lines.findLast((line) => /^(\w*Error\b|Bad configuration)/.test(line)) ??
    lines.at(-1) ??
    'it said nothing'
  ).trim();
}
