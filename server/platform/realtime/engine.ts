import { connect } from 'node:net';
import { ENGINE_ANSWER_MS } from './bounds.ts';

/**
 * The addresses of the XMPP server: for each node the one for client streams (`ws://…`, `xmpp://host:port`) and the one for components
 * (`host:port`).
 */
export type Engine = { readonly urls: readonly string[]; readonly components: readonly string[] };

/**
 * Returns a function that cycles through the addresses of the XMPP server's nodes, one per connection (round robin), so that an
 * unreachable node costs one attempt.
 */
export function roundRobin(all: readonly string[]): () => string {
  let next = 0;
  return () => all[next++ % all.length] ?? '';
}

/** Readiness check of the XMPP server: resolves with undefined when any node answers; rejects when none does within `ENGINE_ANSWER_MS`. */
export async function lacksOfEngine({ urls }: Engine): Promise<string | undefined> {
  await Promise.any(urls.map((url) => (url.startsWith('xmpp:') ? knock(url) : ask(url))));
  return undefined;
}

/**
 * Checks a node over HTTP: any response shows that it is alive, whereas a stopped process still accepts connections. Without an
 * upgrade the request creates no stream.
 */
async function ask(url: string): Promise<void> {
  const answer = await fetch(url.replace(/^ws/, 'http'), { signal: AbortSignal.timeout(ENGINE_ANSWER_MS) });
  await answer.body?.cancel();
}

/** Checks a node over TCP: it answers an invalid stream header with an error. */
const knock = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    const timer = setTimeout(() => socket.destroy(new Error('no answer')), ENGINE_ANSWER_MS);
    socket.on('connect', () => socket.write('<?xml version="1.0"?><none/>'));
    socket.on('data', () => {
      resolve();
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      reject(new Error('no answer'));
    });
  });
