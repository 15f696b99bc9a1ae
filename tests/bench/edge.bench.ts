import { medianOf } from '../../tools/test/bench-report.ts';
import { chat, hasId } from '../edge/messages.ts';
import { openRaw, type RawClient, signIn } from '../harness/raw-client.ts';
import { DOMAIN, signPass, startXmppServer, tokenOf, type XmppServer } from '../harness/servers/xmpp-server.ts';
import type { Benches } from './bench.ts';

const MESSAGES = 300;
const WARM_UP = 50;
const AIM_MS = 0.5;

let server: Promise<XmppServer> | undefined;
let next = 1_000;

/** `token` is a pass if `url` leads straight to Prosody. */
async function user(url: string, uid: number, token = tokenOf(uid)): Promise<RawClient> {
  const client = await openRaw(url);
  await signIn(client, { user: `u_${uid}`, token, domain: DOMAIN });
  return client;
}

/** Time of one message from one user's socket to the other's. */
async function send(from: RawClient, to: RawClient, peer: number, id: string): Promise<number> {
  const start = performance.now();
  from.send(chat({ id, to: peer, body: 'How are you today?' }));
  await to.take('the message', hasId(id));
  return performance.now() - start;
}

/** Compares the direct path to Prosody with the one through the edge, alternately, so that both meet the same load. */
async function addedByEdge(): Promise<number> {
  server ??= startXmppServer();
  const { url, directUrl } = await server;
  const [a, b, c, d] = [next + 1, next + 2, next + 3, next + 4];
  next += 4;
  const near = {
    from: await user(directUrl, a, await signPass(a)),
    to: await user(directUrl, b, await signPass(b)),
    times: [] as number[],
  };
  const far = { from: await user(url, c), to: await user(url, d), times: [] as number[] };
  for (let n = 0; n < MESSAGES; n += 1) {
    near.times.push(await send(near.from, near.to, b, `n${n}`));
    far.times.push(await send(far.from, far.to, d, `f${n}`));
  }
  for (const client of [near.from, near.to, far.from, far.to]) client.cut();
  return medianOf(far.times.slice(WARM_UP)) - medianOf(near.times.slice(WARM_UP));
}

export const benches: Benches = [
  {
    name: 'time that the edge adds to a message',
    unit: 'ms',
    aim: AIM_MS,
    run: addedByEdge,
  },
];

export async function close(): Promise<void> {
  await (await server)?.close();
}
