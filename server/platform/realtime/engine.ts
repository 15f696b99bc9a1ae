import { connect } from 'node:net';
import { ENGINE_ANSWER_MS } from './bounds.ts';

/** Where the XMPP server is: its nodes' streams (`ws://…`, `xmpp://host:port`) and their ports for components (`host:port`). */
export type Engine = { readonly urls: readonly string[]; readonly components: readonly string[] };

/** One after the other, so that a node that is gone costs one attempt. */
export function inTurns(all: readonly string[]): () => string {
  let next = 0;
  return () => all[next++ % all.length] ?? '';
}

/** What is wrong with the XMPP server; undefined when a node of it answers. */
export async function lacksOfEngine({ urls }: Engine): Promise<string | undefined> {
  await Promise.any(urls.map((url) => (url.startsWith('xmpp:') ? knock(url) : ask(url))));
  return undefined;
}

/** Any answer of its web port shows that it is alive; a stopped one still takes connections. Without an upgrade it makes no stream. */
async function ask(url: string): Promise<void> {
  const answer = await fetch(url.replace(/^ws/, 'http'), { signal: AbortSignal.timeout(ENGINE_ANSWER_MS) });
  await answer.body?.cancel();
}

/** It answers what is no stream with an error. */
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
