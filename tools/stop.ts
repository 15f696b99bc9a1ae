import type { Config } from '../server/config.ts';
import { isReachable } from '../server/platform/http/listen.ts';

/** Error that a person can fix: printed as one line, without a stack. */
export class Stop extends Error {}

export const say = (line: string) => console.log(`gemcall: ${line}`);

/** The one line that prints the address of the product, for people and for programs that wait for it. */
export function announceReady(config: Pick<Config, 'port' | 'demo' | 'host' | 'allowedHosts'>): void {
  console.log(`ready http://localhost:${config.port}`);
  if (config.demo) announceDemo();
  if (config.demo && isReachable(config))
    say(`${config.host} makes this demo public: anyone can sign in to its accounts`);
}

export function announceDemo(): void {
  console.log('demo accounts, password gemcall: users 100001, 264457002, 264457003; anchors 9001-9040');
}

/** Runs a command of this folder to its end; any failure becomes one line (a bug keeps its stack) and exit code 1. */
export async function main(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof Stop ? `gemcall: ${error.message}` : error);
    process.exitCode = 1;
  }
}

/**
 * Resolves when this process should end: by a signal, or because its parent process is gone (seen on the channel
 * between them). While it is awaited, a signal does not kill at once, so that children can be ended in order.
 */
export function askedToEnd(): { readonly ended: Promise<undefined>; readonly signal: AbortSignal } {
  const controller = new AbortController();
  const ended = new Promise<undefined>((resolve) => {
    const end = () => {
      controller.abort(new Stop('ended before it was ready'));
      resolve(undefined);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
    process.once('disconnect', end);
  });
  // Listening on the channel would otherwise keep this process alive forever.
  process.channel?.unref();
  return { ended, signal: controller.signal };
}
