import type { Config } from '../server/config.ts';
import { MIGRATING } from '../server/platform/database/migrate.ts';
import { isReachable, pageHostOf } from '../server/platform/http/listen.ts';
import { StartError } from '../server/platform/process/start-error.ts';

/** An error that the user of a command can fix; `main` prints its message in one row, without a stack. */
export class Stop extends StartError {}

/** Prints a message of a command with the prefix `gemcall:`. */
export const printMessage = (line: string) => console.log(`gemcall: ${line}`);

/** Prints an event of a migration that takes long: its progress, or what it waits for. */
export function printMigration(fields: object, event: string): void {
  const isLong = 'waitsFor' in fields || (event === MIGRATING && 'seconds' in fields);
  if (isLong) printMessage(`${event} ${JSON.stringify(fields)}`);
}

/**
 * Prints `ready <URL>` when the product answers, for people and for programs that wait for it; with DEMO also the demo accounts, and a
 * warning if others can reach it.
 */
export function announceReady(config: Pick<Config, 'port' | 'demo' | 'host' | 'allowedHosts'>): void {
  console.log(`ready ${addressOf(config)}`);
  if (config.demo) announceDemo();
  if (config.demo && isReachable(config))
    printMessage(`${config.host} makes this demo public: anyone can sign in to its accounts`);
}

/** The URL of the product on this machine. `localhost` also reaches a server on 127.0.0.1 or on all addresses. */
export function addressOf({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const isLocal = ['localhost', '127.0.0.1', '0.0.0.0', '::'].includes(host);
  return `http://${isLocal ? 'localhost' : pageHostOf(host)}:${port}`;
}

/** Prints the demo accounts and their password, when a product with DEMO is ready. */
export function announceDemo(): void {
  console.log('demo accounts, password gemcall: users 100001, 264457002, 264457003; anchors 9001-9040');
}

/**
 * Runs a command; each command script of tools/ calls it once. An error is printed (a `Stop` or another `StartError` as one row, a bug with
 * its stack) and sets exit code 1.
 */
export async function main(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof StartError ? `gemcall: ${error.message}` : error);
    process.exitCode = 1;
  }
}

/**
 * Call once at the start of a command that runs until it is ended: `ended` resolves and `signal` aborts on SIGINT, SIGTERM or SIGHUP, or
 * when the parent process is gone (its IPC channel disconnects). Signals then no longer kill the process at once, so that it can end its
 * children in order.
 */
export function listenForStop(): { readonly ended: Promise<undefined>; readonly signal: AbortSignal } {
  const controller = new AbortController();
  const ended = new Promise<undefined>((resolve) => {
    const end = () => {
      controller.abort(new Stop('ended before it was ready'));
      resolve(undefined);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
    process.once('disconnect', end);
  });
  // Do not let the listener on the IPC channel keep this process alive.
  process.channel?.unref();
  return { ended, signal: controller.signal };
}
